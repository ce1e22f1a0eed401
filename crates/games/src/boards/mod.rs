//! Games on boards: what they share.
//!
//! A record gives a board as text or by its size, damaged cells and pieces; several pieces are a
//! sum, also those that share a cell. [`Setup`] checks what is listed; the text is checked by the
//! engine that reads it, at the speed it is read.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a row or column that was compared with those of the board has 32 bits"
)]

pub mod king;
pub mod leaper;
pub mod rocks;
pub mod slider;
mod small;

use crate::Context;
use fxhash::FxHashSet;
use grundy_base::budget::Limit;
use grundy_base::cell::Cell;
use grundy_base::simd::Simd;
use grundy_base::source::Separator;
use grundy_grids::dense::bitmap::Bitmap;
use grundy_grids::dense::feed::{self, FeedError};
use grundy_grids::dense::pieces::BoardPieces;
use grundy_grids::dense::rows::{BoardShape, RowFault, RowProblem};
use grundy_grids::dense::text;
use grundy_record::{
    Board, CELLS, Fault, Move, Place, Record, RowStream, Tail, Tuple, Tuples, board_cut_short,
    counted, empty_row, no_cell, wrong_width,
};
use std::io;

/// A board as its record gives it. Everything that is listed is on it.
struct Setup<'a> {
    /// The size of the board.
    shape: BoardShape,
    /// The rows, if there are some.
    text: Option<Board<'a>>,
    /// The damaged cells that are listed.
    damaged: Vec<Cell>,
    /// The pieces that are listed.
    pieces: Vec<Cell>,
}

impl<'a> Setup<'a> {
    /// Checks what a record lists.
    fn of(record: &Record<'a>) -> Result<Self, Fault> {
        let shape = match (record.rows, record.size) {
            (Some(Board::Text(Separator::Slash, text)), _) => {
                BoardShape::of_inline(text).ok_or_else(empty_row)?
            }
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

    /// Describes the fault that the i-th listed piece stands on damage.
    fn piece_on_damage(&self, index: usize) -> Fault {
        let Cell { row, column } = self.pieces[index];
        Fault::new(
            Place::Position(index),
            format!("the cell {},{} is damaged", row + 1, column + 1),
            "pieces stand on undamaged cells",
        )
    }

    /// Describes the fault of rows that could not be taken, or of what takes them.
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

    /// Describes the fault that a listed damaged cell has a piece in the text.
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

    /// Makes the board of bits, damage merged in, with every piece on an undamaged cell.
    fn bitmap(&self, context: &Context) -> Result<Bitmap, Fault> {
        let budget = &context.budget;
        context.effort.add(
            self.shape.area(),
            u64::from(self.shape.rows) * self.shape.blocks() as u64,
        );
        let mut board = Bitmap::new(self.shape, budget).map_err(limit_at_size)?;
        let simd = Simd::current();
        match self.text {
            Some(Board::Stream(rows)) => take_stream(rows, |text| {
                feed::from_stream(self.shape, text, budget.threads, simd, &mut board)
            })
            .map_err(|error| self.feed_fault(error, limit_at_size))?,
            Some(Board::Text(separator, text)) => {
                let mut scratch = text::CellBuffer::default();
                feed::from_memory(self.shape, separator, text, &mut scratch, simd, &mut board)
                    .map_err(|failure| self.feed_fault(failure.error, limit_at_size))?;
            }
            None => {}
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

    /// Lists the damaged cells and the pieces of a board without text, with every piece on an undamaged cell.
    fn listed(&self) -> Result<(FxHashSet<Cell>, BoardPieces), Fault> {
        let damaged: FxHashSet<Cell> = self.damaged.iter().copied().collect();
        match self.pieces.iter().position(|cell| damaged.contains(cell)) {
            Some(index) => Err(self.piece_on_damage(index)),
            None => Ok((damaged, BoardPieces::listed(self.pieces.clone()))),
        }
    }
}

/// Reads the cells that a record lists, each on the board.
fn cells(
    tuples: &Tuples,
    shape: BoardShape,
    place: fn(usize) -> Place,
) -> Result<Vec<Cell>, Fault> {
    let mut cells = Vec::new();
    for (index, cell) in tuples.iter().enumerate() {
        cells.push(cell_on(shape, cell, place(index), "outside")?);
    }
    Ok(cells)
}

/// Reads a cell, which a record counts from 1, on a board of this shape; `off` says where a cell lies that is not
/// on it.
pub(super) fn cell_on(
    shape: BoardShape,
    cell: &[u64],
    place: Place,
    off: &str,
) -> Result<Cell, Fault> {
    let BoardShape { rows, columns } = shape;
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

/// Describes a wrong row as the fault of its record.
fn row_fault(fault: &RowFault, shape: BoardShape) -> Fault {
    let RowFault {
        row,
        column,
        problem,
        ..
    } = *fault;
    let place = Place::Cell(Cell::new(u64::from(row), u64::from(column)));
    let cells = counted(column.into(), "cell");
    let columns = shape.columns.into();
    match problem {
        RowProblem::BadCharacter(byte) => Fault::new(place, no_cell(byte), CELLS),
        RowProblem::TooShort => wrong_width(place, cells, columns),
        RowProblem::TooLong => wrong_width(place, format_args!("more than {cells}"), columns),
        RowProblem::CutShort | RowProblem::EndOfInput => {
            board_cut_short(place, row.into(), shape.rows.into())
        }
    }
}

/// Takes the rows of a board as they arrive; tells the language what is left.
fn take_stream<T, E>(
    rows: &dyn RowStream,
    mut take: impl FnMut(feed::BoardText<'_>) -> (feed::BoardTail, Result<T, FeedError<E>>),
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

/// Describes a limit as a fault of the size of a board.
fn limit_at_size(limit: Limit) -> Fault {
    Fault::limit(Place::Size, &limit)
}

/// Writes a cell as records do, counted from 1.
fn tuple(cell: Cell) -> Tuple {
    Tuple::new(&[u64::from(cell.row) + 1, u64::from(cell.column) + 1])
}

/// Makes the move of the piece of this index (from 0).
fn piece_move(index: usize, from: Cell, to: Cell) -> Move {
    Move::Tuple {
        index,
        from: tuple(from),
        to: tuple(to),
    }
}
