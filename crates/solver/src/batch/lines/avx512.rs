//! 64 bytes told apart at a time; eight or sixteen numbers a register, picked from the text by one
//! permutation.

use std::arch::x86_64::*;

use super::engine::{Block, Digits, Engine, Kinds, MAX_ENDS, Window};
use crate::simd::Avx512;

impl Engine for Avx512 {
    #[inline(always)]
    fn classify(self, block: &Block) -> Kinds {
        // SAFETY: `self` is proof of the instructions.
        unsafe { classify(block) }
    }

    #[inline(always)]
    fn read(self, window: &Window, digits: Digits, numbers: &mut [u64; MAX_ENDS]) -> bool {
        // SAFETY: `self` is proof of the instructions.
        unsafe { read(window, digits, numbers) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
#[inline]
fn load(block: &Block) -> __m512i {
    // SAFETY: 64 readable bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
#[inline]
fn classify(block: &Block) -> Kinds {
    let bytes = load(block);
    let is = |byte: u8| _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte as i8));
    let value = _mm512_xor_si512(bytes, _mm512_set1_epi8(b'0' as i8));
    let digits = _mm512_cmplt_epu8_mask(value, _mm512_set1_epi8(10));
    let newlines = is(b'\n');
    Kinds { digits, newlines, others: !(digits | newlines | is(b' ') | is(b'\t')) }
}

/// Which number byte `j` of a register belongs to, when lanes have `width` bytes and the numbers
/// begin anew after `lanes` of them.
const fn lane_numbers(width: usize, lanes: usize) -> Block {
    let mut bytes = [0; 64];
    let mut j = 0;
    while j < 64 {
        bytes[j] = (j / width % lanes) as u8;
        j += 1;
    }
    bytes
}

/// How far before the end of its number byte `j` of a register stands, negated: lanes have `width`
/// bytes, and after every `lanes` of them they stand `width` further before.
const fn distances(width: usize, lanes: usize, before: usize) -> Block {
    let mut bytes = [0; 64];
    let mut j = 0;
    while j < 64 {
        let from_end = width - j % width + before + j / (width * lanes) * width;
        bytes[j] = (from_end as u8).wrapping_neg();
        j += 1;
    }
    bytes
}

/// The numbers that end in the second block of a window: bytes of it, those past the last
/// meaningless.
struct Found {
    /// Its bytes as digits' values.
    before: __m512i,
    here: __m512i,
    /// Their first bytes.
    starts: __m512i,
    /// The bytes behind their last ones.
    ends: __m512i,
}

impl Found {
    /// The digits of the numbers from `first` on, right-aligned in lanes, zeros before them.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    #[inline]
    fn lanes(&self, first: usize, numbers: &'static Block, distances: &'static Block) -> __m512i {
        let which = _mm512_add_epi8(load(numbers), _mm512_set1_epi8(first as i8));
        let starts = _mm512_permutexvar_epi8(which, self.starts);
        let ends = _mm512_permutexvar_epi8(which, self.ends);
        let at = _mm512_add_epi8(ends, load(distances));
        let own = _mm512_cmpge_epu8_mask(at, starts);
        _mm512_maskz_permutex2var_epi8(own, self.before, at, self.here)
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
#[inline]
fn read(window: &Window, digits: Digits, numbers: &mut [u64; MAX_ENDS]) -> bool {
    let ends = digits.ends();
    let count = ends.count_ones();
    if count == 0 {
        return true;
    }
    let ([before, here], _) = window.as_chunks::<64>() else { return false };
    let zero = _mm512_set1_epi8(b'0' as i8);
    let carry = digits.before >> 63;
    let starts = digits.here & !(digits.here << 1) | carry;
    // Byte *i* of the second block is byte 64 + *i* of the window; a number that has begun in the
    // first block begins there.
    let places = load(const { &places() });
    let begun = _mm512_set1_epi8(64 - digits.before.leading_ones() as i8);
    let found = Found {
        before: _mm512_xor_si512(load(before), zero),
        here: _mm512_xor_si512(load(here), zero),
        starts: _mm512_maskz_compress_epi8(starts, _mm512_mask_mov_epi8(places, carry, begun)),
        ends: _mm512_maskz_compress_epi8(ends, places),
    };
    let lengths = _mm512_sub_epi8(found.ends, found.starts);
    let all = u64::MAX >> (64 - count);
    let longer = |than: i8| _mm512_mask_cmpgt_epu8_mask(all, lengths, _mm512_set1_epi8(than)) != 0;
    if longer(8) {
        return !longer(20) && read_long(&found, count as usize, numbers);
    }
    if longer(4) {
        for (i, eight) in
            numbers.as_chunks_mut::<8>().0.iter_mut().enumerate().take(count.div_ceil(8) as usize)
        {
            let digits = found.lanes(8 * i, const { &lane_numbers(8, 8) }, const { &distances(8, 8, 0) });
            // SAFETY: `eight` is 64 writable bytes, and the store needs no alignment.
            unsafe { _mm512_storeu_si512(eight.as_mut_ptr().cast(), eights(digits)) };
        }
        return true;
    }
    for (i, sixteen) in
        numbers.as_chunks_mut::<16>().0.iter_mut().enumerate().take(count.div_ceil(16) as usize)
    {
        let digits = found.lanes(16 * i, const { &lane_numbers(4, 16) }, const { &distances(4, 16, 0) });
        let fours = fours(digits);
        let low = _mm512_cvtepu32_epi64(_mm512_castsi512_si256(fours));
        let high = _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64::<1>(fours));
        // SAFETY: `sixteen` is 128 writable bytes, and the stores need no alignment.
        unsafe {
            _mm512_storeu_si512(sixteen.as_mut_ptr().cast(), low);
            _mm512_storeu_si512(sixteen.as_mut_ptr().add(8).cast(), high);
        }
    }
    true
}

/// The place in its window of each byte of a second block.
const fn places() -> Block {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = 64 + i as u8;
        i += 1;
    }
    bytes
}

/// Reads numbers of at most 20 digits, four at a time; `false` when one does not fit.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
#[inline]
fn read_long(found: &Found, count: usize, numbers: &mut [u64; MAX_ENDS]) -> bool {
    const PLACE: u64 = 10_000_000_000_000_000;
    let lane_numbers = const { &lane_numbers(8, 4) };
    let mut passed = 0;
    for (i, four) in numbers.as_chunks_mut::<4>().0.iter_mut().enumerate().take(count.div_ceil(4)) {
        // The last eight digits in the lower lanes, the eight before them in the upper ones.
        let sixteen = eights(found.lanes(4 * i, lane_numbers, const { &distances(8, 4, 0) }));
        let high = eights(found.lanes(4 * i, lane_numbers, const { &distances(8, 4, 16) }));
        let high = _mm512_castsi512_si256(high);
        let middle = _mm512_extracti64x4_epi64::<1>(sixteen);
        let middle = _mm256_mul_epu32(middle, _mm256_set1_epi64x(100_000_000));
        let low = _mm256_add_epi64(_mm512_castsi512_si256(sixteen), middle);
        let all = _mm256_add_epi64(low, _mm256_mullo_epi64(high, _mm256_set1_epi64x(PLACE as i64)));
        let large = _mm256_cmpgt_epu64_mask(high, _mm256_set1_epi64x((u64::MAX / PLACE) as i64));
        let real = (1u32 << (count - 4 * i).min(4)) - 1;
        passed |= (large | _mm256_cmplt_epu64_mask(all, low)) & real as u8;
        // SAFETY: `four` is 32 writable bytes, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(four.as_mut_ptr().cast(), all) };
    }
    passed == 0
}

/// Four digits a lane, as numbers.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
#[inline]
fn fours(digits: __m512i) -> __m512i {
    let pairs = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(0x010a));
    _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0001_0064))
}

/// Eight digits a lane, as numbers.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
#[inline]
fn eights(digits: __m512i) -> __m512i {
    let fours = fours(digits);
    let high = _mm512_mul_epu32(fours, _mm512_set1_epi64(10_000));
    _mm512_add_epi64(high, _mm512_srli_epi64::<32>(fours))
}
