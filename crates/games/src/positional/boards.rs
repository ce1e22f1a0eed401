//! Boards of positional games: what is free, what is damaged.

#![expect(
    clippy::cast_possible_truncation,
    reason = "marks are on the board, whose rows and columns have 32 bits"
)]

use grundy_base::budget::Budget;

use super::taking::with_known;
use crate::boards::cell_on;
use grundy_base::cell::Cell;
use grundy_grids::dense::rows::BoardShape;
use grundy_placement::setup::{Grid, HalfTurn};
use grundy_record::{Ask, Fault, Keyword, Move, Place, Record, Taken, Tuple};

/// Makes the board of a record, its damage included.
///
/// # Errors
///
/// Fails at the first cell that is wrong, or where the board is larger than the limits allow.
pub(super) fn grid(record: &Record<'_>, budget: &Budget) -> Result<Grid, Fault> {
    let mut grid = match (record.rows, record.size) {
        (Some(text), size) => {
            let help = "give it fewer rows";
            let whole = || Fault::new(Place::Game, "boards of this game are kept whole", help);
            let size = text.size(size.map(|size| size.cols)).ok_or_else(whole)?;
            let cols = size.cols.max(1);
            let mut grid = Grid::new(size.rows, cols, budget)?;
            text.each_mark(cols, false, |[row, col], _| {
                let cell = grid.cell(row as u32 - 1, col as u32 - 1);
                grid.free[cell as usize] = false;
            })?;
            grid
        }
        (None, Some(size)) => Grid::new(size.rows, size.cols, budget)
            .map_err(|limit| Fault::limit(Place::Size, &limit))?,
        (None, None) => return Err(Fault::incomplete()),
    };
    for (i, cell) in record.modifiers.damaged.iter().enumerate() {
        let number = number(&grid, cell, Place::Damaged(i))?;
        grid.free[number as usize] = false;
    }
    Ok(grid)
}

/// Refuses a board that is too large to be searched before its moves are listed, which takes much more memory than the
/// board. `half_turn` says what is known of boards of this size.
///
/// # Errors
///
/// Fails if what is asked takes a search. Where a theorem says who wins, `winner` does not, and if the value is 0 nothing
/// does. Misère play has limits of its own.
pub(super) fn refuse_large(
    grid: &Grid,
    half_turn: impl Fn(u32, u32) -> HalfTurn,
    record: &Record<'_>,
) -> Result<(), Fault> {
    if record.modifiers.has(Keyword::Misere) {
        return Ok(());
    }
    let Some(limit) = grid.not_searched() else {
        return Ok(());
    };
    match half_turn(grid.rows, grid.columns) {
        HalfTurn::Zero => Ok(()),
        HalfTurn::Positive if record.asks[..] == [Ask::Winner] => Ok(()),
        HalfTurn::Positive => Err(with_known(limit, Some(true), Some(1))),
        HalfTurn::Open => Err(limit.into()),
    }
}

/// Finds the number of a cell `row,col`, counted from 1, of a board.
pub(super) fn number(grid: &Grid, cell: &[u64], place: Place) -> Result<u32, Fault> {
    let shape = BoardShape {
        rows: grid.rows,
        columns: grid.columns,
    };
    let Cell { row, column } = cell_on(shape, cell, place, "not on")?;
    Ok(grid.cell(row, column))
}

/// Makes the move that takes one cell of a board; rows and columns count from 0 here, and from 1 in the move.
pub(super) fn take_cell(index: usize, cell: Cell<u64>) -> Move {
    Move::Take {
        index: Some(index),
        what: Taken::Cells([Tuple::new(&[cell.row + 1, cell.column + 1])].into()),
    }
}

/// Finds the cell, counted from 0, that such a move took.
pub(super) fn taken_cell(what: &Taken) -> Option<Cell<u64>> {
    let Taken::Cells(cells) = what else {
        return None;
    };
    let [cell] = &**cells else { return None };
    let &[row, column] = cell.as_slice() else {
        return None;
    };
    Some(Cell::new(row - 1, column - 1))
}
