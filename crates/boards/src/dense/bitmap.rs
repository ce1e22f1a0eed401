//! A whole board as bits, for the pieces whose engines need more of it than one row.

use super::lanes::{COLUMNS, WORDS};
use super::rows::{BoardShape, Cell, RowPart, Sink};
use super::squares::{Square, transpose};
use super::text::Content;
use grundy_machine::budget::{Budget, Limit};
use grundy_theory::bits::ones;

/// Damage and pieces of a board, one bit a cell, row after row:
///
/// ```text
/// word  row·stride + column / 64,  bit  column % 64
/// ```
#[derive(Clone, Debug)]
pub struct Bitmap {
    shape: BoardShape,
    stride: usize,
    memory: u64,
    /// Undamaged cells.
    free: Vec<u64>,
    /// The binary digits of the number of pieces; the upper three stay empty while no cell has
    /// several, all four while there are no pieces.
    pieces: [Vec<u64>; 4],
}

impl Bitmap {
    /// A board of this shape without damage and pieces.
    ///
    /// # Errors
    /// More memory than allowed: a bit a cell.
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
            board
                .free
                .iter_mut()
                .skip(stride - 1)
                .step_by(stride)
                .for_each(|word| *word = last);
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

    /// The size.
    pub fn shape(&self) -> BoardShape {
        self.shape
    }

    /// Words a row.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        8 * (self.free.len() + self.pieces.iter().map(Vec::len).sum::<usize>()) as u64
    }

    fn at(&self, cell: Cell) -> (usize, u32) {
        (
            cell.row as usize * self.stride + cell.column as usize / 64,
            cell.column % 64,
        )
    }

    /// Whether the cell is undamaged.
    pub fn is_free(&self, cell: Cell) -> bool {
        let (word, bit) = self.at(cell);
        self.free[word] >> bit & 1 == 1
    }

    /// Whether the step from the cell stays on the board and ends on an undamaged cell: that one.
    pub fn step(&self, cell: Cell, drow: i32, dcol: i32) -> Option<Cell> {
        let row = cell.row.checked_add_signed(drow)?;
        let column = cell.column.checked_add_signed(dcol)?;
        let to = Cell { row, column };
        (row < self.shape.rows && column < self.shape.columns && self.is_free(to)).then_some(to)
    }

    /// The number of damaged cells.
    pub fn damaged(&self) -> u64 {
        self.shape.area()
            - self
                .free
                .iter()
                .map(|word| u64::from(word.count_ones()))
                .sum::<u64>()
    }

    /// The damaged cells, row by row.
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
        let (word, bit) = self.at(cell);
        self.free[word] &= !(1 << bit);
    }

    /// The number of pieces the text put on a cell.
    pub fn count(&self, cell: Cell) -> u8 {
        let (word, bit) = self.at(cell);
        let digit = |plane: &Vec<u64>| plane.get(word).map_or(0, |word| (word >> bit & 1) as u8);
        self.pieces
            .iter()
            .zip(0..)
            .map(|(plane, weight)| digit(plane) << weight)
            .sum()
    }

    /// The undamaged cells of a row.
    pub fn free_row(&self, row: u32) -> &[u64] {
        &self.free[row as usize * self.stride..][..self.stride]
    }

    /// The undamaged cells, row after row, each row in words of its own.
    pub fn free(&self) -> &[u64] {
        &self.free
    }

    /// The undamaged cells, column after column, with nothing between: bit column·rows + row.
    pub fn turned(&self) -> Vec<u64> {
        let BoardShape { rows, columns } = self.shape;
        let (rows, columns) = (rows as usize, columns as usize);
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
                    // Rows beyond the board have no bits, so what is behind the last word is empty.
                    if let Some(next) = turned.get_mut(at / 64 + 1) {
                        *next |= bits >> 1 >> (63 - at % 64);
                    }
                }
            }
        }
        turned
    }

    /// The cells with pieces from the text, in row order, each with their number.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, u8)> {
        let words = 0..self.pieces[0].len();
        words.flat_map(move |word| {
            let mut occupied = self.occupied(word);
            let first = (word % self.stride * 64) as u32;
            let row = (word / self.stride) as u32;
            std::iter::from_fn(move || {
                (occupied != 0).then(|| {
                    let column = first + occupied.trailing_zeros();
                    occupied &= occupied - 1;
                    let cell = Cell { row, column };
                    (cell, self.count(cell))
                })
            })
        })
    }

    fn occupied(&self, word: usize) -> u64 {
        self.pieces
            .iter()
            .fold(0, |all, plane| all | plane.get(word).copied().unwrap_or(0))
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
            self.pieces[..digits]
                .iter_mut()
                .for_each(|plane| plane.resize(words, 0));
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
