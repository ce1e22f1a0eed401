//! Boards whose rows are taken from the reader as they arrive: finding where one begins, and going on
//! after it.

use super::piece::{Header, Piece};
use super::{LastBoard, LineBefore, PATIENCE_MS, READ_BYTES, Reader, State, fill};
use crate::Failure;
use crate::source::Source;
use grundy_language::layout::{begins_record, is_row, without_end};
use grundy_record::is_board_byte;

impl Reader {
    /// Hands out the header of the board with which the buffer begins, if its game reads rows as they arrive and it is long;
    /// the buffer keeps what follows it.
    pub(super) fn streamed(&mut self, board: &LastBoard) -> Option<Piece> {
        let LastBoard { header, size, .. } = board;
        let is_short = self.buffer.len() < READ_BYTES
            && size.rows.saturating_mul(size.cols) < READ_BYTES as u64;
        if !board.may_stream || is_short {
            return None;
        }
        let line = self.buffer[header.clone()].to_vec();
        let end = memchr::memchr(b'\n', &self.buffer)?;
        self.buffer.drain(..=end);
        self.start_over();
        Some(Piece::Board(Header {
            origin: self.origin(),
            line,
            size: *size,
        }))
    }

    /// Returns the text after a header that was handed out, as far as it was read, and the source that continues it.
    pub(crate) fn rows(&mut self) -> (Vec<u8>, &mut Source) {
        // The header came from the first source, which has not ended.
        (std::mem::take(&mut self.buffer), &mut self.sources[0])
    }

    /// Goes on after a board, with what of it was left unread.
    pub(crate) fn resume(&mut self, unread: Vec<u8>) {
        self.buffer = unread;
        self.before = LineBefore::Row;
        self.start_over();
    }

    /// Returns the part of the next line, or of the rest of one, that was read.
    pub(crate) fn line(&self) -> &[u8] {
        let end = memchr::memchr(b'\n', &self.buffer).unwrap_or(self.buffer.len());
        &self.buffer[..end]
    }

    /// Returns whether the next line is a row, once it is there or the source pauses. A line of board characters that is
    /// too long to be looked through counts as one, as where rows are passed over.
    pub(crate) fn row_follows(&mut self) -> Result<bool, Failure> {
        let mut looked_through = 0;
        let mut ended = false;
        loop {
            let Some(source) = self.sources.front_mut() else {
                return Ok(false);
            };
            if ended || memchr::memchr(b'\n', &self.buffer[looked_through..]).is_some() {
                return Ok(is_row(without_end(self.line())));
            }
            // A `\r` may be the first half of the end.
            let cells = self.buffer.strip_suffix(b"\r").unwrap_or(&self.buffer);
            let mut new = cells[looked_through..].iter();
            if !new.all(|&byte| is_board_byte(byte)) || source.pauses(PATIENCE_MS) {
                return Ok(false);
            }
            looked_through = cells.len();
            if self.buffer.len() >= READ_BYTES {
                return Ok(true);
            }
            ended = fill(source, &mut self.buffer, READ_BYTES)? == State::Ended;
        }
    }

    /// Passes over at most `most` rows, right or wrong, up to a line that begins a record; returns
    /// how many. With `inside`, the first is the rest of one.
    pub(crate) fn skip_rows(&mut self, most: u64, mut inside: bool) -> Result<u64, Failure> {
        let Some(source) = self.sources.front_mut() else {
            return Ok(0);
        };
        let mut rows = 0;
        let mut at = 0;
        let mut ended = false;
        while rows < most {
            let rest = &self.buffer[at..];
            let end = memchr::memchr(b'\n', rest).map(|end| end + 1);
            // The beginning of a line shows whether it is a row; its end may be far.
            if end.is_none() && !ended && (inside || rest.len() < READ_BYTES) {
                if inside {
                    at = self.buffer.len();
                }
                self.buffer.drain(..at);
                at = 0;
                let target = self.buffer.len() + READ_BYTES;
                ended = fill(source, &mut self.buffer, target)? == State::Ended;
                continue;
            }
            if rest.is_empty() || (!inside && begins_record(rest)) {
                break;
            }
            if let Some(end) = end {
                at += end;
                rows += 1;
                inside = false;
            } else if ended {
                at = self.buffer.len();
                rows += 1;
            } else {
                inside = true;
            }
        }
        self.buffer.drain(..at);
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Source};
    use std::io::{self, Read};

    /// Makes a reader that stands after a board.
    fn after_a_board(text: impl Read + Send + 'static) -> Reader {
        let source = Source::new("f", Box::new(text));
        let mut reader = Reader::new(vec![source], &Options::default());
        reader.resume(Vec::new());
        reader
    }

    #[test]
    fn a_row_too_many_is_known_without_its_end() {
        let mut reader = after_a_board(io::repeat(b'.').take(16 << 20));
        assert!(reader.row_follows().is_ok_and(|follows| follows));
        assert!(reader.buffer.len() <= READ_BYTES);
        assert!(reader.skip_rows(1, false).is_ok());
        assert!(reader.buffer.is_empty());
    }

    #[test]
    fn only_a_line_of_board_characters_is_a_row_too_many() {
        let long = ".".repeat(READ_BYTES - 2);
        for (text, is_row) in [
            ("", false),
            ("\n", false),
            ("..K", true),
            ("..K\r\n", true),
            ("..\rK\n", false),
            ("nim: 3\n", false),
            (&*format!("{long}\r\n"), true),
            (&*format!("{long}\rK\n"), false),
            (&*format!("K{long}..Q\n"), true),
            (&*format!("Q{long}..\n"), false),
        ] {
            let mut reader = after_a_board(io::Cursor::new(text.as_bytes().to_vec()));
            let begins = &text[..text.len().min(10)];
            assert!(
                reader.row_follows().is_ok_and(|follows| follows == is_row),
                "{begins}"
            );
        }
    }
}
