//! The sizes of two heaps, which several theorems are about.

/// The sizes of two heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeapPair {
    /// The size of the first heap.
    pub first: u64,
    /// The size of the second heap.
    pub second: u64,
}

impl HeapPair {
    /// Makes a pair of heaps.
    pub fn new(first: u64, second: u64) -> HeapPair {
        HeapPair { first, second }
    }

    /// Returns the pair with the larger heap first.
    #[must_use]
    pub fn sorted(self) -> HeapPair {
        HeapPair::new(self.first.max(self.second), self.first.min(self.second))
    }
}
