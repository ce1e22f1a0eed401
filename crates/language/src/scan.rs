//! Cuts a line into tokens.

use std::ops::Range;

use super::layout::{is_blank, skip_blanks, without_comment};

/// A cursor over one line, without its end and without its comment.
#[derive(Debug)]
pub(super) struct Scanner<'t> {
    /// The line, to its comment.
    pub(super) text: &'t [u8],
    /// The line with its comment.
    pub(super) line: &'t [u8],
    /// The place of the cursor.
    pub(super) at: usize,
}

/// A token and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A run of other bytes than blanks, `:` and `?`.
    Word(Range<usize>),
    /// The sign `:`, `?`, or a `+` on its own, which stands before another game of a sum.
    Sign(u8, usize),
    /// The end of the line.
    End,
}

impl<'t> Scanner<'t> {
    /// Begins at the start of a line, which ends at its comment.
    pub(super) fn new(line: &'t [u8]) -> Self {
        Scanner {
            text: without_comment(line),
            line,
            at: 0,
        }
    }

    /// Takes the next token.
    #[inline]
    pub(super) fn next(&mut self) -> Token {
        self.at = skip_blanks(self.text, self.at);
        let start = self.at;
        match self.text.get(start) {
            None => Token::End,
            Some(&sign @ (b':' | b'?')) => {
                self.at += 1;
                Token::Sign(sign, start)
            }
            Some(_) => {
                self.at += word_length(&self.text[start..]);
                match &self.text[start..self.at] {
                    b"+" => Token::Sign(b'+', start),
                    _ => Token::Word(start..self.at),
                }
            }
        }
    }

    /// Says whether a comment begins at this place.
    pub(super) fn has_comment_at(&self, at: usize) -> bool {
        at == self.text.len() && self.line.len() > at
    }

    /// Finds the end of the text before this place: something that is missing should have stood there.
    pub(super) fn end_of_text_before(&self, at: usize) -> usize {
        self.text[..at]
            .iter()
            .rposition(|&byte| !is_blank(byte))
            .map_or(0, |last| last + 1)
    }
}

/// Counts the bytes of the word that a text begins with.
#[inline]
fn word_length(text: &[u8]) -> usize {
    /// The bytes that are searched one by one: nearly all words are short, while a board in one line may be as long as
    /// memory is large.
    const SHORT_BYTES: usize = 64;
    let begin = &text[..SHORT_BYTES.min(text.len())];
    if let Some(length) = begin
        .iter()
        .position(|byte| matches!(byte, b' ' | b'\t' | b':' | b'?'))
    {
        return length;
    }
    let before = memchr::memchr3(b' ', b'\t', b':', text).unwrap_or(text.len());
    memchr::memchr(b'?', &text[..before]).unwrap_or(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(line: &str) -> Vec<String> {
        let mut scanner = Scanner::new(line.as_bytes());
        let mut all = Vec::new();
        loop {
            all.push(match scanner.next() {
                Token::Word(span) => line[span].to_string(),
                Token::Sign(b'+', _) => "plus".into(),
                Token::Sign(sign, _) => char::from(sign).into(),
                Token::End => return all,
            });
        }
    }

    #[test]
    fn colon_question_mark_and_words_may_touch() {
        assert_eq!(
            tokens("nim:2 3?grundy"),
            ["nim", ":", "2", "3", "?", "grundy"]
        );
        assert_eq!(
            tokens("  nim :\t2   3 ? grundy "),
            ["nim", ":", "2", "3", "?", "grundy"]
        );
    }

    #[test]
    fn words_of_any_length_end_where_they_end() {
        for length in 1..200 {
            for end in ["", " x", "\tx", ":x", "?x"] {
                let line = "7".repeat(length) + end;
                assert_eq!(
                    Scanner::new(line.as_bytes()).next(),
                    Token::Word(0..length),
                    "{line}"
                );
            }
        }
    }

    #[test]
    fn a_comment_ends_the_line_and_one_slash_does_not() {
        assert_eq!(tokens("king .K/.K // so"), ["king", ".K/.K"]);
        assert_eq!(tokens("nim: 2//3"), ["nim", ":", "2"]);
        assert_eq!(tokens("// nim"), [""; 0]);
        assert_eq!(tokens("nim /"), ["nim", "/"]);
    }

    #[test]
    fn a_plus_sign_stands_alone() {
        assert_eq!(
            tokens("nim: 2 + kayles:1+ 3"),
            ["nim", ":", "2", "plus", "kayles", ":", "1+", "3"]
        );
    }
}
