//! Vector subtraction games: one to four piles, each move subtracts one vector of a fixed set.
//!
//! A position is a tuple of pile sizes. A move subtracts one of the vectors, all piles at once; no
//! pile may fall below 0, no damaged position may be entered, and a player who cannot move loses. Each
//! move lowers the sum of the piles, so the Grundy value is the mex over at most one option a
//! vector (Sprague 1935, Grundy 1939).
//!
//! The questions are *labels* of the positions asked about: either whether the player to move wins
//! ([`outcomes`]) or the Grundy value ([`values`]). Both go the same way down:
//!
//! 1. [`reduce`] makes the question smaller without changing its answer: vectors too long to be
//!    used and piles no vector touches are dropped, common factors are divided out, and independent groups
//!    of piles are separated;
//! 2. [`choice`] picks an engine from sizes alone (never from time);
//! 3. an engine labels what is left:
//!    [`dense`] every position, a layer of equal sums at a time, packed in machine words;
//!    [`hashlife`] two piles by memoised squares, so that repetition costs its logarithm;
//!    [`ribbon`] one long pile by a finite automaton that is proved to have come round;
//!    [`reachable`] only the positions that play can reach.

pub mod cells;
mod choice;
pub mod dense;
pub mod hashlife;
mod piles;
mod problem;
pub mod reachable;
pub mod reduce;
pub mod ribbon;
mod table;
pub use choice::VectorEngine;
use grundy_base::budget::{Budget, Limit};
pub use piles::{MAX_VECTOR_PILES, PileSizes, VectorRules, after};
pub use problem::{LabelKind, Problem};
pub use table::BoxTable;

/// Returns, for each position asked, whether the player to move wins, and says which engine was tried last. Damaged
/// positions may not be asked.
///
/// # Errors
/// Fails when no engine answers within the budget.
pub fn outcomes(
    rules: &VectorRules,
    asked: &[PileSizes],
    budget: &Budget,
    tried: &mut Option<VectorEngine>,
) -> Result<Vec<bool>, Limit> {
    let problem = Problem::new(rules, asked, LabelKind::Outcome);
    let labels = reduce::solve(problem, budget, tried)?;
    Ok(labels.into_iter().map(|label| label != 0).collect())
}

/// Returns the Grundy value of each position asked, and says which engine was tried last. Damaged positions may not be
/// asked.
///
/// # Errors
/// Fails when no engine answers within the budget.
pub fn values(
    rules: &VectorRules,
    asked: &[PileSizes],
    budget: &Budget,
    tried: &mut Option<VectorEngine>,
) -> Result<Vec<u32>, Limit> {
    let problem = Problem::new(rules, asked, LabelKind::Value);
    reduce::solve(problem, budget, tried)
}
