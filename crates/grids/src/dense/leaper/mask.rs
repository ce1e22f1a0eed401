//! Damage taken out of a row of lanes, where each cell of the damage is a bit.

use crate::vectors::cells::Cells;
use grundy_base::simd::dispatch;

dispatch! {
    /// Takes away the values of the cells that are not in these words; bit i of the first word is cell i.
    pub(super) fn keep[const W: usize](row: &mut [u64], kept: &[u64]) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::simd::Simd;

    fn kept_cells_are_those_of_the_mask<const W: usize>() {
        let kept = [0x9e37_79b9_7f4a_7c15, 0, u64::MAX];
        for simd in Simd::all() {
            let mut row = vec![u64::MAX; 4 * W];
            keep::<W>(simd, &mut row, &kept);
            for cell in 0..256 {
                let bits = kept.get(cell / 64).map_or(u64::MAX, |word| {
                    if word >> (cell % 64) & 1 == 1 { !0 } else { 0 }
                });
                let first = cell * W;
                assert_eq!(
                    (row[first / 64] ^ bits) >> (first % 64) << (64 - W),
                    0,
                    "{simd:?} {W} {cell}"
                );
            }
        }
    }

    #[test]
    fn a_mask_keeps_its_cells_in_every_width() {
        kept_cells_are_those_of_the_mask::<4>();
        kept_cells_are_those_of_the_mask::<8>();
        kept_cells_are_those_of_the_mask::<16>();
        kept_cells_are_those_of_the_mask::<32>();
        kept_cells_are_those_of_the_mask::<64>();
    }
}
