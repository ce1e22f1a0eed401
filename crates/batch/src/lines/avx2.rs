//! Lines of numbers with AVX2: 32 bytes are classified at a time, and a register holds four numbers.

use std::arch::x86_64::{
    __m256i, _mm_set_epi32, _mm_set_epi64x, _mm256_add_epi32, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_broadcastsi128_si256, _mm256_castsi256_pd, _mm256_castsi256_si128,
    _mm256_cmpeq_epi8, _mm256_cmpeq_epi32, _mm256_cmpeq_epi64, _mm256_cmpgt_epi8,
    _mm256_cmpgt_epi64, _mm256_cvtepu32_epi64, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_min_epu8, _mm256_movemask_epi8,
    _mm256_movemask_pd, _mm256_mul_epu32, _mm256_or_si256, _mm256_set_epi32, _mm256_set_epi64x,
    _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi64, _mm256_srli_epi64,
    _mm256_storeu_si256, _mm256_testz_si256, _mm256_xor_si256,
};

use super::block::{Block, Kinds, MAX_ENDS, Window};

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
pub(super) fn classify(block: &Block) -> Kinds {
    let mut kinds = Kinds {
        digits: 0,
        newlines: 0,
        others: 0,
    };
    for (i, half) in block.as_chunks::<32>().0.iter().enumerate() {
        // SAFETY: `half` is 32 readable bytes, and the load needs no alignment.
        let bytes = unsafe { _mm256_loadu_si256(half.as_ptr().cast()) };
        let value = _mm256_xor_si256(bytes, _mm256_set1_epi8(b'0' as i8));
        let digits = _mm256_cmpeq_epi8(_mm256_min_epu8(value, _mm256_set1_epi8(9)), value);
        let newlines = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'\n' as i8));
        let spaces = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b' ' as i8));
        let tabs = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'\t' as i8));
        let known = _mm256_or_si256(
            _mm256_or_si256(digits, newlines),
            _mm256_or_si256(spaces, tabs),
        );
        kinds.digits |= u64::from(_mm256_movemask_epi8(digits) as u32) << (32 * i);
        kinds.newlines |= u64::from(_mm256_movemask_epi8(newlines) as u32) << (32 * i);
        kinds.others |= u64::from(!_mm256_movemask_epi8(known) as u32) << (32 * i);
    }
    kinds
}

/// The number of numbers in a block from which on most have fewer than four digits.
const MIN_SHORT_NUMBERS: u32 = 13;

/// Reads the numbers that end at the places that are `left` in the second block; `false` if one is too long or too large.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
pub(super) fn read(window: &Window, mut left: u64, numbers: &mut [u64; MAX_ENDS]) -> bool {
    let short = left.count_ones() >= MIN_SHORT_NUMBERS;
    for eight in numbers.as_chunks_mut::<8>().0 {
        if left == 0 {
            break;
        }
        let before = left;
        if short && read_short(window, std::array::from_fn(|_| next_end(&mut left)), eight) {
            continue;
        }
        left = before;
        for four in eight.as_chunks_mut::<4>().0 {
            if left > 0 && !read_four(window, &mut left, four) {
                return false;
            }
        }
    }
    true
}

/// Takes the next end, from the beginning of a window. Past the last there is none: it is the end of the window then.
#[inline(always)]
fn next_end(left: &mut u64) -> usize {
    let end = 64 + left.trailing_zeros() as usize;
    *left &= left.wrapping_sub(1);
    end
}

/// Reads eight numbers of fewer than four digits; `false` if one has more.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn read_short(window: &Window, ends: [usize; 8], numbers: &mut [u64; 8]) -> bool {
    let four = ends.map(|end| i32::from_le_bytes(bytes_before(window, end)));
    let bytes = _mm256_set_epi32(
        four[7], four[6], four[5], four[4], four[3], four[2], four[1], four[0],
    );
    let turned = _mm256_broadcastsi128_si256(_mm_set_epi32(
        0x0c0d_0e0f,
        0x0809_0a0b,
        0x0405_0607,
        0x0001_0203,
    ));
    let values = _mm256_shuffle_epi8(
        _mm256_xor_si256(bytes, _mm256_set1_epi8(b'0' as i8)),
        turned,
    );
    let stops = _mm256_cmpgt_epi8(values, _mm256_set1_epi8(9));
    let full = _mm256_cmpeq_epi32(stops, _mm256_setzero_si256());
    if _mm256_testz_si256(full, full) == 0 {
        return false;
    }
    // All ones below the lowest stop.
    let own = _mm256_andnot_si256(stops, _mm256_add_epi32(stops, _mm256_set1_epi32(-1)));
    let pairs = _mm256_maddubs_epi16(_mm256_and_si256(values, own), _mm256_set1_epi16(0x0a01));
    let fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0064_0001));
    let halves = [
        _mm256_castsi256_si128(fours),
        _mm256_extracti128_si256::<1>(fours),
    ];
    for (four, half) in numbers.as_chunks_mut::<4>().0.iter_mut().zip(halves) {
        // SAFETY: `four` is 32 writable bytes, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(four.as_mut_ptr().cast(), _mm256_cvtepu32_epi64(half)) };
    }
    true
}

