//! Numbers read backwards from where they end, eight digits at a time.
//!
//! Of the eight bytes before an end, those from the last that is no digit downwards become zeros;
//! what is left is a number right-aligned in its word, read by three steps that each join
//! neighbours (digits to pairs, pairs to fours, fours to eight) in all lanes at once. With AVX2,
//! four numbers share a register.

/// Reads the numbers that end at these places into `numbers`; returns how many were read before one
/// that does not fit in 64 bits (or has more than 23 digits).
pub(super) fn read_before(text: &[u8], ends: &[u32], numbers: &mut Vec<u64>) -> usize {
    numbers.clear();
    numbers.reserve(ends.len());
    #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
    {
        // SAFETY: the processor has the instructions the function is compiled for.
        return unsafe { read_before_avx2(text, ends, numbers) };
    }
    read_one_by_one(text, ends, numbers)
}

#[inline(always)]
fn read_one_by_one(text: &[u8], ends: &[u32], numbers: &mut Vec<u64>) -> usize {
    for &end in ends {
        let Some(number) = read(text, end as usize) else { break };
        numbers.push(number);
    }
    numbers.len()
}

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[target_feature(enable = "avx2,bmi2,lzcnt")]
fn read_before_avx2(text: &[u8], ends: &[u32], numbers: &mut Vec<u64>) -> usize {
    let (fours, rest) = ends.as_chunks::<4>();
    for four in fours {
        let wanted = numbers.len() + 4;
        let all = match four_before(text, four, 0) {
            // The usual case: at most seven digits each.
            Some((low, 0)) => {
                numbers.extend_from_slice(&low);
                true
            }
            Some((low, long)) => push_long(text, four, low, long, numbers),
            None => false,
        };
        // At the beginning of a text, and where a number does not fit: which is it, and where?
        if !all && read_one_by_one(text, four, numbers) < wanted {
            return numbers.len();
        }
    }
    read_one_by_one(text, rest, numbers)
}

/// Appends four numbers of which these are the last eight digits, the lanes in `long` having more;
/// `false`, and nothing appended, when they must be read one by one.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[target_feature(enable = "avx2,bmi2,lzcnt")]
fn push_long(text: &[u8], ends: &[u32; 4], low: [u64; 4], long: u32, numbers: &mut Vec<u64>) -> bool {
    let (Some((middle, longer)), Some((high, longest))) =
        (four_before(text, ends, 8), four_before(text, ends, 16))
    else {
        return false;
    };
    let longer = long & longer;
    let mut four = [0; 4];
    let mut fits = longer & longest == 0;
    for lane in 0..4 {
        // A lane that is no longer has something else there than its own digits.
        let middle = if long >> lane & 1 == 1 { middle[lane] } else { 0 };
        let high = if longer >> lane & 1 == 1 { high[lane] } else { 0 };
        let number = u128::from(high) * 10_000_000_000_000_000 + u128::from(middle * 100_000_000 + low[lane]);
        fits &= number <= u128::from(u64::MAX);
        four[lane] = number as u64;
    }
    if fits {
        numbers.extend_from_slice(&four);
    }
    fits
}

