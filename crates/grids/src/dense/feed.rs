//! Rows from text into a [`Sink`]: from memory, from a stream, or from a file.

use super::lanes::COLUMNS;
use super::pipeline::{self, End};
use super::rows::{
    BoardShape, LEFT_OVER, ReaderStep, RowFault, RowPart, RowReader, Sink, Stretch, fault,
};
use super::text::{self, BadCharacter};
use grundy_base::simd::Simd;
use grundy_base::source::{RowSource, Separator};
use std::io::{self, Read};
use std::ops::Range;

/// The reason why a board's text could not be taken.
#[derive(Debug)]
pub enum FeedError<E> {
    /// A row is wrong.
    Row(RowFault),
    /// The sink refused.
    Sink(E),
    /// The stream failed.
    Io(io::Error),
}

/// The place at which a board's text could not be taken any more.
#[derive(Debug)]
pub struct FeedFailure<E> {
    /// The number of bytes before the wrong place.
    pub used: usize,
    /// The fault that was found there.
    pub error: FeedError<E>,
}

/// The text of a board that arrives.
pub struct BoardText<'a> {
    /// The character that ends its rows.
    pub separator: Separator,
    /// The beginning of the text, which was read already.
    pub head: &'a [u8],
    /// The rest of the text.
    pub source: &'a mut dyn RowSource,
}

/// The state of a stream after a board: what was taken of it, and what was read beyond.
#[derive(Debug, Default)]
pub struct BoardTail {
    /// The unread bytes: those after the last row; after a wrong row, those from the wrong place
    /// on; after anything else, unspecified.
    pub unread: Vec<u8>,
    /// The number of rows that were read in full, each one line.
    pub rows: u32,
    /// The number of bytes taken from the stream and the head together, `unread` not among them.
    pub bytes: u64,
    /// Whether the stream has ended.
    pub ended: bool,
}

/// The part of a piece of text that was taken.
pub(super) struct Fed {
    /// The number of bytes that need not be seen again.
    pub used: usize,
    /// Whether the board is complete.
    pub complete: bool,
}

/// Feeds what it can of `text` to `sink`.
///
/// # Errors
/// Fails at a wrong row, or with the error of the sink.
pub(super) fn feed<S: Sink>(
    rows: &mut RowReader,
    text: &[u8],
    last: bool,
    scratch: &mut text::CellBuffer,
    simd: Simd,
    sink: &mut S,
) -> Result<Fed, FeedFailure<S::Error>> {
    let mut at = 0;
    loop {
        let (stretch, next) = match rows.step(text, at, last) {
            ReaderStep::Convert { stretch, next } => (stretch, next),
            ReaderStep::NeedMore => {
                return Ok(Fed {
                    used: at,
                    complete: false,
                });
            }
            ReaderStep::Complete => {
                return Ok(Fed {
                    used: at,
                    complete: true,
                });
            }
        };
        let content = match scratch.convert(simd, &text[stretch.text.clone()]) {
            Ok(content) => content,
            Err(BadCharacter(bad)) => {
                return Err(wrong_row(rows, text, &stretch, Some(bad)));
            }
        };
        if stretch.then.is_some() {
            return Err(wrong_row(rows, text, &stretch, None));
        }
        let (cells, counts) = scratch.parts(stretch.text.len(), content);
        let taken = sink.take(RowPart {
            row: stretch.row,
            block: stretch.column / COLUMNS,
            cells,
            counts,
            content,
            ends_row: stretch.ends_row,
            ahead: &[],
        });
        if let Err(error) = taken {
            return Err(FeedFailure {
                used: next,
                error: FeedError::Sink(error),
            });
        }
        at = next;
    }
}

/// Describes a row with a wrong character at index `bad` of a stretch, or with the fault that follows the stretch.
fn wrong_row<E>(
    rows: &RowReader,
    text: &[u8],
    stretch: &Stretch,
    bad: Option<usize>,
) -> FeedFailure<E> {
    let used = stretch.text.start + bad.unwrap_or(stretch.text.len());
    FeedFailure {
        used,
        error: FeedError::Row(fault(stretch, text, bad, rows.separator())),
    }
}

