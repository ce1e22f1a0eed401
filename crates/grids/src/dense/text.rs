//! Board text to bits: 512 characters of a row become one [`CellBlock`], and wrong characters are found on the way.
//!
//! A text is read once if no cell has several pieces: then there are four characters, a block takes two planes of bits,
//! and whether a character is another one is known for all together. Only a text that has others is read again, into
//! six planes, and only then wrong characters are looked for.

#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod avx2;
#[cfg(all(target_arch = "aarch64", not(grundy_portable)))]
mod neon;
mod sliced;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod sse2;
mod words;

use super::lanes::{COLUMNS, Plane, WORDS};
use grundy_base::simd::Simd;

/// A block of 512 cells of a row. Columns beyond the board's last are neither free nor occupied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct CellBlock {
    /// The undamaged cells.
    pub free: Plane,
    /// The cells with an odd number of pieces; if a row holds no digits, with exactly one.
    pub odd: Plane,
}

/// The other binary digits of the number of pieces on each of 512 cells: weights 2, 4 and 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Counts(pub [Plane; 3]);

/// The kinds of characters in a stretch of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// No pieces.
    Bare,
    /// Pieces, at most one a cell: [`CellBlock::odd`] says where.
    Single,
    /// Cells with several pieces: the counts are filled too.
    Several,
}

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
    cells: Vec<CellBlock>,
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
    pub(super) fn convert(&mut self, simd: Simd, text: &[u8]) -> Result<Content, BadCharacter> {
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

/// The finding of the first, fast pass over a text, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Usual {
    /// Only `.`, `X` and `#`.
    Bare,
    /// These and `K`.
    Single,
    /// A digit, or a character that is none of a board's; what was converted is unspecified.
    Other,
}

impl Usual {
    /// Says what was found: a character that is none of the four usual ones, and a piece.
    fn of(other: bool, pieces: bool) -> Usual {
        if other {
            Usual::Other
        } else if pieces {
            Usual::Single
        } else {
            Usual::Bare
        }
    }

    /// Returns the content, if this pass can tell.
    fn content(self) -> Option<Content> {
        match self {
            Usual::Bare => Some(Content::Bare),
            Usual::Single => Some(Content::Single),
            Usual::Other => None,
        }
    }
}

/// Calls `each` with the pieces of `STEP` bytes of a text, the last one filled up with damage, and with their indices.
#[inline(always)]
fn steps<const STEP: usize>(text: &[u8], mut each: impl FnMut(usize, &[u8; STEP])) {
    let (whole, rest) = text.as_chunks::<STEP>();
    for (index, chunk) in whole.iter().enumerate() {
        each(index, chunk);
    }
    let mut padded = [b'X'; STEP];
    if !rest.is_empty() {
        padded[..rest.len()].copy_from_slice(rest);
        each(whole.len(), &padded);
    }
}

/// Clears the words of the last block that are beyond the text.
fn clear_tail(columns: usize, cells: &mut [CellBlock]) {
    let used = columns.div_ceil(64) % WORDS;
    if let (Some(last), 1..) = (cells.last_mut(), used) {
        last.free[used..].fill(0);
        last.odd[used..].fill(0);
    }
}

/// Clears the counts of the last block that are beyond the text.
fn clear_counts_tail(columns: usize, counts: &mut [Counts]) {
    let used = columns.div_ceil(64) % WORDS;
    if let (Some(last), 1..) = (counts.last_mut(), used) {
        for plane in &mut last.0 {
            plane[used..].fill(0);
        }
    }
}

#[cfg(test)]
mod tests;
