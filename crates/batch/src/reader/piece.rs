//! Pieces: the reader's output.

use std::sync::Arc;

use crate::source::Start;
use grundy_record::Size;

/// A piece of the input, for one worker.
pub(crate) enum Piece {
    /// Whole records.
    Chunk(Chunk),
    /// The header of a board whose rows are to be taken from the reader itself.
    Board(Header),
}

/// The header of a long board, in a line of its own.
pub(crate) struct Header {
    /// The place of the header in the input.
    pub(crate) origin: Origin,
    /// The line, without its end.
    pub(crate) line: Vec<u8>,
    /// The size that it promises.
    pub(crate) size: Size,
}

/// The place of a piece in the input.
#[derive(Clone, Default)]
pub(crate) struct Origin {
    /// The place in the order of all pieces, from 0.
    pub(crate) sequence: u64,
    /// The source.
    pub(crate) source: Arc<Start>,
}

/// A run of whole records.
pub(crate) struct Chunk {
    /// The place of the chunk in the input.
    pub(crate) origin: Origin,
    /// Whether rows at its beginning belong to the chunk before.
    pub(crate) in_board: bool,
    /// The text.
    pub(crate) bytes: Vec<u8>,
    /// The line after it where that begins a record: it may cut a board short, and is shown then.
    pub(crate) next: Vec<u8>,
    /// The rest of an item that was longer than the limit, and of which the text is only the beginning.
    pub(crate) cut_off: Option<CutOff>,
}

/// An item that is longer than may be kept.
#[derive(Clone, Copy)]
pub(crate) struct CutOff {
    /// The bytes that may be kept.
    pub(crate) limit: u64,
    /// The lines it takes.
    pub(crate) lines: u64,
    /// Whether it is a record. A comment is none, nor is a row too many, which belongs to the board before it.
    pub(crate) is_record: bool,
}
