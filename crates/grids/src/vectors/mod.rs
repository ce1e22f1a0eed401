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
mod problem;
mod reachable;
mod reduce;
mod ribbon;
mod table;
#[cfg(test)]
mod tests;

use grundy_base::budget::{Budget, Limit};
pub use problem::{LabelKind, Problem};
pub use table::BoxTable;

/// The largest number of piles of a position.
pub const MAX_VECTOR_PILES: usize = 4;

/// The sizes of the piles, or the amounts a vector takes from each of them; piles past the last are 0.
pub type PileSizes = [u64; MAX_VECTOR_PILES];

/// The rules of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorRules {
    piles: usize,
    vectors: Vec<PileSizes>,
    damaged: Vec<PileSizes>,
}

impl VectorRules {
    /// Makes the game on `piles` piles with these vectors and damaged positions. A vector or position
    /// named twice counts once; a vector of zeros is no move and is dropped.
    ///
    /// # Constraints
    /// `1 ≤ piles ≤ MAX_VECTOR_PILES`; components past the last pile are 0.
    pub fn new(piles: usize, vectors: &[PileSizes], damaged: &[PileSizes]) -> Self {
        debug_assert!((1..=MAX_VECTOR_PILES).contains(&piles));
        let mut vectors: Vec<_> = vectors
            .iter()
            .copied()
            .filter(|v| *v != [0; MAX_VECTOR_PILES])
            .collect();
        let mut damaged = damaged.to_vec();
        for list in [&mut vectors, &mut damaged] {
            list.sort_unstable();
            list.dedup();
        }
        VectorRules {
            piles,
            vectors,
            damaged,
        }
    }

    /// Returns a key of these rules, asked within a box of this extent.
    pub fn key(&self, extent: &PileSizes) -> Vec<u64> {
        let mut key = vec![self.piles as u64, self.vectors.len() as u64];
        key.extend(extent);
        key.extend(self.vectors.iter().chain(&self.damaged).flatten());
        key
    }

    /// Returns whether no move may enter this position.
    pub fn is_damaged(&self, position: &PileSizes) -> bool {
        self.damaged.binary_search(position).is_ok()
    }
}

/// Returns the position after a move by `vector`, if every pile holds enough.
pub fn after(position: &PileSizes, vector: &PileSizes) -> Option<PileSizes> {
    let mut rest = *position;
    for (pile, amount) in rest.iter_mut().zip(vector) {
        *pile = pile.checked_sub(*amount)?;
    }
    Some(rest)
}

/// Returns, for each position asked, whether the player to move wins. Damaged positions may not be asked.
///
/// # Errors
/// Fails when no engine answers within the budget.
pub fn outcomes(
    rules: &VectorRules,
    asked: &[PileSizes],
    budget: &Budget,
) -> Result<Vec<bool>, Limit> {
    let labels = reduce::solve(Problem::new(rules, asked, LabelKind::Outcome), budget)?;
    Ok(labels.into_iter().map(|label| label != 0).collect())
}

/// Returns the Grundy value of each position asked. Damaged positions may not be asked.
///
/// # Errors
/// Fails when no engine answers within the budget.
pub fn values(
    rules: &VectorRules,
    asked: &[PileSizes],
    budget: &Budget,
) -> Result<Vec<u32>, Limit> {
    reduce::solve(Problem::new(rules, asked, LabelKind::Value), budget)
}

/// Returns the limit of the engines that pack values in words.
fn values_limit() -> Limit {
    Limit::fixed(
        "the Grundy values of this vector game pass 63, the most that long piles are solved for",
    )
}
