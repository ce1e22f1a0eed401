//! The rows of a board's text: where each begins and ends, and what is wrong with one.

use super::lanes::COLUMNS;
use super::text::{CellBlock, Content, Counts, is_board_character};
use std::ops::Range;

/// A cell, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row, 0 at the top.
    pub row: u32,
    /// Column, 0 at the left.
    pub column: u32,
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardShape {
    /// Number of rows, at least 1.
    pub rows: u32,
    /// Number of columns, at least 1.
    pub columns: u32,
}

impl BoardShape {
    /// The shape of an inline board, rows joined by `/`: as many rows as it has parts, as wide as
    /// the first. `None` when that is empty or beyond 32 bits.
    pub fn of_inline(text: &[u8]) -> Option<BoardShape> {
        let columns = memchr::memchr(b'/', text).unwrap_or(text.len());
        let rows = memchr::memchr_iter(b'/', text).count() + 1;
        let (rows, columns) = (u32::try_from(rows).ok()?, u32::try_from(columns).ok()?);
        (columns > 0).then_some(BoardShape { rows, columns })
    }

    /// Number of cells.
    pub fn area(self) -> u64 {
        u64::from(self.rows) * u64::from(self.columns)
    }

    /// Blocks of 512 columns in a row.
    pub fn blocks(self) -> usize {
        (self.columns as usize).div_ceil(COLUMNS)
    }
}

pub use grundy_machine::source::Separator;

/// A fault in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowProblem {
    /// A character that no board has.
    BadCharacter(u8),
    /// The row ends before its last column.
    TooShort,
    /// The row goes on after its last column.
    TooLong,
    /// The line is no row: it begins with a lower-case letter or `@`, so a record starts here.
    CutShort,
    /// The text ends, with rows missing.
    EndOfInput,
}

/// A wrong row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFault {
    /// Its number, from 0.
    pub row: u32,
    /// The column of the place that is wrong, from 0.
    pub column: u32,
    /// The fault.
    pub problem: RowProblem,
    /// The text of the row just before that place, up to [`EXCERPT`] bytes.
    pub before: Vec<u8>,
}

/// How much of a wrong row is kept to be shown, in bytes.
pub const EXCERPT: usize = 256;

/// Part of a row, as bits.
#[derive(Debug)]
pub struct RowPart<'a> {
    /// The row, from 0.
    pub row: u32,
    /// The first block of the part.
    pub block: usize,
    /// The cells; a sink may change them.
    pub cells: &'a mut [CellBlock],
    /// How many pieces, if `content` is [`Content::Several`].
    pub counts: &'a [Counts],
    /// The kind of pieces there are.
    pub content: Content,
    /// Whether the row ends here.
    pub ends_row: bool,
    /// Text that comes soon, for a sink that works long on this to have fetched meanwhile.
    pub ahead: &'a [u8],
}

/// Takes the rows of a board, in order.
pub trait Sink: Send {
    /// Why the board cannot be taken.
    type Error: Send;

    /// Takes the next part.
    ///
    /// # Errors
    /// Ends the reading of the board.
    fn take(&mut self, part: RowPart<'_>) -> Result<(), Self::Error>;
}

/// The reader's place in the text of a board. Text comes in pieces; every [`RowReader::step`]
/// names the next stretch to convert. Rows joined by `/` may be fewer than the shape says: the
/// last is known by what follows it.
#[derive(Clone, Debug)]
pub struct RowReader {
    shape: BoardShape,
    separator: Separator,
    row: u32,
    column: usize,
}

/// A stretch of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The row.
    pub row: u32,
    /// Its first column here, the first of a block.
    pub column: usize,
    /// The range of its characters.
    pub text: Range<usize>,
    /// Whether the row ends here, as it should.
    pub ends_row: bool,
    /// The fault behind these characters, if they are all of a board.
    pub then: Option<RowProblem>,
}

/// The next thing in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReaderStep {
    /// This stretch; the next step begins at the second number.
    Convert(Stretch, usize),
    /// The rest must be seen together with the text that follows.
    NeedMore,
    /// The board is complete.
    Complete,
}

/// A stretch is at most this long, so that its bits stay in the nearest cache.
pub(super) const MAX_STRETCH_CELLS: usize = 64 * COLUMNS;

/// Text a step may leave for the next piece is shorter than this.
pub const LEFT_OVER: usize = COLUMNS + 2;

impl RowReader {
    /// At the start of a board.
    pub fn new(shape: BoardShape, separator: Separator) -> RowReader {
        RowReader {
            shape,
            separator,
            row: 0,
            column: 0,
        }
    }

    /// Rows read so far, those in full.
    pub fn row(&self) -> u32 {
        self.row
    }

    /// Columns read of the next row.
    pub fn column(&self) -> usize {
        self.column
    }

    /// This reader at another place: the first column of a block.
    pub(super) fn moved(&self, row: u32, column: usize) -> RowReader {
        RowReader {
            row,
            column,
            ..*self
        }
    }

    /// The character that ends a row.
    pub fn separator(&self) -> Separator {
        self.separator
    }

    /// The shape asked for; at the end of the board, the shape it has.
    pub fn shape(&self) -> BoardShape {
        self.shape
    }

    /// Whether the last row has been read.
    pub fn complete(&self) -> bool {
        self.row == self.shape.rows
    }

