//! Bishops: the distance to the nearest damage on the diagonal.

use super::super::rows::Cell;

/// Damaged cells by diagonal, so that boards of any size cost only their damage.
#[derive(Clone, Debug, Default)]
pub struct Bishops {
    /// (column − row, row), sorted.
    damaged: Vec<(i64, u32)>,
}

fn key(cell: Cell) -> (i64, u32) {
    (i64::from(cell.column) - i64::from(cell.row), cell.row)
}

impl Bishops {
    /// A board with these cells damaged, in any order, repeated or not.
    ///
    /// # Complexity
    /// Sorting them; 16 bytes each.
    pub fn new(damaged: impl Iterator<Item = Cell>) -> Bishops {
        let mut damaged: Vec<_> = damaged.map(key).collect();
        damaged.sort_unstable();
        Bishops { damaged }
    }

    /// The Grundy value of an undamaged cell, which is also how far a piece there can slide.
    ///
    /// # Complexity
    /// A binary search.
    pub fn value(&self, cell: Cell) -> u32 {
        let to_edge = cell.row.min(cell.column);
        let (diagonal, row) = key(cell);
        let above = self.damaged.partition_point(|&damaged| damaged < (diagonal, row));
        match above.checked_sub(1).map(|at| self.damaged[at]) {
            Some((on, stop)) if on == diagonal => row - stop - 1,
            _ => to_edge,
        }
    }
}
