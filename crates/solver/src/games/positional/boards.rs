//! Boards of positional games: what is free, what is damaged.

use crate::games::vocabulary::*;
use crate::theory::positional::setup::Grid;

/// The board of a record, its damage included.
///
/// # Errors
///
/// At the first cell that is wrong, or where the board is larger than the limits allow.
pub(super) fn grid(record: &Record<'_>, budget: &Budget) -> Result<Grid, Fault> {
    let mut grid = match (record.rows, record.rules.size) {
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
        (None, Some(size)) => {
            Grid::new(size.rows, size.cols, budget).map_err(|limit| Fault::limit(Place::Size, &limit))?
        }
        (None, None) => return Err(Fault::incomplete()),
    };
    for (i, cell) in record.modifiers.damaged.iter().enumerate() {
        let number = number(&grid, cell, Place::Damaged(i))?;
        grid.free[number as usize] = false;
    }
    Ok(grid)
}

/// The number of a cell `row,col`, counted from 1, of a board.
pub(super) fn number(grid: &Grid, cell: &[u64], place: Place) -> Result<u32, Fault> {
    let within = |place: u64, size: u32| (1..=u64::from(size)).contains(&place);
    match *cell {
        [row, column] if within(row, grid.rows) && within(column, grid.columns) => {
            Ok(grid.cell(row as u32 - 1, column as u32 - 1))
        }
        _ => Err(Fault::new(
            place,
            format!("the cell {} is not on the board", itertools::join(cell, ",")),
            format!("the board has {} rows and {} columns", grid.rows, grid.columns),
        )),
    }
}
