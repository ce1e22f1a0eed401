//! Long lists of edges or arcs: pairs of numbers joined by a sign, read eight digits at a time.
//!
//! A record may be one line with ten million pairs. The usual pair, digits on both sides and a
//! blank behind it, is read here; at anything else reading stops, and the slow way says what it
//! is.
//!
//! ```text
//!   bytes in a word, the first lowest      '1' '2' '3' '-' '4' '5' ' ' '6'
//!   shifted up until its digits end it     ... ... ... ... ...  1   2   3     zeros in front
//!   neighbours joined three times          12 3 → 0123 → 00000123
//! ```

use super::scan::is_blank;

/// Appends the pairs that begin at `at`, each end at least 1, and returns where the first word
/// begins that is no such pair with a blank behind it.
///
/// # Complexity
/// Linear; about 10 cycles a number.
pub(super) fn pairs(text: &[u8], mut at: usize, sign: u8, into: &mut Vec<(u32, u32)>) -> usize {
    loop {
        let Some((from, end)) = number(text, at) else { return at };
        if text.get(end) != Some(&sign) {
            return at;
        }
        let Some((to, end)) = number(text, end + 1) else { return at };
        if !text.get(end).is_some_and(|&byte| is_blank(byte)) {
            return at;
        }
        into.push((from, to));
        at = end + 1;
        while text.get(at).is_some_and(|&byte| is_blank(byte)) {
            at += 1;
        }
    }
}

/// The number from 1 to `u32::MAX` that begins here, and where it ends; none also near the end of
/// the text.
#[inline]
fn number(text: &[u8], at: usize) -> Option<(u32, usize)> {
    let (low, digits) = eight(text, at)?;
    if digits < 8 {
        // No digit at all reads as 0, too.
        return (low > 0).then_some((low as u32, at + digits));
    }
    let (more, digits) = eight(text, at + 8)?;
    let power = [1, 10, 100].get(digits)?;
    let value = u32::try_from(low * power + more).ok()?;
    (value > 0).then_some((value, at + 8 + digits))
}

/// The number made of the digits that begin here, at most eight, and how many they are.
#[inline]
fn eight(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let word = u64::from_le_bytes(*text.get(at..)?.first_chunk()?);
    let values = word ^ 0x3030_3030_3030_3030;
    // The high bit of each byte that is no digit; right up to the first of them.
    let stops = (values.wrapping_add(0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080;
    let bits = stops.trailing_zeros() & !7;
    let digits = if bits == 0 { 0 } else { values << (64 - bits) };
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    Some(((fours.wrapping_mul(10_000) + (fours >> 32)) & 0xffff_ffff, bits as usize / 8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same by splitting and the standard library.
    fn plain(text: &str, sign: char) -> Vec<(u32, u32)> {
        let words = text.split_inclusive([' ', '\t']).filter(|word| word.trim() != "");
        let pair = |word: &str| {
            let (from, to) = word.strip_suffix([' ', '\t'])?.split_once(sign)?;
            let number = |text: &str| {
                let digits = !text.is_empty() && text.len() <= 10 && text.bytes().all(|b| b.is_ascii_digit());
                text.parse().ok().filter(|&number: &u32| digits && number > 0)
            };
            Some((number(from)?, number(to)?))
        };
        words.map_while(pair).collect()
    }

    proptest! {
        #[test]
        fn pairs_are_those_of_the_standard_library(
            words in prop::collection::vec(
                prop_oneof![
                    20 => "[0-9]{1,7}-[0-9]{1,7}[ \t]{1,3}",
                    10 => "[1-4][0-9]{7,9}-[1-9][0-9]{0,9} ",
                    1 => "[0-9]{0,12}[-:>é]?[0-9]{0,12}[ :]?",
                ],
                0..30,
            ),
        ) {
            // Near its end a text is left to the slow way; a long tail shows what is read before.
            let text = words.concat() + "? 0123456789abcdef0123456789";
            let mut found = Vec::new();
            let at = pairs(text.as_bytes(), 0, b'-', &mut found);
            prop_assert_eq!(&found, &plain(&text, '-'));
            prop_assert_eq!(plain(&text[..at], '-'), found);
        }
    }

    #[test]
    fn the_end_of_the_text_is_left_to_the_slow_way() {
        let mut found = Vec::new();
        assert_eq!(pairs(b"1-2 3-4 5-6", 0, b'-', &mut found), 4);
        assert_eq!(found, [(1, 2)]);
        assert_eq!(pairs(b"4294967295>1 4294967296>1 00000000", 0, b'>', &mut found), 13);
        assert_eq!(found[1..], [(u32::MAX, 1)]);
    }
}
