//! Amounts and vectors.

use std::ops::Range as Span;

use crate::language::error::{SyntaxError, quote};
use crate::language::number::{range, tuple};
use crate::language::reader::{Reader, arity_differs};
use crate::record::{AmountSets, NamedSet, Place, PositionKind, Range, Rules, Tuple, VectorRules};

/// Reads an amount or a range of them.
pub(super) fn amount(
    reader: &mut Reader<'_>,
    span: Span<usize>,
    amounts: &mut Vec<Range>,
) -> Result<(), SyntaxError> {
    reader.mark(Place::Amount(amounts.len()), &span);
    amounts.push(range(reader.scanner.text, span)?);
    Ok(())
}

/// Whether a word is a vector of which some component adds to a pile.
pub(super) fn is_signed(word: &[u8]) -> bool {
    word.contains(&b',') && (word.starts_with(b"-") || memchr::memmem::find(word, b",-").is_some())
}

/// The vectors read so far as signed ones; `Err` where some have one component.
pub(super) fn with_signs(given: &VectorRules) -> Result<Vec<Vec<i64>>, ()> {
    if !given.amounts.is_empty() {
        return Err(());
    }
    // A part beyond what a pile can hold takes more than there is.
    let part = |&part: &u64| i64::try_from(part).unwrap_or(i64::MAX);
    Ok(given.vectors.iter().map(|vector| vector.iter().map(part).collect()).collect())
}

/// The error of vectors with several components beside those with one.
pub(super) fn mixed(span: &Span<usize>) -> SyntaxError {
    SyntaxError::new(
        span.clone(),
        "vectors with several numbers stand beside vectors with one",
        "all vectors have the same number of components",
    )
}

/// Reads a vector whose components may be below 0.
pub(super) fn signed(
    reader: &mut Reader<'_>,
    span: Span<usize>,
    position: PositionKind,
    given: &mut Vec<Vec<i64>>,
) -> Result<(), SyntaxError> {
    let text = reader.scanner.text;
    let word = &text[span.clone()];
    let most = match position {
        PositionKind::Tuples { most, .. } => most,
        _ => Tuple::MAX_ARITY,
    };
    let wrong = || {
        SyntaxError::new(
            span.clone(),
            format!("{} is no vector", quote(word)),
            format!("a vector is 1 to {most} numbers joined by commas, `-1,2`; those below 0 add to a pile"),
        )
    };
    let mut vector = Vec::new();
    for part in word.split(|&byte| byte == b',') {
        let (sign, digits) = match part.strip_prefix(b"-") {
            Some(digits) => (-1, digits),
            None => (1, part),
        };
        let valid = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let number = std::str::from_utf8(digits).ok().filter(|_| valid).ok_or_else(wrong)?;
        let number: i64 = number.parse().ok().filter(|&number| number <= 1 << 62).ok_or_else(wrong)?;
        vector.push(sign * number);
    }
    if vector.len() > most {
        return Err(wrong());
    }
    if let Some(first) = given.first().filter(|first| first.len() != vector.len()) {
        return Err(arity_differs(text, span, vector.len(), first.len()));
    }
    reader.mark(Place::Vector(given.len()), &span);
    given.push(vector);
    Ok(())
}

/// Reads a named set or `all-but` among amounts, where the word is one.
pub(super) fn named<'t>(
    reader: &mut Reader<'t>,
    span: &Span<usize>,
    rules: &mut Rules<'t>,
) -> Result<bool, SyntaxError> {
    let word = &reader.scanner.text[span.clone()];
    if !matches!(rules, Rules::Amounts(_) | Rules::AmountSets(_)) || !word[0].is_ascii_lowercase() {
        return Ok(false);
    }
    let word = std::str::from_utf8(word).unwrap_or_default();
    let all_but = word == "all-but";
    let named = NamedSet::of(word).map_err(|()| {
        let message = format!("{} names no set", quote(word.as_bytes()));
        SyntaxError::new(span.clone(), message, "powers are those of 2 or more: `powers-of-2`")
    })?;
    if !all_but && named.is_none() {
        return Ok(false);
    }
    if let Rules::Amounts(ranges) = rules {
        *rules = Rules::AmountSets(AmountSets { ranges: std::mem::take(ranges), ..AmountSets::default() });
    }
    let Rules::AmountSets(sets) = rules else { return Ok(false) };
    if all_but {
        if sets.all_but || !sets.ranges.is_empty() || !sets.named.is_empty() {
            return Err(SyntaxError::new(
                span.clone(),
                "`all-but` stands behind other amounts",
                "it stands once, before the amounts that may not be taken: `all-but 2 4`",
            ));
        }
        sets.all_but = true;
    }
    sets.named.extend(named);
    Ok(true)
}

/// Reads a vector: numbers joined by commas, or one number or range.
pub(super) fn vector(
    reader: &mut Reader<'_>,
    span: Span<usize>,
    position: PositionKind,
    given: &mut VectorRules,
) -> Result<(), SyntaxError> {
    let text = reader.scanner.text;
    if memchr::memchr(b',', &text[span.clone()]).is_none() {
        return amount(reader, span, &mut given.amounts);
    }
    let most = match position {
        PositionKind::Tuples { most, .. } => most,
        _ => Tuple::MAX_ARITY,
    };
    let mut numbers = [0; Tuple::MAX_ARITY];
    let arity = tuple(text, span.clone(), most, &mut numbers)?;
    reader.mark(Place::Vector(given.vectors.len()), &span);
    if !given.vectors.push(&numbers[..arity]) {
        return Err(arity_differs(text, span, arity, given.vectors.arity()));
    }
    Ok(())
}
