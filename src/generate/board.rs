//! Boards: rows that stream, or a size with lists; bars of rows, and boards of Notakto.

use fxhash::FxHashSet;
use itertools::Itertools;

use super::{BoardForm, Error, Share, Writer, check};
use crate::random::Random;
use crate::record::{Size, Slot};

/// The most pieces and damaged cells given as exact counts: they are kept in memory.
const MAX_LISTED: u64 = 50_000_000;
/// The longest row written in the record's line or as a row.
const MAX_COLS: u64 = Size::MAX;
/// Cells made between writes.
const SEGMENT_CELLS: u64 = 1 << 16;

/// The share of damaged cells of a game that takes cells, in 65536ths: empty boards would all be alike.
const USUAL_DAMAGE: u32 = 1 << 14;

impl Writer<'_> {
    /// A game on a board of cells.
    pub(super) fn board(&mut self) -> Result<(), Error> {
        let parameters = self.parameters;
        let (side, damage) = match self.signature.is_positional() {
            true => (5, parameters.damage.or(Some(Share::Part(USUAL_DAMAGE)))),
            false => (8, parameters.damage),
        };
        let size = parameters.size.unwrap_or(Size {
            rows: side,
            cols: side,
        });
        let cols = check("the number of columns", size.cols, 1, MAX_COLS)?;
        let cells = size
            .rows
            .checked_mul(cols)
            .ok_or_else(|| super::out_of_range("the size", 1, Size::MAX))?;
        match self.signature.slots {
            _ if parameters.rules.is_some() => {}
            [Slot::Steps, _] => self.steps()?,
            [Slot::Shapes | Slot::Piece, _] => self.word(super::usual_rules(self.signature)),
            _ => {}
        }
        let plan = Plan::new(cells, [damage, parameters.pieces], &mut self.random)?;
        match parameters.form {
            BoardForm::Listed => self.listed(&plan, size)?,
            BoardForm::Block => {
                self.header(size);
                self.end();
                self.rows(&plan, size, b'\n')?;
                self.text("\n");
            }
            BoardForm::Inline => {
                self.text(" ");
                self.rows(&plan, size, b'/')?;
                self.keywords();
                self.end();
            }
        }
        Ok(())
    }

    /// The rows of a bar, none longer than the one above.
    pub(super) fn bar(&mut self) -> Result<(), Error> {
        if self.parameters.rules.is_none() {
            let size = self.parameters.size.unwrap_or(Size { rows: 4, cols: 6 });
            self.text(" rows");
            let mut most = size.cols;
            for _ in 0..check("the number of rows", size.rows, 1, 1 << 16)? {
                let low = if most == size.cols { 1 } else { 0 };
                most = self
                    .random
                    .within(most.saturating_sub(size.cols / 2).max(low), most);
                self.spaced(most);
            }
        }
        self.keywords();
        self.text(":");
        Ok(())
    }

    /// Boards of Notakto with up to three crosses each.
    pub(super) fn notakto(&mut self) -> Result<(), Error> {
        self.keywords();
        self.text(":");
        for _ in 0..check(
            "--heaps",
            self.parameters.count_of_heaps().unwrap_or(2),
            0,
            1 << 24,
        )? {
            let mut rows = [*b"...", *b"...", *b"..."];
            for _ in 0..self.random.below(4) {
                rows[self.random.below(3) as usize][self.random.below(3) as usize] = b'X';
            }
            self.word(&String::from_utf8_lossy(&rows.join(&b'/')));
        }
        Ok(())
    }

    fn header(&mut self, size: Size) {
        self.spaced(size.rows);
        self.text("x");
        self.number(size.cols);
        self.keywords();
    }

    /// Random steps, each lowering row + column.
    fn steps(&mut self) -> Result<(), Error> {
        let reach = check("--reach", self.parameters.reach.unwrap_or(3), 1, 64)?;
        let count = check("--amounts", self.parameters.amounts.unwrap_or(3), 1, 64)?;
        let side = 2 * reach + 1;
        if self.parameters.distinct {
            // Of the (2r + 1)² steps, 2r + 1 keep row + column, and half of the others lower it.
            check("--amounts", count, 1, reach * side)?;
        }
        let mut drawn = FxHashSet::default();
        for _ in 0..count {
            let (drow, dcol) = self.distinct(&mut drawn, |random| {
                let [drow, dcol] = [0; 2].map(|_| random.below(side) as i64 - reach as i64);
                (drow + dcol < 0).then_some((drow, dcol))
            });
            self.text(&format!(" {drow},{dcol}"));
        }
        Ok(())
    }

    /// Writes the rows of a board; the separator stands between them.
    fn rows(&mut self, plan: &Plan, size: Size, separator: u8) -> Result<(), Error> {
        let mut fixed = plan.fixed.iter().peekable();
        for row in 0..size.rows {
            if row > 0 {
                self.buffer.push(separator);
            }
            let mut col = 0;
            while col < size.cols {
                let length = SEGMENT_CELLS.min(size.cols - col);
                let start = self.buffer.len();
                self.buffer.resize(start + length as usize, b'.');
                let segment = &mut self.buffer[start..];
                plan.fill(segment, &mut self.random);
                let first = row * size.cols + col;
                while let Some(&(cell, what)) = fixed.next_if(|fixed| fixed.0 < first + length) {
                    segment[(cell - first) as usize] = what;
                }
                col += length;
                self.flush_when_full()?;
            }
        }
        Ok(())
    }

    /// Writes a board as its size, its damaged cells and its pieces.
    fn listed(&mut self, plan: &Plan, size: Size) -> Result<(), Error> {
        self.header(size);
        let mut cells: Vec<(u64, u8)> = Vec::new();
        if plan.piece > 0 {
            // Shares are drawn cell by cell, as in rows, and give the same board.
            let most = MAX_LISTED * 4;
            let all = check(
                "with shares, the cells of a listed board",
                size.rows * size.cols,
                1,
                most,
            )?;
            let mut row = vec![b'.'; size.cols as usize];
            for start in (0..all).step_by(row.len()) {
                row.fill(b'.');
                row.chunks_mut(SEGMENT_CELLS as usize)
                    .for_each(|part| plan.fill(part, &mut self.random));
                cells.extend(
                    (start..)
                        .zip(row.iter().copied())
                        .filter(|&(_, what)| what != b'.'),
                );
            }
        }
        let fixed: FxHashSet<u64> = plan.fixed.iter().map(|&(cell, _)| cell).collect();
        cells.retain(|(cell, _)| !fixed.contains(cell));
        cells.extend_from_slice(&plan.fixed);
        cells.sort_unstable();
        for (what, head) in [(b'X', " damaged"), (b'K', ":")] {
            let mut listed = cells.iter().filter(|&&(_, there)| there == what).peekable();
            if what == b'K' || listed.peek().is_some() {
                self.text(head);
            }
            listed.for_each(|(cell, _)| self.tuple(&[cell / size.cols + 1, cell % size.cols + 1]));
        }
        self.end();
        Ok(())
    }
}

