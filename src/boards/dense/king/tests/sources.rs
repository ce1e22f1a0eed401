//! Ways in which text arrives.

use super::{Separator, feed};
use crate::record::source::{ReadAt, RowSource};
use std::io::Read;

/// Gives at most so many bytes at a time.
pub(super) struct Dribble<'a>(pub(super) &'a [u8], pub(super) usize);

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.1.min(buffer.len());
        self.0.read(&mut buffer[..length])
    }
}

impl RowSource for Dribble<'_> {}

/// A text that can be read anywhere, in short portions; it ends early, or fails, at a place.
pub(super) struct Anywhere<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    pub(super) portion: usize,
    pub(super) fails: Option<usize>,
}

impl ReadAt for Anywhere<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> std::io::Result<usize> {
        let place = self.at + offset as usize;
        if self.fails.is_some_and(|fails| place >= fails) {
            return Err(std::io::ErrorKind::Other.into());
        }
        let end = self.fails.unwrap_or(self.text.len());
        let length = self.portion.min(buffer.len());
        self.text[..end].get(place..).unwrap_or_default().read(&mut buffer[..length])
    }
}

impl Read for Anywhere<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.read_at(buffer, 0)?;
        self.at += read;
        Ok(read)
    }
}

impl RowSource for Anywhere<'_> {
    fn anywhere(&self) -> Option<&dyn ReadAt> {
        Some(self)
    }

    fn skip(&mut self, bytes: u64) -> std::io::Result<()> {
        self.at += bytes as usize;
        Ok(())
    }
}

/// The rest of a text from a place on: read in order by one thread, and anywhere by several.
pub(super) fn rest_of<'a>(
    text: &'a [u8],
    at: usize,
    portion: usize,
    threads: usize,
) -> Box<dyn RowSource + 'a> {
    match threads {
        1 => Box::new(Dribble(&text[at..], portion)),
        _ => Box::new(Anywhere { text, at, portion, fails: None }),
    }
}

/// A text with its rows in lines.
pub(super) fn in_lines<'a>(head: &'a [u8], source: &'a mut dyn RowSource) -> feed::Text<'a> {
    feed::Text { separator: Separator::Line, head, source }
}
