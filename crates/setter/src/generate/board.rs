//! Random boards: rows that stream, or a size with lists; bars of rows, and boards of Notakto.

#![expect(
    clippy::cast_possible_truncation,
    reason = "rows that are drawn in parts are as long as their parts, others fit a list of cells, and a lot has 16 bits"
)]

use std::io::Error;

use fxhash::FxHashSet;

use super::errors::{check, out_of_range};
use super::options::Share;
use super::parameters::BoardForm;
use super::rules::usual_rules;
use super::writer::Writer;
use grundy_base::random::Random;
use grundy_record::{Size, Slot};

/// The most pieces and damaged cells given as exact counts: they are kept in memory.
const MAX_COUNTED_CELLS: u64 = 50_000_000;
/// The most cells of a board with shares that is written as lists.
const MAX_CELLS_OF_LISTS: u64 = 4 * MAX_COUNTED_CELLS;
/// The longest row that is written as text.
const MAX_TEXT_COLS: u64 = Size::MAX;
/// The most rows of a bar.
const MAX_BAR_ROWS: u64 = 1 << 16;
/// The most boards of Notakto.
const MAX_NOTAKTO_BOARDS: u64 = 1 << 24;
/// The cells that are made between two writes.
const SEGMENT_CELLS: u64 = 1 << 16;

/// The share of damaged cells of a game that takes cells, in 65536ths: empty boards would all be alike.
const USUAL_DAMAGE: u32 = 1 << 14;

impl Writer<'_> {
    /// Draws a game on a board of cells.
    pub(super) fn board(&mut self) -> Result<(), Error> {
        let parameters = self.parameters;
        let takes_cells = self.signature.is_positional();
        let usual_side = if takes_cells { 5 } else { 8 };
        let size = parameters.size.unwrap_or(Size {
            rows: usual_side,
            cols: usual_side,
        });
        let mut damage = parameters.damage;
        if takes_cells {
            damage.get_or_insert(Share::Part(USUAL_DAMAGE));
        }
        let cols = check("the number of columns", size.cols, 1, MAX_TEXT_COLS)?;
        let cells = size
            .rows
            .checked_mul(cols)
            .ok_or_else(|| out_of_range("the size", 1, Size::MAX))?;
        if parameters.rules.is_none() {
            match self.signature.slots {
                [Slot::Steps, _] => self.steps()?,
                [Slot::Shapes | Slot::Piece, _] => self.word(usual_rules(self.signature)),
                _ => {}
            }
        }
        let content = CellContent::new(cells, damage, parameters.pieces, &mut self.random)?;
        match parameters.form {
            BoardForm::Listed => self.listed(&content, size)?,
            BoardForm::Block => {
                self.header(size);
                self.end();
                self.rows(&content, size, b'\n')?;
                self.text("\n");
            }
            BoardForm::Inline => {
                self.text(" ");
                self.rows(&content, size, b'/')?;
                self.keywords();
                self.end();
            }
        }
        Ok(())
    }

    /// Draws and writes the rows of a bar, none longer than the one above it, nor shorter than that by more than half of
    /// the columns.
    pub(super) fn bar(&mut self) -> Result<(), Error> {
        if self.parameters.rules.is_none() {
            let size = self.parameters.size.unwrap_or(Size { rows: 4, cols: 6 });
            self.text(" rows");
            let mut above = size.cols;
            for _ in 0..check("the number of rows", size.rows, 1, MAX_BAR_ROWS)? {
                // After full rows, a row is not empty, so that the bar is not.
                let low = u64::from(above == size.cols);
                let shortest = above.saturating_sub(size.cols / 2).max(low);
                above = self.random.within(shortest, above);
                self.spaced(above);
            }
        }
        self.keywords();
        self.text(":");
        Ok(())
    }

    /// Draws and writes boards of Notakto with up to three crosses each.
    pub(super) fn notakto(&mut self) -> Result<(), Error> {
        self.keywords();
        self.text(":");
        let count = self.parameters.count_of_heaps().unwrap_or(2);
        for _ in 0..check("--heaps", count, 0, MAX_NOTAKTO_BOARDS)? {
            let mut rows = [*b"...", *b"...", *b"..."];
            for _ in 0..self.random.below(4) {
                rows[self.random.below(3) as usize][self.random.below(3) as usize] = b'X';
            }
            self.word(&String::from_utf8_lossy(&rows.join(&b'/')));
        }
        Ok(())
    }

    /// Writes the size of a board, and keywords.
    fn header(&mut self, size: Size) {
        self.spaced(size.rows);
        self.text("x");
        self.number(size.cols);
        self.keywords();
    }

    /// Draws and writes steps, each of which lowers row + column.
    fn steps(&mut self) -> Result<(), Error> {
        let reach = check("--reach", self.parameters.reach.unwrap_or(3), 1, 64)?;
        let count = check("--amounts", self.parameters.amounts.unwrap_or(3), 1, 64)?;
        let side = 2 * reach + 1;
        if self.parameters.distinct {
            // There are (2r + 1)² steps: 2r + 1 of them keep row + column, and half of the others lower it.
            check("--amounts", count, 1, reach * side)?;
        }
        let mut drawn = FxHashSet::default();
        for _ in 0..count {
            let (drow, dcol) = self.distinct(&mut drawn, |random| {
                let drow = random.below(side) as i64 - reach as i64; // the reach is at most 64
                let dcol = random.below(side) as i64 - reach as i64;
                (drow + dcol < 0).then_some((drow, dcol))
            });
            self.text(&format!(" {drow},{dcol}"));
        }
        Ok(())
    }

    /// Writes the rows of a board; the separator stands between them.
    fn rows(&mut self, content: &CellContent, size: Size, separator: u8) -> Result<(), Error> {
        let mut counted = content.counted.iter().peekable();
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
                content.fill(segment, &mut self.random);
                let first = row * size.cols + col;
                let end = first + length;
                while let Some(&CountedCell { cell, letter }) =
                    counted.next_if(|counted| counted.cell < end)
                {
                    segment[(cell - first) as usize] = letter;
                }
                col += length;
                self.flush_when_full()?;
            }
        }
        Ok(())
    }

    /// Writes a board as its size, its damaged cells and its pieces.
    fn listed(&mut self, content: &CellContent, size: Size) -> Result<(), Error> {
        self.header(size);
        let mut cells = content.counted.clone();
        if content.piece > 0 {
            let counted: FxHashSet<u64> = cells.iter().map(|counted| counted.cell).collect();
            let drawn = self.drawn_cells(content, size)?;
            cells.extend(
                drawn
                    .into_iter()
                    .filter(|drawn| !counted.contains(&drawn.cell)),
            );
        }
        cells.sort_unstable();
        let place = |cell: u64| [cell / size.cols + 1, cell % size.cols + 1];
        let (damaged, pieces): (Vec<_>, Vec<_>) =
            cells.iter().partition(|counted| counted.letter == b'X');
        if !damaged.is_empty() {
            self.text(" damaged");
        }
        for &CountedCell { cell, .. } in damaged {
            self.tuple(&place(cell));
        }
        self.text(":");
        for &CountedCell { cell, .. } in pieces {
            self.tuple(&place(cell));
        }
        self.end();
        Ok(())
    }

    /// Draws all cells of a board one by one, as in rows, so that the board is the same, and lists those that are not
    /// free.
    fn drawn_cells(
        &mut self,
        content: &CellContent,
        size: Size,
    ) -> Result<Vec<CountedCell>, Error> {
        let all = check(
            "with shares, the cells of a listed board",
            size.rows * size.cols,
            1,
            MAX_CELLS_OF_LISTS,
        )?;
        let mut cells = Vec::new();
        let mut row = vec![b'.'; size.cols as usize];
        for start in (0..all).step_by(row.len()) {
            row.fill(b'.');
            for segment in row.chunks_mut(SEGMENT_CELLS as usize) {
                content.fill(segment, &mut self.random);
            }
            for (cell, &letter) in (start..).zip(&row) {
                if letter != b'.' {
                    cells.push(CountedCell { cell, letter });
                }
            }
        }
        Ok(cells)
    }
}

