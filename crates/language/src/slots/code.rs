//! Octal codes, `0.77`, and take-and-break codes in full, `0.12[3F!]`.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a hexadecimal digit is below 16"
)]

use super::word::Word;
use crate::error::SyntaxError;
use grundy_record::{Code, Place, Rules, Slot};
use grundy_rules::parts::Digit;
use grundy_rules::quote::quote;

/// The longest wrong code that is marked whole.
const MAX_MARKED: usize = 20;

/// Reads a code, of octal digits alone or in full.
pub(super) fn read(
    slot: Slot,
    at: &mut Word<'_, '_>,
    rules: &mut Rules,
) -> Result<(), SyntaxError> {
    let word = at.bytes();
    if matches!(rules, Rules::Code(_)) {
        return Err(at.quoting("a second code, {}", "one code is enough"));
    }
    let alphabet = if slot == Slot::Octal { &OCTAL } else { &FULL };
    if let Some((offset, what)) = wrong(word, alphabet) {
        let message = format!("the code {} {what}", quote(word));
        if let Some(code) = corrected(word, alphabet) {
            return Err(at.wrong(message, format!("{}: `{code}`", alphabet.form)));
        }
        let start = (at.span.start + offset).min(at.span.end);
        let span = if word.len() <= MAX_MARKED {
            at.span.clone()
        } else {
            start..(start + 1).min(at.span.end)
        };
        let help = format!(
            "{}, such as `{}`{}",
            alphabet.form, alphabet.example, alphabet.more
        );
        return Err(SyntaxError::new(span, message, help));
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
            b'!' => {
                if let Some(digit) = digits.last_mut() {
                    digit.unequal = true;
                }
            }
            _ => {
                let bits = char::from(byte).to_digit(16);
                digits.extend(bits.map(|bits| Digit::of(bits as u8)));
            }
        }
    }
    *rules = Rules::Code(code);
    Ok(())
}

/// The characters of a code, and the messages where it has others.
struct Alphabet {
    /// The digits before the point.
    first: &'static [u8],
    /// The message for another digit before the point.
    first_wrong: &'static str,
    /// The digits after the point.
    digits: &'static [u8],
    /// The message for another digit after the point.
    digits_wrong: &'static str,
    /// Whether digits may be marked by `!`, and repeat in brackets.
    in_full: bool,
    /// The form of a code in words.
    form: &'static str,
    /// An example of such a code.
    example: &'static str,
    /// The end of the advice, with more about the form.
    more: &'static str,
}

/// The characters of an octal code.
const OCTAL: Alphabet = Alphabet {
    first: b"04",
    first_wrong: "does not begin with 0 or 4",
    digits: b"01234567",
    digits_wrong: "has something else than digits 0 to 7",
    in_full: false,
    form: "a code is 0 or 4, a point, and digits 0 to 7",
    example: "0.77",
    more: "; larger digits are those of `take-and-break`",
};

/// The characters of a take-and-break code in full.
const FULL: Alphabet = Alphabet {
    first: b"048C",
    first_wrong: "does not begin with 0, 4, 8 or C",
    digits: b"0123456789ABCDEF",
    digits_wrong: "has something else than digits here",
    in_full: true,
    form: "a code is 0, 4, 8 or C, a point, digits 0 to 9 and A to F, those that repeat in brackets",
    example: "0.12[3F]",
    more: "; `!` after a digit leaves unequal heaps only",
};

impl Alphabet {
    /// Counts the `!` at a place of a word: one, or none.
    fn marks(&self, word: &[u8], at: usize) -> usize {
        usize::from(self.in_full && word.get(at) == Some(&b'!'))
    }

    /// Finds the end of the digits from a place on, each with the `!` that may follow it.
    fn end_of_digits(&self, word: &[u8], mut at: usize) -> usize {
        while word.get(at).is_some_and(|byte| self.digits.contains(byte)) {
            at += 1 + self.marks(word, at + 1);
        }
        at
    }
}

/// Writes a code whose point is missing, doubled or another sign as it is meant; `None` for other words.
fn corrected(word: &[u8], alphabet: &Alphabet) -> Option<String> {
    /// The longest code that is written anew.
    const MAX_SHOWN: usize = 40;
    let word = std::str::from_utf8(word)
        .ok()?
        .replace(',', ".")
        .to_uppercase();
    let begins_well = word
        .bytes()
        .next()
        .is_some_and(|first| alphabet.first.contains(&first));
    let (first, rest) = match word.split_once('.') {
        Some(("", rest)) => ("0", rest),
        Some(parts) => parts,
        None if begins_well => word.split_at(1),
        None => ("0", &*word),
    };
    let code = format!("{first}.{}", rest.replace('.', ""));
    let takes_something = rest.contains(|digit: char| digit.is_ascii_hexdigit() && digit != '0');
    let is_code =
        code.len() <= MAX_SHOWN && takes_something && wrong(code.as_bytes(), alphabet).is_none();
    is_code.then_some(code)
}

/// Finds the first place of a word where it is no code, and says what is wrong there.
fn wrong(word: &[u8], alphabet: &Alphabet) -> Option<(usize, &'static str)> {
    if !alphabet.first.contains(&word[0]) {
        return Some((0, alphabet.first_wrong));
    }
    let point = 1 + alphabet.marks(word, 1);
    if word.get(point) != Some(&b'.') {
        return Some((point, "has no point after its first digit"));
    }
    let mut end = alphabet.end_of_digits(word, point + 1);
    if alphabet.in_full && word.get(end) == Some(&b'[') {
        let close = alphabet.end_of_digits(word, end + 1);
        if close == end + 1 {
            return Some((close, "has no digit after the bracket"));
        }
        if word.get(close) != Some(&b']') {
            return Some((close, "does not close its bracket here"));
        }
        end = close + 1;
    } else if end == point + 1 && (alphabet.in_full || end == word.len()) {
        return Some((end, "has no digit after the point"));
    }
    (end < word.len()).then_some((end, alphabet.digits_wrong))
}
