//! The rows of a board's text: where each begins and ends, and what is wrong with one.

#![expect(
    clippy::cast_possible_truncation,
    reason = "columns of a board have 32 bits"
)]

use super::lanes::COLUMNS;
use super::text::{CellBlock, Content, Counts, is_board_character};
use grundy_base::source::Separator;
use std::ops::Range;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardShape {
    /// The number of rows, at least 1.
    pub rows: u32,
    /// The number of columns, at least 1.
    pub columns: u32,
}

impl BoardShape {
    /// Finds the shape of an inline board, rows joined by `/`: as many rows as it has parts, as wide as
    /// the first. There is none if that part is empty or a number is beyond 32 bits.
    pub fn of_inline(text: &[u8]) -> Option<BoardShape> {
        let first_row = memchr::memchr(b'/', text).unwrap_or(text.len());
        let slashes = memchr::memchr_iter(b'/', text).count();
        let rows = u32::try_from(slashes + 1).ok()?;
        let columns = u32::try_from(first_row).ok()?;
        (columns > 0).then_some(BoardShape { rows, columns })
    }

    /// Counts the cells.
    pub fn area(self) -> u64 {
        u64::from(self.rows) * u64::from(self.columns)
    }

    /// Counts the blocks of 512 columns in a row.
    pub fn blocks(self) -> usize {
        (self.columns as usize).div_ceil(COLUMNS)
    }
}

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
    /// The number of the row, from 0.
    pub row: u32,
    /// The column of the place that is wrong, from 0.
    pub column: u32,
    /// The fault.
    pub problem: RowProblem,
    /// The text of the row just before that place, up to [`EXCERPT`] bytes.
    pub before: Vec<u8>,
}

/// The number of bytes of a wrong row that are kept to be shown.
pub const EXCERPT: usize = 256;

/// A part of a row, as bits.
#[derive(Debug)]
pub struct RowPart<'a> {
    /// The row, from 0.
    pub row: u32,
    /// The first block of the part.
    pub block: usize,
    /// The cells; a sink may change them.
    pub cells: &'a mut [CellBlock],
    /// The numbers of pieces, if `content` is [`Content::Several`].
    pub counts: &'a [Counts],
    /// The kind of pieces there are.
    pub content: Content,
    /// Whether the row ends here.
    pub ends_row: bool,
    /// The text that comes soon: a sink that works long on this part has it fetched meanwhile.
    pub ahead: &'a [u8],
}

/// A taker of the rows of a board, in order.
pub trait Sink: Send {
    /// The reason why the board cannot be taken.
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
    /// The size of the board.
    shape: BoardShape,
    /// The character between rows.
    separator: Separator,
    /// The number of rows that were read.
    row: u32,
    /// The number of columns that were read of the next row.
    column: usize,
}

/// A stretch of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The row.
    pub row: u32,
    /// The first column, which is the first of a block.
    pub column: usize,
    /// The range of its characters.
    pub text: Range<usize>,
    /// Whether the row ends here, as it should.
    pub ends_row: bool,
    /// The fault after these characters, if they are all characters of a board.
    pub then: Option<RowProblem>,
}

/// The next thing that the reader finds in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReaderStep {
    /// This stretch comes next.
    Convert {
        /// The stretch.
        stretch: Stretch,
        /// The place where the next step begins.
        next: usize,
    },
    /// The rest must be seen together with the text that follows.
    NeedMore,
    /// The board is complete.
    Complete,
}

/// The largest number of cells in a stretch: its bits stay in the nearest cache.
pub(super) const MAX_STRETCH_CELLS: usize = 64 * COLUMNS;

/// A number of bytes: what a step leaves of the text for the next piece is shorter.
pub const LEFT_OVER: usize = COLUMNS + 2;

impl RowReader {
    /// Begins at the start of a board.
    pub fn new(shape: BoardShape, separator: Separator) -> RowReader {
        RowReader {
            shape,
            separator,
            row: 0,
            column: 0,
        }
    }

    /// Counts the rows that were read in full so far.
    pub fn row(&self) -> u32 {
        self.row
    }

    /// Counts the columns read of the next row.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Copies this reader to another place: the first column of a block.
    pub fn moved(&self, row: u32, column: usize) -> RowReader {
        RowReader {
            row,
            column,
            ..*self
        }
    }

    /// Returns the character that ends a row.
    pub fn separator(&self) -> Separator {
        self.separator
    }

    /// Returns the shape asked for; at the end of the board, the shape it has.
    pub fn shape(&self) -> BoardShape {
        self.shape
    }

    /// Tells whether the last row has been read.
    pub fn complete(&self) -> bool {
        self.row == self.shape.rows
    }

