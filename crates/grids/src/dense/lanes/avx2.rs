//! 256 columns at a time, with AVX2.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the state of the automaton is one bit"
)]

use super::{Lanes, Plane, States, across_words};
use grundy_base::simd::Avx2;
use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_add_epi64, _mm256_alignr_epi8,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_broadcastsi128_si256, _mm256_castsi256_pd,
    _mm256_cmpeq_epi64, _mm256_extract_epi64, _mm256_loadu_si256, _mm256_movemask_pd,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_sad_epu8, _mm256_set1_epi8,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi64,
    _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi64, _mm256_xor_si256,
};

/// Four words in one register.
///
/// The field is private: outside of this file a value can be made by [`V256::new`] alone, which takes the proof
/// that the processor has the instructions. In this file it is made by functions that are given the proof, or another
/// value. So whoever has a value may use the instructions, and every `unsafe` block below relies on that.
#[derive(Clone, Copy)]
pub struct V256(__m256i);

/// A table by four bits: entry m has every bit of word w set if bit w of m is.
static SPREAD: [[u64; 4]; 16] = spread();

/// Makes the table.
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

/// A sum of numbers, one a column, that is added up in binary: of all digits but the highest, bits are counted once a
/// stretch (Harley and Seal's way to count bits, for numbers).
#[derive(Clone, Copy)]
pub struct Sliced {
    /// The lowest binary digits of the sum in each column, the lowest first.
    digits: [V256; 6],
    /// The carries of the first half of a block beyond the digits of its numbers.
    carried: V256,
    /// The carries beyond the digits, by words.
    higher: V256,
}

impl V256 {
    /// Takes four words that a function with the proof has put into a register.
    #[inline(always)]
    pub fn new(_: Avx2, words: __m256i) -> V256 {
        V256(words)
    }

    /// Shifts the bits of each word to lower places.
    #[inline(always)]
    pub fn lower<const BY: i32>(self) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_srli_epi64::<BY>(self.0)) }
    }

    /// Shifts the bits of each word to higher places.
    #[inline(always)]
    pub fn higher<const BY: i32>(self) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_slli_epi64::<BY>(self.0)) }
    }

    /// Adds words without carries between them.
    #[inline(always)]
    fn plus(self, other: V256) -> V256 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_add_epi64(self.0, other.0)) }
    }

    /// Adds one to each word whose bit of `carries` is set: what is subtracted, an entry of [`SPREAD`], has −1 there.
    #[inline(always)]
    fn with_carries(self, carries: u32) -> V256 {
        let spread = &SPREAD[(carries & 15) as usize];
        // SAFETY: an entry is 32 bytes; the instructions exist (see the type).
        unsafe {
            let spread = _mm256_loadu_si256(spread.as_ptr().cast());
            V256(_mm256_sub_epi64(self.0, spread))
        }
    }

    /// Gathers the top bits of the four words.
    #[inline(always)]
    fn top_bits(self) -> u32 {
        // SAFETY: the instructions exist (see the type).
        unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(self.0)) as u32 }
    }

    /// Tells for each of the four words whether all its bits are set.
    #[inline(always)]
    fn words_of_ones(self) -> u32 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V256(_mm256_cmpeq_epi64(self.0, _mm256_set1_epi64x(-1))).top_bits() }
    }

    /// Adds two digits to this one; returns what that carries.
    #[inline(always)]
    fn add(&mut self, one: V256, other: V256) -> V256 {
        let differ = self.xor(one);
        let carry = self.and(one).or(differ.and(other));
        *self = differ.xor(other);
        carry
    }

    /// Counts the bits of each word that are set.
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

    /// Adds up the words.
    #[inline(always)]
    fn total(self) -> u64 {
        // SAFETY: a vector is four words.
        let [a, b, c, d]: [u64; 4] = unsafe { std::mem::transmute(self.0) };
        a + b + c + d
    }
}

/// A table by four bits: how many of them are set.
static ONES: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

impl Lanes for V256 {
    const WIDTH: usize = 4;
    const ONE_SUM_AT_A_TIME: bool = true;
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
    fn automaton(inverts: V256, keeps: V256, state: u64) -> States<V256> {
        // Shifts are as fast as multiplications, which take two registers of half the width.
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
            last: u64::from(before >> 4 & 1),
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
        // The carries of the two words are added to the next digit, and the carry out of it is counted.
        if word == 0 {
            counter.carried = carry;
        } else {
            let carry = counter.digits[DIGITS].add(counter.carried, carry);
            counter.higher = counter.higher.plus(carry.ones_in_words());
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
