//! Games on boards: what they share.
//!
//! A record gives a board as text or by its size, damaged cells and pieces; several pieces are a
//! sum, also those that share a cell. [`Setup`] checks what is listed; the text is checked by the
//! engine that reads it, at the speed it is read.

pub mod king;
pub mod leaper;
pub mod slider;
mod small;

pub(super) use small::SmallBoard;

use crate::games::vocabulary::*;
use fxhash::FxHashSet;
use grundy_boards::dense::bitmap::Bitmap;
use grundy_boards::dense::feed::{self, FeedError};
use grundy_boards::dense::pieces::BoardPieces;
use grundy_boards::dense::rows::{BoardShape, Cell, RowFault, RowProblem, Separator};
use grundy_boards::dense::text;
use grundy_machine::simd::Simd;
use grundy_record::{
    Board, CELLS, RowStream, Tail, Tuples, counted, no_cell, rows_follow, wrong_width,
};
use std::io;

/// A board as its record gives it, everything listed known to be on it.
struct Setup<'a> {
    shape: BoardShape,
    text: Option<Board<'a>>,
    damaged: Vec<Cell>,
    pieces: Vec<Cell>,
}

impl<'a> Setup<'a> {
    fn of(record: &Record<'a>) -> Result<Self, Fault> {
        let shape = match (record.rows, record.rules.size) {
            (Some(Board::Inline(text)), _) => BoardShape::of_inline(text).ok_or_else(|| {
                Fault::new(Place::Cell(0, 0), "an empty row", "rows are joined by `/`")
            })?,
            (_, Some(size)) => {
                // The language keeps sizes within `Size::MAX`, well inside 32 bits.
                let narrow = |extent| u32::try_from(extent).unwrap_or(u32::MAX);
                BoardShape {
                    rows: narrow(size.rows),
                    columns: narrow(size.cols),
                }
            }
            (_, None) => return Err(Fault::incomplete()),
        };
        Ok(Setup {
            shape,
            text: record.rows,
            damaged: cells(&record.modifiers.damaged, shape, Place::Damaged)?,
            pieces: cells(&record.position.tuples, shape, Place::Position)?,
        })
    }

    /// The fault of the i-th listed piece standing on damage.
    fn piece_on_damage(&self, index: usize) -> Fault {
        let Cell { row, column } = self.pieces[index];
        Fault::new(
            Place::Position(index),
            format!("the cell {},{} is damaged", row + 1, column + 1),
            "pieces stand on undamaged cells",
        )
    }

    /// The fault of rows that could not be taken, or of what takes them.
    fn feed_fault<S>(&self, error: FeedError<S>, of_sink: impl FnOnce(S) -> Fault) -> Fault {
        match error {
            FeedError::Row(row) => row_fault(&row, self.shape),
            FeedError::Sink(fault) => of_sink(fault),
            FeedError::Io(_) => Fault::new(
                Place::Size,
                "the rows of this board cannot be read",
                "give the board again",
            ),
        }
    }

    /// The fault of a listed damaged cell that has a piece in the text.
    fn damage_under_piece(&self, cell: Cell) -> Fault {
        let index = self
            .damaged
            .iter()
            .position(|&damaged| damaged == cell)
            .unwrap_or(0);
        Fault::new(
            Place::Damaged(index),
            format!(
                "a piece of the board stands on {},{}",
                cell.row + 1,
                cell.column + 1
            ),
            "pieces stand on undamaged cells",
        )
    }

    /// The board as bits, damage merged in, every piece on an undamaged cell.
    fn bitmap(&self, context: &Context) -> Result<Bitmap, Fault> {
        let budget = &context.budget;
        context.effort.add(
            self.shape.area(),
            u64::from(self.shape.rows) * self.shape.blocks() as u64,
        );
        let mut board = Bitmap::new(self.shape, budget).map_err(limit_at_size)?;
        let simd = Simd::current();
        let fault = |error| self.feed_fault(error, limit_at_size);
        match (self.text, self.text_in_memory()) {
            (Some(Board::Stream(rows)), _) => take_stream(rows, |text| {
                feed::from_stream(self.shape, text, budget.threads, simd, &mut board)
            })
            .map_err(fault)?,
            (_, Some((separator, text))) => {
                let mut scratch = text::CellBuffer::default();
                feed::from_memory(self.shape, separator, text, &mut scratch, simd, &mut board)
                    .map_err(|(_, error)| fault(error))?;
            }
            _ => {}
        }
        for &cell in &self.damaged {
            if board.count(cell) > 0 {
                return Err(self.damage_under_piece(cell));
            }
            board.damage(cell);
        }
        match self.pieces.iter().position(|&cell| !board.is_free(cell)) {
            Some(index) => Err(self.piece_on_damage(index)),
            None => Ok(board),
        }
    }

