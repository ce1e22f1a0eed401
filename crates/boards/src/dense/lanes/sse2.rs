//! 128 columns at a time, with instructions every x86-64 has.

use super::{Lanes, Plane, WORDS, across_words, sum};
use std::arch::x86_64::*;

/// Two words in one register.
#[derive(Clone, Copy)]
pub struct V128(pub(crate) __m128i);

/// `SPREAD[m]` has every bit of word w set if bit w of m is.
static SPREAD: [[u64; 2]; 4] = [[0, 0], [!0, 0], [0, !0], [!0, !0]];

/// The top bits of the two words.
#[inline(always)]
fn top_bits(words: __m128i) -> u32 {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_movemask_pd(_mm_castsi128_pd(words)) as u32 }
}

impl Lanes for V128 {
    const WIDTH: usize = 2;
    type Counter = u64;
    type Proof = ();

    #[inline(always)]
    fn load(_: (), plane: &Plane, word: usize) -> V128 {
        let words = &plane[word..word + 2];
        // SAFETY: two words are 16 bytes; SSE2 is part of x86-64.
        unsafe { V128(_mm_loadu_si128(words.as_ptr().cast())) }
    }
    #[inline(always)]
    fn store(self, plane: &mut Plane, word: usize) {
        let words = &mut plane[word..word + 2];
        // SAFETY: two words are 16 bytes; SSE2 is part of x86-64.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn with_last(_: (), word: u64) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { V128(_mm_set1_epi64x(word as i64)) }
    }
    #[inline(always)]
    fn last(self) -> u64 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { _mm_cvtsi128_si64(_mm_unpackhi_epi64(self.0, self.0)) as u64 }
    }
    #[inline(always)]
    fn and(self, other: V128) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { V128(_mm_and_si128(self.0, other.0)) }
    }
    #[inline(always)]
    fn or(self, other: V128) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { V128(_mm_or_si128(self.0, other.0)) }
    }
    #[inline(always)]
    fn xor(self, other: V128) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { V128(_mm_xor_si128(self.0, other.0)) }
    }
    #[inline(always)]
    fn and_not(self, other: V128) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { V128(_mm_andnot_si128(other.0, self.0)) }
    }
    #[inline(always)]
    fn shifted(self, before: V128) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            // The last word of `before`, then the first of `self`.
            let left = _mm_shuffle_pd::<1>(_mm_castsi128_pd(before.0), _mm_castsi128_pd(self.0));
            let top = _mm_srli_epi64::<63>(_mm_castpd_si128(left));
            V128(_mm_or_si128(_mm_add_epi64(self.0, self.0), top))
        }
    }
    #[inline(always)]
    fn automaton(inverts: V128, keeps: V128, state: u64) -> (V128, u64) {
        // SAFETY: SSE2 is part of x86-64; an entry of the table is 16 bytes.
        unsafe {
            let mut parities = inverts.0;
            parities = _mm_xor_si128(parities, _mm_slli_epi64::<1>(parities));
            parities = _mm_xor_si128(parities, _mm_slli_epi64::<2>(parities));
            parities = _mm_xor_si128(parities, _mm_slli_epi64::<4>(parities));
            parities = _mm_xor_si128(parities, _mm_slli_epi64::<8>(parities));
            parities = _mm_xor_si128(parities, _mm_slli_epi64::<16>(parities));
            parities = _mm_xor_si128(parities, _mm_slli_epi64::<32>(parities));
            let runs = _mm_or_si128(inverts.0, keeps.0);
            let starts = _mm_andnot_si128(runs, parities);
            let both = _mm_or_si128(starts, runs);
            let sum = _mm_add_epi64(starts, both);
            // The top bit carries if both have it, or one has it and the sum has lost it.
            let generated = top_bits(_mm_or_si128(starts, _mm_andnot_si128(sum, both)));
            // A word is all ones if both its halves are.
            let halves = _mm_cmpeq_epi32(sum, _mm_set1_epi32(-1));
            let halves = _mm_and_si128(halves, _mm_slli_epi64::<32>(halves));
            let before = across_words(
                generated,
                top_bits(halves),
                top_bits(parities),
                state as u32,
            );
            let carries = SPREAD[(before & 3) as usize].as_ptr();
            let sum = _mm_sub_epi64(sum, _mm_loadu_si128(carries.cast()));
            let copied = _mm_or_si128(starts, _mm_andnot_si128(sum, runs));
            (
                V128(_mm_xor_si128(copied, parities)),
                u64::from(before >> 2 & 1),
            )
        }
    }
    #[inline(always)]
    fn ones(_: ()) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { V128(_mm_set1_epi64x(-1)) }
    }
    #[inline(always)]
    fn not(self) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { V128(_mm_xor_si128(self.0, _mm_set1_epi64x(-1))) }
    }
    #[inline(always)]
    fn counter(_: ()) -> u64 {
        0
    }
    #[inline(always)]
    fn count<const DIGITS: usize>(counter: &mut u64, _: usize, number: [V128; DIGITS], also: V128) {
        *counter += sum(number, also, |lanes| {
            let mut words = [0; WORDS];
            lanes.store(&mut words, 0);
            u64::from(words[0].count_ones() + words[1].count_ones())
        });
    }
    #[inline(always)]
    fn total<const DIGITS: usize>(counter: u64) -> u64 {
        counter
    }
}
