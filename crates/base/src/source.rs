//! Sources of the text of a board.

use std::io::{self, Read};

/// The character that ends a row of a board in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// A line feed, or a carriage return and a line feed; the last may be missing.
    Line,
    /// A `/` between rows. After the last row the word ends, by which that row is known to be the last: at a
    /// blank, `:`, `?`, a comment, the end of the line or of the text.
    Slash,
}

/// Text that can be read at any place, by several threads at once: a file on a disk.
pub trait ReadAt: Sync {
    /// Reads at `offset` bytes from where the source stands, which does not move it. Where the text ends, 0 bytes are
    /// read.
    ///
    /// # Errors
    /// Fails as [`Read::read`] does.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize>;

    /// Fills `buffer` from `offset` on, or as much of it as there is text for; returns how much.
    ///
    /// # Errors
    /// Fails as [`ReadAt::read_at`] does.
    fn read_full_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.read_at(&mut buffer[filled..], offset + filled as u64) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    /// Returns the text as memory, if the system can map it and that is no slower.
    fn mapped(&self) -> Option<Box<dyn Mapped + '_>> {
        None
    }
}

/// A text that is looked at where the system keeps it, without a copy.
pub trait Mapped: Sync {
    /// Returns the text from where the source stands. A place of a file that has gone since, because the file
    /// became shorter, holds 0.
    fn text(&self) -> &[u8];

    /// Says that the text before this place need not be held in memory any more.
    fn release(&self, before: usize);
}

/// A text that is read on from where it stands.
pub trait RowSource: Read + Send {
    /// Returns the text if it may be read at any place, unless it is too short to be worth it.
    fn anywhere(&self) -> Option<&dyn ReadAt> {
        None
    }

    /// Passes over bytes that were read in this way.
    ///
    /// # Errors
    /// The source still stands where it stood.
    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        let _ = bytes;
        Err(io::ErrorKind::NotSeekable.into())
    }
}
