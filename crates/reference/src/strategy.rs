//! Strategies: lost positions that a winner needs, which are far fewer than all that can be reached.
//!
//! They are listed one after another. From each, every move must have an answer that leads back to an earlier one of the
//! list, or end play with the loss of who made it. By induction along the list, all are lost, and play ends. What has a
//! move to one of them is won; of other positions a strategy says nothing.

use fxhash::{FxHashMap, FxHashSet};

use crate::game::{Game, Parts, Position};
use crate::{Fail, Outcome, Res};

/// Parts of a sum, in ascending order, those without moves left out.
type Sum = Vec<Position>;

/// How many moves and answers are looked at.
const WORK: usize = 20_000_000;

/// The lost sums of a game.
pub struct Strategy<'g> {
    game: &'g dyn Game,
    misere: bool,
    /// The options of the parts met.
    options: FxHashMap<Position, Vec<Parts>>,
    lost: FxHashSet<Sum>,
}

impl<'g> Strategy<'g> {
    /// Checks a list of lost sums.
    pub fn of(game: &'g dyn Game, misere: bool, list: &[Vec<Position>]) -> Res<Strategy<'g>> {
        let mut strategy =
            Strategy { game, misere, options: FxHashMap::default(), lost: FxHashSet::default() };
        let mut work = 0;
        for sum in list {
            let sum = strategy.normal(sum)?;
            let moves = strategy.moves(&sum)?;
            let ended = strategy.ending(&sum)?;
            if moves.is_empty() && ended != Some(Outcome::Lose) {
                return Err(Fail::Forged);
            }
            for after in moves {
                work += 1 + after.len();
                if strategy.ending(&after)? == Some(Outcome::Win) {
                    continue;
                }
                let answers = strategy.moves(&after)?;
                work += answers.len();
                if !answers.iter().any(|answer| strategy.lost.contains(answer)) {
                    return Err(Fail::Forged);
                }
            }
            if work > WORK {
                return Err(Fail::TooLarge);
            }
            strategy.lost.insert(sum);
        }
        Ok(strategy)
    }

    fn options(&mut self, part: &Position) -> Res<&Vec<Parts>> {
        if !self.options.contains_key(part) {
            let options = match self.game.ending(part)? {
                Some(_) => Vec::new(),
                None => self.game.options(part)?,
            };
            self.options.insert(part.clone(), options);
        }
        Ok(&self.options[part])
    }

    fn normal(&mut self, parts: &[Position]) -> Res<Sum> {
        let mut sum = Sum::new();
        for part in parts {
            let part = self.game.canonical(part.clone());
            // Where a clause ends play, a position without moves is not as good as none.
            if self.game.ending(&part)?.is_some() || !self.options(&part)?.is_empty() {
                sum.push(part);
            }
        }
        sum.sort_unstable();
        Ok(sum)
    }

    /// How play ends here, if it does.
    fn ending(&mut self, sum: &Sum) -> Res<Option<Outcome>> {
        match &sum[..] {
            [] => Ok(Some(if self.misere { Outcome::Win } else { Outcome::Lose })),
            [part] => self.game.ending(part),
            _ => Ok(None),
        }
    }

    fn moves(&mut self, sum: &Sum) -> Res<Vec<Sum>> {
        let mut moves = Vec::new();
        for (i, part) in sum.iter().enumerate() {
            for parts in self.options(part)?.clone() {
                let rest = sum.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, part)| part.clone());
                moves.push(self.normal(&rest.chain(parts).collect::<Vec<_>>())?);
            }
        }
        Ok(moves)
    }

    /// The outcome of a sum, where the strategy says it.
    pub fn outcome(&mut self, parts: &[Position]) -> Res<Outcome> {
        let sum = self.normal(parts)?;
        if self.lost.contains(&sum) {
            return Ok(Outcome::Lose);
        }
        if let Some(ended) = self.ending(&sum)? {
            return Ok(ended);
        }
        match self.moves(&sum)?.iter().any(|after| self.lost.contains(after)) {
            true => Ok(Outcome::Win),
            false => Err(Fail::TooLarge),
        }
    }
}
