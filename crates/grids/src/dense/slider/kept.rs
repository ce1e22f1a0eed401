//! The values of a board that pieces on some of its cells need.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the two halves of a value have 16 bits each"
)]

use super::tile::DAMAGED;
use super::tile::{Free, Tile, TileValues};
use grundy_base::budget::Limit;
use grundy_base::cell::Cell;

/// The values that are kept, in the order of rows and columns of the sweep.
#[derive(Clone, Debug)]
pub(super) enum KeptValues {
    /// All of them.
    Table(ValueRows),
    /// The values of the lines through some cells.
    Lines(CellLines),
}

impl KeptValues {
    /// Makes room for the values that pieces on these cells need.
    ///
    /// # Errors
    /// Fails if it takes more memory than allowed.
    pub fn new(
        free: &Free<'_>,
        cells: &[Cell],
        diagonal: bool,
        memory: u64,
    ) -> Result<KeptValues, Limit> {
        let needed = KeptValues::bytes(free, cells, diagonal);
        if needed > memory {
            let Free { rows, across, .. } = free;
            return Err(Limit::memory(format!(
                "sliding pieces on a board of {rows}x{across} cells need {needed} bytes, {memory} are left",
            )));
        }
        Ok(if needed < ValueRows::bytes(free, diagonal) {
            KeptValues::Lines(CellLines::new(free, cells, diagonal))
        } else {
            KeptValues::Table(ValueRows::new(free, diagonal))
        })
    }

    /// Counts the bytes of the values that pieces on these cells need.
    pub fn bytes(free: &Free<'_>, cells: &[Cell], diagonal: bool) -> u64 {
        let lines = CellLines::bytes(free, cells.len() as u64, diagonal);
        lines.min(ValueRows::bytes(free, diagonal))
    }

    /// Keeps what is wanted of a tile.
    pub fn take(&mut self, tile: Tile, values: &TileValues) {
        match self {
            KeptValues::Table(table) => table.take(tile, values),
            KeptValues::Lines(lines) => lines.take(tile, values),
        }
    }

    /// Returns the value of a cell that is kept, unless the cell is damaged.
    pub fn value(&self, cell: Cell) -> Option<u32> {
        let row = cell.row as usize;
        let column = cell.column as usize;
        let value = match self {
            KeptValues::Table(table) => table.value(row, column),
            KeptValues::Lines(lines) => lines.value(row, column),
        };
        (value != DAMAGED).then_some(value)
    }
}

/// Tells whether all values of a board fit in 16 bits: a value is at most the number of cells to which a piece can go.
fn is_narrow(free: &Free<'_>, diagonal: bool) -> bool {
    let diagonal_cells = if diagonal { free.across } else { 0 };
    free.rows + free.across + diagonal_cells < usize::from(u16::MAX)
}

/// All values, row after row: the lower halves, and the upper ones unless all values fit in the lower.
#[derive(Clone, Debug)]
pub(super) struct ValueRows {
    /// The number of columns.
    across: usize,
    /// The lower halves of the values.
    low: Vec<u16>,
    /// The upper halves, or nothing.
    high: Vec<u16>,
}

impl ValueRows {
    /// Counts the bytes of the values of a board.
    fn bytes(free: &Free<'_>, diagonal: bool) -> u64 {
        let area = free.rows as u64 * free.across as u64;
        area * if is_narrow(free, diagonal) { 2 } else { 4 }
    }

    /// Makes room for the values of a board.
    fn new(free: &Free<'_>, diagonal: bool) -> ValueRows {
        let area = free.rows * free.across;
        let upper_halves = if is_narrow(free, diagonal) { 0 } else { area };
        ValueRows {
            across: free.across,
            low: vec![0; area],
            high: vec![0; upper_halves],
        }
    }

    /// Keeps the values of a tile.
    fn take(&mut self, tile: Tile, values: &TileValues) {
        for (row, values) in values[..tile.height].iter().enumerate() {
            let at = (tile.top + row) * self.across + tile.first;
            for (low, &value) in self.low[at..][..tile.width].iter_mut().zip(values) {
                *low = value as u16;
            }
            if !self.high.is_empty() {
                for (high, &value) in self.high[at..][..tile.width].iter_mut().zip(values) {
                    *high = (value >> 16) as u16;
                }
            }
        }
    }

    /// Returns the value of a cell, or [`DAMAGED`].
    fn value(&self, row: usize, column: usize) -> u32 {
        let at = row * self.across + column;
        match (self.low[at], self.high.get(at)) {
            // Damage has all bits set.
            (u16::MAX, None) => DAMAGED,
            (low, None) => low.into(),
            (low, Some(&high)) => u32::from(high) << 16 | u32::from(low),
        }
    }
}

