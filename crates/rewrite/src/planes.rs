//! Positions as planes of bits: one plane a letter, one bit a cell.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the two halves of a word of 128 bits are taken one after the other"
)]

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use grundy_base::hash::mixed;
use grundy_placement::search::Set;

/// A word whose bits are cells, `u64` or `u128`: sets of cells. A position has one such set, a plane, for each letter.
pub trait CellBits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of cells.
    const CELLS: u32;
    /// The columns of the square layout, whose rows are bytes; 0 if there is none.
    const SQUARE: u32;
    /// No cell.
    const NONE: Self;
    /// The first cell.
    const FIRST: Self;
    /// All cells.
    const ALL: Self;

    /// Returns the cells of a word of the widest kind, which are all among those of this kind.
    fn of_widest(cells: u128) -> Self;
    /// Returns the number of cells.
    fn size(self) -> u32;
    /// Returns the number of the first cell, or [`CellBits::CELLS`].
    fn first(self) -> u32;
    /// Returns one more than the number of the last cell, or 0.
    fn end(self) -> u32;
    /// Removes the first cell.
    fn without_first(self) -> Self;
    /// Returns the cells in reverse order.
    fn reversed(self) -> Self;
    /// Returns the bytes in reverse order.
    fn with_bytes_reversed(self) -> Self;
    /// Returns the square of 8 × 8 with its rows and columns exchanged.
    fn square_transposed(self) -> Self;
    /// Mixes the cells into a hash.
    fn mixed_into(self, hash: u64) -> u64;

    /// Returns the set of one cell.
    #[inline(always)]
    fn cell(number: u32) -> Self {
        Self::FIRST << number
    }

    /// Returns whether there is no cell.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Returns whether there is a cell.
    #[inline(always)]
    fn is_some(self) -> bool {
        self != Self::NONE
    }

    /// Returns the set of the first cell alone.
    #[inline(always)]
    fn first_alone(self) -> Self {
        self & !self.without_first()
    }

    /// Returns the cells `shift` cells before these.
    #[inline(always)]
    fn before(self, shift: i32) -> Self {
        if shift >= 0 {
            self >> shift as u32
        } else {
            self << shift.unsigned_abs()
        }
    }

    /// Returns the first `count` cells.
    #[inline(always)]
    fn first_cells(count: u32) -> Self {
        if count >= Self::CELLS {
            Self::ALL
        } else {
            !(Self::ALL << count)
        }
    }
}

/// Exchanges rows and columns of a square of 8 × 8 bits (H. S. Warren, "Hacker's Delight", 7-3).
#[inline(always)]
fn transposed(mut word: u64) -> u64 {
    let mut moved = (word ^ word << 28) & 0x0f0f_0f0f_0000_0000;
    word ^= moved ^ moved >> 28;
    moved = (word ^ word << 14) & 0x3333_0000_3333_0000;
    word ^= moved ^ moved >> 14;
    moved = (word ^ word << 7) & 0x5500_5500_5500_5500;
    word ^ moved ^ moved >> 7
}

macro_rules! cell_bits {
    ($word:ty, $square:expr, $transposed:expr, $mixed:expr) => {
        impl CellBits for $word {
            const CELLS: u32 = <$word>::BITS;
            const SQUARE: u32 = $square;
            const NONE: Self = 0;
            const FIRST: Self = 1;
            const ALL: Self = <$word>::MAX;

            #[inline(always)]
            fn of_widest(cells: u128) -> Self {
                cells as $word
            }
            #[inline(always)]
            fn size(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn end(self) -> u32 {
                <$word>::BITS - self.leading_zeros()
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
            #[inline(always)]
            fn with_bytes_reversed(self) -> Self {
                self.swap_bytes()
            }
            #[inline(always)]
            fn square_transposed(self) -> Self {
                $transposed(self)
            }
            #[inline(always)]
            fn mixed_into(self, hash: u64) -> u64 {
                $mixed(self, hash)
            }
        }
    };
}

cell_bits!(u64, 8, transposed, |word, hash| mixed(hash ^ word)
    .wrapping_add(0x632b_e59b_d9b4_e019));
cell_bits!(u128, 0, |word: u128| word, |word: u128, hash: u64| {
    let low = mixed(hash ^ word as u64).wrapping_add(0x632b_e59b_d9b4_e019);
    mixed(low ^ (word >> 64) as u64).wrapping_add(0x632b_e59b_d9b4_e019)
});

/// A position, or a part of one: the cells of each letter that has a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LetterPlanes<const P: usize, W>(pub(crate) [W; P]);

impl<const P: usize, W: CellBits> LetterPlanes<P, W> {
    /// Returns the cells that are in some plane.
    #[inline(always)]
    pub(crate) fn all(&self) -> W {
        let mut all = W::NONE;
        for &plane in &self.0 {
            all |= plane;
        }
        all
    }

    /// Returns what lies on some cells.
    #[inline(always)]
    pub(crate) fn within(&self, cells: W) -> Self {
        LetterPlanes(self.0.map(|plane| plane & cells))
    }
}

impl<const P: usize, W: CellBits> Set for LetterPlanes<P, W> {
    const EMPTY: Self = LetterPlanes([W::NONE; P]);

    #[inline(always)]
    fn count(&self) -> u32 {
        self.all().size()
    }

    #[inline(always)]
    fn hashed(&self) -> u64 {
        let mut hash = 0;
        for &plane in &self.0 {
            hash = plane.mixed_into(hash);
        }
        hash
    }
}
