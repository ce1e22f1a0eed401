//! A row of kings, scanned with the instructions that there are.

use super::count::{BARE, SEVERAL, SINGLE, Tally, scan};
use super::row::{Carry, KingValues, Row};
use crate::dense::lanes::Lanes;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
use crate::dense::lanes::{avx2, sse2};
use crate::dense::text::Content;
use grundy_base::simd::dispatch;

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
    pub fn scan_row(values: &mut [KingValues], row: Row<'_>, carry: &mut Carry) -> Tally {
        avx2(proof) => scan_content::<avx2::V256>(proof, values, row, carry),
        portable => scan_content::<sse2::V128>((), values, row, carry),
        _ => scan_content::<u64>((), values, row, carry),
    }
}
