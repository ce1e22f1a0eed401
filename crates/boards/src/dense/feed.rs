//! Rows from text into a [`Sink`]: from memory, from a stream, or from a file.

use super::lanes::COLUMNS;
use super::pipeline::{self, End};
use super::rows::{
    BoardShape, LEFT_OVER, ReaderStep, RowFault, RowPart, RowReader, Separator, Sink, fault,
};
use super::text::{self, BadCharacter};
use grundy_machine::simd::Simd;
use grundy_machine::source::RowSource;
use std::io::{self, Read};
use std::ops::Range;

/// Why a board's text could not be taken.
#[derive(Debug)]
pub enum FeedError<E> {
    /// A row is wrong.
    Row(RowFault),
    /// The sink refused.
    Sink(E),
    /// The stream failed.
    Io(io::Error),
}

/// The text of a board that arrives.
pub struct BoardText<'a> {
    /// The character that ends its rows.
    pub separator: Separator,
    /// How it begins.
    pub head: &'a [u8],
    /// The rest of the text.
    pub source: &'a mut dyn RowSource,
}

/// The text of a stream that was read behind the end of a board.
#[derive(Debug, Default)]
pub struct BoardTail {
    /// The unread bytes: those after the last row; after a wrong row, those from the wrong place
    /// on; after anything else, unspecified.
    pub unread: Vec<u8>,
    /// Rows read in full, each one line.
    pub rows: u32,
    /// Bytes taken from the stream and the head together, `unread` not among them.
    pub bytes: u64,
    /// Whether the stream has ended.
    pub ended: bool,
}

/// How a piece of text was taken.
pub(super) struct Fed {
    /// Bytes that need not be seen again.
    pub used: usize,
    pub complete: bool,
}

/// Feeds what it can of `text` to `sink`.
///
/// # Errors
/// A wrong row (with the bytes before the place that is wrong), or what the sink says.
pub(super) fn feed<S: Sink>(
    rows: &mut RowReader,
    text: &[u8],
    last: bool,
    scratch: &mut text::CellBuffer,
    simd: Simd,
    sink: &mut S,
) -> Result<Fed, (usize, FeedError<S::Error>)> {
    let mut at = 0;
    loop {
        let (stretch, next) = match rows.step(text, at, last) {
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
            ReaderStep::Convert(stretch, next) => (stretch, next),
        };
        let wrong = |bad: Option<usize>| {
            let place = stretch.text.start + bad.unwrap_or(stretch.text.len());
            (
                place,
                FeedError::Row(fault(&stretch, text, bad, rows.separator())),
            )
        };
        let content = match scratch.convert(simd, &text[stretch.text.clone()]) {
            Ok(content) => content,
            Err(BadCharacter(bad)) => return Err(wrong(Some(bad))),
        };
        if stretch.then.is_some() {
            return Err(wrong(None));
        }
        let (cells, counts) = scratch.parts(stretch.text.len(), content);
        let block = stretch.column / COLUMNS;
        let (row, ends_row) = (stretch.row, stretch.ends_row);
        let part = RowPart {
            row,
            block,
            cells,
            counts,
            content,
            ends_row,
            ahead: &[],
        };
        sink.take(part)
            .map_err(|error| (next, FeedError::Sink(error)))?;
        at = next;
    }
}

/// Feeds a board that is in memory to `sink`: rows in lines, or joined by `/`. Returns the bytes the
/// board takes; on an error, those before the wrong place.
///
/// # Errors
/// A wrong row, or what the sink says.
pub fn from_memory<S: Sink>(
    shape: BoardShape,
    separator: Separator,
    text: &[u8],
    scratch: &mut text::CellBuffer,
    simd: Simd,
    sink: &mut S,
) -> Result<usize, (usize, FeedError<S::Error>)> {
    let mut rows = RowReader::new(shape, separator);
    feed(&mut rows, text, true, scratch, simd, sink).map(|fed| fed.used)
}

/// Bytes read at a time: small enough to stay in the second cache, large enough to make the
/// calls cheap.
const BLOCK_BYTES: usize = 256 << 10;

/// Room before a block for what the last one left over.
const HEADROOM_BYTES: usize = 68 << 10;
const _: () = assert!(LEFT_OVER <= HEADROOM_BYTES);

