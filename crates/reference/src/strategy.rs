//! Strategies: lost positions that a winner needs, which are far fewer than all that can be reached.
//!
//! They are listed one after another. From each, every move must have an answer that leads back to an earlier one of the
//! list, or end play with the loss of who made it. By induction along the list, all are lost, and play ends. What has a
//! move to one of them is won; of other positions a strategy says nothing.
//!
//! Beside a position may lie a nim-heap, written `*h`: if the sum of both is lost, the position has the value h (Sprague
//! 1935, Grundy 1939).

use fxhash::{FxHashMap, FxHashSet};

use crate::game::{Game, Parts, Position, joined};
use crate::{Fail, Outcome, Res};

/// Parts in ascending order, those without moves left out, and a nim-heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum {
    /// The parts.
    pub parts: Vec<Position>,
    /// The size of the heap.
    pub heap: u64,
}

/// How many parts of sums are looked at, to check a strategy.
const WORK: usize = 50_000_000;

/// The sums of a game, and their moves.
pub struct Sums<'g> {
    game: &'g dyn Game,
    misere: bool,
    /// The options of the parts met, with how play ends there.
    options: FxHashMap<Position, (Vec<Parts>, Option<Outcome>)>,
    /// How many parts may still be looked at.
    work: usize,
}

impl<'g> Sums<'g> {
    /// Those of a game, under misère play or not; no more parts than these are looked at.
    pub fn of(game: &'g dyn Game, misere: bool, work: usize) -> Sums<'g> {
        Sums { game, misere, options: FxHashMap::default(), work }
    }

    fn spend(&mut self, parts: usize) -> Res<()> {
        self.work = self.work.checked_sub(parts).ok_or(Fail::TooLarge)?;
        Ok(())
    }

    fn meet(&mut self, part: &Position) -> Res<&(Vec<Parts>, Option<Outcome>)> {
        if !self.options.contains_key(part) {
            let ending = self.game.ending(part)?;
            let options = if ending.is_some() { Vec::new() } else { self.game.options(part)? };
            self.spend(options.len())?;
            self.options.insert(part.clone(), (options, ending));
        }
        Ok(&self.options[part])
    }

    /// These parts beside a heap, as a sum.
    pub fn sum(&mut self, parts: impl IntoIterator<Item = Position>, heap: u64) -> Res<Sum> {
        let mut sum = Sum { parts: parts.into_iter().map(|part| self.game.canonical(part)).collect(), heap };
        let alone = sum.parts.len() == 1;
        let mut at = 0;
        while at < sum.parts.len() {
            let (options, ending) = self.meet(&sum.parts[at])?;
            // If a clause ends play, a position without moves is not as good as none.
            if options.is_empty() && !(alone && ending.is_some()) {
                sum.parts.swap_remove(at);
            } else {
                at += 1;
            }
        }
        self.spend(1 + sum.parts.len())?;
        sum.parts.sort_unstable();
        Ok(sum)
    }

    /// How play ends here, if it does.
    pub fn ending(&mut self, sum: &Sum) -> Res<Option<Outcome>> {
        match &sum.parts[..] {
            [] if sum.heap == 0 => Ok(Some(if self.misere { Outcome::Win } else { Outcome::Lose })),
            [part] if sum.heap == 0 => Ok(self.meet(part)?.1),
            _ => Ok(None),
        }
    }

    /// The options of this position, those of moves in the heap first.
    pub fn moves(&mut self, sum: &Sum) -> Res<Vec<Sum>> {
        if sum.heap > 0 && (self.misere || sum.heap > 1 << 20) {
            return Err(Fail::TooLarge);
        }
        let mut moves: Vec<Sum> = (0..sum.heap).map(|heap| Sum { heap, ..sum.clone() }).collect();
        for (i, part) in sum.parts.iter().enumerate() {
            if i > 0 && sum.parts[i - 1] == *part {
                continue;
            }
            for option in self.meet(part)?.0.clone() {
                let rest =
                    sum.parts.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, part)| part.clone());
                moves.push(self.sum(rest.chain(option), sum.heap)?);
            }
        }
        Ok(moves)
    }
}

/// The lost sums of a game.
pub struct Strategy<'g> {
    sums: Sums<'g>,
    lost: FxHashSet<Sum>,
    /// The heap beside which a part alone is lost.
    values: FxHashMap<Position, u64>,
}

impl<'g> Strategy<'g> {
    /// Checks a list of lost sums.
    pub fn of(game: &'g dyn Game, misere: bool, list: &[Sum]) -> Res<Strategy<'g>> {
        let mut strategy = Strategy {
            sums: Sums::of(game, misere, WORK),
            lost: FxHashSet::default(),
            values: FxHashMap::default(),
        };
        for sum in list {
            let sum = strategy.sums.sum(sum.parts.iter().cloned(), sum.heap)?;
            let moves = strategy.sums.moves(&sum)?;
            if moves.is_empty() && strategy.sums.ending(&sum)? != Some(Outcome::Lose) {
                return Err(Fail::Forged);
            }
            for after in moves {
                if strategy.outcome(&after)? != Some(Outcome::Win) {
                    return Err(Fail::Forged);
                }
            }
            if let [part] = &sum.parts[..] {
                strategy.values.insert(part.clone(), sum.heap);
            }
            strategy.lost.insert(sum);
        }
        Ok(strategy)
    }

    /// The outcome of a sum, where the strategy says it.
    fn outcome(&mut self, sum: &Sum) -> Res<Option<Outcome>> {
        if self.lost.contains(sum) {
            return Ok(Some(Outcome::Lose));
        }
        if let Some(ended) = self.sums.ending(sum)? {
            return Ok(Some(ended));
        }
        let wins = self.sums.moves(sum)?.iter().any(|after| self.lost.contains(after));
        Ok(wins.then_some(Outcome::Win))
    }

    /// The outcome of these parts, where the strategy says it.
    pub fn outcome_of(&mut self, parts: &[Position]) -> Res<Outcome> {
        let sum = self.sums.sum(parts.iter().cloned(), 0)?;
        self.outcome(&sum)?.ok_or(Fail::TooLarge)
    }

    /// The value of a part, where the strategy says it.
    pub fn value_of(&mut self, part: &[u64]) -> Res<u64> {
        let sum = self.sums.sum([part.into()], 0)?;
        match &sum.parts[..] {
            [] => Ok(0),
            [part, ..] => self.values.get(part).copied().ok_or(Fail::TooLarge),
        }
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let heap = (self.heap > 0 || self.parts.is_empty()).then(|| format!("*{}", self.heap));
        let parts = self.parts.iter().map(|part| joined(part)).chain(heap);
        f.write_str(&parts.collect::<Vec<_>>().join("+"))
    }
}
