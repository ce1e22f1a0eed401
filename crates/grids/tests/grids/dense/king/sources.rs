//! Ways in which text arrives.

use grundy_base::source::{Mapped, ReadAt, RowSource, Separator};
use grundy_grids::dense::feed;
use std::io::Read;

/// A text that is read at most this many bytes at a time.
pub struct Dribble<'a>(pub &'a [u8], pub usize);

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.1.min(buffer.len());
        self.0.read(&mut buffer[..length])
    }
}

impl RowSource for Dribble<'_> {}

/// A text that can be read anywhere, in short portions; it ends early, or fails, at a place.
pub struct Anywhere<'a> {
    pub text: &'a [u8],
    pub at: usize,
    pub portion: usize,
    pub fails: Option<usize>,
    /// Whether it is also there as memory: zeros from where it ends, or fails, on.
    pub mapped: bool,
}

/// The memory that [`Anywhere`] shows.
struct InMemory(Vec<u8>);

impl Mapped for InMemory {
    fn text(&self) -> &[u8] {
        &self.0
    }

    fn release(&self, before: usize) {
        assert!(before <= self.0.len());
    }
}

impl ReadAt for Anywhere<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> std::io::Result<usize> {
        let place = self.at + offset as usize;
        if self.fails.is_some_and(|fails| place >= fails) {
            return Err(std::io::ErrorKind::Other.into());
        }
        let end = self.fails.unwrap_or(self.text.len());
        let length = self.portion.min(buffer.len());
        self.text[..end]
            .get(place..)
            .unwrap_or_default()
            .read(&mut buffer[..length])
    }

    fn mapped(&self) -> Option<Box<dyn Mapped + '_>> {
        let end = self.fails.unwrap_or(self.text.len());
        let mut text = self.text[self.at..end.max(self.at)].to_vec();
        text.resize(text.len() + 5000, 0);
        self.mapped.then(|| Box::new(InMemory(text)) as _)
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

/// The rest of a text from a place on: read in order by one thread, and anywhere by several; or there as
/// memory.
pub fn rest_of<'a>(
    text: &'a [u8],
    at: usize,
    portion: usize,
    threads: usize,
    mapped: bool,
) -> Box<dyn RowSource + 'a> {
    if threads == 1 && !mapped {
        Box::new(Dribble(&text[at..], portion))
    } else {
        Box::new(Anywhere {
            text,
            at,
            portion,
            fails: None,
            mapped,
        })
    }
}

/// A text with its rows in lines.
pub fn in_lines<'a>(head: &'a [u8], source: &'a mut dyn RowSource) -> feed::BoardText<'a> {
    feed::BoardText {
        separator: Separator::Line,
        head,
        source,
    }
}
