//! Parts of rules that records give and theorems read: the digits of codes, the coins of a move.

/// The heaps that may be left when a certain number is taken from a heap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    /// The numbers of heaps: bit j says that exactly j heaps may be left, none of them empty; j is from 0 to 3.
    pub bits: u8,
    /// Whether no two of several heaps that are left may be equal.
    pub unequal: bool,
}

impl Digit {
    /// Makes the digit of these bits; heaps may be equal.
    pub const fn of(bits: u8) -> Self {
        Digit {
            bits,
            unequal: false,
        }
    }

    /// Returns whether `heaps` heaps may be left.
    pub fn leaves(self, heaps: u32) -> bool {
        self.bits >> heaps & 1 != 0
    }
}

/// The coins that a move may turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoinRule {
    /// A head and any coins to its left, at most this many in all (at least 1).
    UpTo(u64),
    /// A head and coins to its left, exactly this many in all (at least 1).
    Exactly(u64),
    /// A stretch of neighbours of any length that ends in a head.
    Run,
    /// A stretch of at most this many neighbours (at least 1) that ends in a head.
    RunUpTo(u64),
}
