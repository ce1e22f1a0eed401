//! Reads asks from words.

use std::ops::Range;

use smallvec::SmallVec;

use super::error::{SyntaxError, SyntaxKind, quote_all};
use super::number::{number, range};
use super::scan::{Scanner, Token};
use grundy_record::Ask;

/// Reads a list of asks as given on a command line: `count grundy`.
///
/// # Errors
///
/// Fails when a word is no ask, or there is none.
pub fn parse_list(text: &str) -> Result<SmallVec<[Ask; 4]>, SyntaxError> {
    let mut scanner = Scanner::new(text.as_bytes());
    let mut asks = SmallVec::new();
    loop {
        match scanner.next() {
            Token::Word(span) => {
                read(text.as_bytes(), span, &mut asks)?;
            }
            Token::Sign(_, at) => return Err(unknown(text.as_bytes(), at..at + 1)),
            Token::End if asks.is_empty() => return Err(missing(0)),
            Token::End => return Ok(asks),
        }
    }
}

/// Reads one ask that fills the span, after other asks; a range after `sequence` takes the place of that ask.
pub(super) fn read(
    text: &[u8],
    span: Range<usize>,
    asks: &mut SmallVec<[Ask; 4]>,
) -> Result<Ask, SyntaxError> {
    let begins_with_digit = text[span.clone()].first().is_some_and(u8::is_ascii_digit);
    let ask = if asks.last() == Some(&Ask::Sequence) && begins_with_digit {
        let slice = range(text, span)?;
        asks.pop();
        Ask::Slice(slice)
    } else {
        word(text, span)?
    };
    asks.push(ask);
    Ok(ask)
}

/// Reads one ask that is a word of its own.
fn word(text: &[u8], span: Range<usize>) -> Result<Ask, SyntaxError> {
    let token = &text[span.clone()];
    if let Some(ask) = Ask::ALL
        .into_iter()
        .find(|ask| ask.word().as_bytes() == token)
    {
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
    Err(unknown(text, span))
}

/// Reports a `?` with nothing after it.
pub(super) fn missing(at: usize) -> SyntaxError {
    SyntaxError::new(at..at, "nothing is asked", one_of_all())
}

/// Reports a word that is no ask.
fn unknown(text: &[u8], span: Range<usize>) -> SyntaxError {
    SyntaxError::quoting(text, span, "{} is not an ask", one_of_all()).of_kind(SyntaxKind::NoAsk)
}

/// Lists all asks, for messages.
fn one_of_all() -> String {
    format!("ask one or more of {}", quote_all(Ask::ALL))
}
