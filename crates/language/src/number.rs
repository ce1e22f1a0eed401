//! Reads numbers, ranges and tuples from bytes.

use std::ops::Range as Span;

use smallvec::SmallVec;

use super::error::{SyntaxError, SyntaxKind};
use super::layout::{is_blank, is_digits, skip_blanks};
use grundy_base::range::Range;
use grundy_record::Tuple;

/// Reads one unsigned decimal number that fills the span.
pub(super) fn number(text: &[u8], span: Span<usize>) -> Result<u64, SyntaxError> {
    let token = &text[span.clone()];
    match decimal(token, 0) {
        Some((number, end)) if end == token.len() => Ok(number),
        _ if is_digits(token) => {
            let help = format!("numbers are at most {}", u64::MAX);
            Err(SyntaxError::quoting(
                text,
                span,
                "the number {} is too large",
                help,
            ))
        }
        _ if token.is_empty() => {
            let error = SyntaxError::new(
                span,
                "a number is missing here",
                "write an unsigned decimal number",
            );
            Err(error.of_kind(SyntaxKind::NumberMissing))
        }
        _ => {
            let help = "write an unsigned decimal number, digits only";
            let error = SyntaxError::quoting(text, span, "{} is not a number", help);
            Err(error.of_kind(SyntaxKind::NoNumber))
        }
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
        let help = format!("write `{high}{sign}{low}`");
        return Err(SyntaxError::quoting(
            text,
            span,
            "the range {} runs downwards",
            help,
        ));
    }
    Ok(Range { low, high })
}

/// The items of a list joined by commas.
pub(super) type Parts<T> = SmallVec<[T; Tuple::MAX_ARITY]>;

/// Reads numbers joined by commas that fill the span, at most `most` of them.
pub(super) fn tuple(
    text: &[u8],
    span: Span<usize>,
    most: usize,
) -> Result<Parts<u64>, SyntaxError> {
    let help = || match most {
        1 => "numbers with blanks between them are a sum of positions".to_owned(),
        _ => format!("write at most {most} numbers, joined by commas"),
    };
    parts(text, span, most, help, |part| number(text, part))
}

/// Reads the parts of a span between its commas, at most `most` of them.
pub(super) fn parts<T>(
    text: &[u8],
    span: Span<usize>,
    most: usize,
    help: impl FnOnce() -> String,
    read: impl Fn(Span<usize>) -> Result<T, SyntaxError>,
) -> Result<Parts<T>, SyntaxError> {
    let mut parts = Parts::new();
    for part in split(text, span.clone(), b',') {
        if parts.len() == most {
            let message = match most {
                1 => "{} has several numbers, and a position is one".to_owned(),
                _ => format!("{{}} has more than {most} numbers"),
            };
            return Err(SyntaxError::quoting(text, span, &message, help()));
        }
        parts.push(read(part)?);
    }
    Ok(parts)
}

/// Splits a word at these signs, into the places of its parts.
pub(super) fn split(text: &[u8], span: Span<usize>, sign: u8) -> impl Iterator<Item = Span<usize>> {
    let mut start = Some(span.start);
    std::iter::from_fn(move || {
        let from = start?;
        let end = memchr::memchr(sign, &text[from..span.end]).map(|at| from + at);
        start = end.map(|end| end + 1);
        Some(from..end.unwrap_or(span.end))
    })
}

/// Reads a number that may be negative; one that is too large counts as the largest.
pub(super) fn signed(token: &[u8]) -> Option<i64> {
    let magnitude = token.strip_prefix(b"-").unwrap_or(token);
    if !is_digits(magnitude) {
        return None;
    }
    let number = decimal(magnitude, 0)
        .and_then(|(number, _)| i64::try_from(number).ok())
        .unwrap_or(i64::MAX);
    let negative = magnitude.len() < token.len();
    Some(if negative { -number } else { number })
}

/// Reads the number that begins here, if it fits in 64 bits, and returns it with the place where it ends.
#[inline]
pub(super) fn decimal(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let mut number = 0u64;
    let mut end = at;
    while let Some(digit) = text
        .get(end)
        .map(|byte| byte.wrapping_sub(b'0'))
        .filter(|&digit| digit < 10)
    {
        number = number.checked_mul(10)?.checked_add(digit.into())?;
        end += 1;
    }
    (end > at).then_some((number, end))
}

/// Reads decimal numbers that fit in 64 bits, in tuples of this many `piles` joined by commas, from a place on up to the
/// end of a line or the first word that is anything else. Returns where that word begins.
///
/// Most positions are no more than such numbers, and most of the time of a batch goes into reading them.
pub fn plain_numbers(
    text: &[u8],
    line: Span<usize>,
    piles: usize,
    numbers: &mut Vec<u64>,
) -> usize {
    let mut at = line.start;
    loop {
        let start = at;
        let before = numbers.len();
        at = skip_blanks(&text[..line.end], at);
        for pile in 1..=piles {
            let Some((number, end)) = decimal(text, at) else {
                numbers.truncate(before);
                return start;
            };
            numbers.push(number);
            let last = pile == piles;
            let ends_well = if last {
                end == line.end || is_blank(text[end])
            } else {
                text.get(end) == Some(&b',')
            };
            if !ends_well {
                numbers.truncate(before);
                return start;
            }
            at = end + usize::from(!last);
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::cast_possible_truncation,
        reason = "tests choose their numbers small enough"
    )]

    use super::*;
    use grundy_base::random::Random;
    use grundy_base::testing::random_digits;

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
            let (head, tail) = (
                random_digits(&mut random, 0, 5),
                random_digits(&mut random, 0, 3),
            );
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

    #[test]
    fn positions_of_numbers_alone_are_read_as_the_standard_library_reads_them() {
        let mut random = Random::new(3);
        for _ in 0..5000 {
            let piles = 1 + random.below(3) as usize;
            let word = |random: &mut Random| match random.below(20) {
                0 => "x".to_owned(),
                1 => random_digits(random, 15, 25),
                2 => random.word().to_string(),
                _ => random_digits(random, 1, 9),
            };
            let words: Vec<String> = (0..random.below(5))
                .map(|_| itertools::join((0..piles).map(|_| word(&mut random)), ","))
                .collect();
            let mut blank = || [" ", "\t", "  "][random.below(3) as usize];
            let line: String = words
                .iter()
                .map(|word| blank().to_owned() + word)
                .collect::<String>()
                + blank();
            let text = line.clone() + ["", "\n", "\r\nnim: 77777777"][random.below(3) as usize];
            let read = |word: &&String| -> Option<Vec<u64>> {
                word.split(',').map(|number| number.parse().ok()).collect()
            };
            let expected: Vec<Vec<u64>> = words
                .iter()
                .by_ref()
                .map_while(|word| read(&word))
                .collect();
            let mut numbers = Vec::new();
            let at = plain_numbers(text.as_bytes(), 0..line.len(), piles, &mut numbers);
            assert_eq!(numbers, expected.concat(), "{text:?}");
            let rest = words.get(expected.len()).map_or("", |word| word);
            assert!(line[at..].trim_start().starts_with(rest), "{text:?}");
            assert!(!rest.is_empty() || line[at..].trim().is_empty(), "{text:?}");
        }
    }
}
