//! Which values of a board are kept once they are found.

use super::free::{Free, TILE};
use super::sweep::{DAMAGED, Values};
use crate::theory::budget::Limit;

/// The values of a tile.
pub(super) trait Source {
    /// That of a cell; [`DAMAGED`] where it is.
    fn value(&self, row: usize, column: usize) -> u32;
}

impl Source for Values {
    #[inline]
    fn value(&self, row: usize, column: usize) -> u32 {
        self[row][column]
    }
}

/// The values that are kept, in the order of rows and columns of the sweep.
#[derive(Clone, Debug)]
pub(super) enum Kept {
    /// All, row after row, in two bytes each; the largest stands for damage.
    Narrow { across: usize, values: Vec<u16> },
    /// All, in four bytes.
    Wide { across: usize, values: Vec<u32> },
    /// Those of the lines through some cells.
    Lines(Lines),
    /// Those of some cells.
    Cells(Cells),
}

/// What is asked about pieces, which decides which values are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The values of the cells where they stand.
    Values,
    /// Those of the cells they can go to, too.
    Moves,
}

impl Kept {
    /// Room for the values that pieces on these cells, by row and column, need; and how much memory is left.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn new(
        free: &Free<'_>,
        cells: &(impl ExactSizeIterator<Item = (u32, u32)> + Clone),
        wanted: Wanted,
        diagonal: bool,
        memory: u64,
    ) -> Result<(Kept, u64), Limit> {
        let (rows, across) = (free.rows as u64, free.across as u64);
        let bound = rows + across + if diagonal { across } else { 0 };
        let narrow = bound < u64::from(u16::MAX);
        let all = rows * across * if narrow { 2 } else { 4 };
        let marked = Cells::bytes(rows, across, cells.len() as u64);
        let lines = Lines::bytes(rows, across, cells.len() as u64, diagonal);
        let few = match wanted {
            Wanted::Values => lines.min(marked),
            Wanted::Moves => lines,
        };
        let needed = all.min(few);
        if needed > memory {
            return Err(Limit::memory(format!(
                "sliding pieces on a board of {rows}x{across} cells need {needed} bytes, {memory} are left",
            )));
        }
        let area = (rows * across) as usize;
        let kept = if few == lines && lines < all {
            Kept::Lines(Lines::new(free, cells.clone(), diagonal))
        } else if few < all {
            Kept::Cells(Cells::new(free, cells.clone()))
        } else if narrow {
            Kept::Narrow { across: free.across, values: vec![0; area] }
        } else {
            Kept::Wide { across: free.across, values: vec![0; area] }
        };
        Ok((kept, memory - needed))
    }

    /// Whether anything of the tile with this corner is wanted.
    pub fn wants(&self, top: usize, first: usize) -> bool {
        match self {
            Kept::Narrow { .. } | Kept::Wide { .. } => true,
            Kept::Lines(lines) => {
                lines.rows.any(top, TILE) || lines.columns.any(first, TILE) || lines.any_diagonal(top, first)
            }
            Kept::Cells(cells) => {
                let at = cells.at(top, first);
                cells.marks[at..at + TILE].iter().any(|mark| mark.0 != 0)
            }
        }
    }

    /// Whether all values of each tile are wanted.
    pub fn wants_all(&self) -> bool {
        matches!(self, Kept::Narrow { .. } | Kept::Wide { .. })
    }

    /// Keeps what is wanted of a tile of so many rows and columns, the first of which are `top` and `first`.
    pub fn tile(
        &mut self,
        (top, first): (usize, usize),
        (height, width): (usize, usize),
        values: &impl Source,
    ) {
        match self {
            Kept::Narrow { across, values: table } => {
                for row in 0..height {
                    let target = &mut table[(top + row) * *across + first..][..width];
                    // The largest of each type stands for damage.
                    let cells = target.iter_mut().enumerate();
                    cells.for_each(|(column, target)| *target = values.value(row, column) as u16);
                }
            }
            Kept::Wide { across, values: table } => {
                for row in 0..height {
                    let target = &mut table[(top + row) * *across + first..][..width];
                    let cells = target.iter_mut().enumerate();
                    cells.for_each(|(column, target)| *target = values.value(row, column));
                }
            }
            Kept::Lines(lines) => lines.tile((top, first), (height, width), values),
            Kept::Cells(cells) => cells.tile((top, first), height, values),
        }
    }

    /// The value of a cell, if it was wanted; [`None`] where it is damaged.
    pub fn value(&self, row: u32, column: u32) -> Option<u32> {
        let value = match self {
            Kept::Narrow { across, values } => match values[row as usize * across + column as usize] {
                u16::MAX => DAMAGED,
                value => value.into(),
            },
            Kept::Wide { across, values } => values[row as usize * across + column as usize],
            Kept::Lines(lines) => lines.value(row as usize, column as usize),
            Kept::Cells(cells) => cells.value(row as usize, column as usize),
        };
        (value != DAMAGED).then_some(value)
    }

    /// Whether the cells that pieces can go to were wanted.
    pub fn has_moves(&self) -> bool {
        !matches!(self, Kept::Cells(_))
    }
}

/// No line.
const NONE: u32 = u32::MAX;

/// The values of the lines through some cells.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    rows: Family,
    columns: Family,
    /// By column − row, from the first on.
    diagonals: Option<Family>,
    height: usize,
}

/// Parallel lines.
#[derive(Clone, Debug)]
struct Family {
    /// Where the values of a line are, if it is kept.
    places: Vec<u32>,
    values: Vec<Vec<u32>>,
}

