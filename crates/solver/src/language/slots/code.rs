//! Codes: octal ones, `0.77`, and take-and-break codes in full, `0.12[3F!]`.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a hexadecimal digit is below 16"
)]

use super::Word;
use crate::language::error::{SyntaxError, quote};
use grundy_record::{Code, Place, Rules, Slot};
use grundy_rules::parts::Digit;

/// Reads a code, of octal digits alone or in full.
pub(super) fn read(
    slot: Slot,
    at: &mut Word<'_, '_>,
    rules: &mut Rules,
) -> Result<(), SyntaxError> {
    let word = at.bytes();
    if rules.code.is_some() {
        return Err(at.quoting("a second code, {}", "one code is enough"));
    }
    if let Some((offset, what)) = wrong(word, slot == Slot::Octal) {
        let start = (at.span.start + offset).min(at.span.end);
        let help = match slot {
            Slot::Octal => "a code is 0 or 4, a point, and digits 0 to 7: `0.77`",
            _ => {
                "a code is 0, 4, 8 or C, a point, digits 0 to 9 and A to F, those that repeat in brackets: \
                 `0.12[3F]`; `!` after a digit leaves unequal heaps only"
            }
        };
        let span = start..(start + 1).min(at.span.end);
        return Err(SyntaxError::new(
            span,
            format!("the code {} {what}", quote(word)),
            help,
        ));
    }
    at.mark(Place::Code);
    let mut code = Code::default();
    let mut repeats = false;
    for &byte in word {
        let digits = if repeats {
            &mut code.repeat
        } else {
            &mut code.prefix
        };
        match byte {
            b'[' => repeats = true,
            b'!' => digits
                .iter_mut()
                .last()
                .into_iter()
                .for_each(|digit| digit.unequal = true),
            _ => {
                let bits = char::from(byte).to_digit(16);
                digits.extend(bits.map(|bits| Digit::of(bits as u8)));
            }
        }
    }
    rules.code = Some(code);
    Ok(())
}

/// The first place of a word where it is no code, and what is wrong there.
fn wrong(word: &[u8], octal: bool) -> Option<(usize, &'static str)> {
    let (first, first_wrong, digits, digits_wrong): (&[u8], _, &[u8], _) = match octal {
        true => (
            b"04",
            "does not begin with 0 or 4",
            b"01234567",
            "has something else than digits 0 to 7",
        ),
        false => (
            b"048C",
            "does not begin with 0, 4, 8 or C",
            b"0123456789ABCDEF",
            "has something else than digits here",
        ),
    };
    // The end of the digits from a place on, each with the `!` that may follow it in a code in full.
    let mark = |at| usize::from(!octal && word.get(at) == Some(&b'!'));
    let digits_end = |mut at| {
        while word.get(at).is_some_and(|byte| digits.contains(byte)) {
            at += 1 + mark(at + 1);
        }
        at
    };
    if !first.contains(&word[0]) {
        return Some((0, first_wrong));
    }
    let point = 1 + mark(1);
    if word.get(point) != Some(&b'.') {
        return Some((point, "has no point after its first digit"));
    }
    let mut end = digits_end(point + 1);
    if !octal && word.get(end) == Some(&b'[') {
        let close = digits_end(end + 1);
        if close == end + 1 {
            return Some((close, "has no digit after the bracket"));
        }
        if word.get(close) != Some(&b']') {
            return Some((close, "does not close its bracket here"));
        }
        end = close + 1;
    } else if end == point + 1 && !(octal && end < word.len()) {
        return Some((end, "has no digit after the point"));
    }
    (end < word.len()).then_some((end, digits_wrong))
}
