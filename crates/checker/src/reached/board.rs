//! Boards of which cells are free or damaged.

use grundy_record::{Board, Record};

use crate::{CELLS, Checked, rejected, unproved};

/// A board: its cells in reading order, and which of them are free.
pub(super) struct Grid {
    pub(super) rows: u64,
    pub(super) columns: u64,
    pub(super) free: Vec<bool>,
}

impl Grid {
    /// The board of a record, its damage included.
    pub(super) fn new(record: &Record<'_>) -> Checked<Grid> {
        let (size, text) = (record.rules.size(), record.rules.rows());
        let (text, separator) = match text {
            Some(Board::Inline(text)) => (text, b'/'),
            Some(Board::Block(text)) => (text.strip_suffix(b"\n").unwrap_or(text), b'\n'),
            Some(_) => return unproved("boards that are read as they come have no certificate"),
            None => (&b""[..], b'/'),
        };
        let mut grid = Grid { rows: 0, columns: 0, free: Vec::new() };
        if record.rules.rows().is_some() {
            for row in text.split(|&byte| byte == separator) {
                let row = row.strip_suffix(b"\r").unwrap_or(row);
                if grid.rows > 0 && row.len() as u64 != grid.columns {
                    return rejected("a row of the board has another length");
                }
                (grid.rows, grid.columns) = (grid.rows + 1, row.len() as u64);
                for cell in row {
                    match cell {
                        b'.' => grid.free.push(true),
                        b'X' | b'#' => grid.free.push(false),
                        _ => return rejected("a cell of the board is none"),
                    }
                }
            }
            if size.is_some_and(|size| (size.rows, size.cols) != (grid.rows, grid.columns)) {
                return rejected("the board has another size");
            }
        } else {
            let Some(size) = size else { return rejected("there is no board") };
            match size.rows.checked_mul(size.cols).filter(|&cells| cells <= CELLS) {
                Some(cells) => {
                    grid = Grid { rows: size.rows, columns: size.cols, free: vec![true; cells as usize] }
                }
                None => return unproved("the board is too large to explore"),
            }
        }
        for cell in record.modifiers.damaged.iter() {
            match grid.number(cell) {
                Some(number) => grid.free[number] = false,
                None => return rejected("a damaged cell is not on the board"),
            }
        }
        Ok(grid)
    }

    /// The number of a cell whose row and column count from 1.
    pub(super) fn number(&self, cell: &[u64]) -> Option<usize> {
        let &[row, column] = cell else { return None };
        let is_there = (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column);
        is_there.then(|| ((row - 1) * self.columns + column - 1) as usize)
    }

    /// The row and the column of a cell, from 1.
    pub(super) fn place(&self, number: usize) -> [u64; 2] {
        [number as u64 / self.columns + 1, number as u64 % self.columns + 1]
    }
}
