//! Cells as bits, and what the converters of text share.

use crate::dense::lanes::{Plane, WORDS};

/// A block of 512 cells of a row. Columns beyond the board's last are neither free nor occupied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct CellBlock {
    /// The undamaged cells.
    pub free: Plane,
    /// The cells with an odd number of pieces; if a row holds no digits, with exactly one.
    pub odd: Plane,
}

/// The other binary digits of the number of pieces on each of 512 cells: weights 2, 4 and 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Counts(pub [Plane; 3]);

/// The kinds of characters in a stretch of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// No pieces.
    Bare,
    /// Pieces, at most one a cell: [`CellBlock::odd`] says where.
    Single,
    /// Cells with several pieces: the counts are filled too.
    Several,
}

/// The finding of the first, fast pass over a text, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Usual {
    /// The characters `.`, `X` and `#` alone.
    Bare,
    /// The characters `.`, `X`, `#` and `K`.
    Single,
    /// A digit, or a character that is none of a board's; what was converted is unspecified.
    Other,
}

impl Usual {
    /// Says what was found: a character that is none of the four usual ones, and a piece.
    pub(super) fn of(other: bool, pieces: bool) -> Usual {
        if other {
            Usual::Other
        } else if pieces {
            Usual::Single
        } else {
            Usual::Bare
        }
    }

    /// Returns the content, if this pass can tell.
    pub(super) fn content(self) -> Option<Content> {
        match self {
            Usual::Bare => Some(Content::Bare),
            Usual::Single => Some(Content::Single),
            Usual::Other => None,
        }
    }
}

/// Calls `each` with the pieces of `STEP` bytes of a text, the last one filled up with damage, and with their indices.
#[inline(always)]
pub(super) fn steps<const STEP: usize>(text: &[u8], mut each: impl FnMut(usize, &[u8; STEP])) {
    let (whole, rest) = text.as_chunks::<STEP>();
    for (index, chunk) in whole.iter().enumerate() {
        each(index, chunk);
    }
    let mut padded = [b'X'; STEP];
    if !rest.is_empty() {
        padded[..rest.len()].copy_from_slice(rest);
        each(whole.len(), &padded);
    }
}

/// Clears the words of the last block that are beyond the text.
pub(super) fn clear_tail(columns: usize, cells: &mut [CellBlock]) {
    let used = columns.div_ceil(64) % WORDS;
    if let (Some(last), 1..) = (cells.last_mut(), used) {
        last.free[used..].fill(0);
        last.odd[used..].fill(0);
    }
}

/// Clears the counts of the last block that are beyond the text.
pub(super) fn clear_counts_tail(columns: usize, counts: &mut [Counts]) {
    let used = columns.div_ceil(64) % WORDS;
    if let (Some(last), 1..) = (counts.last_mut(), used) {
        for plane in &mut last.0 {
            plane[used..].fill(0);
        }
    }
}
