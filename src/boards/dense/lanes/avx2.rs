//! 256 columns at a time.

use super::{Lanes, Plane, across_words, sum};
use crate::simd::Avx2;
use std::arch::x86_64::*;

/// Four words in one register.
///
/// A value is made of the proof that the processor has the instructions, or of another value; every
/// block below relies on that.
#[derive(Clone, Copy)]
pub struct V256(pub(in crate::boards::dense) __m256i);

/// `SPREAD[m]` has every bit of word w set where bit w of m is.
static SPREAD: [[u64; 4]; 16] = spread();

const fn spread() -> [[u64; 4]; 16] {
    let mut table = [[0; 4]; 16];
    let mut mask = 0;
    while mask < 16 {
        let mut word = 0;
        while word < 4 {
            if mask >> word & 1 == 1 {
                table[mask][word] = !0;
            }
            word += 1;
        }
        mask += 1;
    }
    table
}

/// The words of [`SPREAD`] for the low four bits of `mask`.
#[inline(always)]
fn spread_words(mask: u32) -> __m256i {
    // SAFETY: an entry is 32 bytes; the instructions exist (see `V256`).
    unsafe { _mm256_loadu_si256(SPREAD[(mask & 15) as usize].as_ptr().cast()) }
}

/// The top bits of the four words.
#[inline(always)]
fn top_bits(words: __m256i) -> u32 {
    // SAFETY: the instructions exist (see `V256`).
    unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(words)) as u32 }
}

/// Parities of the bits up to each, within every word, of the two words of `half`.
#[inline(always)]
fn prefix_xor_half(half: __m128i) -> __m128i {
    // SAFETY: the instructions exist (see `V256`).
    unsafe {
        let ones = _mm_set1_epi64x(-1);
        _mm_unpacklo_epi64(_mm_clmulepi64_si128::<0x00>(half, ones), _mm_clmulepi64_si128::<0x01>(half, ones))
    }
}

impl Lanes for V256 {
    const WIDTH: usize = 4;
    type Counter = u64;
    type Proof = Avx2;

    #[inline(always)]
    fn load(_: Avx2, plane: &Plane, word: usize) -> V256 {
        let words = &plane[word..word + 4];
        // SAFETY: four words are 32 bytes; the instructions exist (see the type).
        unsafe { V256(_mm256_loadu_si256(words.as_ptr().cast())) }
    }
    #[inline(always)]
    fn store(self, plane: &mut Plane, word: usize) {
        let words = &mut plane[word..word + 4];
        // SAFETY: four words are 32 bytes; the instructions exist (see the type).
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn with_last(_: Avx2, word: u64) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_set1_epi64x(word as i64)) }
    }
    #[inline(always)]
    fn last(self) -> u64 {
        // SAFETY: the instructions exist (see the type).
        unsafe { _mm256_extract_epi64::<3>(self.0) as u64 }
    }
    #[inline(always)]
    fn and(self, other: V256) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_and_si256(self.0, other.0)) }
    }
    #[inline(always)]
    fn or(self, other: V256) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_or_si256(self.0, other.0)) }
    }
    #[inline(always)]
    fn xor(self, other: V256) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_xor_si256(self.0, other.0)) }
    }
    #[inline(always)]
    fn and_not(self, other: V256) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_andnot_si256(other.0, self.0)) }
    }
    #[inline(always)]
    fn shifted(self, before: V256) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe {
            // Words 3 of `before` and 0, 1, 2 of `self`.
            let seam = _mm256_permute2x128_si256::<0x21>(before.0, self.0);
            let left = _mm256_alignr_epi8::<8>(self.0, seam);
            V256(_mm256_or_si256(_mm256_slli_epi64::<1>(self.0), _mm256_srli_epi64::<63>(left)))
        }
    }
    #[inline(always)]
    fn automaton(inverts: V256, keeps: V256, state: u64) -> (V256, u64) {
        // SAFETY: the instructions exist (see the type).
        unsafe {
            let low = prefix_xor_half(_mm256_castsi256_si128(inverts.0));
            let high = prefix_xor_half(_mm256_extracti128_si256::<1>(inverts.0));
            let parities = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high);
            let runs = _mm256_or_si256(inverts.0, keeps.0);
            let starts = _mm256_andnot_si256(runs, parities);
            let both = _mm256_or_si256(starts, runs);
            let sum = _mm256_add_epi64(starts, both);
            // The top bit carries where both have it, or one has it and the sum has lost it.
            let generated = top_bits(_mm256_or_si256(starts, _mm256_andnot_si256(sum, both)));
            let propagating = top_bits(_mm256_cmpeq_epi64(sum, _mm256_set1_epi64x(-1)));
            let before = across_words(generated, propagating, top_bits(parities), state as u32);
            let sum = _mm256_sub_epi64(sum, spread_words(before));
            let copied = _mm256_or_si256(starts, _mm256_andnot_si256(sum, runs));
            (V256(_mm256_xor_si256(copied, parities)), u64::from(before >> 4 & 1))
        }
    }
    #[inline(always)]
    fn ones(_: Avx2) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_set1_epi64x(-1)) }
    }
    #[inline(always)]
    fn not(self) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_xor_si256(self.0, _mm256_set1_epi64x(-1))) }
    }
    #[inline(always)]
    fn counter(_: Avx2) -> u64 {
        0
    }
    #[inline(always)]
    fn count<const DIGITS: usize>(counter: &mut u64, digits: &[Plane; DIGITS]) {
        *counter += sum(digits);
    }
    #[inline(always)]
    fn total(counter: u64) -> u64 {
        counter
    }
}
