//! 32 bytes at a time.

use super::{Cells, Usual, clear_tail, steps};
use crate::boards::dense::lanes::WORDS;
use std::arch::x86_64::*;

/// # Safety
/// The processor must have AVX2.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn convert(text: &[u8], cells: &mut [Cells]) -> Usual {
    let (mut known, mut pieces) = (_mm256_set1_epi8(-1), 0);
    steps::<64>(text, |index, chunk| {
        let (mut free, mut odd) = (0, 0);
        for (part, bytes) in chunk.as_chunks::<32>().0.iter().enumerate() {
            // SAFETY: 32 bytes are read; the caller vouches for AVX2.
            unsafe {
                let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
                let is = |byte: u8| _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte as i8));
                let mask = |lanes| u64::from(_mm256_movemask_epi8(lanes) as u32);
                let kings = is(b'K');
                let undamaged = _mm256_or_si256(is(b'.'), kings);
                let damaged = _mm256_or_si256(is(b'X'), is(b'#'));
                known = _mm256_and_si256(known, _mm256_or_si256(undamaged, damaged));
                free |= mask(undamaged) << (32 * part);
                odd |= mask(kings) << (32 * part);
            }
        }
        pieces |= odd;
        let cells = &mut cells[index / WORDS];
        cells.free[index % WORDS] = free;
        cells.odd[index % WORDS] = odd;
    });
    clear_tail(text.len(), cells);
    Usual::of(_mm256_movemask_epi8(known) != -1, pieces != 0)
}
