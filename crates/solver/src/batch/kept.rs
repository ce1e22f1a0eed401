//! Text kept while it passes, in case it is needed once more.

use std::collections::VecDeque;
use std::io::{self, Read};

use super::source::Source;
use crate::platform::use_huge_pages;
use crate::record::source::RowSource;

/// The first piece of memory; boards that fit in it are most of those that are kept.
const FIRST: usize = 1 << 20;
/// Every other piece.
const PIECE: usize = 16 << 20;

/// Text in pieces of memory, so that none is ever moved to grow. Read, it is used up.
pub(super) struct Replay {
    pieces: VecDeque<Vec<u8>>,
    /// How much more may be kept.
    room: usize,
    /// How much was read of the first piece.
    read: usize,
}

impl Replay {
    /// Nothing yet; up to so many bytes.
    pub(super) fn new(room: usize) -> Self {
        Replay { pieces: VecDeque::new(), room, read: 0 }
    }

    /// Keeps these bytes too; whether there was room.
    fn push(&mut self, mut bytes: &[u8]) -> bool {
        if bytes.len() > self.room {
            return false;
        }
        self.room -= bytes.len();
        while !bytes.is_empty() {
            let left = self.pieces.back().map_or(0, |last| last.capacity() - last.len());
            if left == 0 && !self.grow() {
                return false;
            }
            if let Some(last) = self.pieces.back_mut() {
                let (now, later) = bytes.split_at(bytes.len().min(last.capacity() - last.len()));
                last.extend_from_slice(now);
                bytes = later;
            }
        }
        true
    }

    /// Appends a piece, if there is memory for it.
    fn grow(&mut self) -> bool {
        let mut piece = Vec::new();
        let size = if self.pieces.is_empty() { FIRST } else { PIECE };
        let made = piece.try_reserve_exact(size).is_ok();
        if made {
            // With small pages, the page faults of a large piece take longer than the pipe does.
            if size == PIECE {
                use_huge_pages(&mut piece);
            }
            self.pieces.push_back(piece);
        }
        made
    }
}

impl Read for Replay {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.pieces.front().is_some_and(|first| first.len() == self.read) {
            self.pieces.pop_front();
            self.read = 0;
        }
        let rest = self.pieces.front().map_or(&[][..], |first| &first[self.read..]);
        let read = rest.len().min(buffer.len());
        buffer[..read].copy_from_slice(&rest[..read]);
        self.read += read;
        Ok(read)
    }
}

/// A text that can be read once only, and what was read of it.
pub(super) struct Tee<'s> {
    source: &'s mut Source,
    /// `None`: there was no room for it.
    kept: Option<Replay>,
}

impl<'s> Tee<'s> {
    /// Keeps up to so many bytes of what is read from here on.
    pub(super) fn new(source: &'s mut Source, room: usize) -> Self {
        Tee { source, kept: Some(Replay::new(room)) }
    }

    /// All that was read, if there was room for it.
    pub(super) fn kept(self) -> Option<Replay> {
        self.kept
    }
}

impl Read for Tee<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        if self.kept.as_mut().is_some_and(|kept| !kept.push(&buffer[..read])) {
            self.kept = None;
        }
        Ok(read)
    }
}

impl RowSource for Tee<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_can_be_read_again_if_it_was_not_too_long() {
        for length in [0, 1, FIRST - 1, FIRST, FIRST + 1, FIRST + PIECE, FIRST + PIECE + 12345] {
            let text: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            for (room, fits) in [(length, true), (length + 1, true), (length.saturating_sub(1), length == 0)]
            {
                let mut source = Source::new("", Box::new(io::Cursor::new(text.clone())));
                let mut keeping = Tee::new(&mut source, room);
                let mut read = Vec::new();
                keeping.read_to_end(&mut read).unwrap();
                assert_eq!(read.len(), length);
                let mut again = Vec::new();
                let kept = keeping.kept().map(|mut kept| kept.read_to_end(&mut again).unwrap());
                assert_eq!(kept.is_some(), fits, "{length} bytes, room for {room}");
                assert!(!fits || again == text, "{length} bytes");
            }
        }
    }
}