/// Feeds a board that is in memory to `sink`: rows in lines, or joined by `/`. Returns the number of bytes that the
/// board takes.
///
/// # Errors
/// Fails at a wrong row, or with the error of the sink.
pub fn from_memory<S: Sink>(
    shape: BoardShape,
    separator: Separator,
    text: &[u8],
    scratch: &mut text::CellBuffer,
    simd: Simd,
    sink: &mut S,
) -> Result<usize, FeedFailure<S::Error>> {
    let mut rows = RowReader::new(shape, separator);
    let fed = feed(&mut rows, text, true, scratch, simd, sink)?;
    Ok(fed.used)
}

/// The number of bytes read at a time: small enough to stay in the second cache, large enough to make the
/// calls cheap.
const BLOCK_BYTES: usize = 256 << 10;

/// The room before a block for what the last one left over.
const HEADROOM_BYTES: usize = 68 << 10;
const _: () = assert!(LEFT_OVER <= HEADROOM_BYTES);

/// Feeds a board to `sink` whose text arrives; with `threads` above 1, two threads share a text that
/// can be read anywhere.
///
/// The result is always what one thread alone would give. Memory: about 300 KB a thread, up to a
/// megabyte if rows fill their blocks badly, and what the sink keeps.
pub fn from_stream<S: Sink>(
    shape: BoardShape,
    text: BoardText<'_>,
    threads: usize,
    simd: Simd,
    sink: &mut S,
) -> (BoardTail, Result<(), FeedError<S::Error>>) {
    let BoardText {
        separator,
        head,
        source,
    } = text;
    let mut rows = RowReader::new(shape, separator);
    let mut scratch = text::CellBuffer::default();
    match feed(&mut rows, head, false, &mut scratch, simd, sink) {
        Ok(Fed { used, complete }) if !complete => {
            let left = &head[used..];
            let end = source
                .anywhere()
                .and_then(|text| pipeline::run(&rows, left, text, threads, simd, sink));
            let (mut tail, outcome) = match end {
                Some(end) => after_pipeline(end, shape, left, source, scratch, simd, sink),
                None => sequential(rows, left, source, scratch, simd, sink),
            };
            tail.bytes += used as u64;
            if let Err(FeedError::Row(fault)) = &outcome {
                tail.rows = fault.row;
            }
            (tail, outcome)
        }
        Ok(fed) => (within_head(head, fed.used, rows.row()), Ok(())),
        Err(FeedFailure { used, error }) => {
            let taken = match &error {
                FeedError::Row(fault) => fault.row,
                _ => rows.row(),
            };
            (within_head(head, used, taken), Err(error))
        }
    }
}

/// Describes a stream of which the head alone was taken, up to `used`.
fn within_head(head: &[u8], used: usize, rows: u32) -> BoardTail {
    BoardTail {
        unread: head[used..].to_vec(),
        rows,
        bytes: used as u64,
        ended: false,
    }
}

/// Brings the source to where the work on units of it ended, and goes on from there. The text began with `left`.
fn after_pipeline<S: Sink>(
    end: End<S::Error>,
    shape: BoardShape,
    left: &[u8],
    source: &mut dyn RowSource,
    scratch: text::CellBuffer,
    simd: Simd,
    sink: &mut S,
) -> (BoardTail, Result<(), FeedError<S::Error>>) {
    let (End::Complete { bytes } | End::GoOn { bytes, .. } | End::Refused { bytes, .. }) = end;
    if let Some(beyond) = bytes.checked_sub(left.len() as u64)
        && let Err(error) = source.skip(beyond)
    {
        let tail = BoardTail {
            bytes,
            ..BoardTail::default()
        };
        return (tail, Err(FeedError::Io(error)));
    }
    let unread = match usize::try_from(bytes) {
        Ok(bytes) => left.get(bytes..).unwrap_or_default(),
        Err(_) => &[],
    };
    let tail = |rows| BoardTail {
        unread: unread.to_vec(),
        rows,
        bytes,
        ended: false,
    };
    match end {
        End::Complete { .. } => (tail(shape.rows), Ok(())),
        End::Refused { rows, error, .. } => (tail(rows), Err(FeedError::Sink(error))),
        End::GoOn { rows, .. } => {
            let (mut tail, outcome) = sequential(rows, unread, source, scratch, simd, sink);
            tail.bytes += bytes;
            (tail, outcome)
        }
    }
}

