//! The cells that sliding pieces may reach.

use grundy_base::cell::Cell;

/// The cells up and left of some piece, the piece's own cell among them.
#[derive(Debug)]
pub struct Shadow {
    /// The corners of the shadow: by rows, the largest column of the pieces in this row or below.
    corners: Vec<Cell>,
}

impl Shadow {
    /// Finds the shadow of these pieces.
    pub fn of(pieces: &[Cell]) -> Shadow {
        let mut corners = pieces.to_vec();
        corners.sort_unstable();
        let mut largest = 0;
        for corner in corners.iter_mut().rev() {
            largest = largest.max(corner.column);
            corner.column = largest;
        }
        Shadow { corners }
    }

    /// Tells whether a cell is in the shadow.
    pub fn holds(&self, cell: Cell) -> bool {
        let below = self.corners.partition_point(|corner| corner.row < cell.row);
        self.corners
            .get(below)
            .is_some_and(|corner| cell.column <= corner.column)
    }
}
