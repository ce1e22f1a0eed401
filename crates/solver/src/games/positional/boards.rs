//! Boards of positional games: what is free, what is damaged.

use crate::games::vocabulary::*;
use crate::record::cell_count;
use crate::theory::positional::setup::Grid;

const CELLS: &str = "cells are `.` free, `X` or `#` damaged";

/// The board of a record, its damage included.
///
/// # Errors
///
/// At the first cell that is wrong, or where the board is larger than the limits allow.
pub(super) fn grid(record: &Record<'_>, budget: &Budget) -> Result<Grid, Fault> {
    let board = &record.rules.board;
    let lines = board.text.map(|text| {
        let help = "give it fewer rows";
        text.lines().ok_or_else(|| Fault::new(Place::Game, "boards of this game are kept whole", help))
    });
    let mut grid = match (lines.transpose()?, board.size) {
        (Some(lines), size) => drawn(lines, size.map(|size| size.cols), budget)?,
        (None, Some(size)) => {
            Grid::new(size.rows, size.cols, budget).map_err(|limit| Fault::limit(Place::Size, &limit))?
        }
        (None, None) => {
            return Err(Fault::new(Place::EndOfRules, "the board is missing", "give a size, `5x7`, or rows"));
        }
    };
    for (i, cell) in record.modifiers.damaged.iter().enumerate() {
        let number = number(&grid, cell, Place::Damaged(i))?;
        grid.free[number as usize] = false;
    }
    Ok(grid)
}

/// Rows of text; without a width given, that of the first.
fn drawn<'t>(
    rows: impl Iterator<Item = &'t [u8]> + Clone,
    width: Option<u64>,
    budget: &Budget,
) -> Result<Grid, Fault> {
    let width = width.unwrap_or_else(|| rows.clone().next().map_or(0, <[u8]>::len) as u64).max(1);
    let mut grid = Grid::new(rows.clone().count() as u64, width, budget)?;
    grid.free.clear();
    for (row, line) in (0..).zip(rows) {
        for (column, &byte) in (0..width).zip(line) {
            grid.free.push(match byte {
                b'.' => true,
                b'X' | b'#' => false,
                _ => {
                    let message = format!("`{}` is no cell of this board", byte.escape_ascii());
                    return Err(Fault::new(Place::Cell(row, column), message, CELLS));
                }
            });
        }
        let length = line.len() as u64;
        if length != width {
            return Err(Fault::new(
                Place::Cell(row, length.min(width)),
                format!("this row has {}", cell_count(length)),
                format!("each row of this board has {}", cell_count(width)),
            ));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Board;

    #[test]
    fn rows_are_read_with_either_separator() {
        let budget = Budget::default();
        let grid = drawn(Board::Block(b"..X\r\n#..\r\n").lines().unwrap(), Some(3), &budget).unwrap();
        assert_eq!((grid.rows, grid.columns), (2, 3));
        assert_eq!(grid.free, [true, true, false, false, true, true]);
        assert_eq!(drawn(Board::Inline(b"..X/#..").lines().unwrap(), None, &budget).unwrap(), grid);
        for (text, place) in
            [(&b"../..."[..], Place::Cell(1, 2)), (b".../..", Place::Cell(1, 2)), (b".K", Place::Cell(0, 1))]
        {
            assert_eq!(drawn(Board::Inline(text).lines().unwrap(), None, &budget).unwrap_err().place, place);
        }
    }
}