/// Feeds a board block by block of its text, which begins with `left` and goes on in `source`.
fn sequential<S: Sink>(
    mut rows: RowReader,
    left: &[u8],
    source: &mut dyn RowSource,
    mut scratch: text::CellBuffer,
    simd: Simd,
    sink: &mut S,
) -> (BoardTail, Result<(), FeedError<S::Error>>) {
    let mut buffer = Buffer::new();
    let mut start = buffer.put_left(left);
    let mut bytes = 0;
    loop {
        let filled = buffer.fill(source);
        let text = buffer.text(start..filled.end);
        let fed = match filled.failure {
            Some(error) => Err(FeedFailure {
                used: 0,
                error: FeedError::Io(error),
            }),
            None => feed(&mut rows, text, filled.ended, &mut scratch, simd, sink),
        };
        let (used, outcome) = match fed {
            Ok(Fed { used, complete }) if !complete => {
                bytes += used as u64;
                start = buffer.keep_left(start + used..filled.end);
                continue;
            }
            Ok(fed) => (fed.used, Ok(())),
            Err(FeedFailure { used, error }) => (used, Err(error)),
        };
        let tail = BoardTail {
            unread: text[used..].to_vec(),
            rows: rows.row(),
            bytes: bytes + used as u64,
            ended: filled.ended,
        };
        return (tail, outcome);
    }
}

/// The result of one reading into a buffer.
struct Filled {
    /// The place where the bytes end.
    end: usize,
    /// Whether the source has ended.
    ended: bool,
    /// The failure of the source.
    failure: Option<io::Error>,
}

/// A buffer for blocks of text, each read to the same place, what the last left over before it.
struct Buffer {
    /// The headroom, the rest of its last page, and a block.
    bytes: Vec<u8>,
    /// The place at which blocks begin: on a page, since the system copies half as fast to other addresses.
    block: usize,
}

impl Buffer {
    /// Makes an empty buffer.
    fn new() -> Buffer {
        /// The bytes of a page on most systems.
        const PAGE_BYTES: usize = 4096;
        let bytes = vec![0; HEADROOM_BYTES + PAGE_BYTES + BLOCK_BYTES];
        let to_page = bytes[HEADROOM_BYTES..].as_ptr().align_offset(PAGE_BYTES);
        Buffer {
            bytes,
            block: HEADROOM_BYTES + to_page.min(PAGE_BYTES),
        }
    }

    /// Puts text that was left over before the next block; returns its beginning.
    fn put_left(&mut self, left: &[u8]) -> usize {
        let start = self.block - left.len();
        self.bytes[start..self.block].copy_from_slice(left);
        start
    }

    /// Moves text that is in the buffer itself before the next block; returns its new beginning.
    fn keep_left(&mut self, left: Range<usize>) -> usize {
        let start = self.block - left.len();
        self.bytes.copy_within(left, start);
        start
    }

    /// Reads once: the writer of a pipe goes on while what came is worked on.
    fn fill(&mut self, source: &mut dyn Read) -> Filled {
        let block = self.block;
        loop {
            match source.read(&mut self.bytes[block..block + BLOCK_BYTES]) {
                Ok(read) => {
                    return Filled {
                        end: block + read,
                        ended: read == 0,
                        failure: None,
                    };
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Filled {
                        end: block,
                        ended: true,
                        failure: Some(error),
                    };
                }
            }
        }
    }

    /// Returns a part of the text that was read.
    fn text(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }
}
