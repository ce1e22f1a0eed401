//! A word of the rules: what every slot needs to read one, and to write one.

use std::fmt::Display;
use std::io::Write as _;
use std::ops::Range;

use crate::error::{SyntaxError, SyntaxKind};
use crate::layout::is_numbers;
use crate::number::number;
use crate::reader::Reader;
use grundy_record::{Clause, Place, PositionKind, Signature};
use grundy_rules::quote::quote;

/// A word of the rules, and the things that are known when it is read.
pub(super) struct Word<'r, 't> {
    /// The reader of the line.
    pub(super) reader: &'r mut Reader<'t>,
    /// The signature of the game.
    pub(super) signature: &'r Signature,
    /// The bytes of the word.
    pub(super) span: Range<usize>,
}

impl<'t> Word<'_, 't> {
    /// Returns the bytes of the word.
    pub(super) fn bytes(&self) -> &'t [u8] {
        &self.reader.scanner.text[self.span.clone()]
    }

    /// Makes an error at this word.
    pub(super) fn wrong(&self, message: impl Into<Clause>, help: impl Into<Clause>) -> SyntaxError {
        SyntaxError::new(self.span.clone(), message, help)
    }

    /// Makes an error at this word, which the message quotes in place of its `{}`.
    pub(super) fn quoting(&self, message: &str, help: impl Into<Clause>) -> SyntaxError {
        SyntaxError::quoting(self.reader.scanner.text, self.span.clone(), message, help)
    }

    /// Notes that the word is at this place.
    pub(super) fn mark(&mut self, place: Place) {
        self.reader.mark(place, &self.span);
    }

    /// Reads the number that the word is.
    pub(super) fn number(&self) -> Result<u64, SyntaxError> {
        number(self.reader.scanner.text, self.span.clone())
    }

    /// Reads the one number of the rules, from 1 to `most`; `before` is the number that was read before.
    pub(super) fn only_number(
        &mut self,
        before: Option<u64>,
        most: u64,
    ) -> Result<u64, SyntaxError> {
        let value = self.number()?;
        if before.is_some() {
            return Err(self.second_number(value));
        }
        if value == 0 || value > most {
            let help = format!("write a number from 1 to {most}");
            return Err(self.wrong(format!("{value} is out of range"), help));
        }
        self.mark(Place::Limit);
        Ok(value)
    }

    /// Makes an error at this second number, where the rules have one number; it may begin a position whose colon is missing.
    fn second_number(&self, value: u64) -> SyntaxError {
        let rest = &self.reader.scanner.text[self.span.start..];
        let end = memchr::memchr(b'?', rest).unwrap_or(rest.len());
        let takes_numbers = matches!(
            self.signature.position,
            PositionKind::Numbers | PositionKind::Row | PositionKind::Squares { .. }
        );
        if is_numbers(&rest[..end]) && takes_numbers {
            let position = String::from_utf8_lossy(rest[..end].trim_ascii()).into_owned();
            let start = self.span.start;
            return SyntaxError::new(
                start..start + rest[..end].trim_ascii_end().len(),
                format!("the colon before {} is missing", quote(position.as_bytes())),
                format!("the position stands after a colon: `: {position}`"),
            );
        }
        let help = format!(
            "one number follows the name; the form is `{}`",
            self.signature.example
        );
        self.wrong(format!("a second number, {value}"), help)
    }

    /// Makes an error at this word, which no slot of the game takes.
    pub(super) fn no_part(&self, help: String) -> SyntaxError {
        let message = format!(
            "{} is no part of the rules of `{}`",
            quote(self.bytes()),
            self.signature.name
        );
        self.wrong(message, help).of_kind(SyntaxKind::NoPartOfRules)
    }
}

/// Appends a word after a blank.
pub(crate) fn write_word(word: impl Display, out: &mut Vec<u8>) {
    let _ = write!(out, " {word}"); // a Vec takes every write
}

/// Appends words, each after a blank.
pub(crate) fn write_words(words: impl IntoIterator<Item: Display>, out: &mut Vec<u8>) {
    for word in words {
        write_word(word, out);
    }
}
