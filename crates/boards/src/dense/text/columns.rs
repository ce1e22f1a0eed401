//! Many short rows by their columns: bit i of a column is row i.
//!
//! The text of the rows is converted as if it were one row, the ends of the rows being damage. In its
//! bits, rows are as far from each other as in the text: parts of 64 rows make the words of a square,
//! which turned over is words of the columns. Where rows are short, those of several squares stand
//! side by side in one. A single column is its text without the ends.

use super::{Cells, Content, Simd, convert_usual};
use crate::dense::lanes::{COLUMNS, Plane, WORDS};
use crate::dense::squares::{Square, transpose, window};

/// Buffers for the text and the bits of rows, reused.
#[derive(Debug, Default)]
pub(in super::super) struct Columns {
    text: Vec<u8>,
    cells: Vec<Cells>,
    /// One plane of those, and a word more.
    bits: Vec<u64>,
}

impl Columns {
    /// Converts as many rows as a block has bits, each as wide as `cells` is long and ending in `end`,
    /// one or two bytes; `None` where the text is otherwise, or has digits.
    ///
    /// Work: about 10 operations on words a row, and for every 64 columns, or what is left of them,
    /// 20 more; all twice where there are pieces.
    pub fn convert(&mut self, simd: Simd, text: &[u8], end: &[u8], cells: &mut [Cells]) -> Option<Content> {
        let line = cells.len() + end.len();
        let rows = text.get(..COLUMNS * line)?;
        self.text.clear();
        let right = match (cells.len(), end) {
            (1, &[only]) => take_out(rows, [0, only], &mut self.text),
            (1, &[first, second]) => take_out(rows, [0, first, second], &mut self.text),
            (_, &[only]) => damage_ends(rows, line, [only], &mut self.text),
            (_, &[first, second]) => damage_ends(rows, line, [first, second], &mut self.text),
            _ => false,
        };
        if !right {
            return None;
        }
        if cells.len() == 1 {
            return convert_usual(simd, &self.text, cells).content();
        }
        // As many blocks as there are bytes in a line.
        self.cells.resize(line, Cells::default());
        let content = convert_usual(simd, &self.text, &mut self.cells).content()?;
        self.plane(line, cells, |cells| &cells.free, |cells| &mut cells.free);
        if content == Content::Bare {
            cells.iter_mut().for_each(|cells| cells.odd = [0; WORDS]);
        } else {
            self.plane(line, cells, |cells| &cells.odd, |cells| &mut cells.odd);
        }
        Some(content)
    }

    /// One plane of the columns from that of the lines.
    fn plane(
        &mut self,
        line: usize,
        columns: &mut [Cells],
        from: impl Fn(&Cells) -> &Plane,
        to: impl Fn(&mut Cells) -> &mut Plane,
    ) {
        self.bits.clear();
        self.bits.extend(self.cells.iter().flat_map(from));
        // What is read behind the last row counts for nothing.
        self.bits.push(0);
        for (part, columns) in columns.chunks_mut(64).enumerate() {
            let width = columns.len();
            let mask = !0 >> (64 - width);
            let beside = (64 / width).min(WORDS);
            for first in (0..WORDS).step_by(beside) {
                let words = first..WORDS.min(first + beside);
                let mut square: Square = [0; 64];
                for (shift, word) in words.clone().enumerate() {
                    let starts = (0..64).map(|row| (64 * word + row) * line + 64 * part);
                    for (bits, start) in square.iter_mut().zip(starts) {
                        let (word, bit) = (start / 64, start % 64);
                        let row = window(self.bits[word], self.bits[word + 1], bit) & mask;
                        *bits |= row << (shift * width);
                    }
                }
                transpose(&mut square);
                for (word, square) in words.zip(square.chunks_exact(width)) {
                    for (column, &bits) in columns.iter_mut().zip(square) {
                        to(column)[word] = bits;
                    }
                }
            }
        }
    }
}

/// The text of rows, damage in the place of their ends; whether these are as they should be.
fn damage_ends<const LENGTH: usize>(rows: &[u8], line: usize, end: [u8; LENGTH], text: &mut Vec<u8>) -> bool {
    text.extend_from_slice(rows);
    let mut ends = text.chunks_exact_mut(line).filter_map(|row| row.last_chunk_mut::<LENGTH>());
    ends.all(|last| std::mem::replace(last, [b'X'; LENGTH]) == end)
}

/// The text of rows of one cell without their ends; whether these are as in `like`.
fn take_out<const LINE: usize>(rows: &[u8], like: [u8; LINE], text: &mut Vec<u8>) -> bool {
    let (rows, _) = rows.as_chunks::<LINE>();
    text.extend(rows.iter().map(|row| row[0]));
    rows.iter().fold(true, |right, row| {
        let mut row = *row;
        row[0] = like[0];
        right & (row == like)
    })
}
