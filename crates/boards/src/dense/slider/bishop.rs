//! Bishops: the distance to the nearest damage on the diagonal.

use super::super::rows::Cell;

/// Damaged cells by diagonal, so that boards of any size cost only their damage.
#[derive(Clone, Debug)]
pub enum Bishops {
    /// Some damage on a large board: column − row, and row, sorted.
    Sparse(Vec<(i64, u32)>),
    /// Much of it.
    Dense {
        /// Column − row of the first diagonal with damage.
        first: i64,
        /// For each diagonal from that one on where its rows begin, and at last where they all end.
        starts: Vec<u32>,
        /// The rows of the damaged cells, diagonal by diagonal, ascending.
        rows: Vec<u32>,
    },
}

fn key(cell: Cell) -> (i64, u32) {
    (i64::from(cell.column) - i64::from(cell.row), cell.row)
}

impl Bishops {
    /// A board with these cells damaged, in any order, repeated or not.
    ///
    /// # Complexity
    /// A few steps a cell if diagonals are fewer than cells, listed row by row, else sorting them; 16 bytes each, and four
    /// more if they are many.
    pub fn new(damaged: impl Iterator<Item = Cell>) -> Bishops {
        let mut damaged: Vec<_> = damaged.map(key).collect();
        let on = |at: &(i64, u32)| at.0;
        let (first, last) = damaged
            .iter()
            .map(on)
            .fold((i64::MAX, i64::MIN), |(a, b), on| (a.min(on), b.max(on)));
        let many = !damaged.is_empty() && damaged.len() as i64 > last - first;
        if many && u32::try_from(damaged.len()).is_ok() {
            return Bishops::by_counting(&damaged, first, (last - first) as usize + 1);
        }
        damaged.sort_unstable();
        Bishops::Sparse(damaged)
    }

    /// [`Bishops::new`] by counting the cells of each of `diagonals` diagonals, from `first` on.
    fn by_counting(damaged: &[(i64, u32)], first: i64, diagonals: usize) -> Bishops {
        let place = |&(on, _): &(i64, u32)| (on - first) as usize;
        // The starts of the diagonals, one place later: each goes on to the start of the next one.
        let mut starts = vec![0u32; diagonals + 2];
        damaged.iter().for_each(|cell| starts[place(cell) + 2] += 1);
        for diagonal in 2..starts.len() {
            starts[diagonal] += starts[diagonal - 1];
        }
        let mut rows = vec![0; damaged.len()];
        for cell in damaged {
            let at = &mut starts[place(cell) + 1];
            rows[*at as usize] = cell.1;
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

    /// The Grundy value of an undamaged cell, which is also how far a piece there can slide.
    ///
    /// # Complexity
    /// A binary search.
    pub fn value(&self, cell: Cell) -> u32 {
        let (diagonal, row) = key(cell);
        match self.stop(diagonal, row) {
            Some(stop) => row - stop - 1,
            None => row.min(cell.column),
        }
    }

    /// The last damaged row of a diagonal above this one.
    fn stop(&self, diagonal: i64, row: u32) -> Option<u32> {
        match self {
            Bishops::Sparse(damaged) => {
                let above = damaged.partition_point(|&damaged| damaged < (diagonal, row));
                let (on, stop) = *damaged.get(above.checked_sub(1)?)?;
                (on == diagonal).then_some(stop)
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
