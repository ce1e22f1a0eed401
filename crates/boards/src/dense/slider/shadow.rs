//! The cells that sliding pieces may reach.

use crate::dense::rows::Cell;

/// The cells up and left of some piece, its own included.
#[derive(Debug)]
pub struct Shadow {
    /// Pieces by row, and of those from each on the largest column.
    pieces: Vec<(u32, u32)>,
}

impl Shadow {
    /// The shadow of these pieces.
    pub fn of(pieces: &[Cell]) -> Shadow {
        let mut pieces: Vec<_> = pieces.iter().map(|cell| (cell.row, cell.column)).collect();
        pieces.sort_unstable();
        let mut most = 0;
        for (_, column) in pieces.iter_mut().rev() {
            most = most.max(*column);
            *column = most;
        }
        Shadow { pieces }
    }

    /// Whether a cell is in it.
    pub fn holds(&self, cell: Cell) -> bool {
        let below = self.pieces.partition_point(|&(row, _)| row < cell.row);
        self.pieces
            .get(below)
            .is_some_and(|&(_, column)| cell.column <= column)
    }
}
