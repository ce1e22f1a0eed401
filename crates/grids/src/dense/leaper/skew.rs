//! A bitmap read along its anti-diagonals.

#![expect(
    clippy::cast_possible_truncation,
    reason = "rows of a board have 32 bits; a place within a word is below 64"
)]

use super::super::bitmap::Bitmap;
use super::super::rows::BoardShape;
use super::super::squares::{self, Square, transpose};

/// The coordinate that numbers the cells of an anti-diagonal: the one with fewer values, so that the
/// lines are short and few of their places lie off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// The row.
    Row,
    /// The column.
    Column,
}

impl Index {
    /// Chooses the better one for a shape.
    pub fn of(shape: BoardShape) -> Index {
        if shape.rows <= shape.columns {
            Index::Row
        } else {
            Index::Column
        }
    }

    /// Chooses the index of a cell or, with signed arguments, of a step.
    pub fn choose<T>(self, row: T, column: T) -> T {
        match self {
            Index::Row => row,
            Index::Column => column,
        }
    }
}

/// The undamaged cells of 64 anti-diagonals: bit i of word w of a line is index 64·w + i.
pub struct Skewed {
    /// The number of words of a line.
    words: usize,
    /// The words of the 64 lines, line after line.
    lines: Vec<u64>,
}

impl Skewed {
    /// Makes room for lines with indices below `length`.
    pub fn new(length: usize) -> Skewed {
        let words = length.div_ceil(64);
        Skewed {
            words,
            lines: vec![0; 64 * words],
        }
    }

    /// Returns line `line` of the 64 read last.
    pub fn line(&self, line: usize) -> &[u64] {
        &self.lines[line * self.words..][..self.words]
    }

    /// Reads anti-diagonals `first..first + 64`.
    ///
    /// For 64 indices at a time the bits of those 64 diagonals form a parallelogram; sheared it is
    /// a square, and turned over it is 64 words of the lines.
    pub fn read(&mut self, board: &Bitmap, index: Index, first: usize) {
        let shape = board.shape();
        for word in 0..self.words {
            let mut square: Square = [0; 64];
            match index {
                Index::Row => {
                    let rows = (64 * word..shape.rows as usize).take(64);
                    for (row, bits) in rows.zip(&mut square) {
                        *bits = window(board.free_row(row as u32), first as i64 - row as i64);
                    }
                    transpose(&mut square);
                }
                // Bit c of line j is column c of row first + j − c.
                Index::Column => {
                    let lowest = first as i64 - 64 * word as i64 - 63;
                    let mut rows = [0u64; 127];
                    for (row, bits) in (lowest..).zip(&mut rows) {
                        if (0..i64::from(shape.rows)).contains(&row) {
                            *bits = board.free_row(row as u32).get(word).copied().unwrap_or(0);
                        }
                    }
                    shear(&mut rows);
                    square.copy_from_slice(&rows[63..]);
                }
            }
            for (line, bits) in square.iter().enumerate() {
                self.lines[line * self.words + word] = *bits;
            }
        }
    }
}

/// Moves bit c of every word c words on, by powers of two.
fn shear(words: &mut [u64; 127]) {
    // The columns whose number has this bit.
    let columns = |power: u32| {
        let mut mask = 0u64;
        for column in (0..64).filter(|column| column >> power & 1 == 1) {
            mask |= 1 << column;
        }
        mask
    };
    for power in 0..6 {
        let moved = columns(power);
        let by = 1 << power;
        for to in (by..words.len()).rev() {
            words[to] = words[to] & !moved | words[to - by] & moved;
        }
    }
}

/// Reads 64 bits from bit `at` on, which may be outside: there are zeros.
fn window(words: &[u64], at: i64) -> u64 {
    let get = |word: i64| {
        usize::try_from(word)
            .ok()
            .and_then(|word| words.get(word))
            .copied()
            .unwrap_or(0)
    };
    let word = at.div_euclid(64);
    squares::window(get(word), get(word + 1), at.rem_euclid(64) as usize)
}
