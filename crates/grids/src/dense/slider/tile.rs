//! Tiles of a board, and the cells that are free.

/// The number of rows and of columns of a tile.
pub(super) const TILE: usize = 64;

/// The value that stands for a damaged cell.
pub(super) const DAMAGED: u32 = u32::MAX;

/// The values of a tile, row after row. Values of cells beyond the board are unspecified.
pub(super) type TileValues = [[u32; TILE]; TILE];

/// The undamaged cells of a board with no more columns than rows, which it may have on its side: all
/// these pieces go as far left as they go up.
pub(super) struct Free<'a> {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub across: usize,
    /// The cells, row after row.
    pub words: &'a [u64],
    /// The number of bits from one row to the next.
    pub stride: usize,
}

impl Free<'_> {
    /// Finds the tile whose first cell is in this row and column.
    pub(super) fn tile(&self, top: usize, first: usize) -> Tile {
        Tile {
            top,
            first,
            height: (self.rows - top).min(TILE),
            width: (self.across - first).min(TILE),
        }
    }

    /// Reads the 64 cells of a row from this column on; cells beyond the board are unspecified.
    pub(super) fn read(&self, row: usize, first: usize) -> u64 {
        let at = row * self.stride + first;
        let low = self.words[at / 64] >> (at % 64);
        let next = self.words.get(at / 64 + 1).copied().unwrap_or(0);
        low | next << 1 << (63 - at % 64)
    }
}

/// The place of a tile on a board.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    /// The first row.
    pub top: usize,
    /// The first column.
    pub first: usize,
    /// The number of rows.
    pub height: usize,
    /// The number of columns.
    pub width: usize,
}
