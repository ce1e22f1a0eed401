//! Runs of decimal digits, eight at a time.
//!
//! ```text
//!   bytes in a word, the first lowest      '1' '2' '3' '-' '4' '5' ' ' '6'
//!   shifted up until its digits end it     ... ... ... ... ...  1   2   3     zeros in front
//!   neighbours joined three times          12 3 → 0123 → 00000123
//! ```

/// The powers of ten that up to eight digits stand for.
const POWERS: [u64; 9] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The number of at most twenty digits that begins here, if it fits in 64 bits, and where it ends.
///
/// # Complexity
/// About 10 cycles for eight digits.
#[inline]
pub(super) fn number(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let (high, digits) = eight(text, at);
    if digits < 8 {
        return (digits > 0).then_some((high, at + digits));
    }
    let (middle, digits) = eight(text, at + 8);
    let number = high * POWERS[digits] + middle;
    if digits < 8 {
        return Some((number, at + 8 + digits));
    }
    let (low, digits) = eight(text, at + 16);
    let power = POWERS[..=4].get(digits)?;
    Some((number.checked_mul(*power)?.checked_add(low)?, at + 16 + digits))
}

/// The number made of the digits that begin here, at most eight, and how many they are.
#[inline]
fn eight(text: &[u8], at: usize) -> (u64, usize) {
    let rest = text.get(at..).unwrap_or_default();
    let word = rest.first_chunk().map_or_else(|| last(text, rest.len()), |eight| u64::from_le_bytes(*eight));
    let values = word ^ 0x3030_3030_3030_3030;
    // The high bit of each byte that is no digit; right up to the first of them.
    let stops = (values.wrapping_add(0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080;
    let bits = stops.trailing_zeros() & !7;
    let digits = if bits == 0 { 0 } else { values << (64 - bits) };
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    ((fours.wrapping_mul(10_000) + (fours >> 32)) & 0xffff_ffff, bits as usize / 8)
}

/// The last bytes of a text, fewer than eight.
fn last(text: &[u8], count: usize) -> u64 {
    match text.last_chunk() {
        Some(_) if count == 0 => 0,
        Some(&eight) => u64::from_le_bytes(eight) >> (64 - 8 * count),
        None => text[text.len() - count..].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}