/// The content of the cells of a board.
struct Plan {
    /// Cells that are drawn one by one are damaged below this, in 65536ths …
    damaged: u32,
    /// … and hold a piece below this.
    piece: u32,
    /// Cells given by exact counts, ascending by index, and their contents.
    fixed: Vec<(u64, u8)>,
}

impl Plan {
    fn new(
        cells: u64,
        [damage, pieces]: [Option<Share>; 2],
        random: &mut Random,
    ) -> Result<Self, Error> {
        let part = |share| {
            if let Some(Share::Part(part)) = share {
                part
            } else {
                0
            }
        };
        let count = |share| {
            if let Some(Share::Count(count)) = share {
                count
            } else {
                0
            }
        };
        let damaged = part(damage);
        // A share of pieces is a share of the cells that are not damaged.
        let piece = damaged + ((65536 - damaged) * part(pieces)).div_ceil(65536);
        let most = MAX_LISTED.min(cells);
        let damaged_cells = check("--damage", count(damage), 0, most)?;
        let pieces = check("--pieces", count(pieces), 0, most - damaged_cells)?;
        let drawn = random.distinct(damaged_cells + pieces, cells);
        let what = |i| if i < damaged_cells { b'X' } else { b'K' };
        let fixed = (0..)
            .zip(drawn)
            .map(|(i, cell)| (cell, what(i)))
            .sorted_unstable()
            .collect();
        Ok(Plan {
            damaged,
            piece,
            fixed,
        })
    }

    /// Draws cells: 16 bits each, four to a random word, the lowest first; the rest of a word at
    /// the end of a row is not used.
    fn fill(&self, cells: &mut [u8], random: &mut Random) {
        if self.piece == 0 {
            return;
        }
        for cells in cells.chunks_mut(4) {
            let word = random.word();
            for (cell, shift) in cells.iter_mut().zip([0, 16, 32, 48]) {
                let lot = (word >> shift) as u32 & 0xffff;
                let free_or_piece = if lot < self.piece { b'K' } else { b'.' };
                *cell = if lot < self.damaged {
                    b'X'
                } else {
                    free_or_piece
                };
            }
        }
    }
}
