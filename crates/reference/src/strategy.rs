//! Strategies: lost positions that a winner needs, which are far fewer than all that can be reached.
//!
//! They are listed one after another. From each, every move must have an answer that leads back to an earlier one of the
//! list, or end play with the loss of who made it. By induction along the list, all are lost, and play ends. A position with a
//! move to one of them is won; of other positions a strategy says nothing.
//!
//! Beside a position may lie a nim-heap, written `*h`: if the sum of both is lost, the position has the value h (Sprague
//! 1935, Grundy 1939).

use fxhash::{FxHashMap, FxHashSet};

use crate::game::{Game, Position};
use crate::sums::{Sum, Sums};
use crate::{Fail, Outcome, Res};

/// How many parts of sums are looked at, to check a strategy.
const MAX_PARTS: usize = 50_000_000;

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
            sums: Sums::of(game, misere, MAX_PARTS),
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

    /// The outcome of a sum, if the strategy says it.
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

    /// The outcome of these parts, if the strategy says it.
    pub fn outcome_of(&mut self, parts: &[Position]) -> Res<Outcome> {
        let sum = self.sums.sum(parts.iter().cloned(), 0)?;
        self.outcome(&sum)?.ok_or(Fail::TooLarge)
    }

    /// The value of a part, if the strategy says it.
    pub fn value_of(&mut self, part: &[u64]) -> Res<u64> {
        let sum = self.sums.sum([part.into()], 0)?;
        match &sum.parts[..] {
            [] => Ok(0),
            [part, ..] => self.values.get(part).copied().ok_or(Fail::TooLarge),
        }
    }
}
