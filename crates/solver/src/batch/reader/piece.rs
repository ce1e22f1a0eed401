//! Pieces: the reader's output.

use std::sync::Arc;

use crate::batch::source::Start;
use grundy_record::Size;

/// A piece of the input, for one worker.
pub(in crate::batch) enum Piece {
    /// Whole records.
    Chunk(Chunk),
    /// The header of a board whose rows are to be taken from the reader itself.
    Board(Header),
}

/// The header of a long board.
pub(in crate::batch) struct Header {
    pub(in crate::batch) origin: Origin,
    /// The number of lines up to the header, its own included.
    pub(in crate::batch) lines: u64,
    /// The line, without its end.
    pub(in crate::batch) line: Vec<u8>,
    /// The size that it promises.
    pub(in crate::batch) size: Size,
}

/// The place of a piece in the input.
#[derive(Clone, Default)]
pub(in crate::batch) struct Origin {
    /// The place in the order of all pieces, from 0.
    pub(in crate::batch) sequence: u64,
    /// The source.
    pub(in crate::batch) source: Arc<Start>,
}

/// A run of whole records.
pub(in crate::batch) struct Chunk {
    pub(in crate::batch) origin: Origin,
    /// Whether rows at its beginning belong to the chunk before.
    pub(in crate::batch) in_board: bool,
    /// The text.
    pub(in crate::batch) bytes: Vec<u8>,
    /// The line after it where that begins a record: it may cut a board short, and is shown then.
    pub(in crate::batch) next: Vec<u8>,
    /// What is known of an item that was longer than the limit, and of which the text is only the beginning.
    pub(in crate::batch) cut_off: Option<CutOff>,
}

/// An item that is longer than may be kept.
#[derive(Clone, Copy)]
pub(in crate::batch) struct CutOff {
    /// The bytes that may be kept.
    pub(in crate::batch) limit: u64,
    /// The lines it takes.
    pub(in crate::batch) lines: u64,
    /// Whether it is nothing but a comment.
    pub(in crate::batch) comment: bool,
}
