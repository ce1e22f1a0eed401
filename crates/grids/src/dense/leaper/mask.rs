//! Damage taken out of a row of lanes, where each cell of the damage is a bit.

use crate::vectors::cells::Cells;
use grundy_base::simd::dispatch;

dispatch! {
    /// Takes away the values of the cells that are not in these words; bit i of the first word is cell i.
    pub fn keep[const W: usize](row: &mut [u64], kept: &[u64]) {
        mask::<W>(row, kept)
    }
}

/// Runs [`keep`], compiled for each set of instructions.
#[inline(always)]
fn mask<const W: usize>(row: &mut [u64], kept: &[u64]) {
    // 64 cells fill W words.
    for (words, &kept) in row.as_chunks_mut::<W>().0.iter_mut().zip(kept) {
        for (k, word) in words.iter_mut().enumerate() {
            *word &= spread::<W>(kept >> (k * Cells::<W>::PER_WORD));
        }
    }
}

/// Sets all bits of the lanes whose numbers are among the lowest bits. The bits move there by halves:
///
/// ```text
///   W = 4:   …dcba   →   ……00dc……00ba   →   …000d000c000b000a   →   …ddddccccbbbbaaaa
/// ```
#[inline(always)]
fn spread<const W: usize>(bits: u64) -> u64 {
    let cells = Cells::<W>::PER_WORD;
    let mut lanes = bits & (u64::MAX >> (64 - cells));
    let mut half = cells / 2;
    while half > 0 {
        let groups = u64::MAX / (u64::MAX >> (64 - half * W)) * ((1 << half) - 1);
        lanes = (lanes | lanes << (half * (W - 1))) & groups;
        half /= 2;
    }
    lanes.wrapping_mul(u64::MAX >> (64 - W))
}
