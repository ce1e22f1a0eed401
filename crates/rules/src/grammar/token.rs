//! Cuts the text of a rule into tokens.

use std::ops::Range;

use super::fault::RuleFault;
use crate::spelling::{called, plain_in_rules};

/// Says whether a byte may stand in a name: a letter, a digit or `_`.
pub(super) fn is_in_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// The kind of a token; its text says more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Decimal digits.
    Number,
    /// A letter, then letters, digits and `_`.
    Name,
    /// An operator or a bracket.
    Sign,
    /// The end of the rule: a `:`, or the end of the text.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Token {
    /// Returns the place of the token.
    pub fn at(self) -> Range<usize> {
        self.start..self.end
    }
}

/// The words that cannot be names.
pub const KEYWORDS: [&str; 14] = [
    "for", "in", "if", "and", "or", "not", "by", "lose", "win", "draw", "legal", "misere", "loopy",
    "let",
];

/// Returns what a word of other languages is in this one.
pub fn meant_by(word: &str) -> Option<&'static str> {
    Some(match word {
        "while" | "when" | "where" => "if",
        "unless" => "if not",
        "foreach" | "forall" => "for",
        "from" => "in",
        "to" | "until" => "..",
        "step" => "by",
        "is" | "equals" => "==",
        "mod" => "%",
        "div" => "/",
        "xor" => "^",
        _ => return None,
    })
}

/// The operators and brackets, the longest first, so that the first that fits is right.
const SIGNS: [&str; 31] = [
    "->", "..", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "**", "+", "-", "*", "/", "%", "^",
    "&", "|", "~", "(", ")", "[", "]", "{", "}", ",", ";", "<", ">", ":",
];

/// Returns the first place from this one on that is no space between tokens.
fn after_space(text: &[u8], at: usize) -> usize {
    let mut at = at;
    while let Some(b' ' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}

/// Reads the numbers of few digits that stand at a place. Returns the place where the next token begins, which is no such
/// number.
fn short_numbers(text: &[u8], at: usize, numbers: &mut Vec<i64>) -> usize {
    /// The most digits of a number that surely fits.
    const MAX_DIGITS: usize = 18;
    let mut at = at;
    loop {
        let mut number = 0;
        let mut end = at;
        while let Some(digit @ b'0'..=b'9') = text.get(end) {
            if end - at == MAX_DIGITS {
                break;
            }
            number = 10 * number + i64::from(digit - b'0');
            end += 1;
        }
        let is_longer = text.get(end).is_some_and(u8::is_ascii_digit);
        if end == at || is_longer {
            return at;
        }
        numbers.push(number);
        at = after_space(text, end);
    }
}

/// The tokens of a text, read one ahead.
#[derive(Debug)]
pub struct Tokens<'a> {
    /// The whole text, in which the rule may be followed by other things.
    text: &'a str,
    /// The byte after the last token that was taken.
    at: usize,
    /// The next token, or the reason why none can be read.
    next: Result<Token, RuleFault>,
}

impl<'a> Tokens<'a> {
    /// Begins at the start of a text.
    pub fn new(text: &'a str) -> Self {
        let mut tokens = Tokens {
            text,
            at: 0,
            next: Ok(Token {
                kind: TokenKind::End,
                start: 0,
                end: 0,
            }),
        };
        tokens.next = tokens.cut();
        tokens
    }

    /// Returns the next token and leaves it there.
    pub fn peek(&self) -> Result<Token, RuleFault> {
        self.next.clone()
    }