/// Reads the next four numbers; `false` if one of them is too long or too large.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn read_four(window: &Window, left: &mut u64, four: &mut [u64; 4]) -> bool {
    let count = left.count_ones();
    let ends: [usize; 4] = std::array::from_fn(|_| next_end(left));
    let last = eight_before(window, ends, 0);
    let mut low = last.numbers;
    let mut full = last.full;
    if _mm256_testz_si256(full, full) == 0 {
        // A number that is no longer has something else there than its own digits.
        let before = eight_before(window, ends, 8);
        let middle = _mm256_mul_epu32(
            _mm256_and_si256(full, before.numbers),
            _mm256_set1_epi64x(100_000_000),
        );
        low = _mm256_add_epi64(low, middle);
        full = _mm256_and_si256(full, before.full);
    }
    let mut all = low;
    if _mm256_testz_si256(full, full) == 0 {
        /// The worth of the eight digits before sixteen others.
        const PLACE: u64 = 10_000_000_000_000_000;
        let first = eight_before(window, ends, 16);
        let high = _mm256_and_si256(full, first.numbers);
        let product = _mm256_add_epi64(
            _mm256_mul_epu32(high, _mm256_set1_epi64x((PLACE & 0xffff_ffff) as i64)),
            _mm256_slli_epi64::<32>(_mm256_mul_epu32(
                high,
                _mm256_set1_epi64x((PLACE >> 32) as i64),
            )),
        );
        all = _mm256_add_epi64(low, product);
        // Too many digits, or the sum has passed 64 bits (compared as signed, hence the flip).
        let flip = _mm256_set1_epi64x(i64::MIN);
        let passed = _mm256_cmpgt_epi64(_mm256_xor_si256(low, flip), _mm256_xor_si256(all, flip));
        let longer = _mm256_cmpgt_epi64(high, _mm256_set1_epi64x((u64::MAX / PLACE) as i64));
        let longer = _mm256_or_si256(longer, _mm256_and_si256(full, first.full));
        let bad = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_or_si256(passed, longer)));
        if bad & ((1 << count.min(4)) - 1) != 0 {
            return false;
        }
    }
    // SAFETY: `four` is 32 writable bytes, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(four.as_mut_ptr().cast(), all) };
    true
}

/// The digits among eight bytes before each of four ends.
struct EightDigits {
    /// The numbers that they are.
    numbers: __m256i,
    /// All ones where all eight bytes are digits.
    full: __m256i,
}

/// Reads the digits that stand last among the eight bytes that end `before` bytes before each end.
///
/// Bytes are turned round, so that what stands before a number is above its digits; only blanks,
/// line ends and colons stand there in a line that is answered.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn eight_before(window: &Window, ends: [usize; 4], before: usize) -> EightDigits {
    let [a, b, c, d] = ends.map(|end| i64::from_le_bytes(bytes_before(window, end - before)));
    let bytes = _mm256_set_epi64x(d, c, b, a);
    let turned =
        _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607));
    let values = _mm256_shuffle_epi8(
        _mm256_xor_si256(bytes, _mm256_set1_epi8(b'0' as i8)),
        turned,
    );
    let stops = _mm256_cmpgt_epi8(values, _mm256_set1_epi8(9));
    let full = _mm256_cmpeq_epi64(stops, _mm256_setzero_si256());
    // All ones below the lowest stop.
    let own = _mm256_andnot_si256(stops, _mm256_add_epi64(stops, _mm256_set1_epi64x(-1)));
    let digits = _mm256_and_si256(values, own);
    // Digits to pairs, pairs to fours, fours to eight: the later one is the lower one.
    let pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x0a01));
    let fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0064_0001));
    let high = _mm256_mul_epu32(_mm256_srli_epi64::<32>(fours), _mm256_set1_epi64x(10_000));
    let low = _mm256_and_si256(fours, _mm256_set1_epi64x(0xffff_ffff));
    EightDigits {
        numbers: _mm256_add_epi64(high, low),
        full,
    }
}

/// Returns the bytes before an end. (Slices that are checked cost a fifth of the time of a batch.)
#[inline(always)]
fn bytes_before<const BYTES: usize>(window: &Window, end: usize) -> [u8; BYTES] {
    let at = (end - BYTES).min(size_of::<Window>() - BYTES);
    // SAFETY: `BYTES` bytes from there on are in the window.
    unsafe {
        window
            .as_ptr()
            .add(at)
            .cast::<[u8; BYTES]>()
            .read_unaligned()
    }
}
