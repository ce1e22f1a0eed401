//! Codes: octal ones, `0.77`, and take-and-break codes in full, `0.12[3F!]`.

use super::{Missing, Word, write_word};
use crate::language::error::{SyntaxError, quote};
use crate::record::{Code, Digit, Place, Rules, Slot};

/// Reads an octal code.
pub(super) fn read_octal(at: &mut Word<'_, '_>, rules: &mut Rules<'_>) -> Result<(), SyntaxError> {
    let word = at.bytes();
    let help = "a code is 0 or 4, a point, and digits 0 to 7: `0.77`";
    let bad = |from: usize| word[from..].iter().position(|digit| !matches!(digit, b'0'..=b'7'));
    let wrong = if !matches!(word[0], b'0' | b'4') {
        Some((0, "does not begin with 0 or 4"))
    } else if word.get(1) != Some(&b'.') {
        Some((1, "has no point after its first digit"))
    } else if word.len() == 2 {
        Some((2, "has no digit after the point"))
    } else {
        bad(2).map(|bad| (2 + bad, "has something else than digits 0 to 7"))
    };
    finish(at, wrong, help, rules)
}

/// Reads a take-and-break code.
pub(super) fn read(at: &mut Word<'_, '_>, rules: &mut Rules<'_>) -> Result<(), SyntaxError> {
    let help = "a code is 0, 4, 8 or C, a point, digits 0 to 9 and A to F, those that repeat in brackets: \
                `0.12[3F]`; `!` after a digit leaves unequal heaps only";
    finish(at, wrong_in_full(at.bytes()), help, rules)
}

/// The first place of a word where it is no take-and-break code, and what is wrong there.
fn wrong_in_full(word: &[u8]) -> Option<(usize, &'static str)> {
    // The end of the digits from a place on, each with the `!` that may follow it.
    let digits_end = |mut at: usize| {
        while word.get(at).is_some_and(|byte| byte.is_ascii_digit() || (b'A'..=b'F').contains(byte)) {
            at += 1 + usize::from(word.get(at + 1) == Some(&b'!'));
        }
        at
    };
    if !matches!(word[0], b'0' | b'4' | b'8' | b'C') {
        return Some((0, "does not begin with 0, 4, 8 or C"));
    }
    let point = 1 + usize::from(word.get(1) == Some(&b'!'));
    if word.get(point) != Some(&b'.') {
        return Some((point, "has no point after its first digit"));
    }
    let mut end = digits_end(point + 1);
    if word.get(end) == Some(&b'[') {
        let close = digits_end(end + 1);
        if close == end + 1 {
            return Some((close, "has no digit after the bracket"));
        }
        if word.get(close) != Some(&b']') {
            return Some((close, "does not close its bracket here"));
        }
        end = close + 1;
    } else if end == point + 1 {
        return Some((end, "has no digit after the point"));
    }
    (end < word.len()).then_some((end, "has something else than digits here"))
}

/// Takes the digits of a word, unless something is wrong with it or it is the second code.
fn finish(
    at: &mut Word<'_, '_>,
    wrong: Option<(usize, &str)>,
    help: &'static str,
    rules: &mut Rules<'_>,
) -> Result<(), SyntaxError> {
    let word = at.bytes();
    if rules.code.is_some() {
        return Err(at.quoting("a second code, {}", "one code is enough"));
    }
    if let Some((offset, what)) = wrong {
        let start = (at.span.start + offset).min(at.span.end);
        let span = start..(start + 1).min(at.span.end);
        return Err(SyntaxError::new(span, format!("the code {} {what}", quote(word)), help));
    }
    at.mark(Place::Code);
    let mut code = Code::default();
    let mut repeats = false;
    for &byte in word {
        let digits = if repeats { &mut code.repeat } else { &mut code.prefix };
        match byte {
            b'[' => repeats = true,
            b'!' => digits.iter_mut().last().into_iter().for_each(|digit| digit.unequal = true),
            _ => {
                let bits = char::from(byte).to_digit(16);
                digits.extend(bits.map(|bits| Digit::of(bits as u8)));
            }
        }
    }
    rules.code = Some(code);
    Ok(())
}

pub(super) fn missing(slot: Slot, rules: &Rules<'_>) -> Option<Missing<'static>> {
    rules.code.is_none().then(|| match slot {
        Slot::Octal => ("the octal code is missing", "write the code after the name: `octal 0.77`".into()),
        _ => ("the code is missing", "write it after the name: `take-and-break 0.12[3F]`".into()),
    })
}

pub(super) fn write(rules: &Rules<'_>, out: &mut Vec<u8>) {
    rules.code.iter().for_each(|code| write_word(code, out));
}