    /// The damaged cells and the pieces of a board without text, every piece on an undamaged cell.
    fn listed(&self) -> Result<(FxHashSet<Cell>, BoardPieces), Fault> {
        let damaged: FxHashSet<Cell> = self.damaged.iter().copied().collect();
        match self.pieces.iter().position(|cell| damaged.contains(cell)) {
            Some(index) => Err(self.piece_on_damage(index)),
            None => Ok((damaged, BoardPieces::listed(self.pieces.clone()))),
        }
    }

    fn text_in_memory(&self) -> Option<(Separator, &'a [u8])> {
        match self.text? {
            Board::Inline(text) => Some((Separator::Slash, text)),
            Board::Block(text) => Some((Separator::Line, text)),
            Board::Stream(_) => None,
        }
    }
}

/// The cells listed, from 0, each on the board.
fn cells(
    tuples: &Tuples,
    shape: BoardShape,
    place: fn(usize) -> Place,
) -> Result<Vec<Cell>, Fault> {
    let size = (shape.rows, shape.columns);
    tuples
        .iter()
        .enumerate()
        .map(|(index, cell)| cell_on(size, cell, place(index), "outside"))
        .collect()
}

/// The cell, from 0, that a record counts from 1, on a board of this many rows and columns; `off` says where one that is
/// not there lies.
pub(super) fn cell_on(
    (rows, columns): (u32, u32),
    cell: &[u64],
    place: Place,
    off: &str,
) -> Result<Cell, Fault> {
    let within = |number: u64, extent: u32| (1..=u64::from(extent)).contains(&number);
    match *cell {
        [row, column] if within(row, rows) && within(column, columns) => Ok(Cell {
            row: row as u32 - 1,
            column: column as u32 - 1,
        }),
        _ => Err(Fault::new(
            place,
            format!("the cell {} is {off} the board", itertools::join(cell, ",")),
            format!("the board has {rows} rows and {columns} columns"),
        )),
    }
}

/// A wrong row as the fault of its record.
fn row_fault(fault: &RowFault, shape: BoardShape) -> Fault {
    let RowFault {
        row,
        column,
        problem,
        ..
    } = *fault;
    let place = Place::Cell(u64::from(row), u64::from(column));
    let (cells, columns) = (counted(column.into(), "cell"), shape.columns.into());
    match problem {
        RowProblem::BadCharacter(byte) => Fault::new(place, no_cell(byte), CELLS),
        RowProblem::TooShort => wrong_width(place, cells, columns),
        RowProblem::TooLong => wrong_width(place, format_args!("more than {cells}"), columns),
        RowProblem::CutShort | RowProblem::EndOfInput => Fault::new(
            place,
            format!("the board ends after {row} of {} rows", shape.rows),
            rows_follow(shape.rows.into()),
        ),
    }
}

/// The rest of a stream of rows, and the results of those taken.
type Taken<T, E> = (feed::BoardTail, Result<T, FeedError<E>>);

/// Takes the rows of a board as they arrive; tells the language what is left.
fn take_stream<T, E>(
    rows: &dyn RowStream,
    mut take: impl FnMut(feed::BoardText<'_>) -> Taken<T, E>,
) -> Result<T, FeedError<E>> {
    let mut outcome = None;
    rows.take(&mut |head, source| {
        let (tail, taken) = take(feed::BoardText {
            separator: Separator::Line,
            head,
            source,
        });
        let (taken, failure) = match taken {
            // The language reports the failure; what stands for it here is not seen.
            Err(FeedError::Io(failure)) => {
                let again = io::Error::from(failure.kind());
                (Err(FeedError::Io(again)), Some(failure))
            }
            taken => (taken, None),
        };
        outcome = Some(taken);
        Tail {
            unread: tail.unread,
            rows: u64::from(tail.rows),
            failure,
        }
    });
    outcome.unwrap_or_else(|| Err(FeedError::Io(io::ErrorKind::UnexpectedEof.into())))
}

fn limit_at_size(limit: Limit) -> Fault {
    Fault::limit(Place::Size, &limit)
}

fn tuple(cell: Cell) -> Tuple {
    Tuple::new(&[u64::from(cell.row) + 1, u64::from(cell.column) + 1])
}

/// The move of the piece of this index (from 0).
fn piece_move(index: usize, from: Cell, to: Cell) -> Move {
    Move::Tuple {
        index,
        from: tuple(from),
        to: tuple(to),
    }
}

#[cfg(test)]
mod tests;
