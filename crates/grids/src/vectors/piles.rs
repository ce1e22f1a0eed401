//! Piles, and the vectors that are subtracted from them.

use grundy_base::budget::Limit;

/// The largest number of piles of a position.
pub const MAX_VECTOR_PILES: usize = 4;

/// The sizes of the piles, or the amounts a vector takes from each of them; piles past the last are 0.
pub type PileSizes = [u64; MAX_VECTOR_PILES];

/// The rules of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorRules {
    /// The number of piles.
    pub(super) piles: usize,
    /// The vectors, ascending.
    pub(super) vectors: Vec<PileSizes>,
    /// The damaged positions, ascending.
    pub(super) damaged: Vec<PileSizes>,
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

    /// Returns the number of piles.
    pub fn piles(&self) -> usize {
        self.piles
    }

    /// Returns the vectors, ascending.
    pub fn vectors(&self) -> &[PileSizes] {
        &self.vectors
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

/// Returns the limit of the engines that pack values in words.
pub(super) fn values_limit() -> Limit {
    Limit::fixed(
        "the Grundy values of this vector game pass 63, the most that long piles are solved for",
    )
}
