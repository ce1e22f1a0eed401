//! Octal codes, and take-and-break codes in full.

use std::borrow::Cow;
use std::ops::Range;

use crate::language::error::{SyntaxError, quote};
use crate::language::reader::Reader;
use crate::record::Place;

/// Reads an octal code; `more`: one was read before.
pub(super) fn octal<'t>(
    reader: &mut Reader<'t>,
    span: Range<usize>,
    more: bool,
    code: &mut Cow<'t, str>,
) -> Result<(), SyntaxError> {
    only_one(reader, &span, more)?;
    let word = &reader.scanner.text[span.clone()];
    let help = "a code is 0 or 4, a point, and digits 0 to 7: `0.77`";
    let wrong = |at: usize, message: String| {
        let start = span.start + at;
        Err(SyntaxError::new(start..(start + 1).min(span.end), message, help))
    };
    if !matches!(word[0], b'0' | b'4') {
        return wrong(0, format!("the code {} does not begin with 0 or 4", quote(word)));
    }
    if word.get(1) != Some(&b'.') {
        return wrong(1, format!("the code {} has no point after its first digit", quote(word)));
    }
    if word.len() == 2 {
        return wrong(2, format!("the code {} has no digit after the point", quote(word)));
    }
    if let Some(bad) = word[2..].iter().position(|digit| !matches!(digit, b'0'..=b'7')) {
        return wrong(2 + bad, format!("the code {} has something else than digits 0 to 7", quote(word)));
    }
    reader.mark(Place::Code, &span);
    // Only ASCII passed the checks above.
    *code = std::str::from_utf8(word).unwrap_or_default().into();
    Ok(())
}

/// Reads a take-and-break code; `more`: one was read before.
pub(super) fn full<'t>(
    reader: &mut Reader<'t>,
    span: Range<usize>,
    more: bool,
    code: &mut Cow<'t, str>,
) -> Result<(), SyntaxError> {
    only_one(reader, &span, more)?;
    let word = &reader.scanner.text[span.clone()];
    let help = "a code is 0, 4, 8 or C, a point, digits 0 to 9 and A to F, those that repeat in brackets: \
                `0.12[3F]`; `!` after a digit leaves unequal heaps only";
    let wrong = |at: usize, message: String| {
        let start = (span.start + at).min(span.end);
        Err(SyntaxError::new(start..(start + 1).min(span.end), message, help))
    };
    // Where the digits from a place on end, each with the `!` that may follow it.
    let digits_end = |mut at: usize| {
        while word.get(at).is_some_and(|byte| byte.is_ascii_digit() || (b'A'..=b'F').contains(byte)) {
            at += 1 + usize::from(word.get(at + 1) == Some(&b'!'));
        }
        at
    };
    if !matches!(word[0], b'0' | b'4' | b'8' | b'C') {
        return wrong(0, format!("the code {} does not begin with 0, 4, 8 or C", quote(word)));
    }
    let point = 1 + usize::from(word.get(1) == Some(&b'!'));
    if word.get(point) != Some(&b'.') {
        return wrong(point, format!("the code {} has no point after its first digit", quote(word)));
    }
    let mut end = digits_end(point + 1);
    if word.get(end) == Some(&b'[') {
        let close = digits_end(end + 1);
        if close == end + 1 {
            return wrong(close, format!("the code {} has no digit after the bracket", quote(word)));
        }
        if word.get(close) != Some(&b']') {
            return wrong(close, format!("the code {} does not close its bracket here", quote(word)));
        }
        end = close + 1;
    } else if end == point + 1 {
        return wrong(end, format!("the code {} has no digit after the point", quote(word)));
    }
    if end < word.len() {
        return wrong(end, format!("the code {} has something else than digits here", quote(word)));
    }
    reader.mark(Place::Code, &span);
    // Only ASCII passed the checks above.
    *code = std::str::from_utf8(word).unwrap_or_default().into();
    Ok(())
}

fn only_one(reader: &Reader<'_>, span: &Range<usize>, more: bool) -> Result<(), SyntaxError> {
    let word = &reader.scanner.text[span.clone()];
    match more {
        true => Err(SyntaxError::new(
            span.clone(),
            format!("a second code, {}", quote(word)),
            "one code is enough",
        )),
        false => Ok(()),
    }
}