    /// Finds the next stretch of `text` from `at` on; `last` says that no text follows.
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
            if last {
                return self.convert(at, rest.len(), 0, Some(RowProblem::EndOfInput));
            }
            let whole = rest.len().saturating_sub(1) / COLUMNS * COLUMNS;
            return self.convert_whole_blocks(at, whole);
        }
        match self.end_of_row(&rest[missing..], last) {
            RowEnd::After(length) => {
                let step = self.convert(at, missing, length, None);
                if length == 0 && self.separator == Separator::Slash {
                    self.shape.rows = self.row;
                }
                step
            }
            RowEnd::Wrong(problem) => self.convert(at, missing, 0, Some(problem)),
            RowEnd::Unseen => self.convert_whole_blocks(at, (missing - 1) / COLUMNS * COLUMNS),
        }
    }

    /// Finds the end of the row, with which `rest` should begin.
    #[inline]
    fn end_of_row(&self, rest: &[u8], last: bool) -> RowEnd {
        match (self.separator, rest) {
            (Separator::Line, [b'\n', ..]) => RowEnd::After(1),
            (Separator::Line, [b'\r', b'\n', ..]) => RowEnd::After(2),
            (Separator::Line, [b'\r']) if last => RowEnd::After(1),
            (Separator::Line, [b'\r']) => RowEnd::Unseen,
            (_, []) => RowEnd::After(0),
            // That many rows cannot be numbered.
            (Separator::Slash, [b'/', ..]) if self.row + 1 == u32::MAX => {
                RowEnd::Wrong(RowProblem::TooLong)
            }
            (Separator::Slash, [b'/', ..]) => RowEnd::After(1),
            (Separator::Slash, [b'\r']) if !last => RowEnd::Unseen,
            (Separator::Slash, rest) if ends_word(rest) => RowEnd::After(0),
            (_, &[byte, ..]) if is_board_character(byte) => RowEnd::Wrong(RowProblem::TooLong),
            (_, &[byte, ..]) => RowEnd::Wrong(RowProblem::BadCharacter(byte)),
        }
    }

    /// Moves on by columns that are whole blocks, as many as one stretch may have; if there are none, more text
    /// must be seen.
    #[inline]
    fn convert_whole_blocks(&mut self, at: usize, columns: usize) -> ReaderStep {
        if columns == 0 {
            return ReaderStep::NeedMore;
        }
        self.convert(at, columns.min(MAX_STRETCH_CELLS), 0, None)
    }

    /// Moves on by `length` columns and by `end` characters that end their row.
    #[inline]
    fn convert(
        &mut self,
        at: usize,
        length: usize,
        end: usize,
        then: Option<RowProblem>,
    ) -> ReaderStep {
        let ends_row = then.is_none() && self.column + length == self.shape.columns as usize;
        let stretch = Stretch {
            row: self.row,
            column: self.column,
            text: at..at + length,
            ends_row,
            then,
        };
        if ends_row {
            self.row += 1;
            self.column = 0;
        } else {
            self.column += length;
        }
        ReaderStep::Convert {
            stretch,
            next: at + length + end,
        }
    }
}

/// The character where a row should end.
enum RowEnd {
    /// The row ends here, by this many characters.
    After(usize),
    /// The row does not end as it should.
    Wrong(RowProblem),
    /// The text that follows must be seen first.
    Unseen,
}

/// Tells whether the word that a board in one line is ends where this text begins.
fn ends_word(text: &[u8]) -> bool {
    matches!(
        text,
        [b' ' | b'\t' | b':' | b'?' | b'\n', ..] | [b'\r'] | [b'\r', b'\n', ..]
    )
}

/// Tells whether a line ends where this text begins.
fn ends_line(text: &[u8]) -> bool {
    matches!(text, [b'\n', ..] | [b'\r'] | [b'\r', b'\n', ..])
}

/// Describes the fault of a row: the wrong character `bad` of the stretch, or what [`Stretch::then`] says of the
/// place after it.
pub(super) fn fault(
    stretch: &Stretch,
    text: &[u8],
    bad: Option<usize>,
    separator: Separator,
) -> RowFault {
    let at = match bad {
        Some(bad) => stretch.text.start + bad,
        None => stretch.text.end,
    };
    let column = stretch.column + at - stretch.text.start;
    let is_at_start = column == 0;
    let problem = match stretch.then {
        Some(RowProblem::EndOfInput)
            if bad.is_none() && (!is_at_start || separator == Separator::Slash) =>
        {
            RowProblem::TooShort
        }
        Some(problem) if bad.is_none() => problem,
        _ => problem_at(&text[at..], is_at_start, separator),
    };
    let shown = stretch.text.start.max(at.saturating_sub(EXCERPT));
    RowFault {
        row: stretch.row,
        column: column as u32,
        problem,
        before: text[shown..at].to_vec(),
    }
}

/// Names the fault of a row that cannot go on with this text.
fn problem_at(rest: &[u8], is_at_start: bool, separator: Separator) -> RowProblem {
    let Some(&byte) = rest.first() else {
        return RowProblem::EndOfInput;
    };
    let begins_record = is_at_start && matches!(byte, b'a'..=b'z' | b'@');
    match separator {
        Separator::Line if begins_record => RowProblem::CutShort,
        Separator::Line if ends_line(rest) => RowProblem::TooShort,
        Separator::Slash if byte == b'/' || ends_word(rest) => RowProblem::TooShort,
        _ => RowProblem::BadCharacter(byte),
    }
}