/// A cell that is not free.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CountedCell {
    /// The index of the cell, row by row.
    cell: u64,
    /// `X` for a damaged cell, `K` for a piece.
    letter: u8,
}

/// The content of the cells of a board.
struct CellContent {
    /// The chance of a cell to be damaged, in 65536ths: it is if its lot is below this …
    damaged: u32,
    /// … and it holds a piece if its lot is not, but below this.
    piece: u32,
    /// The cells given by exact counts, ascending.
    counted: Vec<CountedCell>,
}

impl CellContent {
    /// Draws the cells given by exact counts.
    fn new(
        cells: u64,
        damage: Option<Share>,
        pieces: Option<Share>,
        random: &mut Random,
    ) -> Result<Self, Error> {
        let (damaged_count, damaged) = count_and_part(damage);
        let (piece_count, piece_part) = count_and_part(pieces);
        // A share of pieces is a share of the cells that are not damaged.
        let piece = damaged + ((65536 - damaged) * piece_part).div_ceil(65536);
        let most = MAX_COUNTED_CELLS.min(cells);
        let damaged_count = check("--damage", damaged_count, 0, most)?;
        let piece_count = check("--pieces", piece_count, 0, most - damaged_count)?;
        let drawn = random.distinct(damaged_count + piece_count, cells);
        let mut counted = Vec::new();
        for (number, cell) in (0..).zip(drawn) {
            let letter = if number < damaged_count { b'X' } else { b'K' };
            counted.push(CountedCell { cell, letter });
        }
        counted.sort_unstable();
        Ok(CellContent {
            damaged,
            piece,
            counted,
        })
    }

    /// Draws cells one by one. A cell has a lot of 16 bits, of which a random word holds four, the lowest first; the rest
    /// of a word at the end of a row is not used.
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

/// Returns a share as an exact count and a probability in 65536ths, one of which is 0.
fn count_and_part(share: Option<Share>) -> (u64, u32) {
    match share {
        None => (0, 0),
        Some(Share::Count(count)) => (count, 0),
        Some(Share::Part(part)) => (0, part),
    }
}
