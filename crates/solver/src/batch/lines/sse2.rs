//! SSE2, which every x86-64 processor has: 16 bytes told apart at a time, numbers read in words.

use std::arch::x86_64::{
    __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
    _mm_sub_epi8,
};

use super::engine::{Block, Digits, Engine, Kinds, MAX_ENDS, Window};
use super::words::Words;

/// 16 bytes at a time.
#[derive(Clone, Copy)]
pub(super) struct Sse2;

impl Engine for Sse2 {
    #[inline(always)]
    fn classify(self, block: &Block) -> Kinds {
        let mut kinds = Kinds { digits: 0, newlines: 0, others: 0 };
        for (i, part) in block.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: `part` is 16 readable bytes, and the load needs no alignment. The other
            // intrinsics are SSE2, which x86-64 always has.
            let [digits, newlines, known] = unsafe {
                let bytes = _mm_loadu_si128(part.as_ptr().cast::<__m128i>());
                let is = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8));
                let value = _mm_sub_epi8(bytes, _mm_set1_epi8(b'0' as i8));
                let digits = _mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8(9)), value);
                let newlines = is(b'\n');
                let known = _mm_or_si128(_mm_or_si128(digits, newlines), _mm_or_si128(is(b' '), is(b'\t')));
                [digits, newlines, known].map(|mask| u64::from(_mm_movemask_epi8(mask) as u16))
            };
            kinds.digits |= digits << (16 * i);
            kinds.newlines |= newlines << (16 * i);
            kinds.others |= (known ^ 0xffff) << (16 * i);
        }
        kinds
    }

    #[inline(always)]
    fn read(self, window: &Window, digits: Digits, numbers: &mut [u64; MAX_ENDS]) -> bool {
        Words.read(window, digits, numbers)
    }
}
