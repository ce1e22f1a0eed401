//! 128 columns at a time, with SSE2, which every x86-64 has.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the state of the automaton is one bit"
)]

use super::{Lanes, Plane, States, WORDS, across_words, sum};
use std::arch::x86_64::{
    __m128i, _mm_add_epi64, _mm_and_si128, _mm_andnot_si128, _mm_castpd_si128, _mm_castsi128_pd,
    _mm_cmpeq_epi32, _mm_cvtsi128_si64, _mm_loadu_si128, _mm_movemask_pd, _mm_or_si128,
    _mm_set1_epi32, _mm_set1_epi64x, _mm_shuffle_pd, _mm_slli_epi64, _mm_srli_epi64,
    _mm_storeu_si128, _mm_sub_epi64, _mm_unpackhi_epi64, _mm_xor_si128,
};

/// Two words in one register.
#[derive(Clone, Copy)]
pub struct V128(__m128i);

/// A table by two bits: entry m has every bit of word w set if bit w of m is.
static SPREAD: [[u64; 2]; 4] = [[0, 0], [!0, 0], [0, !0], [!0, !0]];

impl V128 {
    /// Takes two words.
    #[inline(always)]
    pub fn new(words: __m128i) -> V128 {
        V128(words)
    }

    /// Shifts the bits of each word to lower places.
    #[inline(always)]
    pub fn lower<const BY: i32>(self) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { V128(_mm_srli_epi64::<BY>(self.0)) }
    }

    /// Shifts the bits of each word to higher places.
    #[inline(always)]
    pub fn higher<const BY: i32>(self) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { V128(_mm_slli_epi64::<BY>(self.0)) }
    }

    /// Adds words without carries between them.
    #[inline(always)]
    fn plus(self, other: V128) -> V128 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { V128(_mm_add_epi64(self.0, other.0)) }
    }

    /// Adds one to each word whose bit of `carries` is set: what is subtracted, an entry of [`SPREAD`], has −1 there.
    #[inline(always)]
    fn with_carries(self, carries: u32) -> V128 {
        let spread = &SPREAD[(carries & 3) as usize];
        // SAFETY: an entry is 16 bytes; SSE2 is part of x86-64.
        unsafe {
            let spread = _mm_loadu_si128(spread.as_ptr().cast());
            V128(_mm_sub_epi64(self.0, spread))
        }
    }

    /// Gathers the top bits of the two words.
    #[inline(always)]
    fn top_bits(self) -> u32 {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { _mm_movemask_pd(_mm_castsi128_pd(self.0)) as u32 }
    }

    /// Tells for each of the two words whether all its bits are set.
    #[inline(always)]
    fn words_of_ones(self) -> u32 {
        // SAFETY: SSE2 is part of x86-64.
        let halves = unsafe { V128(_mm_cmpeq_epi32(self.0, _mm_set1_epi32(-1))) };
        // A word is all ones if both its halves are.
        halves.and(halves.higher::<32>()).top_bits()
    }
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
    fn automaton(inverts: V128, keeps: V128, state: u64) -> States<V128> {
        let mut parities = inverts;
        parities = parities.xor(parities.higher::<1>());
        parities = parities.xor(parities.higher::<2>());
        parities = parities.xor(parities.higher::<4>());
        parities = parities.xor(parities.higher::<8>());
        parities = parities.xor(parities.higher::<16>());
        parities = parities.xor(parities.higher::<32>());
        let runs = inverts.or(keeps);
        let starts = parities.and_not(runs);
        let both = starts.or(runs);
        let sum = starts.plus(both);
        // The top bit carries if both have it, or one has it and the sum has lost it.
        let generated = starts.or(both.and_not(sum)).top_bits();
        let propagating = sum.words_of_ones();
        // The state is one bit.
        let before = across_words(generated, propagating, parities.top_bits(), state as u32);
        let copied = starts.or(runs.and_not(sum.with_carries(before)));
        States {
            columns: copied.xor(parities),
            last: u64::from(before >> 2 & 1),
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