/// The place of a line that is not kept.
const NONE: u32 = u32::MAX;

/// The values of the lines through some cells.
#[derive(Clone, Debug)]
pub(super) struct CellLines {
    /// The rows.
    rows: Parallels,
    /// The columns.
    columns: Parallels,
    /// The diagonals, numbered by column + height − row.
    diagonals: Option<Parallels>,
    /// The number of rows.
    height: usize,
}

/// Parallel lines, of which some are kept.
#[derive(Clone, Debug)]
struct Parallels {
    /// The index of the values of each line, or [`NONE`].
    places: Vec<u32>,
    /// The values of the lines that are kept.
    values: Vec<Vec<u32>>,
}

impl Parallels {
    /// Makes room for the lines that are to be kept.
    fn new(lines: usize, length: usize, kept: impl Iterator<Item = usize>) -> Parallels {
        let mut parallels = Parallels {
            places: vec![NONE; lines],
            values: Vec::new(),
        };
        for line in kept {
            if parallels.places[line] == NONE {
                parallels.places[line] = parallels.values.len() as u32;
                parallels.values.push(vec![DAMAGED; length]);
            }
        }
        parallels
    }

    /// Returns a line that is kept.
    fn line(&self, line: usize) -> Option<&[u32]> {
        self.values
            .get(self.places[line] as usize)
            .map(Vec::as_slice)
    }

    /// Returns a line that is kept, to be written to.
    fn line_mut(&mut self, line: usize) -> Option<&mut [u32]> {
        self.values
            .get_mut(self.places[line] as usize)
            .map(Vec::as_mut_slice)
    }
}

impl CellLines {
    /// Counts the bytes of the lines through a number of cells.
    fn bytes(free: &Free<'_>, cells: u64, diagonal: bool) -> u64 {
        let rows = free.rows as u64;
        let across = free.across as u64;
        let diagonals = if diagonal { across } else { 0 };
        4 * (2 * (rows + across) + (rows + across + diagonals).saturating_mul(cells))
    }

    /// Makes room for the values of the lines through these cells.
    fn new(free: &Free<'_>, cells: &[Cell], diagonal: bool) -> CellLines {
        let rows = free.rows;
        let across = free.across;
        let kept_rows = cells.iter().map(|cell| cell.row as usize);
        let kept_columns = cells.iter().map(|cell| cell.column as usize);
        let diagonals = if diagonal {
            let kept = cells
                .iter()
                .map(|cell| cell.column as usize + rows - cell.row as usize);
            Some(Parallels::new(rows + across, across, kept))
        } else {
            None
        };
        CellLines {
            rows: Parallels::new(rows, across, kept_rows),
            columns: Parallels::new(across, rows, kept_columns),
            diagonals,
            height: rows,
        }
    }

    /// Keeps the values of the lines through a tile.
    fn take(&mut self, tile: Tile, values: &TileValues) {
        let Tile {
            top,
            first,
            height,
            width,
        } = tile;
        for (row, values) in values[..height].iter().enumerate() {
            if let Some(line) = self.rows.line_mut(top + row) {
                line[first..first + width].copy_from_slice(&values[..width]);
            }
        }
        for column in 0..width {
            if let Some(line) = self.columns.line_mut(first + column) {
                for (kept, values) in line[top..top + height].iter_mut().zip(values) {
                    *kept = values[column];
                }
            }
        }
        let Some(diagonals) = &mut self.diagonals else {
            return;
        };
        // The diagonals come from the lower left corner to the upper right one, each by its first cell in the tile.
        for from in 0..height + width - 1 {
            let row = height.saturating_sub(from + 1);
            let column = (from + 1).saturating_sub(height);
            if let Some(line) = diagonals.line_mut(first + column + self.height - top - row) {
                let kept = &mut line[first + column..first + width];
                for ((kept, values), column) in
                    kept.iter_mut().zip(&values[row..height]).zip(column..)
                {
                    *kept = values[column];
                }
            }
        }
    }

    /// Returns the value of a cell on a line that is kept, or [`DAMAGED`].
    fn value(&self, row: usize, column: usize) -> u32 {
        if let Some(line) = self.rows.line(row) {
            return line[column];
        }
        if let Some(line) = self.columns.line(column) {
            return line[row];
        }
        if let Some(diagonals) = &self.diagonals
            && let Some(line) = diagonals.line(column + self.height - row)
        {
            return line[column];
        }
        DAMAGED
    }
}
