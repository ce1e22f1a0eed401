//! The values of a board that pieces on some of its cells need.

use super::DAMAGED;
use super::sweep::{Free, TileValues};
use grundy_machine::budget::Limit;

/// The values that are kept, in the order of rows and columns of the sweep.
#[derive(Clone, Debug)]
pub(super) enum KeptValues {
    /// All of them.
    Table(ValueRows),
    /// The values of the lines through some cells.
    Lines(CellLines),
}

impl KeptValues {
    /// Room for the values that pieces on these cells, by row and column, need; and how much memory is left.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn new(
        free: &Free<'_>,
        cells: &(impl ExactSizeIterator<Item = (u32, u32)> + Clone),
        diagonal: bool,
        memory: u64,
    ) -> Result<(KeptValues, u64), Limit> {
        let (rows, across) = (free.rows as u64, free.across as u64);
        let bound = rows + across + if diagonal { across } else { 0 };
        let narrow = bound < u64::from(u16::MAX);
        let all = rows * across * if narrow { 2 } else { 4 };
        let lines = CellLines::bytes(rows, across, cells.len() as u64, diagonal);
        let needed = all.min(lines);
        if needed > memory {
            return Err(Limit::memory(format!(
                "sliding pieces on a board of {rows}x{across} cells need {needed} bytes, {memory} are left",
            )));
        }
        let kept = match lines < all {
            true => KeptValues::Lines(CellLines::new(free, cells.clone(), diagonal)),
            false => KeptValues::Table(ValueRows::new(free, narrow)),
        };
        Ok((kept, memory - needed))
    }

    /// Keeps what is wanted of a tile, given by its first row and column and its numbers of both.
    pub fn tile(&mut self, corner: (usize, usize), size: (usize, usize), values: &TileValues) {
        match self {
            KeptValues::Table(table) => table.tile(corner, size, values),
            KeptValues::Lines(lines) => lines.tile(corner, size, values),
        }
    }

    /// The value of a cell that is kept; `None` if it is damaged.
    pub fn value(&self, row: u32, column: u32) -> Option<u32> {
        let value = match self {
            KeptValues::Table(table) => table.value(row as usize, column as usize),
            KeptValues::Lines(lines) => lines.value(row as usize, column as usize),
        };
        (value != DAMAGED).then_some(value)
    }
}

/// All values, row after row: the lower halves, and the upper ones unless all values fit in the lower.
#[derive(Clone, Debug)]
pub(super) struct ValueRows {
    across: usize,
    low: Vec<u16>,
    high: Vec<u16>,
}

impl ValueRows {
    fn new(free: &Free<'_>, narrow: bool) -> ValueRows {
        let area = free.rows * free.across;
        ValueRows {
            across: free.across,
            low: vec![0; area],
            high: vec![0; if narrow { 0 } else { area }],
        }
    }

    fn tile(
        &mut self,
        (top, first): (usize, usize),
        (height, width): (usize, usize),
        values: &TileValues,
    ) {
        for (row, values) in values[..height].iter().enumerate() {
            let at = (top + row) * self.across + first;
            let low = self.low[at..][..width].iter_mut();
            low.zip(values)
                .for_each(|(low, &value)| *low = value as u16);
            if !self.high.is_empty() {
                let high = self.high[at..][..width].iter_mut();
                high.zip(values)
                    .for_each(|(high, &value)| *high = (value >> 16) as u16);
            }
        }
    }

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

/// No line.
const NONE: u32 = u32::MAX;

/// The values of the lines through some cells.
#[derive(Clone, Debug)]
pub(super) struct CellLines {
    rows: Parallels,
    columns: Parallels,
    /// By column − row, from the first on.
    diagonals: Option<Parallels>,
    height: usize,
}

/// Parallel lines.
#[derive(Clone, Debug)]
struct Parallels {
    /// The index of the values of a line, if it is kept.
    places: Vec<u32>,
    values: Vec<Vec<u32>>,
}

impl Parallels {
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

    fn line(&self, line: usize) -> Option<&[u32]> {
        self.values
            .get(self.places[line] as usize)
            .map(Vec::as_slice)
    }

    fn line_mut(&mut self, line: usize) -> Option<&mut [u32]> {
        self.values
            .get_mut(self.places[line] as usize)
            .map(Vec::as_mut_slice)
    }
}

impl CellLines {
    fn bytes(rows: u64, across: u64, cells: u64, diagonal: bool) -> u64 {
        let diagonals = if diagonal { across } else { 0 };
        4 * (2 * (rows + across) + (rows + across + diagonals).saturating_mul(cells))
    }

    fn new(
        free: &Free<'_>,
        cells: impl Iterator<Item = (u32, u32)> + Clone,
        diagonal: bool,
    ) -> CellLines {
        let (rows, across) = (free.rows, free.across);
        let cells = cells.map(|(row, column)| (row as usize, column as usize));
        let diagonals = diagonal.then(|| {
            let kept = cells.clone().map(|(row, column)| column + rows - row);
            Parallels::new(rows + across, across, kept)
        });
        CellLines {
            rows: Parallels::new(rows, across, cells.clone().map(|(row, _)| row)),
            columns: Parallels::new(across, rows, cells.map(|(_, column)| column)),
            diagonals,
            height: rows,
        }
    }

    fn tile(
        &mut self,
        (top, first): (usize, usize),
        (height, width): (usize, usize),
        values: &TileValues,
    ) {
        for (row, values) in values[..height].iter().enumerate() {
            if let Some(line) = self.rows.line_mut(top + row) {
                line[first..first + width].copy_from_slice(&values[..width]);
            }
        }
        for column in 0..width {
            if let Some(line) = self.columns.line_mut(first + column) {
                let target = line[top..top + height].iter_mut().zip(values);
                target.for_each(|(target, values)| *target = values[column]);
            }
        }
        let Some(diagonals) = &mut self.diagonals else {
            return;
        };
        for from in 0..height + width - 1 {
            // From the lower left corner to the upper right one.
            let (row, column) = (
                height.saturating_sub(from + 1),
                (from + 1).saturating_sub(height),
            );
            if let Some(line) = diagonals.line_mut(first + column + self.height - top - row) {
                let target = line[first + column..first + width].iter_mut();
                let cells = (row..height).zip(column..);
                target
                    .zip(cells)
                    .for_each(|(target, (row, column))| *target = values[row][column]);
            }
        }
    }

    fn value(&self, row: usize, column: usize) -> u32 {
        let diagonal = || Some(self.diagonals.as_ref()?.line(column + self.height - row)?[column]);
        let along = self.rows.line(row).map(|line| line[column]);
        along
            .or_else(|| Some(self.columns.line(column)?[row]))
            .or_else(diagonal)
            .unwrap_or(DAMAGED)
    }
}
