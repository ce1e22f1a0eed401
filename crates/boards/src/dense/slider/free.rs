//! The undamaged cells of a board, tile by tile.

/// Rows and columns of a tile.
pub(super) const TILE: usize = 64;

/// The undamaged cells of a board with no more columns than rows, which it may have on its side: all
/// these pieces go as far left as they go up.
pub(super) struct Free<'a> {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub across: usize,
    /// The cells, row after row.
    pub words: &'a [u64],
    /// Bits from one row to the next.
    pub stride: usize,
}

impl Free<'_> {
    /// Rows and columns of the board in the tile with this corner.
    pub fn size(&self, top: usize, first: usize) -> (usize, usize) {
        ((self.rows - top).min(TILE), (self.across - first).min(TILE))
    }

    /// The columns of the board in the tile that begins with this one.
    pub fn inside(&self, first: usize) -> u64 {
        u64::MAX >> (TILE - (self.across - first).min(TILE))
    }

    /// The rows of the tile that has this cell in its corner; no cell beyond the board is free.
    pub fn tile(&self, top: usize, first: usize) -> [u64; TILE] {
        let inside = self.inside(first);
        std::array::from_fn(|row| {
            if top + row >= self.rows {
                return 0;
            }
            self.read(top + row, first) & inside
        })
    }

    /// 64 cells of a row from this column on, which may be left of the board; no cell beyond the board is free.
    pub fn window(&self, row: usize, first: isize) -> u64 {
        let column = first.max(0) as usize;
        let before = column.wrapping_add_signed(first.wrapping_neg());
        if row >= self.rows || column >= self.across || before >= TILE {
            return 0;
        }
        (self.read(row, column) & self.inside(column)) << before
    }

    /// Whether a cell is undamaged.
    pub fn is_free(&self, row: usize, column: usize) -> bool {
        let at = row * self.stride + column;
        self.words[at / 64] >> (at % 64) & 1 == 1
    }

    /// How many of the cells of 64 rows from this one on are damaged.
    pub fn damaged(&self, top: usize) -> usize {
        let (height, _) = self.size(top, 0);
        let firsts = (0..self.across).step_by(TILE);
        let free =
            |row| firsts.clone().map(move |first| self.window(row, first as isize).count_ones() as usize);
        height * self.across - (top..top + height).flat_map(free).sum::<usize>()
    }

    /// 64 bits from this cell on.
    fn read(&self, row: usize, column: usize) -> u64 {
        let at = row * self.stride + column;
        let low = self.words[at / 64] >> (at % 64);
        let next = self.words.get(at / 64 + 1).copied().unwrap_or(0);
        low | next << 1 << (63 - at % 64)
    }
}