impl Family {
    fn new(lines: usize, length: usize, kept: impl Iterator<Item = usize>) -> Family {
        let mut family = Family { places: vec![NONE; lines], values: Vec::new() };
        for line in kept {
            if family.places[line] == NONE {
                family.places[line] = family.values.len() as u32;
                family.values.push(vec![DAMAGED; length]);
            }
        }
        family
    }

    /// Whether any of so many lines, of which this one is the first, is kept.
    fn any(&self, first: usize, lines: usize) -> bool {
        self.places[first..].iter().take(lines).any(|&place| place != NONE)
    }

    fn line(&self, line: usize) -> Option<&[u32]> {
        self.values.get(self.places[line] as usize).map(Vec::as_slice)
    }

    fn line_mut(&mut self, line: usize) -> Option<&mut [u32]> {
        self.values.get_mut(self.places[line] as usize).map(Vec::as_mut_slice)
    }
}

impl Lines {
    fn bytes(rows: u64, across: u64, cells: u64, diagonal: bool) -> u64 {
        let diagonals = if diagonal { across } else { 0 };
        4 * (2 * (rows + across) + (rows + across + diagonals).saturating_mul(cells))
    }

    fn new(free: &Free<'_>, cells: impl Iterator<Item = (u32, u32)> + Clone, diagonal: bool) -> Lines {
        let (rows, across) = (free.rows, free.across);
        let cells = cells.map(|(row, column)| (row as usize, column as usize));
        let diagonals = diagonal.then(|| {
            let kept = cells.clone().map(|(row, column)| column + rows - row);
            Family::new(rows + across, across, kept)
        });
        Lines {
            rows: Family::new(rows, across, cells.clone().map(|(row, _)| row)),
            columns: Family::new(across, rows, cells.map(|(_, column)| column)),
            diagonals,
            height: rows,
        }
    }

    /// Whether a diagonal through the tile with this corner is kept.
    fn any_diagonal(&self, top: usize, first: usize) -> bool {
        let lowest = (first + self.height + 1).saturating_sub(top + TILE);
        self.diagonals.as_ref().is_some_and(|diagonals| diagonals.any(lowest, 2 * TILE - 1))
    }

    fn tile(&mut self, (top, first): (usize, usize), (height, width): (usize, usize), values: &impl Source) {
        for row in 0..height {
            if let Some(line) = self.rows.line_mut(top + row) {
                let target = line[first..first + width].iter_mut().enumerate();
                target.for_each(|(column, target)| *target = values.value(row, column));
            }
        }
        for column in 0..width {
            if let Some(line) = self.columns.line_mut(first + column) {
                let target = line[top..top + height].iter_mut().enumerate();
                target.for_each(|(row, target)| *target = values.value(row, column));
            }
        }
        let Some(diagonals) = &mut self.diagonals else { return };
        for from in 0..height + width - 1 {
            // From the lower left corner to the upper right one.
            let (row, column) = (height.saturating_sub(from + 1), (from + 1).saturating_sub(height));
            if let Some(line) = diagonals.line_mut(first + column + self.height - top - row) {
                let target = line[first + column..first + width].iter_mut();
                let cells = (row..height).zip(column..);
                target.zip(cells).for_each(|(target, (row, column))| *target = values.value(row, column));
            }
        }
    }

    fn value(&self, row: usize, column: usize) -> u32 {
        let diagonal = || Some(self.diagonals.as_ref()?.line(column + self.height - row)?[column]);
        let along = self.rows.line(row).map(|line| line[column]);
        along.or_else(|| Some(self.columns.line(column)?[row])).or_else(diagonal).unwrap_or(DAMAGED)
    }
}

/// The values of some cells.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// For each row of a tile which of its cells are wanted, and how many values were kept before.
    marks: Vec<(u64, u32)>,
    /// Tiles in a band.
    tiles: usize,
    values: Vec<u32>,
}

impl Cells {
    fn bytes(rows: u64, across: u64, cells: u64) -> u64 {
        let words = rows.next_multiple_of(TILE as u64) * across.div_ceil(TILE as u64);
        words * size_of::<(u64, u32)>() as u64 + 4 * cells
    }

    fn new(free: &Free<'_>, cells: impl ExactSizeIterator<Item = (u32, u32)>) -> Cells {
        let tiles = free.across.div_ceil(TILE);
        let mut kept = Cells {
            marks: vec![(0, 0); free.rows.next_multiple_of(TILE) * tiles],
            tiles,
            values: Vec::with_capacity(cells.len()),
        };
        for (row, column) in cells {
            let at = kept.at(row as usize, column as usize);
            kept.marks[at].0 |= 1 << (column % 64);
        }
        kept
    }

    /// Where the mark of a cell is: rows of a tile stand together.
    fn at(&self, row: usize, column: usize) -> usize {
        (row / TILE * self.tiles + column / TILE) * TILE + row % TILE
    }

    fn tile(&mut self, (top, first): (usize, usize), height: usize, values: &impl Source) {
        let at = self.at(top, first);
        for (row, (wanted, before)) in self.marks[at..at + height].iter_mut().enumerate() {
            *before = self.values.len() as u32;
            let mut rest = *wanted;
            while rest != 0 {
                self.values.push(values.value(row, rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
        }
    }

    fn value(&self, row: usize, column: usize) -> u32 {
        let (wanted, before) = self.marks[self.at(row, column)];
        let bit = 1 << (column % TILE);
        match wanted & bit {
            0 => DAMAGED,
            _ => self.values[before as usize + (wanted & (bit - 1)).count_ones() as usize],
        }
    }
}
