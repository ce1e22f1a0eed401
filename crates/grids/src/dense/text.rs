//! Board text to bits: 512 characters of a row become one [`CellBlock`], and wrong characters are found on the way.
//!
//! A text is read once if no cell has several pieces: then there are four characters, a block takes two planes of bits,
//! and whether a character is another one is known for all together. Only a text that has others is read again, into
//! six planes, and only then wrong characters are looked for.

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod avx2;
mod cells;
#[cfg(all(target_arch = "aarch64", not(grundy_portable)))]
mod neon;
mod sliced;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod sse2;
mod words;

use super::lanes::{COLUMNS, WORDS};
use cells::Usual;
pub use cells::{CellBlock, Content, Counts};
use grundy_base::simd::Simd;

/// The index of a character that is not one of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadCharacter(pub usize);

/// Tells whether `byte` may stand in a board row.
pub fn is_board_character(byte: u8) -> bool {
    matches!(byte, b'.' | b'X' | b'#' | b'K' | b'2'..=b'9')
}

/// A buffer of converted cells, reused from stretch to stretch.
#[derive(Debug, Default)]
pub struct CellBuffer {
    /// The damage and the pieces, block after block.
    cells: Vec<CellBlock>,
    /// The numbers of pieces, where there are digits.
    counts: Vec<Counts>,
}

impl CellBuffer {
    /// Makes room for `columns` columns and returns how many blocks they take.
    fn resize(&mut self, columns: usize) -> usize {
        let blocks = columns.div_ceil(COLUMNS);
        if self.cells.len() < blocks {
            self.cells.resize(blocks, CellBlock::default());
        }
        blocks
    }

    /// Returns the result for `columns` columns with this content: the cells, and the
    /// counts if they are filled.
    pub fn parts(&mut self, columns: usize, content: Content) -> (&mut [CellBlock], &[Counts]) {
        let blocks = columns.div_ceil(COLUMNS);
        let counted = if content == Content::Several {
            blocks
        } else {
            0
        };
        (&mut self.cells[..blocks], &self.counts[..counted])
    }

    /// Fills this many blocks with undamaged cells without pieces.
    pub(super) fn blank(&mut self, blocks: usize) -> &mut [CellBlock] {
        self.resize(blocks * COLUMNS);
        let cells = &mut self.cells[..blocks];
        cells.fill(CellBlock {
            free: [!0; WORDS],
            odd: [0; WORDS],
        });
        cells
    }

    /// Converts `text`, part of one row, whose first column is the first of a block.
    ///
    /// # Errors
    /// The first character that is not one of a board.
    pub fn convert(&mut self, simd: Simd, text: &[u8]) -> Result<Content, BadCharacter> {
        let blocks = self.resize(text.len());
        let CellBuffer { cells, counts } = self;
        convert(simd, text, &mut cells[..blocks], counts, 0)
    }
}

/// Converts `text` into `cells`, which must have exactly the blocks it takes. Only if the
/// text has digits, as many of `counts` are filled, from `first` on; the vector grows to that.
///
/// # Errors
/// The first character that is not one of a board.
pub(super) fn convert(
    simd: Simd,
    text: &[u8],
    cells: &mut [CellBlock],
    counts: &mut Vec<Counts>,
    first: usize,
) -> Result<Content, BadCharacter> {
    assert_eq!(cells.len(), text.len().div_ceil(COLUMNS));
    // If digits are common, the first block has some.
    let (text_begin, text_rest) = text.split_at(COLUMNS.min(text.len()));
    let (cells_begin, cells_rest) = cells.split_at_mut(1.min(cells.len()));
    let mut usual = convert_usual(simd, text_begin, cells_begin);
    if usual != Usual::Other && !text_rest.is_empty() {
        usual = usual.max(convert_usual(simd, text_rest, cells_rest));
    }
    if let Some(content) = usual.content() {
        return Ok(content);
    }
    let end = first + cells.len();
    if counts.len() < end {
        counts.resize(end, Counts::default());
    }
    let counts = &mut counts[first..end];
    let all_known = match simd {
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        // SAFETY: the proof says that the processor has the instructions.
        Simd::Avx2(proof) => unsafe { avx2::convert_counts(proof, text, cells, counts) },
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        Simd::Portable(_) => sse2::convert_counts(text, cells, counts),
        _ => words::convert_counts(text, cells, counts),
    };
    if all_known {
        return Ok(Content::Several);
    }
    let is_bad = |&byte: &u8| !is_board_character(byte);
    match text.iter().position(is_bad) {
        Some(bad) => Err(BadCharacter(bad)),
        None => Ok(Content::Several),
    }
}

/// Converts text in which no cell has several pieces, or finds that it has others.
fn convert_usual(simd: Simd, text: &[u8], cells: &mut [CellBlock]) -> Usual {
    match simd {
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        // SAFETY: the proof says that the processor has the instructions.
        Simd::Avx2(proof) => unsafe { avx2::convert(proof, text, cells) },
        #[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
        Simd::Portable(_) => sse2::convert(text, cells),
        #[cfg(all(target_arch = "aarch64", not(grundy_portable)))]
        Simd::Portable(_) => neon::convert(text, cells),
        _ => words::convert(text, cells),
    }
}
