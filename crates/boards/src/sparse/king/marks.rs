//! What a rectangle holds besides undamaged blocks: damage, and cells whose values are asked for.

use super::block::{Letter, Mask, values};

/// A block with damaged cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    pub row: u32,
    pub col: u32,
    pub mask: Mask,
}

/// A cell asked for: its block, its place in it (0..4 in the order of [`values`]) and the number
/// of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    pub row: u32,
    pub col: u32,
    pub cell: u8,
    pub index: u32,
}

/// The values of the asked cell and of its upper, left and upper left neighbours.
pub type Around = [u8; 4];

impl Query {
    /// Reads the answer off what the query's block sees.
    pub fn around(&self, mask: Mask, corner: u8, left: Letter, top: Letter) -> Around {
        let b = values(mask, corner, left, top);
        let grid = [[corner, top & 3, top >> 2], [left & 3, b[0], b[1]], [left >> 2, b[2], b[3]]];
        let (row, col) = ((self.cell >> 1) as usize + 1, (self.cell & 1) as usize + 1);
        [grid[row][col], grid[row - 1][col], grid[row][col - 1], grid[row - 1][col - 1]]
    }
}
