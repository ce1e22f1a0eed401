//! The king's recurrence on 2×2 blocks.
//!
//! The board is cut into blocks at even rows and columns. A block's input from its surroundings
//! is one [`Letter`] above, one at its left and the value at its upper left corner; what it shows
//! is one letter below and one at its right:
//!
//! ```text
//!     corner │ top.0  top.1
//!     ───────┼──────────────
//!     left.0 │  b00    b01  │ right.0
//!     left.1 │  b10    b11  │ right.1
//!              bottom.0 .1
//! ```
//!
//! The recurrence is symmetric in rows and columns, so everything here works on the transposed
//! board as it stands.

#![expect(
    clippy::cast_possible_truncation,
    reason = "an index of the table has ten bits, of which each part is masked; a mex of three is at most 3"
)]

/// A pair of neighbouring Grundy values, each 0..=3: the one at the even index, then the odd one in the
/// next two bits. A damaged cell and the outside read as 3, which no mex of three can tell apart
/// from absence.
pub type Letter = u8;

/// Makes the letter of two values.
pub const fn letter(even: u8, odd: u8) -> Letter {
    even | odd << 2
}

/// Returns the value at the odd index of a letter: the corner that the following block sees.
#[inline(always)]
pub const fn odd(letter: Letter) -> u8 {
    letter >> 2
}

/// The letter below a block of the upper right domain, and at the right of a block of the lower left domain.
pub const OUTER: Letter = letter(3, 2);
/// The letter at the right of a block of the upper right domain, and below a block of the lower left domain.
pub const INNER: Letter = letter(1, 2);
/// The value at the corner of every undisturbed block.
pub const CORNER: u8 = 2;

/// The damaged cells of a block: bit 0 is b00, bit 1 is b01, bit 2 is b10, bit 3 is b11.
pub type Mask = u8;

/// Makes the mask of the same block on the transposed board.
pub fn transpose_mask(mask: Mask) -> Mask {
    mask & 0b1001 | (mask & 0b0010) << 1 | (mask & 0b0100) >> 1
}

/// Computes the value of a cell from those of its three neighbours.
const fn mex3(a: u8, b: u8, c: u8) -> u8 {
    let seen = 1u8 << a | 1 << b | 1 << c;
    (!seen).trailing_zeros() as u8 & 3
}

/// Computes a block's four values `[b00, b01, b10, b11]`.
pub const fn values(mask: Mask, corner: u8, left: Letter, top: Letter) -> [u8; 4] {
    let b00 = if mask & 1 != 0 {
        3
    } else {
        mex3(corner, top & 3, left & 3)
    };
    let b01 = if mask & 2 != 0 {
        3
    } else {
        mex3(top & 3, top >> 2, b00)
    };
    let b10 = if mask & 4 != 0 {
        3
    } else {
        mex3(left & 3, left >> 2, b00)
    };
    let b11 = if mask & 8 != 0 {
        3
    } else {
        mex3(b00, b01, b10)
    };
    [b00, b01, b10, b11]
}

/// The letters that undamaged blocks show, by `corner << 8 | left << 4 | top`: bottom letter in the low
/// four bits, right letter in the high four.
static STEP: [u8; 1024] = {
    let mut table = [0; 1024];
    let mut at = 0;
    while at < 1024 {
        table[at] = show(values(
            0,
            (at >> 8) as u8,
            (at >> 4 & 15) as u8,
            (at & 15) as u8,
        ));
        at += 1;
    }
    table
};

/// Packs the letters that a block with these values shows.
const fn show(b: [u8; 4]) -> u8 {
    letter(b[2], b[3]) | letter(b[1], b[3]) << 4
}

/// The letters that a block shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The letter below the block.
    pub bottom: Letter,
    /// The letter at its right.
    pub right: Letter,
}

impl Shown {
    /// Unpacks letters.
    #[inline(always)]
    const fn of(packed: u8) -> Shown {
        Shown {
            bottom: packed & 15,
            right: packed >> 4,
        }
    }
}

/// Looks up what an undamaged block shows.
#[inline(always)]
pub const fn step(corner: u8, left: Letter, top: Letter) -> Shown {
    let seen = (corner as usize & 3) << 8 | (left as usize & 15) << 4 | (top as usize & 15);
    Shown::of(STEP[seen])
}

/// Computes what a block with damage shows.
pub fn step_damaged(mask: Mask, corner: u8, left: Letter, top: Letter) -> Shown {
    Shown::of(show(values(mask, corner, left, top)))
}
