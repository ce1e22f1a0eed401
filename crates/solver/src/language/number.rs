//! Numbers, ranges and tuples, from bytes.

use std::ops::Range as Span;

use super::error::{SyntaxError, SyntaxKind, quote};
use super::layout::is_blank;
use crate::record::{Range, Tuple};

/// Reads one unsigned decimal number that fills the span.
pub(super) fn number(text: &[u8], span: Span<usize>) -> Result<u64, SyntaxError> {
    let token = &text[span.clone()];
    match digits(token) {
        Digits::Number(number) => Ok(number),
        Digits::TooLarge => Err(too_large(span, token)),
        Digits::None => Err(not_a_number(span, token)),
    }
}

/// Reads `a` or `a-b` that fills the span.
pub(super) fn range(text: &[u8], span: Span<usize>) -> Result<Range, SyntaxError> {
    range_with("-", text, span)
}

/// Reads a number, or two joined by this sign, that fill the span.
pub(super) fn range_with(sign: &str, text: &[u8], span: Span<usize>) -> Result<Range, SyntaxError> {
    let token = &text[span.clone()];
    let Some(at) = memchr::memmem::find(token, sign.as_bytes()) else {
        let low = number(text, span)?;
        return Ok(Range { low, high: low });
    };
    let low = number(text, span.start..span.start + at)?;
    let high = number(text, span.start + at + sign.len()..span.end)?;
    if low > high {
        return Err(SyntaxError::new(
            span,
            format!("the range {} runs downwards", quote(token)),
            format!("write `{high}{sign}{low}`"),
        ));
    }
    Ok(Range { low, high })
}

/// Reads numbers joined by commas that fill the span, at most `most` of them, into `into`; returns
/// how many.
pub(super) fn tuple(
    text: &[u8],
    span: Span<usize>,
    most: usize,
    into: &mut [u64; Tuple::MAX_ARITY],
) -> Result<usize, SyntaxError> {
    let mut arity = 0;
    let help = || format!("write at most {most} numbers, joined by commas");
    each_part(text, span, most, help, |part| {
        into[arity] = number(text, part)?;
        arity += 1;
        Ok(())
    })?;
    Ok(arity)
}

/// Reads the parts of a span between its commas, at most `most` of them.
pub(super) fn each_part(
    text: &[u8],
    span: Span<usize>,
    most: usize,
    help: impl FnOnce() -> String,
    mut read: impl FnMut(Span<usize>) -> Result<(), SyntaxError>,
) -> Result<(), SyntaxError> {
    let mut start = span.start;
    for _ in 0..most {
        let end = memchr::memchr(b',', &text[start..span.end]).map_or(span.end, |comma| start + comma);
        read(start..end)?;
        if end == span.end {
            return Ok(());
        }
        start = end + 1;
    }
    let message = format!("{} has more than {most} numbers", quote(&text[span.clone()]));
    Err(SyntaxError::new(span, message, help()))
}

/// A token read as a number.
pub(super) enum Digits {
    /// All digits, and it fits.
    Number(u64),
    /// All digits, and it does not fit in 64 bits.
    TooLarge,
    /// Not a number.
    None,
}

/// Reads decimal digits.
pub(super) fn digits(token: &[u8]) -> Digits {
    if token.is_empty() || !token.iter().all(u8::is_ascii_digit) {
        return Digits::None;
    }
    // Nineteen digits always fit; only longer tokens need the checks.
    let fold = |start: u64, digits: &[u8]| {
        digits.iter().fold(start, |sum, digit| sum.wrapping_mul(10).wrapping_add(u64::from(digit - b'0')))
    };
    if token.len() <= 19 {
        return Digits::Number(fold(0, token));
    }
    let significant = token.iter().position(|&digit| digit != b'0').unwrap_or(token.len());
    let token = &token[significant..];
    match token.len() {
        0..=19 => Digits::Number(fold(0, token)),
        20 => {
            let head = fold(0, &token[..19]);
            match head.checked_mul(10).and_then(|n| n.checked_add(u64::from(token[19] - b'0'))) {
                Some(number) => Digits::Number(number),
                None => Digits::TooLarge,
            }
        }
        _ => Digits::TooLarge,
    }
}

/// Reads decimal numbers that surely fit in 64 bits, in tuples of this many `piles` joined by commas, up to the first
/// word that is anything else; where that begins. Most positions are no more than that, and most of the time goes into
/// reading them.
pub fn plain_numbers(text: &[u8], mut at: usize, piles: usize, numbers: &mut Vec<u64>) -> usize {
    /// A number of this many digits always fits.
    const MAX_DIGITS: usize = 19;
    let digit_at = |at: usize| text.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10);
    loop {
        let (start, before) = (at, numbers.len());
        while text.get(at).is_some_and(|&byte| is_blank(byte)) {
            at += 1;
        }
        for pile in 1..=piles {
            let first = at;
            let mut number = 0u64;
            while let Some(digit) = digit_at(at) {
                number = number.wrapping_mul(10).wrapping_add(digit.into());
                at += 1;
            }
            let ends = match text.get(at) {
                Some(&byte) if pile < piles => byte == b',',
                Some(&byte) => is_blank(byte),
                None => pile == piles,
            };
            if !ends || !(1..=MAX_DIGITS).contains(&(at - first)) {
                numbers.truncate(before);
                return start;
            }
            numbers.push(number);
            at += usize::from(pile < piles);
        }
    }
}

pub(super) fn too_large(span: Span<usize>, token: &[u8]) -> SyntaxError {
    SyntaxError::new(
        span,
        format!("the number {} is too large", quote(token)),
        format!("numbers are at most {}", u64::MAX),
    )
}

pub(super) fn not_a_number(span: Span<usize>, token: &[u8]) -> SyntaxError {
    if token.is_empty() {
        return SyntaxError::new(span, "a number is missing here", "write an unsigned decimal number")
            .of_kind(SyntaxKind::NumberMissing);
    }
    SyntaxError::new(
        span,
        format!("{} is not a number", quote(token)),
        "write an unsigned decimal number, digits only",
    )
    .of_kind(SyntaxKind::NoNumber)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::testing::random_digits;

    #[test]
    fn numbers_read_as_the_standard_library_reads_them() {
        let mut random = Random::new(1);
        for _ in 0..1000 {
            let text = random_digits(&mut random, 1, 25);
            let mine = number(text.as_bytes(), 0..text.len()).ok();
            assert_eq!(mine, text.parse::<u64>().ok(), "{text}");
        }
    }

    #[test]
    fn text_with_anything_but_digits_is_refused_whole() {
        let mut random = Random::new(2);
        for bad in ('\0'..='\u{2ff}').filter(|c| !c.is_ascii_digit()) {
            let (head, tail) = (random_digits(&mut random, 0, 5), random_digits(&mut random, 0, 3));
            let text = format!("{head}{bad}{tail}");
            let error = number(text.as_bytes(), 0..text.len()).unwrap_err();
            assert_eq!(error.span, 0..text.len(), "{text}");
        }
    }

    #[test]
    fn the_largest_number_is_read_and_the_next_refused() {
        let text = b"18446744073709551615 18446744073709551616 00018446744073709551615";
        assert_eq!(number(text, 0..20), Ok(u64::MAX));
        assert!(number(text, 21..41).is_err());
        assert_eq!(number(text, 42..65), Ok(u64::MAX));
    }
}
