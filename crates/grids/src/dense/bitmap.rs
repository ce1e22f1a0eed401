//! A whole board as bits, for the pieces whose engines need more of it than one row.

#![expect(
    clippy::cast_possible_truncation,
    reason = "rows and columns of a board have 32 bits; its words fit in the memory that was reserved; a digit of a count is one bit"
)]

use super::lanes::{COLUMNS, WORDS};
use super::rows::{BoardShape, RowPart, Sink};
use super::squares::{Square, transpose};
use super::text::Content;
use grundy_base::bits::ones;
use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;

/// The damage and the pieces of a board, one bit a cell, row after row:
///
/// ```text
/// word  row·stride + column / 64,  bit  column % 64
/// ```
#[derive(Clone, Debug)]
pub struct Bitmap {
    /// The size of the board.
    shape: BoardShape,
    /// The number of words in a row.
    stride: usize,
    /// The bytes that the board may take.
    memory: u64,
    /// The undamaged cells.
    free: Vec<u64>,
    /// The binary digits of the number of pieces; the upper three stay empty while no cell has
    /// several, all four while there are no pieces.
    pieces: [Vec<u64>; 4],
}

impl Bitmap {
    /// Makes a board of this shape without damage and pieces.
    ///
    /// # Errors
    /// Fails if the board takes more memory than allowed: a bit a cell.
    pub fn new(shape: BoardShape, budget: &Budget) -> Result<Bitmap, Limit> {
        let stride = (shape.columns as usize).div_ceil(64);
        let words = stride as u64 * u64::from(shape.rows);
        let mut board = Bitmap {
            shape,
            stride,
            memory: budget.memory,
            free: Vec::new(),
            pieces: Default::default(),
        };
        board.reserve(1)?;
        board.free = vec![!0; words as usize];
        if !shape.columns.is_multiple_of(64) {
            let last = (1 << (shape.columns % 64)) - 1;
            for row in board.free.chunks_exact_mut(stride) {
                row[stride - 1] = last;
            }
        }
        Ok(board)
    }

    /// Checks that memory allows `planes` planes.
    fn reserve(&self, planes: u64) -> Result<(), Limit> {
        let needed = (self.stride as u64 * u64::from(self.shape.rows)).saturating_mul(8 * planes);
        if needed > self.memory {
            let BoardShape { rows, columns } = self.shape;
            return Err(Limit::bytes(
                needed.into(),
                format!(
                    "a board of {rows}x{columns} cells needs {needed} bytes, {} are allowed",
                    self.memory
                ),
            ));
        }
        Ok(())
    }

    /// Returns the size.
    pub fn shape(&self) -> BoardShape {
        self.shape
    }

    /// Returns the number of words in a row.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Counts the bytes that are held.
    pub fn bytes(&self) -> u64 {
        8 * (self.free.len() + self.pieces.iter().map(Vec::len).sum::<usize>()) as u64
    }

    /// Finds the word and the bit of a cell.
    fn place(&self, cell: Cell) -> (usize, u32) {
        (
            cell.row as usize * self.stride + cell.column as usize / 64,
            cell.column % 64,
        )
    }

    /// Tells whether the cell is undamaged.
    pub fn is_free(&self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        self.free[word] >> bit & 1 == 1
    }

    /// Returns the cell that a step leads to, if it is on the board and undamaged.
    pub fn step(&self, cell: Cell, drow: i32, dcol: i32) -> Option<Cell> {
        let row = cell.row.checked_add_signed(drow)?;
        let column = cell.column.checked_add_signed(dcol)?;
        let to = Cell { row, column };
        (row < self.shape.rows && column < self.shape.columns && self.is_free(to)).then_some(to)
    }

    /// Counts the damaged cells.
    pub fn damaged(&self) -> u64 {
        let free: u64 = self
            .free
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum();
        self.shape.area() - free
    }

    /// Lists the damaged cells, row by row.
    pub fn damaged_cells(&self) -> impl Iterator<Item = Cell> {
        let BoardShape { rows, columns } = self.shape;
        (0..rows).flat_map(move |row| {
            let words = self.free_row(row).iter().zip((0..).step_by(64));
            words
                .flat_map(|(&free, first)| ones(!free).map(move |bit| first + bit))
                .take_while(move |&column| column < columns)
                .map(move |column| Cell { row, column })
        })
    }

