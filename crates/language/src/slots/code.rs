//! Octal codes, `0.77`, and take-and-break codes in full, `0.12[3F!]`.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a hexadecimal digit is below 16"
)]

use std::borrow::Cow;

use super::word::Word;
use crate::error::SyntaxError;
use grundy_record::{Code, Place, Rules, Slot};
use grundy_rules::parts::Digit;
use grundy_rules::quote::quote;

/// The most digits of a code. A guess.
const MAX_DIGITS: usize = 1 << 20;
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
    let digits = in_digits(word, alphabet);
    if digits.len() > MAX_DIGITS {
        let message = format!("the code {} has more than {MAX_DIGITS} digits", quote(word));
        return Err(at.wrong(message, "shorter codes are read"));
    }
    if let Some((offset, what)) = wrong(&digits, alphabet) {
        let offset = if digits.len() == word.len() {
            offset
        } else {
            0
        };
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
    for &byte in &*digits {
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

/// Writes out the digits of a code that stand for several: `0{9}` is nine digits 0, `4!{3}` three of `4!`. What is not
/// written so stays as it is, and a code that gets too long ends early, longer than may be.
fn in_digits<'w>(word: &'w [u8], alphabet: &Alphabet) -> Cow<'w, [u8]> {
    if !word.contains(&b'{') {
        return Cow::Borrowed(word);
    }
    let mut digits: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < word.len() && digits.len() <= MAX_DIGITS {
        let repeated = if digits.len() > 1 {
            repeated(word, at, alphabet)
        } else {
            None
        };
        let Some(Repeated { digit, times, end }) = repeated else {
            digits.push(word[at]);
            at += 1;
            continue;
        };
        let most = (MAX_DIGITS + 1 - digits.len()) as u64;
        for _ in 0..times.min(most) {
            digits.extend_from_slice(digit);
        }
        at = end;
    }
    Cow::Owned(digits)
}

/// A digit that stands for several.
struct Repeated<'w> {
    /// The digit, with its `!` if it has one.
    digit: &'w [u8],
    /// How often it stands there.
    times: u64,
    /// The end of what says so.
    end: usize,
}

/// Reads a digit that stands for several at a place of a word: a digit and a number in braces, at least 1.
fn repeated<'w>(word: &'w [u8], at: usize, alphabet: &Alphabet) -> Option<Repeated<'w>> {
    if !alphabet.digits.contains(&word[at]) {
        return None;
    }
    let open = at + 1 + alphabet.marks(word, at + 1);
    let inside = word.get(open..)?.strip_prefix(b"{")?;
    // No further than the digits go, so that many open braces are not each searched for their end.
    let length = inside
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if inside.get(length) != Some(&b'}') {
        return None;
    }
    let number = inside[..length].iter().try_fold(0u64, |number, &byte| {
        let digit = char::from(byte).to_digit(10)?;
        number.checked_mul(10)?.checked_add(digit.into())
    });
    Some(Repeated {
        digit: &word[at..open],
        times: number.filter(|&number| number > 0)?,
        end: open + length + 2,
    })
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
    more: "; `0{9}` is nine digits 0; larger digits are those of `take-and-break`",
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
    more: "; `0{9}` is nine digits 0; `!` after a digit leaves unequal heaps only",
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
    if word.contains("..") {
        return None;
    }
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
