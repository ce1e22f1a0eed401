//! Octal codes.

use std::ops::Range;

use crate::language::error::{SyntaxError, quote};
use crate::language::reader::Reader;
use crate::record::Place;

/// Reads an octal code; `more`: one was read before.
pub(super) fn octal<'t>(
    reader: &mut Reader<'t>,
    span: Range<usize>,
    more: bool,
    code: &mut &'t str,
) -> Result<(), SyntaxError> {
    let word = &reader.scanner.text[span.clone()];
    let help = "a code is 0 or 4, a point, and digits 0 to 7: `0.77`";
    if more {
        return Err(SyntaxError::new(span, format!("a second code, {}", quote(word)), "one code is enough"));
    }
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
    *code = std::str::from_utf8(word).unwrap_or_default();
    Ok(())
}
