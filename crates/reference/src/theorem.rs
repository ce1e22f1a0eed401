//! The statements of theorems of the literature, and of proofs, about the positions of a game.

use crate::position::{ListedMove, PositionNumbers};
use crate::value::Value;
use crate::{By, Fail, PlayOutcome, Res};

/// A function of positions.
pub type Formula<'g, P, T> = Box<dyn Fn(&P) -> Res<T> + 'g>;

/// A statement about the positions of a game.
pub struct Theorem<'g> {
    /// The place where it was published.
    pub source: &'static str,
    /// The ground on which it rests.
    pub by: By,
    /// The value of each position, if it gives values.
    pub value: Option<Formula<'g, [u64], Value>>,
    /// The outcome of all components of a game together, if it gives outcomes.
    pub outcome: Option<Formula<'g, [PositionNumbers], PlayOutcome>>,
    /// The moves of a component that may win with a nim-sum of the others, and the first one, if all are too many to
    /// list; all, if they are asked for and few.
    pub candidates: Option<Candidates<'g>>,
}

/// Lists the moves of a component with others of a nim-sum, and is given whether all are asked for.
type Candidates<'g> = Box<dyn Fn(&[u64], u64, bool) -> Res<Vec<ListedMove>> + 'g>;

impl<'g> Theorem<'g> {
    /// Returns a theorem that gives the value of each position, which may be infinite.
    pub fn values(source: &'static str, value: impl Fn(&[u64]) -> Res<Value> + 'g) -> Theorem<'g> {
        Theorem {
            source,
            by: By::Theorem,
            value: Some(Box::new(value)),
            outcome: None,
            candidates: None,
        }
    }

    /// Returns a theorem that gives the value of each position.
    pub fn value(source: &'static str, value: impl Fn(&[u64]) -> Res<u64> + 'g) -> Theorem<'g> {
        Theorem::values(source, move |position| value(position).map(Value::Finite))
    }

    /// Returns a theorem that gives the outcomes of sums.
    pub fn outcome(
        source: &'static str,
        outcome: impl Fn(&[PositionNumbers]) -> Res<PlayOutcome> + 'g,
    ) -> Theorem<'g> {
        Theorem {
            source,
            by: By::Theorem,
            value: None,
            outcome: Some(Box::new(outcome)),
            candidates: None,
        }
    }

    /// Returns a theorem that components are played by these values as heaps of nim are, also under misère play: of several
    /// values above 1 one stays, so that a sum of 0 is lost; one alone is left as 0 or as 1, so that the number of ones is
    /// odd.
    pub fn as_nim(
        source: &'static str,
        value: impl Fn(&[u64]) -> Res<u64> + 'g,
        misere: bool,
    ) -> Theorem<'g> {
        if !misere {
            return Theorem::value(source, value);
        }
        Theorem::outcome(source, move |parts| {
            let mut sum = 0;
            let mut are_ones = true;
            for part in parts {
                let value = value(part)?;
                sum ^= value;
                are_ones &= value <= 1;
            }
            Ok(if (sum == 0) == are_ones {
                PlayOutcome::Win
            } else {
                PlayOutcome::Lose
            })
        })
    }

    /// Returns a theorem that says which single positions are lost.
    pub fn lost(source: &'static str, lost: impl Fn(&[u64]) -> Res<bool> + 'g) -> Theorem<'g> {
        Theorem::outcome(source, move |parts| match parts {
            [part] => Ok(if lost(part)? {
                PlayOutcome::Lose
            } else {
                PlayOutcome::Win
            }),
            _ => Err(Fail::TooLarge),
        })
    }

    /// Returns the value of some parts together.
    pub fn value_of(&self, parts: &[PositionNumbers]) -> Res<Value> {
        let value = self.value.as_ref().ok_or(Fail::TooLarge)?;
        let mut sum = Value::Finite(0);
        for part in parts {
            sum = sum.plus(&value(part)?);
        }
        Ok(sum)
    }
}
