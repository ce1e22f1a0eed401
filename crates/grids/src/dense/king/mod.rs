//! Kings on dense boards: Grundy values 0..=3, a row at a time.
//!
//! Rules: a move takes one piece one step up, left or up-left, not off the board and not onto a
//! damaged cell; pieces do not hinder each other, so several are a sum (Sprague–Grundy).
//!
//! # Complexity
//! Time proportional to the cells, 64 to 256 of them a step; memory to the columns (192 bytes
//! per 512), and to the pieces if they are collected.

mod board;
mod count;
mod row;
mod scanner;
mod workspace;

pub use board::{
    Collect, Collected, FirstKing, KingFault, KingPiece, Kings, Neighbourhood, Solved,
};
pub use count::Tally;
pub use row::{Carry, KingValues};
pub use scanner::Scanner;
pub use workspace::{Workspace, reach};

use super::lanes::Lanes;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
use super::lanes::{avx2, sse2};
use super::text::{CellBlock, Content, Counts};
use count::{BARE, SEVERAL, SINGLE, scan};
use grundy_base::simd::dispatch;

/// A stretch of a row, and text that may be fetched while it is scanned.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub cells: &'a [CellBlock],
    /// The numbers of pieces, if `content` is [`Content::Several`].
    pub counts: &'a [Counts],
    pub content: Content,
    /// The text that may be fetched meanwhile.
    pub ahead: &'a [u8],
}

/// Runs [`scan_row`], compiled for each set of instructions and each kind of pieces.
#[inline(always)]
fn scan_content<L: Lanes>(
    proof: L::Proof,
    values: &mut [KingValues],
    row: Row<'_>,
    carry: &mut Carry,
) -> Tally {
    match row.content {
        Content::Bare => scan::<L, BARE>(proof, values, row, carry),
        Content::Single => scan::<L, SINGLE>(proof, values, row, carry),
        Content::Several => scan::<L, SEVERAL>(proof, values, row, carry),
    }
}

dispatch! {
    /// Replaces `values`, a stretch of the row above, by those of `row`.
    pub(crate) fn scan_row(values: &mut [KingValues], row: Row<'_>, carry: &mut Carry) -> Tally {
        avx2(proof) => scan_content::<avx2::V256>(proof, values, row, carry),
        portable => scan_content::<sse2::V128>((), values, row, carry),
        _ => scan_content::<u64>((), values, row, carry),
    }
}

#[cfg(test)]
mod tests;
