//! 32 bytes at a time.

use super::sliced::{self, Characters};
use super::{Cells, Counts, Usual, clear_tail, steps};
use crate::boards::dense::lanes::WORDS;
use crate::boards::dense::lanes::avx2::V256;
use crate::simd::Avx2;
use std::arch::x86_64::*;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn convert(_: Avx2, text: &[u8], cells: &mut [Cells]) -> Usual {
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

impl Characters for V256 {
    /// Each half of the lanes takes half of the text, as the lanes half as wide would.
    #[inline(always)]
    fn spread(_: Avx2, text: &[u8]) -> [V256; 8] {
        let (parts, _) = text.as_chunks::<16>();
        // SAFETY: 16 bytes are read at two places; the instructions exist (see the type).
        let load = |part: usize| unsafe {
            _mm256_loadu2_m128i(parts[part + 8].as_ptr().cast(), parts[part].as_ptr().cast())
        };
        // SAFETY: the instructions exist (see the type).
        let mixed = |a, b| unsafe { [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)] };
        let text = [load(0), load(1), load(2), load(3), load(4), load(5), load(6), load(7)];
        sliced::interleave(text, mixed).map(V256)
    }
    #[inline(always)]
    fn each(_: Avx2, byte: u8) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_set1_epi8(byte as i8)) }
    }
    #[inline(always)]
    fn lower<const BY: i32>(self) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_srli_epi64::<BY>(self.0)) }
    }
    #[inline(always)]
    fn higher<const BY: i32>(self) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_slli_epi64::<BY>(self.0)) }
    }
}

/// Cells and counts; whether the text holds only board characters.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn convert_counts(proof: Avx2, text: &[u8], cells: &mut [Cells], counts: &mut [Counts]) -> bool {
    sliced::convert_counts::<V256, 256>(proof, text, cells, counts)
}
