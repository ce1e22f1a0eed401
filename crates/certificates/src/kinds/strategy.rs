//! Strategies: lost positions that a winner needs, which are far fewer than all that can be reached.
//!
//! The positions are listed one after another, as `5,2+7,1+*3`, without parts that cannot move. From each that is needed, every
//! move must end play with the loss of who made it, or have an answer that leads back to an earlier one of the list or
//! ends play with the loss of the other. By induction along the list, all these are lost, and play ends. A position with a
//! move to one of them is won; of other positions a strategy says nothing.
//!
//! A nim-heap may lie next to a position, written `*h`: if the sum of both is lost, the position has the value h (Sprague
//! 1935, Grundy 1939).

use std::cell::RefCell;
use std::rc::Rc;

use fxhash::{FxHashMap, FxHashSet};
use itertools::Itertools;

use grundy_reference::explore::{Exploration, PositionSum};
use grundy_reference::game::GameDefinition;
use grundy_reference::position::{PositionNumbers, joined};
use grundy_reference::theorem::Theorem;
use grundy_reference::{Fail, PlayOutcome, Res};

/// The largest number of parts of sums that are looked at to check a strategy.
const MAX_PARTS_OF_STRATEGY: usize = 50_000_000;

/// The lost sums of a game.
pub struct Strategy {
    /// The positions of the game, with what was found out about them.
    table: Exploration,
    /// The places of the sums of the list, by their texts.
    listed: FxHashMap<String, usize>,
    /// The sums met, with their places in the list.
    places: FxHashMap<PositionSum, Option<usize>>,
    /// The sums of the list that were proved, or that are being proved.
    proved: FxHashSet<PositionSum>,
}

impl Strategy {
    /// Returns the strategy of a list, of which nothing is proved yet.
    pub fn of(game: Rc<dyn GameDefinition>, misere: bool, list: &str) -> Strategy {
        let mut table = Exploration::of(game, misere);
        table.allow(usize::MAX, MAX_PARTS_OF_STRATEGY);
        let words = list.split_whitespace().zip(0..);
        let listed = words
            .map(|(word, place)| (word.to_owned(), place))
            .collect();
        Strategy {
            table,
            listed,
            places: FxHashMap::default(),
            proved: FxHashSet::default(),
        }
    }

    /// Returns the place of a sum in the list.
    fn place(&mut self, sum: &PositionSum) -> Option<usize> {
        let place = self.places.entry(sum.clone());
        *place.or_insert_with(|| self.listed.get(&text(&self.table, sum)).copied())
    }

    /// Returns the first of some sums that play ends at with a loss, or that is listed before a place.
    fn lost(&mut self, sums: Vec<PositionSum>, before: usize) -> Res<Option<PositionSum>> {
        for sum in sums {
            let is_ended = self.table.ending(&sum)? == Some(PlayOutcome::Lose);
            if is_ended || self.place(&sum).is_some_and(|place| place < before) {
                return Ok(Some(sum));
            }
        }
        Ok(None)
    }

    /// Proves that a sum that is listed, or ends play, is lost, with all that this needs.
    fn prove(&mut self, lost: PositionSum) -> Res<()> {
        let mut open = vec![lost];
        while let Some(sum) = open.pop() {
            if !self.proved.insert(sum.clone()) {
                continue;
            }
            let moves = self.table.moves(&sum)?;
            if moves.is_empty() {
                Fail::Forged.when(self.table.ending(&sum)? != Some(PlayOutcome::Lose))?;
            }
            let place = self.place(&sum).unwrap_or(0);
            for after in moves {
                match self.table.ending(&after)? {
                    Some(PlayOutcome::Win) => continue,
                    Some(_) => return Err(Fail::Forged),
                    None => {}
                }
                let answers = self.table.moves(&after)?;
                open.push(self.lost(answers, place)?.ok_or(Fail::Forged)?);
            }
        }
        Ok(())
    }

    /// Returns the theorem that the strategy gives: each outcome is proved when it is asked for.
    pub fn theorem<'g>(self) -> Theorem<'g> {
        let strategy = Rc::new(RefCell::new(self));
        let sums = strategy.clone();
        let outcome = Theorem::outcome("its strategy", move |parts| {
            sums.borrow_mut().outcome(parts)
        });
        let value = Theorem::value("its strategy", move |part| {
            strategy.borrow_mut().value(part)
        });
        Theorem {
            value: value.value,
            ..outcome
        }
    }

    /// Returns the outcome of these parts, if the strategy says it.
    fn outcome(&mut self, parts: &[PositionNumbers]) -> Res<PlayOutcome> {
        let sum = self.table.sum(parts, 0)?;
        if let Some(ended) = self.table.ending(&sum)? {
            return Ok(ended);
        }
        if self.place(&sum).is_some() {
            return self.prove(sum).map(|()| PlayOutcome::Lose);
        }
        let moves = self.table.moves(&sum)?;
        let lost = self.lost(moves, usize::MAX)?.ok_or(Fail::TooLarge)?;
        self.prove(lost).map(|()| PlayOutcome::Win)
    }

    /// Returns the value of a part, if the strategy says it.
    fn value(&mut self, part: &[u64]) -> Res<u64> {
        let sum = self.table.sum(&[part.into()], 0)?;
        if sum.parts.is_empty() {
            return Ok(0);
        }
        // No value is larger than the number of moves.
        let most = self.table.moves(&sum)?.len() as u64;
        for heap in 0..=most {
            let with_heap = PositionSum {
                heap,
                ..sum.clone()
            };
            if self.place(&with_heap).is_some() {
                self.prove(with_heap)?;
                return Ok(heap);
            }
        }
        Err(Fail::TooLarge)
    }
}

/// Returns a sum as a list writes it: its positions in ascending order, whatever their numbers are.
pub fn text(table: &Exploration, sum: &PositionSum) -> String {
    let positions = table.positions(sum).sorted();
    let mut parts: Vec<String> = positions.map(|part| joined(part)).collect();
    if sum.heap > 0 || parts.is_empty() {
        parts.push(format!("*{}", sum.heap));
    }
    parts.join("+")
}
