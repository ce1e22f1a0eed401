//! Kings on dense boards: Grundy values 0..=3, a row at a time.
//!
//! Rules: a move takes one piece one step up, left or up-left, not off the board and not onto a
//! damaged cell; pieces do not hinder each other, so several are a sum (Sprague–Grundy).
//!
//! # Complexity
//! Time proportional to the cells, 64 to 512 of them a step; memory to the columns (192 bytes
//! per 512), and to the pieces where they are collected.

mod board;
mod count;
mod row;
mod scanner;
mod workspace;

pub use board::{Collect, Collected, Fault, King, Kings, Neighbourhood, Solved};
pub use count::Tally;
pub use row::{Carry, Values};
pub use scanner::Scanner;
pub use workspace::{Workspace, reach};

use super::lanes::Lanes;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
use super::lanes::{avx2, avx512, sse2};
use super::text::{Cells, Content, Counts};
use crate::simd::dispatch;
use count::{BARE, SEVERAL, SINGLE, scan};

#[inline(always)]
fn scan_content<L: Lanes>(
    proof: L::Proof,
    values: &mut [Values],
    cells: &[Cells],
    counts: &[Counts],
    content: Content,
    carry: &mut Carry,
    ahead: &[u8],
) -> Tally {
    match content {
        Content::Bare => scan::<L, BARE>(proof, values, cells, counts, carry, ahead),
        Content::Single => scan::<L, SINGLE>(proof, values, cells, counts, carry, ahead),
        Content::Several => scan::<L, SEVERAL>(proof, values, cells, counts, carry, ahead),
    }
}

dispatch! {
    /// Replaces `values`, a stretch of the row above, by those of the row of `cells`; has the text `ahead`
    /// fetched meanwhile.
    pub(crate) fn scan_row(
        values: &mut [Values],
        cells: &[Cells],
        counts: &[Counts],
        content: Content,
        carry: &mut Carry,
        ahead: &[u8],
    ) -> Tally {
        avx512(proof) => scan_content::<avx512::V512>(proof, values, cells, counts, content, carry, ahead),
        avx2(proof) => scan_content::<avx2::V256>(proof, values, cells, counts, content, carry, ahead),
        portable => scan_content::<sse2::V128>((), values, cells, counts, content, carry, ahead),
        _ => scan_content::<u64>((), values, cells, counts, content, carry, ahead),
    }
}

#[cfg(test)]
mod tests;
