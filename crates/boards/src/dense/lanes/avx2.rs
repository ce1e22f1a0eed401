//! 256 columns at a time.

use super::{Lanes, Plane, across_words};
use crate::simd::Avx2;
use std::arch::x86_64::*;

/// Four words in one register.
///
/// A value is made of the proof that the processor has the instructions, or of another value; every
/// block below relies on that.
#[derive(Clone, Copy)]
pub struct V256(pub(crate) __m256i);

/// `SPREAD[m]` has every bit of word w set if bit w of m is.
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

/// Sums of numbers, one a column, added up in binary: of all digits but the highest, bits are counted once a
/// stretch (Harley and Seal's way to count bits, for numbers).
#[derive(Clone, Copy)]
pub struct Sliced {
    /// Their lowest binary digits, the lowest first.
    digits: [V256; 6],
    /// The carries of the first half of a block beyond the digits of its numbers.
    carried: V256,
    /// The carries beyond the digits, by words.
    higher: V256,
}

impl V256 {
    /// Adds two digits to this one; returns what that carries.
    #[inline(always)]
    fn add(&mut self, one: V256, other: V256) -> V256 {
        let differ = self.xor(one);
        let carry = self.and(one).or(differ.and(other));
        *self = differ.xor(other);
        carry
    }

    /// How many bits of each word are set.
    #[inline(always)]
    fn ones_in_words(self) -> V256 {
        // SAFETY: the instructions exist (see the type); the table is 16 bytes.
        unsafe {
            let ones = _mm256_broadcastsi128_si256(_mm_loadu_si128(ONES.as_ptr().cast()));
            let nibble = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(ones, _mm256_and_si256(self.0, nibble));
            let high = _mm256_shuffle_epi8(
                ones,
                _mm256_and_si256(_mm256_srli_epi64::<4>(self.0), nibble),
            );
            V256(_mm256_sad_epu8(
                _mm256_add_epi8(low, high),
                _mm256_setzero_si256(),
            ))
        }
    }

    /// The sum of the words.
    #[inline(always)]
    fn total(self) -> u64 {
        // SAFETY: a vector is four words.
        let [a, b, c, d]: [u64; 4] = unsafe { std::mem::transmute(self.0) };
        a + b + c + d
    }
}

/// How many bits of the index are set.
static ONES: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

impl Lanes for V256 {
    const WIDTH: usize = 4;
    const IN_TURNS: bool = true;
    type Counter = Sliced;
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
            V256(_mm256_or_si256(
                _mm256_slli_epi64::<1>(self.0),
                _mm256_srli_epi64::<63>(left),
            ))
        }
    }
    #[inline(always)]
    fn automaton(inverts: V256, keeps: V256, state: u64) -> (V256, u64) {
        // SAFETY: the instructions exist (see the type).
        unsafe {
            // As fast as multiplications, which take two registers of half the width.
            let mut parities = inverts.0;
            parities = _mm256_xor_si256(parities, _mm256_slli_epi64::<1>(parities));
            parities = _mm256_xor_si256(parities, _mm256_slli_epi64::<2>(parities));
            parities = _mm256_xor_si256(parities, _mm256_slli_epi64::<4>(parities));
            parities = _mm256_xor_si256(parities, _mm256_slli_epi64::<8>(parities));
            parities = _mm256_xor_si256(parities, _mm256_slli_epi64::<16>(parities));
            parities = _mm256_xor_si256(parities, _mm256_slli_epi64::<32>(parities));
            let runs = _mm256_or_si256(inverts.0, keeps.0);
            let starts = _mm256_andnot_si256(runs, parities);
            let both = _mm256_or_si256(starts, runs);
            let sum = _mm256_add_epi64(starts, both);
            // The top bit carries if both have it, or one has it and the sum has lost it.
            let generated = top_bits(_mm256_or_si256(starts, _mm256_andnot_si256(sum, both)));
            let propagating = top_bits(_mm256_cmpeq_epi64(sum, _mm256_set1_epi64x(-1)));
            let before = across_words(generated, propagating, top_bits(parities), state as u32);
            let sum = _mm256_sub_epi64(sum, spread_words(before));
            let copied = _mm256_or_si256(starts, _mm256_andnot_si256(sum, runs));
            (
                V256(_mm256_xor_si256(copied, parities)),
                u64::from(before >> 4 & 1),
            )
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
    fn counter(proof: Avx2) -> Sliced {
        let none = V256::ones(proof).not();
        Sliced {
            digits: [none; 6],
            carried: none,
            higher: none,
        }
    }
    #[inline(always)]
    fn count<const DIGITS: usize>(
        counter: &mut Sliced,
        word: usize,
        number: [V256; DIGITS],
        also: V256,
    ) {
        let mut carry = also;
        for (digit, &added) in counter.digits.iter_mut().zip(&number) {
            carry = digit.add(added, carry);
        }
        // Of two carries one is made, which is counted.
        if word == 0 {
            counter.carried = carry;
        } else {
            let carry = counter.digits[DIGITS].add(counter.carried, carry);
            // SAFETY: the instructions exist (see the type).
            counter.higher.0 =
                unsafe { _mm256_add_epi64(counter.higher.0, carry.ones_in_words().0) };
        }
    }
    #[inline(always)]
    fn total<const DIGITS: usize>(counter: Sliced) -> u64 {
        let mut total = counter.higher.total() << (DIGITS + 1);
        for (weight, digit) in counter.digits[..=DIGITS].iter().enumerate() {
            total += digit.ones_in_words().total() << weight;
        }
        total
    }
}
