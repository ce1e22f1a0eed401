//! 512 columns at a time, with AVX-512.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the state of the automaton is one bit, and there are eight words"
)]

use super::{Lanes, Plane, across_words};
use grundy_base::simd::Avx512;
use std::arch::x86_64::{
    __m512i, __mmask8, _mm512_add_epi64, _mm512_alignr_epi64, _mm512_and_si512,
    _mm512_andnot_si512, _mm512_clmulepi64_epi128, _mm512_cmpeq_epi64_mask,
    _mm512_cmplt_epu64_mask, _mm512_loadu_si512, _mm512_mask_sub_epi64, _mm512_movepi64_mask,
    _mm512_or_si512, _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_shldi_epi64, _mm512_storeu_si512, _mm512_unpacklo_epi64,
    _mm512_xor_si512,
};

/// Eight words in one register.
///
/// A value is made of the proof that the processor has the instructions, or of another value; every
/// block below relies on that.
#[derive(Clone, Copy)]
pub struct V512(__m512i);

/// A sum of numbers, one a column: the bits of their lowest digits and of their higher ones are counted apart. The
/// proof says that the processor has the instructions.
#[derive(Clone, Copy)]
pub struct Sums {
    _proof: Avx512,
    /// The number of lowest digits that are set, by words.
    ones: __m512i,
    /// Half of what the higher digits add, by words.
    twos: __m512i,
}

impl Lanes for V512 {
    const WIDTH: usize = 8;
    type Counter = Sums;
    type Proof = Avx512;

    #[inline(always)]
    fn load(_: Avx512, plane: &Plane, word: usize) -> V512 {
        debug_assert_eq!(word, 0);
        // SAFETY: a plane is 64 bytes; the instructions exist (see the type).
        unsafe { V512(_mm512_loadu_si512(plane.as_ptr().cast())) }
    }
    #[inline(always)]
    fn store(self, plane: &mut Plane, word: usize) {
        debug_assert_eq!(word, 0);
        // SAFETY: a plane is 64 bytes; the instructions exist (see the type).
        unsafe { _mm512_storeu_si512(plane.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn with_last(_: Avx512, word: u64) -> V512 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V512(_mm512_set1_epi64(word as i64)) }
    }
    #[inline(always)]
    fn last(self) -> u64 {
        let mut plane = [0; 8];
        self.store(&mut plane, 0);
        plane[7]
    }
    #[inline(always)]
    fn and(self, other: V512) -> V512 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V512(_mm512_and_si512(self.0, other.0)) }
    }
    #[inline(always)]
    fn or(self, other: V512) -> V512 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V512(_mm512_or_si512(self.0, other.0)) }
    }
    #[inline(always)]
    fn xor(self, other: V512) -> V512 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V512(_mm512_xor_si512(self.0, other.0)) }
    }
    #[inline(always)]
    fn and_not(self, other: V512) -> V512 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V512(_mm512_andnot_si512(other.0, self.0)) }
    }
    #[inline(always)]
    fn shifted(self, before: V512) -> V512 {
        // SAFETY: the instructions exist (see the type).
        unsafe {
            V512(_mm512_shldi_epi64::<1>(
                self.0,
                _mm512_alignr_epi64::<7>(self.0, before.0),
            ))
        }
    }
    #[inline(always)]
    fn automaton(inverts: V512, keeps: V512, state: u64) -> (V512, u64) {
        // SAFETY: the instructions exist (see the type).
        unsafe {
            let ones = _mm512_set1_epi64(-1);
            let even = _mm512_clmulepi64_epi128::<0x00>(inverts.0, ones);
            let odd = _mm512_clmulepi64_epi128::<0x01>(inverts.0, ones);
            let parities = _mm512_unpacklo_epi64(even, odd);
            let runs = _mm512_or_si512(inverts.0, keeps.0);
            let starts = _mm512_andnot_si512(runs, parities);
            let sum = _mm512_add_epi64(starts, _mm512_or_si512(starts, runs));
            let generated = u32::from(_mm512_cmplt_epu64_mask(sum, starts));
            let propagating = u32::from(_mm512_cmpeq_epi64_mask(sum, ones));
            let parity = u32::from(_mm512_movepi64_mask(parities));
            let before = across_words(generated, propagating, parity, state as u32);
            let sum = _mm512_mask_sub_epi64(sum, before as __mmask8, sum, ones);
            let copied = _mm512_or_si512(starts, _mm512_andnot_si512(sum, runs));
            (
                V512(_mm512_xor_si512(copied, parities)),
                u64::from(before >> 8 & 1),
            )
        }
    }
    #[inline(always)]
    fn ones(_: Avx512) -> V512 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V512(_mm512_set1_epi64(-1)) }
    }
    #[inline(always)]
    fn not(self) -> V512 {
        // SAFETY: the instructions exist (see the type).
        unsafe { V512(_mm512_xor_si512(self.0, _mm512_set1_epi64(-1))) }
    }
    #[inline(always)]
    fn counter(proof: Avx512) -> Sums {
        // SAFETY: the proof says that the instructions exist.
        let none = unsafe { _mm512_setzero_si512() };
        Sums {
            _proof: proof,
            ones: none,
            twos: none,
        }
    }
    #[inline(always)]
    fn count<const DIGITS: usize>(
        counter: &mut Sums,
        _: usize,
        number: [V512; DIGITS],
        also: V512,
    ) {
        // SAFETY: the instructions exist (see the type).
        unsafe {
            let mut higher = _mm512_setzero_si512();
            for digit in number[1..].iter().rev() {
                higher = _mm512_add_epi64(
                    _mm512_add_epi64(higher, higher),
                    _mm512_popcnt_epi64(digit.0),
                );
            }
            let lowest = _mm512_add_epi64(
                _mm512_popcnt_epi64(number[0].0),
                _mm512_popcnt_epi64(also.0),
            );
            counter.ones = _mm512_add_epi64(counter.ones, lowest);
            counter.twos = _mm512_add_epi64(counter.twos, higher);
        }
    }
    #[inline(always)]
    fn total<const DIGITS: usize>(counter: Sums) -> u64 {
        // SAFETY: the counter holds the proof that the instructions exist.
        let [ones, twos] = unsafe {
            [
                _mm512_reduce_add_epi64(counter.ones),
                _mm512_reduce_add_epi64(counter.twos),
            ]
        };
        (ones + 2 * twos) as u64
    }
}