    /// The next stretch of `text` from `at` on; `last` when no text follows.
    #[inline]
    pub fn step(&mut self, text: &[u8], at: usize, last: bool) -> ReaderStep {
        if self.complete() {
            return ReaderStep::Complete;
        }
        let rest = &text[at..];
        if self.separator == Separator::Slash
            && self.column == 0
            && self.row > 0
            && rest.first() == Some(&b'/')
        {
            // Rows cannot be empty, so a second slash starts a comment and the board ended before the first.
            self.shape.rows = self.row;
            return ReaderStep::Complete;
        }
        let missing = self.shape.columns as usize - self.column;
        if missing > MAX_STRETCH_CELLS && rest.len() > MAX_STRETCH_CELLS {
            return self.convert(at, MAX_STRETCH_CELLS, 0, None);
        }
        if rest.len() < missing || (rest.len() == missing && !last) {
            let whole = rest.len().saturating_sub(1) / COLUMNS * COLUMNS;
            return match (last, whole) {
                (true, _) => self.convert(at, rest.len(), 0, Some(RowProblem::EndOfInput)),
                (false, 0) => ReaderStep::NeedMore,
                (false, _) => self.convert(at, whole.min(MAX_STRETCH_CELLS), 0, None),
            };
        }
        match self.end_of_row(&rest[missing..], last) {
            Some(Ok(length)) => {
                let step = self.convert(at, missing, length, None);
                if length == 0 && self.separator == Separator::Slash {
                    self.shape.rows = self.row;
                }
                step
            }
            Some(Err(problem)) => self.convert(at, missing, 0, Some(problem)),
            None => match (missing - 1) / COLUMNS * COLUMNS {
                0 => ReaderStep::NeedMore,
                whole => self.convert(at, whole.min(MAX_STRETCH_CELLS), 0, None),
            },
        }
    }

    /// How long the end of the row is that `rest` should begin with; `None` to see more.
    #[inline]
    fn end_of_row(&self, rest: &[u8], last: bool) -> Option<Result<usize, RowProblem>> {
        match (self.separator, rest) {
            (Separator::Line, [b'\n', ..]) => Some(Ok(1)),
            (Separator::Line, [b'\r', b'\n', ..]) => Some(Ok(2)),
            (Separator::Line, [b'\r']) => last.then_some(Ok(1)),
            (_, []) => Some(Ok(0)),
            // That many rows cannot be numbered.
            (Separator::Slash, [b'/', ..]) if self.row + 1 == u32::MAX => {
                Some(Err(RowProblem::TooLong))
            }
            (Separator::Slash, [b'/', ..]) => Some(Ok(1)),
            (Separator::Slash, [b'\r']) if !last => None,
            (Separator::Slash, rest) if ends_word(rest) => Some(Ok(0)),
            (_, &[byte, ..]) if is_board_character(byte) => Some(Err(RowProblem::TooLong)),
            (_, &[byte, ..]) => Some(Err(RowProblem::BadCharacter(byte))),
        }
    }

    #[inline]
    fn convert(
        &mut self,
        at: usize,
        length: usize,
        end: usize,
        then: Option<RowProblem>,
    ) -> ReaderStep {
        let ends_row = then.is_none() && self.column + length == self.shape.columns as usize;
        let text = at..at + length;
        let stretch = Stretch {
            row: self.row,
            column: self.column,
            text,
            ends_row,
            then,
        };
        if ends_row {
            self.row += 1;
            self.column = 0;
        } else {
            self.column += length;
        }
        ReaderStep::Convert(stretch, at + length + end)
    }
}

/// Whether the word that a board in one line is ends where this text begins.
fn ends_word(text: &[u8]) -> bool {
    matches!(
        text,
        [b' ' | b'\t' | b':' | b'?' | b'\n', ..] | [b'\r'] | [b'\r', b'\n', ..]
    )
}

/// The fault of a row that has a wrong character at `at`, or what `then` says after the stretch.
pub(super) fn fault(
    stretch: &Stretch,
    text: &[u8],
    bad: Option<usize>,
    separator: Separator,
) -> RowFault {
    let at = bad.map_or(stretch.text.end, |bad| stretch.text.start + bad);
    let column = stretch.column + at - stretch.text.start;
    let newline = |text: &[u8]| matches!(text, [b'\n', ..] | [b'\r'] | [b'\r', b'\n', ..]);
    let problem = match (bad, text.get(at), stretch.then) {
        (None, _, Some(RowProblem::EndOfInput)) if column > 0 || separator == Separator::Slash => {
            RowProblem::TooShort
        }
        (None, _, Some(problem)) => problem,
        (_, Some(b'a'..=b'z' | b'@'), _) if column == 0 && separator == Separator::Line => {
            RowProblem::CutShort
        }
        (_, Some(_), _) if separator == Separator::Line && newline(&text[at..]) => {
            RowProblem::TooShort
        }
        (_, Some(&byte), _)
            if separator == Separator::Slash && (byte == b'/' || ends_word(&text[at..])) =>
        {
            RowProblem::TooShort
        }
        (_, Some(&byte), _) => RowProblem::BadCharacter(byte),
        (_, None, _) => RowProblem::EndOfInput,
    };
    let shown = stretch.text.start.max(at.saturating_sub(EXCERPT));
    RowFault {
        row: stretch.row,
        column: column as u32,
        problem,
        before: text[shown..at].to_vec(),
    }
}
