//! Asks, from words.

use std::ops::Range;

use smallvec::SmallVec;

use super::error::{SyntaxError, SyntaxKind, quote};
use super::number::{number, range};
use super::scan::{Scanner, Token};
use crate::record::Ask;

/// Reads a list of asks as given on a command line: `count grundy`.
///
/// # Errors
///
/// When a word is no ask, or there is none.
pub fn parse_list(text: &str) -> Result<SmallVec<[Ask; 4]>, SyntaxError> {
    let mut scanner = Scanner::new(text.as_bytes());
    let mut asks = SmallVec::new();
    loop {
        match scanner.next() {
            Token::Word(span) => match slice(text.as_bytes(), &span, asks.last())? {
                Some(slice) => {
                    asks.pop();
                    asks.push(slice);
                }
                None => asks.push(word(text.as_bytes(), span)?),
            },
            Token::Colon(at) | Token::Question(at) | Token::Plus(at) => {
                return Err(unknown(at..at + 1, &text.as_bytes()[at..at + 1]));
            }
            Token::End if asks.is_empty() => return Err(missing(0)),
            Token::End => return Ok(asks),
        }
    }
}

/// Reads one ask that fills the span.
pub(super) fn word(text: &[u8], span: Range<usize>) -> Result<Ask, SyntaxError> {
    let token = &text[span.clone()];
    if let Some(ask) = Ask::ALL.into_iter().find(|ask| ask.word().as_bytes() == token) {
        return Ok(ask);
    }
    if token.starts_with(b"paths%") {
        let modulus = span.start + b"paths%".len()..span.end;
        let value = number(text, modulus.clone())?;
        if !(2..=Ask::MAX_MODULUS).contains(&value) {
            return Err(SyntaxError::new(
                modulus,
                format!("the modulus {value} is out of range"),
                format!("a modulus is at least 2 and at most {}", Ask::MAX_MODULUS),
            ));
        }
        return Ok(Ask::Paths(Some(value)));
    }
    Err(unknown(span, token))
}

/// The slice that a range behind `sequence` asks for; `None` if this is no range behind it.
pub(super) fn slice(
    text: &[u8],
    span: &Range<usize>,
    before: Option<&Ask>,
) -> Result<Option<Ask>, SyntaxError> {
    let begins_with_digit = text[span.clone()].first().is_some_and(u8::is_ascii_digit);
    if before != Some(&Ask::Sequence) || !begins_with_digit {
        return Ok(None);
    }
    let crate::record::Range { low, high } = range(text, span.clone())?;
    Ok(Some(Ask::Slice(low, high)))
}

/// The error of a `?` with nothing after it.
pub(super) fn missing(at: usize) -> SyntaxError {
    SyntaxError::new(at..at, "nothing is asked", format!("ask one or more of {}", all()))
}

fn unknown(span: Range<usize>, token: &[u8]) -> SyntaxError {
    SyntaxError::new(span, format!("{} is not an ask", quote(token)), format!("ask one or more of {}", all()))
        .of_kind(SyntaxKind::NoAsk)
}

fn all() -> String {
    itertools::join(Ask::ALL.map(|ask| format!("`{ask}`")), ", ")
}
