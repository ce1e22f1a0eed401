//! Strategies: the lost positions that a winner needs, of games that are searched.
//!
//! Every move from a lost sum is answered by a move to another lost sum, which the engine finds and which also needs
//! answers.
//! A sum is listed once all its answers are, so that none stands before those that it needs.

use fxhash::{FxHashMap, FxHashSet};
use grundy_certificates::kinds::strategy;
use grundy_reference::PlayOutcome;
use grundy_reference::explore::{Exploration, PositionSum};
use grundy_reference::play::Play;
use grundy_reference::position::PositionNumbers;

use grundy_games::Loses;
use grundy_record::Ask;

/// The number of positions that the reference explores with ease; a guess.
const MAX_EASY_POSITIONS: usize = 20_000;

/// The most questions that an engine is asked for one record; a guess.
const MAX_QUESTIONS: usize = 50_000;
/// The most parts of sums that are looked at for one record; a guess.
const MAX_PARTS_LOOKED_AT: usize = 3_000_000;

/// Finds the strategy of a record, or of one game of a sum of different games, of which only values are proved.
pub(super) fn certificate(
    play: &Play,
    in_sum: bool,
    asks: &[Ask],
    loses: Box<Loses<'_>>,
) -> Option<String> {
    let mut sums = Exploration::of(play.game.clone(), play.misere);
    sums.allow(MAX_EASY_POSITIONS, MAX_PARTS_LOOKED_AT);
    if sums.explore(&play.positions()).is_ok() {
        return None;
    }
    sums.allow(usize::MAX, MAX_PARTS_LOOKED_AT);
    let mut finder = Finder {
        sums,
        loses,
        known: FxHashMap::default(),
        listed: FxHashSet::default(),
        list: Vec::new(),
    };
    finder.prove_all(play, in_sum, asks)?;
    let list = finder
        .list
        .iter()
        .map(|sum| format!(" {}", strategy::text(&finder.sums, sum)));
    Some(format!("strategy{}", list.collect::<String>()))
}

/// A search for the lost sums of a strategy.
struct Finder<'e> {
    /// The rules of the sums, as the reference knows them.
    sums: Exploration,
    /// The engine that says who loses.
    loses: Box<Loses<'e>>,
    /// The answers of the engine.
    known: FxHashMap<PositionSum, bool>,
    /// The lost sums of the list.
    listed: FxHashSet<PositionSum>,
    /// The strategy so far.
    list: Vec<PositionSum>,
}

/// A lost sum to which a won one has a move.
enum LostAnswer {
    /// One of the list.
    Listed,
    /// One that is not in the list yet.
    Found(PositionSum),
}

impl Finder<'_> {
    /// Proves the subjects of the asks: who wins, what each first move leaves, values of parts.
    fn prove_all(&mut self, play: &Play, in_sum: bool, asks: &[Ask]) -> Option<()> {
        let start = self.sums.sum(&play.positions(), 0).ok()?;
        let asked = |list: &[Ask]| asks.iter().any(|ask| list.contains(ask));
        let needs_moves = asked(&[Ask::Verdict, Ask::Count, Ask::Moves, Ask::Best]);
        let after = if needs_moves {
            self.sums.moves(&start).ok()?
        } else {
            Vec::new()
        };
        if in_sum || asked(&[Ask::Grundy, Ask::Values]) {
            for part in play.parts().ok()? {
                self.prove_value(part)?;
            }
        }
        if in_sum {
            let mut parts: Vec<PositionNumbers> = Vec::new();
            for sum in &after {
                parts.extend(self.sums.positions(sum).cloned());
            }
            for part in parts {
                self.prove_value(part)?;
            }
            return Some(());
        }
        if !after.is_empty() || asked(&[Ask::Winner, Ask::PPositions]) {
            self.decide(&start)?;
        }
        for sum in &after {
            self.decide(sum)?;
        }
        Some(())
    }

    /// Lists a part with the nim-heap of its value.
    fn prove_value(&mut self, part: PositionNumbers) -> Option<()> {
        for heap in 0.. {
            let sum = self.sums.sum(std::slice::from_ref(&part), heap).ok()?;
            if self.is_lost(&sum)? {
                return self.prove(sum);
            }
        }
        None
    }

    /// Returns whether the player to move loses a sum; `None` if that is not found.
    fn is_lost(&mut self, sum: &PositionSum) -> Option<bool> {
        if let Some(ended) = self.sums.ending(sum).ok()? {
            return Some(ended == PlayOutcome::Lose);
        }
        if let Some(&lost) = self.known.get(sum) {
            return Some(lost);
        }
        if self.known.len() > MAX_QUESTIONS {
            return None;
        }
        let parts: Vec<&[u64]> = self.sums.positions(sum).map(|part| &part[..]).collect();
        let lost = (self.loses)(&parts, sum.heap).ok()?;
        self.known.insert(sum.clone(), lost);
        Some(lost)
    }

    /// Lists a lost sum, or a lost one that a won sum has a move to.
    fn decide(&mut self, sum: &PositionSum) -> Option<()> {
        if self.is_lost(sum)? {
            return self.prove(sum.clone());
        }
        if self.sums.ending(sum).ok()?.is_some() {
            return Some(());
        }
        let moves = self.sums.moves(sum).ok()?;
        match self.answer(&moves)? {
            LostAnswer::Found(answer) => self.prove(answer),
            LostAnswer::Listed => Some(()),
        }
    }

    /// Finds a lost one among these sums; `None` if no lost one is found.
    fn answer(&mut self, moves: &[PositionSum]) -> Option<LostAnswer> {
        if moves.iter().any(|sum| self.listed.contains(sum)) {
            return Some(LostAnswer::Listed);
        }
        for sum in moves {
            if self.is_lost(sum)? {
                return Some(LostAnswer::Found(sum.clone()));
            }
        }
        None
    }

    /// Lists a lost sum after all that it needs.
    fn prove(&mut self, lost: PositionSum) -> Option<()> {
        let mut open = vec![(self.sums.moves(&lost).ok()?, lost)];
        while let Some((moves, lost)) = open.last_mut() {
            let Some(after) = moves.pop() else {
                if self.listed.insert(lost.clone()) {
                    self.list.push(lost.clone());
                }
                open.pop();
                continue;
            };
            if self.sums.ending(&after).ok()? == Some(PlayOutcome::Win) {
                continue;
            }
            let answers = self.sums.moves(&after).ok()?;
            if let LostAnswer::Found(answer) = self.answer(&answers)? {
                open.push((self.sums.moves(&answer).ok()?, answer));
            }
        }
        Some(())
    }
}
