//! Bishops: the distance to the nearest damage on the diagonal.

#![expect(
    clippy::cast_possible_truncation,
    reason = "diagonals are counted only if they are fewer than the damaged cells, which are held"
)]

use grundy_base::cell::Cell;

/// The damaged cells by diagonal, so that boards of any size cost only their damage.
#[derive(Clone, Debug)]
pub enum Bishops {
    /// The sorted cells of a large board with some damage.
    Sparse(Vec<DiagonalCell>),
    /// The cells of a board with much damage, counted by diagonals.
    Dense {
        /// The first diagonal with damage.
        first: i64,
        /// The places where the rows of each diagonal begin, from that diagonal on, and at last the place where they all end.
        starts: Vec<u32>,
        /// The rows of the damaged cells, diagonal by diagonal, ascending.
        rows: Vec<u32>,
    },
}

/// A cell by its diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DiagonalCell {
    /// The column minus the row.
    diagonal: i64,
    /// The row.
    row: u32,
}

impl DiagonalCell {
    /// Finds the diagonal of a cell.
    fn of(cell: Cell) -> DiagonalCell {
        DiagonalCell {
            diagonal: i64::from(cell.column) - i64::from(cell.row),
            row: cell.row,
        }
    }
}

impl Bishops {
    /// Takes a board with these cells damaged, in any order, repeated or not.
    ///
    /// # Complexity
    /// A few steps a cell if diagonals are fewer than cells, listed row by row, else sorting them; 16 bytes each,
    /// and four more if they are many.
    pub fn new(damaged: impl Iterator<Item = Cell>) -> Bishops {
        let mut damaged: Vec<DiagonalCell> = damaged.map(DiagonalCell::of).collect();
        let mut first = i64::MAX;
        let mut last = i64::MIN;
        for cell in &damaged {
            first = first.min(cell.diagonal);
            last = last.max(cell.diagonal);
        }
        let are_many = !damaged.is_empty() && damaged.len() as i64 > last - first;
        if are_many && u32::try_from(damaged.len()).is_ok() {
            return Bishops::by_counting(&damaged, first, (last - first) as usize + 1);
        }
        damaged.sort_unstable();
        Bishops::Sparse(damaged)
    }

    /// Sorts damage by counting the cells of each of `diagonals` diagonals, from `first` on.
    fn by_counting(damaged: &[DiagonalCell], first: i64, diagonals: usize) -> Bishops {
        let place = |cell: &DiagonalCell| (cell.diagonal - first) as usize;
        // The starts of the diagonals, one place later: each goes on to the start of the next one.
        let mut starts = vec![0u32; diagonals + 2];
        for cell in damaged {
            starts[place(cell) + 2] += 1;
        }
        for diagonal in 2..starts.len() {
            starts[diagonal] += starts[diagonal - 1];
        }
        let mut rows = vec![0; damaged.len()];
        for cell in damaged {
            let at = &mut starts[place(cell) + 1];
            rows[*at as usize] = cell.row;
            *at += 1;
        }
        starts.pop();
        for ends in starts.windows(2) {
            let rows = &mut rows[ends[0] as usize..ends[1] as usize];
            if !rows.is_sorted() {
                rows.sort_unstable();
            }
        }
        Bishops::Dense {
            first,
            starts,
            rows,
        }
    }

    /// Finds the Grundy value of an undamaged cell, which is also how far a piece there can slide.
    ///
    /// # Complexity
    /// A binary search.
    pub fn value(&self, cell: Cell) -> u32 {
        match self.stop(DiagonalCell::of(cell)) {
            Some(stop) => cell.row - stop - 1,
            None => cell.row.min(cell.column),
        }
    }

    /// Finds the row of the last damaged cell above a cell on its diagonal.
    fn stop(&self, cell: DiagonalCell) -> Option<u32> {
        let DiagonalCell { diagonal, row } = cell;
        match self {
            Bishops::Sparse(damaged) => {
                let above = damaged.partition_point(|&damaged| damaged < cell);
                let stop = damaged.get(above.checked_sub(1)?)?;
                (stop.diagonal == diagonal).then_some(stop.row)
            }
            Bishops::Dense {
                first,
                starts,
                rows,
            } => {
                let at = usize::try_from(diagonal - first).ok()?;
                let [begin, end] = [*starts.get(at)?, *starts.get(at + 1)?];
                let rows = &rows[begin as usize..end as usize];
                let above = rows.partition_point(|&damaged| damaged < row);
                above.checked_sub(1).map(|above| rows[above])
            }
        }
    }
}
