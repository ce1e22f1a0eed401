//! Questions about the moves of a rule, on tuples and on lists: the moves that are visited, the winner, and answers
//! about all numbers.

use crate::Goal;
use grundy_record::{Ask, Fault};
use grundy_rules::options::Outcome;

/// The parts that the moves leave that are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaves {
    /// Anything: every move is visited.
    Anything,
    /// Parts whose values have this nim-sum.
    Value(u64),
    /// A position with this outcome.
    Outcome(Outcome),
}

impl Leaves {
    /// Returns what the moves with a goal leave of a position that has an outcome and no value; `None` if no move
    /// reaches it.
    ///
    /// # Errors
    ///
    /// Passes on the error of `outcome`, and refuses goals that are values.
    pub(super) fn of(
        goal: Goal,
        outcome: impl FnOnce() -> Result<Outcome, Fault>,
    ) -> Result<Option<Leaves>, Fault> {
        match goal {
            Goal::Legal => Ok(Some(Leaves::Anything)),
            Goal::Value(_) => Err(Fault::unsupported(Ask::Grundy)),
            Goal::Verdict => Ok(match outcome()? {
                Outcome::Lost => None,
                Outcome::Won => Some(Leaves::Outcome(Outcome::Lost)),
                Outcome::Drawn => Some(Leaves::Outcome(Outcome::Drawn)),
            }),
        }
    }
}

/// Returns an outcome in the words of records.
pub(super) fn in_record(outcome: Outcome) -> grundy_record::Outcome {
    match outcome {
        Outcome::Lost => grundy_record::Outcome::Lose,
        Outcome::Won => grundy_record::Outcome::Win,
        Outcome::Drawn => grundy_record::Outcome::Draw,
    }
}

/// Lists what `tell` gives of the positions from 0 to the one of this number, ascending. The largest are asked about
/// first: the others are mostly known then.
///
/// # Errors
///
/// Passes on the errors of the functions.
pub(super) fn from_largest<S, E, T>(
    solver: &mut S,
    most: i64,
    is_position: impl Fn(&mut S, &[i64]) -> Result<bool, E>,
    tell: impl Fn(&mut S, i64) -> Result<Option<T>, E>,
) -> Result<Vec<T>, E> {
    let mut found = Vec::new();
    for n in (0..=most).rev() {
        if is_position(solver, &[n])? {
            found.extend(tell(solver, n)?);
        }
    }
    found.reverse();
    Ok(found)
}