    /// Returns the text of the next token; empty at the end or if no token can be read.
    pub fn peek_text(&self) -> &'a str {
        match &self.next {
            Ok(token) => self.text_of(*token),
            Err(_) => "",
        }
    }

    /// Takes the next token.
    pub fn take(&mut self) -> Result<Token, RuleFault> {
        let token = self.next.clone()?;
        if token.kind != TokenKind::End {
            self.at = token.end;
            self.next = self.cut();
        }
        Ok(token)
    }

    /// Takes a `=`, which is no token elsewhere, if it comes next.
    pub fn take_equals(&mut self) -> bool {
        let place = self.place();
        let is = self.next.is_err() && self.text[place..].starts_with('=');
        if is {
            self.go_to(place + 1);
        }
        is
    }

    /// Takes the numbers of few digits that come next, as most numbers of long lists are.
    pub fn take_numbers(&mut self, numbers: &mut Vec<i64>) {
        let end = short_numbers(self.text.as_bytes(), self.place(), numbers);
        self.go_to(end);
    }

    /// Takes the lists in parentheses that come next, as long as they hold nothing but numbers of few digits: a tree
    /// has thousands of them.
    pub fn take_lists_of_numbers<L: From<Vec<i64>>>(&mut self, lists: &mut Vec<L>) {
        let text = self.text.as_bytes();
        let mut at = self.place();
        while text.get(at) == Some(&b'(') {
            let mut numbers = Vec::new();
            let end = short_numbers(text, after_space(text, at + 1), &mut numbers);
            if text.get(end) != Some(&b')') {
                break;
            }
            lists.push(numbers.into());
            at = after_space(text, end + 1);
        }
        self.go_to(at);
    }

    /// Takes a `...`, which is no token elsewhere, if it comes next.
    pub fn take_dots(&mut self) -> bool {
        let place = self.place();
        let is = self.text[place..].starts_with("...");
        if is {
            self.go_to(place + 3);
        }
        is
    }

    /// Returns the place of the next token, to come back to it.
    pub fn place(&self) -> usize {
        match &self.next {
            Ok(token) => token.start,
            Err(fault) => fault.at.start,
        }
    }

    /// Goes to a place that [`Tokens::place`] gave.
    pub fn go_to(&mut self, place: usize) {
        self.at = place;
        self.next = self.cut();
    }

    /// Returns the text of a token.
    pub fn text_of(&self, token: Token) -> &'a str {
        if token.kind == TokenKind::End {
            ""
        } else {
            &self.text[token.start..token.end]
        }
    }

    /// Returns the whole text, in which the rule may be followed by other things.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the text of some bytes.
    pub fn slice(&self, at: Range<usize>) -> &'a str {
        self.text.get(at).unwrap_or_default()
    }

    /// Returns the number of bytes before the end of the rule, once the end is the next token.
    pub fn end_of_rule(&self) -> usize {
        self.place()
    }

    /// Says whether a name stands right before a point and another right after it, as in `p.len`.
    fn is_method(&self, point: usize) -> bool {
        let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
        let bytes = self.text.as_bytes();
        is_letter(bytes[..point].last()) && is_letter(bytes[point + 1..].first())
    }

    /// Reports a function after a point, where it stands in front.
    #[cold]
    fn method(&self, point: usize) -> Result<Token, RuleFault> {
        let before = &self.text[..point];
        let start = point - before.bytes().rev().take_while(is_in_name).count();
        let after = &self.text[point + 1..];
        let length = after.bytes().take_while(is_in_name).count();
        let word = match &after[..length] {
            "length" | "size" => "len",
            word => word,
        };
        let name = &before[start..];
        let end = point + 1 + length;
        let parentheses = if after[length..].starts_with("()") {
            2
        } else {
            0
        };
        Err(RuleFault::new(
            start..end + parentheses,
            "no point stands after a name",
            format!("a function stands in front: `{word}({name})`"),
        ))
    }

    /// Cuts the next token off, or says why it is none.
    fn cut(&self) -> Result<Token, RuleFault> {
        let start = after_space(self.text.as_bytes(), self.at);
        let trimmed = &self.text[start..];
        let token = |kind, len| {
            Ok(Token {
                kind,
                start,
                end: start + len,
            })
        };
        let Some(first) = trimmed.chars().next() else {
            return token(TokenKind::End, 0);
        };
        let word =
            |more: fn(char) -> bool| trimmed.find(|c: char| !more(c)).unwrap_or(trimmed.len());
        if first.is_ascii_digit() {
            return token(TokenKind::Number, word(|c| c.is_ascii_digit()));
        }
        if first.is_ascii_alphabetic() {
            return token(
                TokenKind::Name,
                word(|c| c.is_ascii_alphanumeric() || c == '_'),
            );
        }
        let fault = |len, message: String, help: &str| {
            Err(RuleFault::new(start..start + len, message, help))
        };
        if !first.is_ascii()
            && let Some(plain) = plain_in_rules(first)
        {
            let dash_and_point = plain == "-" && trimmed[first.len_utf8()..].starts_with('>');
            let length = first.len_utf8() + usize::from(dash_and_point);
            let plain = match plain {
                _ if dash_and_point => "->",
                // Before the arrow, dots follow the name of a list.
                ".." if !self.text[..start].contains("->") => "...",
                plain => plain,
            };
            let message = format!("{} is not in the language", called(first));
            return fault(length, message, &format!("write `{plain}`"));
        }
        if trimmed.starts_with("=>") {
            let meant = if self.text[..start].contains("->") {
                ">="
            } else {
                "->"
            };
            let message = "`=>` is not in the language".into();
            return fault(2, message, &format!("write `{meant}`"));
        }
        if trimmed.starts_with("...") {
            let message = "`...` stands in the pattern alone".into();
            return fault(3, message, "a stretch of a list is `p[i..]`");
        }
        let comes_next = |sign: &&&str| sign.starts_with(first) && trimmed.starts_with(**sign);
        match SIGNS.iter().find(comes_next) {
            Some(&":") => token(TokenKind::End, 1),
            Some(&"&&") => fault(2, "`&&` is not in the language".into(), "write `and`"),
            Some(&"||") => fault(
                2,
                "`||` is not in the language".into(),
                "write `or`; for the bitwise or, `(a | b)`",
            ),
            Some(&"**") => fault(2, "`**` is not in the language".into(), "write `pow(a,b)`"),
            Some(sign) => token(TokenKind::Sign, sign.len()),
            None if first == '=' => fault(
                1,
                "`=` is not in the language".into(),
                "two numbers are compared by `==`",
            ),
            None if first == '!' && trimmed[1..].trim_start().starts_with([']', ')', ',']) => {
                fault(
                    1,
                    "`!` is not in the language".into(),
                    "a factorial is no function; `factorials(n)` is the set of those up to n",
                )
            }
            None if first == '!' => fault(1, "`!` is not in the language".into(), "write `not`"),
            None if first == '?' => fault(
                1,
                "`?` within a rule".into(),
                "asks follow the positions: `rules RULE : POSITION ? ASK`; for a choice, write two options with guards: \
                 `[a] if c | [b] if not c`",
            ),
            None if first == '.' && self.is_method(start) => self.method(start),
            None if first == '.' => fault(
                1,
                "unexpected `.`".into(),
                "numbers are whole, and a range is `1..3`",
            ),
            None if first == '_' => fault(
                1,
                "a name begins with a letter".into(),
                "such as `n` or `a_1`",
            ),
            None => fault(
                first.len_utf8(),
                format!("unexpected `{}`", first.escape_debug()),
                "a rule is like `[n] -> [n-k] for k in 1..3`",
            ),
        }
    }
}