/// Of the eight bytes `before` each end, the digits that stand last, as numbers; and the lanes
/// where all eight are digits, as bits.
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
#[target_feature(enable = "avx2,bmi2,lzcnt")]
#[inline]
fn four_before(text: &[u8], ends: &[u32; 4], before: usize) -> Option<([u64; 4], u32)> {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi64, _mm256_andnot_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi8,
        _mm256_cmpeq_epi64, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epu8, _mm256_movemask_pd,
        _mm256_mul_epu32, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi8, _mm256_set1_epi16,
        _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_srli_epi64, _mm256_storeu_si256,
        _mm256_sub_epi8,
    };
    // Spelled out: a closure would not be compiled for these instructions.
    let &[a, b, c, d] = ends;
    let a = word_before(text, (a as usize).wrapping_sub(before))?;
    let b = word_before(text, (b as usize).wrapping_sub(before))?;
    let c = word_before(text, (c as usize).wrapping_sub(before))?;
    let d = word_before(text, (d as usize).wrapping_sub(before))?;
    let bytes = _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64);
    let values = _mm256_sub_epi8(bytes, _mm256_set1_epi8(b'0' as i8));
    let mut stops = _mm256_cmpeq_epi8(_mm256_max_epu8(values, _mm256_set1_epi8(10)), values);
    let full = _mm256_cmpeq_epi64(stops, _mm256_setzero_si256());
    let full = _mm256_movemask_pd(_mm256_castsi256_pd(full)) as u32;
    // What stands before a stop is none of the number's.
    stops = _mm256_or_si256(stops, _mm256_srli_epi64::<8>(stops));
    stops = _mm256_or_si256(stops, _mm256_srli_epi64::<16>(stops));
    stops = _mm256_or_si256(stops, _mm256_srli_epi64::<32>(stops));
    let digits = _mm256_andnot_si256(stops, values);
    let pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010a));
    let fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0001_0064));
    let high = _mm256_mul_epu32(fours, _mm256_set1_epi64x(10_000));
    let eight = _mm256_add_epi64(high, _mm256_srli_epi64::<32>(fours));
    let mut lanes = [0; 4];
    // SAFETY: `lanes` is 32 writable bytes, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast::<__m256i>(), eight) };
    Some((lanes, full))
}

/// The eight bytes before an end.
#[inline(always)]
fn word_before(text: &[u8], end: usize) -> Option<u64> {
    let word = text.get(end.wrapping_sub(8)..end)?;
    Some(u64::from_le_bytes(word.try_into().ok()?))
}

/// Reads the number that ends here.
#[inline(always)]
fn read(text: &[u8], end: usize) -> Option<u64> {
    let (low, digits) = eight_before(text, end);
    if digits < 8 {
        return Some(low);
    }
    let (middle, digits) = eight_before(text, end - 8);
    let low = middle * 100_000_000 + low;
    if digits < 8 {
        return Some(low);
    }
    let (high, digits) = eight_before(text, end - 16);
    if digits == 8 {
        return None;
    }
    high.checked_mul(10_000_000_000_000_000)?.checked_add(low)
}

/// Reads the digits before an end, at most eight: their number, and how many they are.
#[inline(always)]
fn eight_before(text: &[u8], end: usize) -> (u64, u32) {
    let word = word_before(text, end).unwrap_or_else(|| {
        // Only at the very beginning of a text.
        text[..end].iter().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56)
    });
    let values = word ^ 0x3030_3030_3030_3030;
    // The high bit of each byte that is no digit; right from the top down to the first that is not
    // ASCII, and a run has only ASCII.
    let stops = (values.wrapping_add(0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080;
    let bits = stops.leading_zeros();
    let digits = if bits == 0 { 0 } else { values >> (64 - bits) << (64 - bits) };
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    ((fours.wrapping_mul(10_000) + (fours >> 32)) & 0xffff_ffff, bits / 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_read_as_the_standard_library_reads_them(
            texts in prop::collection::vec(prop_oneof!["[0-9]{1,8}", "[0-9]{1,4}", "[0-9]{1,22}"], 1..40),
            first in "[ :\n]{0,9}",
        ) {
            let mut text = first;
            let mut ends = Vec::new();
            for number in &texts {
                text.push_str(number);
                ends.push(text.len() as u32);
                text.push(' ');
            }
            let expected = texts.iter().map_while(|text| text.parse().ok()).collect::<Vec<u64>>();
            let mut numbers = Vec::new();
            prop_assert_eq!(read_before(text.as_bytes(), &ends, &mut numbers), expected.len());
            prop_assert_eq!(&numbers, &expected);
            numbers.clear();
            read_one_by_one(text.as_bytes(), &ends, &mut numbers);
            prop_assert_eq!(&numbers, &expected);
        }
    }
}
