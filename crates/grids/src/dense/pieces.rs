//! The pieces on a board: those that its text shows, and those that are listed.

use super::bitmap::Bitmap;
use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;

/// The pieces of a board in order: those of the text by rows, then those listed.
#[derive(Debug)]
pub struct BoardPieces {
    /// The cells with pieces; one listed twice stands here twice.
    pub cells: Vec<Cell>,
    /// The index of the cell of each piece.
    pub owners: Vec<u32>,
}

impl BoardPieces {
    /// Collects the pieces of a board and those listed.
    ///
    /// # Errors
    ///
    /// Fails if they need more memory than is allowed.
    pub fn of(board: &Bitmap, listed: &[Cell], budget: &Budget) -> Result<BoardPieces, Limit> {
        let mut pieces = BoardPieces {
            cells: Vec::new(),
            owners: Vec::new(),
        };
        let listed = listed.iter().map(|&cell| (cell, 1));
        for (cell, count) in board.pieces().chain(listed) {
            let Ok(owner) = u32::try_from(pieces.cells.len()) else {
                return Err(Limit::fixed("pieces stand on more than 4294967296 cells"));
            };
            pieces.cells.push(cell);
            pieces.owners.extend((0..count).map(|_| owner));
            let held = (pieces.cells.len() * size_of::<Cell>() + pieces.owners.len() * 4) as u64;
            if held > budget.memory {
                return Err(Limit::memory(
                    "this many pieces need more memory than allowed",
                ));
            }
        }
        Ok(pieces)
    }

    /// Takes pieces that are all listed.
    pub fn listed(cells: Vec<Cell>) -> BoardPieces {
        // A record of 2³² cells would take more memory than any machine has.
        let owners = (0..).take(cells.len()).collect();
        BoardPieces { cells, owners }
    }

    /// Returns the index of a piece's cell and the cell.
    pub fn cell(&self, piece: usize) -> (usize, Cell) {
        let owner = self.owners[piece] as usize;
        (owner, self.cells[owner])
    }
}