/// Feeds a board to `sink` whose text arrives; with `threads` above 1, two threads share a text that
/// can be read anywhere.
///
/// The result is always what one thread alone would give. Memory: about 300 KB a thread, up to a
/// megabyte if rows fill their blocks badly, and what the sink keeps. Returns what was read beyond
/// the board.
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
    let fed = feed(&mut rows, head, false, &mut scratch, simd, sink);
    let (used, outcome) = match fed {
        Ok(Fed {
            used,
            complete: false,
        }) => {
            let left = &head[used..];
            let end = source
                .anywhere()
                .and_then(|text| pipeline::run(&rows, left, text, threads, simd, sink));
            let (mut tail, outcome) = match end {
                Some(end) => after_pipeline(end, shape, (left, source), scratch, simd, sink),
                None => sequential(rows, left, source, scratch, simd, sink),
            };
            tail.bytes += used as u64;
            if let Err(FeedError::Row(fault)) = &outcome {
                tail.rows = fault.row;
            }
            return (tail, outcome);
        }
        Ok(Fed {
            used,
            complete: true,
        }) => (used, Ok(())),
        Err((used, error)) => (used, Err(error)),
    };
    let unread = head[used..].to_vec();
    let taken = match &outcome {
        Err(FeedError::Row(fault)) => fault.row,
        _ => rows.row(),
    };
    (
        BoardTail {
            unread,
            rows: taken,
            bytes: used as u64,
            ended: false,
        },
        outcome,
    )
}

/// Brings the source to where the work on units of it ended, and goes on from there.
fn after_pipeline<S: Sink>(
    end: End<S::Error>,
    shape: BoardShape,
    (left, source): (&[u8], &mut dyn RowSource),
    scratch: text::CellBuffer,
    simd: Simd,
    sink: &mut S,
) -> (BoardTail, Result<(), FeedError<S::Error>>) {
    let (End::Complete(bytes) | End::GoOn(bytes, _) | End::Refused(bytes, ..)) = end;
    let unread =
        usize::try_from(bytes).map_or(&[][..], |bytes| left.get(bytes..).unwrap_or_default());
    if let Some(beyond) = bytes.checked_sub(left.len() as u64)
        && let Err(error) = source.skip(beyond)
    {
        return (
            BoardTail {
                bytes,
                ..BoardTail::default()
            },
            Err(FeedError::Io(error)),
        );
    }
    let tail = |rows| BoardTail {
        unread: unread.to_vec(),
        rows,
        bytes,
        ended: false,
    };
    match end {
        End::Complete(_) => (tail(shape.rows), Ok(())),
        End::Refused(_, rows, error) => (tail(rows), Err(FeedError::Sink(error))),
        End::GoOn(_, rows) => {
            let (tail, outcome) = sequential(rows, unread, source, scratch, simd, sink);
            (
                BoardTail {
                    bytes: tail.bytes + bytes,
                    ..tail
                },
                outcome,
            )
        }
    }
}

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
        let (end, ended, failed) = buffer.fill(source);
        let text = buffer.text(start..end);
        let fed = match failed {
            Some(error) => Err((0, FeedError::Io(error))),
            None => feed(&mut rows, text, ended, &mut scratch, simd, sink),
        };
        let (used, outcome) = match fed {
            Ok(Fed {
                used,
                complete: false,
            }) => {
                bytes += used as u64;
                start = buffer.keep_left(start + used..end);
                continue;
            }
            Ok(Fed { used, .. }) => (used, Ok(())),
            Err((used, error)) => (used, Err(error)),
        };
        let unread = text[used..].to_vec();
        return (
            BoardTail {
                unread,
                rows: rows.row(),
                bytes: bytes + used as u64,
                ended,
            },
            outcome,
        );
    }
}

/// A buffer for blocks of text, each read to the same place, what the last left over before it.
struct Buffer {
    bytes: Vec<u8>,
    /// The place at which blocks begin: on a page, since the system copies half as fast to other addresses.
    block: usize,
}

impl Buffer {
    fn new() -> Buffer {
        const PAGE_BYTES: usize = 4096;
        let bytes = vec![0; HEADROOM_BYTES + PAGE_BYTES + BLOCK_BYTES];
        let block = HEADROOM_BYTES
            + bytes[HEADROOM_BYTES..]
                .as_ptr()
                .align_offset(PAGE_BYTES)
                .min(PAGE_BYTES);
        Buffer { bytes, block }
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

    /// Reads once: a pipe's writer goes on while what came is worked on. Returns where the bytes
    /// end, whether the source has ended, and its failure.
    fn fill(&mut self, source: &mut dyn Read) -> (usize, bool, Option<io::Error>) {
        let block = self.block;
        loop {
            match source.read(&mut self.bytes[block..block + BLOCK_BYTES]) {
                Ok(read) => return (block + read, read == 0, None),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return (block, true, Some(error)),
            }
        }
    }

    fn text(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }
}