    /// Damages a cell.
    pub fn damage(&mut self, cell: Cell) {
        let (word, bit) = self.place(cell);
        self.free[word] &= !(1 << bit);
    }

    /// Counts the pieces that the text put on a cell.
    pub fn count(&self, cell: Cell) -> u8 {
        let (word, bit) = self.place(cell);
        let mut count = 0;
        for (digit, plane) in self.pieces.iter().enumerate() {
            let word = plane.get(word).copied().unwrap_or(0);
            count += ((word >> bit & 1) as u8) << digit;
        }
        count
    }

    /// Returns the undamaged cells of a row.
    pub fn free_row(&self, row: u32) -> &[u64] {
        &self.free[row as usize * self.stride..][..self.stride]
    }

    /// Returns the undamaged cells, row after row, each row in words of its own.
    pub fn free(&self) -> &[u64] {
        &self.free
    }

    /// Copies the undamaged cells column after column, with nothing between: bit column·rows + row.
    pub fn turned(&self) -> Vec<u64> {
        let rows = self.shape.rows as usize;
        let columns = self.shape.columns as usize;
        let mut turned = vec![0; (rows * columns).div_ceil(64)];
        for (part, first) in (0..columns).step_by(64).enumerate() {
            for top in (0..rows).step_by(64) {
                let mut square: Square = [0; 64];
                for (word, row) in square.iter_mut().zip(top..rows) {
                    *word = self.free[row * self.stride + part];
                }
                transpose(&mut square);
                for (&bits, column) in square.iter().zip(first..columns) {
                    let at = column * rows + top;
                    turned[at / 64] |= bits << (at % 64);
                    // Rows beyond the board have no bits, so nothing is lost after the last word.
                    if let Some(next) = turned.get_mut(at / 64 + 1) {
                        *next |= bits >> 1 >> (63 - at % 64);
                    }
                }
            }
        }
        turned
    }

    /// Lists the cells with pieces from the text, in row order, each with their number.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, u8)> {
        (0..self.pieces[0].len()).flat_map(move |word| {
            let first = (word % self.stride * 64) as u32;
            let row = (word / self.stride) as u32;
            ones(self.occupied(word)).map(move |bit| {
                let column = first + bit;
                let cell = Cell { row, column };
                (cell, self.count(cell))
            })
        })
    }

    /// Finds the cells of a word that have pieces.
    fn occupied(&self, word: usize) -> u64 {
        let mut occupied = 0;
        for plane in &self.pieces {
            occupied |= plane.get(word).copied().unwrap_or(0);
        }
        occupied
    }
}

impl Sink for Bitmap {
    type Error = Limit;

    fn take(&mut self, part: RowPart<'_>) -> Result<(), Limit> {
        let first = part.row as usize * self.stride + part.block * WORDS;
        let end = (part.row as usize + 1) * self.stride;
        let digits = match part.content {
            Content::Bare => 0,
            Content::Single => 1,
            Content::Several => 4,
        };
        let held = self.pieces.iter().filter(|plane| !plane.is_empty()).count();
        if digits > held {
            self.reserve(1 + digits as u64)?;
            let words = self.free.len();
            for plane in &mut self.pieces[..digits] {
                plane.resize(words, 0);
            }
        }
        let copy = |target: &mut [u64], block: usize, plane: &[u64; WORDS]| {
            let at = first + block * WORDS;
            let used = WORDS.min(end - at);
            target[at..at + used].copy_from_slice(&plane[..used]);
        };
        for (block, cells) in part.cells.iter().enumerate() {
            copy(&mut self.free, block, &cells.free);
            if digits >= 1 {
                copy(&mut self.pieces[0], block, &cells.odd);
            }
            if digits > 1 {
                for (target, plane) in self.pieces[1..].iter_mut().zip(&part.counts[block].0) {
                    copy(target, block, plane);
                }
            }
        }
        debug_assert!(part.cells.len() <= (end - first).div_ceil(COLUMNS / 64));
        Ok(())
    }
}
