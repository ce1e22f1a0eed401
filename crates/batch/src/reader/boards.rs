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

    /// Returns whether the next line is a row, once it is there or the source pauses.
    pub(crate) fn row_follows(&mut self) -> Result<bool, Failure> {
        let mut ended = false;
        loop {
            let Some(source) = self.sources.front_mut() else {
                return Ok(false);
            };
            if ended || memchr::memchr(b'\n', &self.buffer).is_some() {
                return Ok(is_row(without_end(self.line())));
            }
            if self
                .buffer
                .first()
                .is_some_and(|&byte| !is_board_byte(byte))
                || source.pauses(PATIENCE_MS)
            {
                return Ok(false);
            }
            let target = self.buffer.len() + READ_BYTES;
            ended = fill(source, &mut self.buffer, target)? == State::Ended;
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
