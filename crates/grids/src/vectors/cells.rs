//! Rows of labels packed in machine words, and the one step every dense engine is made of.
//!
//! A row holds the labels of consecutive cells that do not depend on one another. Each cell is a
//! lane of W bits in which bit v says "the value is v", for v < W:
//!
//! ```text
//!   W = 1    bit 0: a P-position                 64 cells a word
//!   W = 4    bit v: Grundy value v, 0 to 3       16 cells a word
//!            word j:  | cell 16 j + 15 | … | cell 16 j + 1 | cell 16 j |
//!                       bits 63 … 60          bits 7 … 4     3 … 0
//! ```
//!
//! The step: let s be the OR of the lanes of a cell's options; then the new lane is
//! `!s & (s + 1)`, the lowest bit s does not have, which is the mex. A cell without a bit is one
//! that no option may count: damaged or outside. A cell of value W has no bit either, and if a
//! game has at most W moves that does no harm: no cell that has it as an option sees all of the values
//! 0, …, W − 1 in its other options, so its own value is the same whether W counts or not.
//! If a game has more moves, the step reports a lane without room.
//!
//! Reading a move's options is a shift of a whole row, since all cells of a row make the move
//! together.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a lane has at most 64 bits, and shifts stay within a word"
)]

use grundy_base::simd::{Simd, dispatch};

/// Rows of cells of W bits each: 1, 4, 8, 16, 32 or 64.
pub struct Cells<const W: usize>;

/// The place in the buffer of the cells one move leads to, for a row being computed.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The word of the buffer that is read for word 0 of the row.
    pub word: usize,
    /// The number of bits, below 64, by which the source is shifted up.
    pub shift: u32,
}

dispatch! {
    /// Does the work of [`Cells::sweep`] with the instructions of this level.
    pub fn sweep_with[const W: usize](
        b: &mut [u64],
        row: usize,
        first: usize,
        last: usize,
        sources: &[Source],
    ) -> bool {
        Cells::<W>::step(b, row, first, last, sources)
    }
}

/// Does the work of [`Cells::sweep`] on cells of this width. It is compiled once for all crates that sweep.
fn sweep_of(
    width: usize,
    b: &mut [u64],
    row: usize,
    first: usize,
    last: usize,
    sources: &[Source],
) -> bool {
    let simd = Simd::current();
    match width {
        1 => sweep_with::<1>(simd, b, row, first, last, sources),
        4 => sweep_with::<4>(simd, b, row, first, last, sources),
        8 => sweep_with::<8>(simd, b, row, first, last, sources),
        16 => sweep_with::<16>(simd, b, row, first, last, sources),
        32 => sweep_with::<32>(simd, b, row, first, last, sources),
        _ => sweep_with::<64>(simd, b, row, first, last, sources),
    }
}

/// The number of words computed at a stroke, those of one 512-bit register. Rows are padded so that whole blocks may be
/// read and written.
pub const BLOCK_WORDS: usize = 8;

impl<const W: usize> Cells<W> {
    /// The number of cells in a word.
    pub const PER_WORD: usize = 64 / W;

    /// The lowest bit of every lane.
    const ONES: u64 = u64::MAX / (u64::MAX >> (64 - W));

    /// The highest bit of every lane.
    const TOPS: u64 = Self::ONES << (W - 1);

    /// All bits of lane 0.
    const LANE: u64 = u64::MAX >> (64 - W);

    /// Returns the number of words that hold this many cells.
    pub const fn words(cells: usize) -> usize {
        cells.div_ceil(Self::PER_WORD)
    }

    /// Returns the source that is `back` cells before cell 0 of the row at word `row`.
    ///
    /// # Constraints
    /// `row ≥ words(back)`.
    pub fn source(row: usize, back: usize) -> Source {
        let shift = (back % Self::PER_WORD * W) as u32;
        Source {
            word: row - back / Self::PER_WORD,
            shift,
        }
    }

    /// Returns the value of a cell, W when it has no bit set.
    pub fn get(buffer: &[u64], row: usize, cell: usize) -> u32 {
        let lane = buffer[row + cell / Self::PER_WORD] >> (cell % Self::PER_WORD * W) & Self::LANE;
        lane.trailing_zeros().min(W as u32)
    }

    /// Sets a cell to a value; if that is W or more, the cell gets no bit.
    pub fn put(buffer: &mut [u64], row: usize, cell: usize, value: u32) {
        let shift = cell % Self::PER_WORD * W;
        let lane = if value < W as u32 { 1 << value } else { 0 };
        let word = &mut buffer[row + cell / Self::PER_WORD];
        *word = *word & !(Self::LANE << shift) | lane << shift;
    }

    /// Clears the bits of the cells `first..last`.
    pub fn clear(buffer: &mut [u64], row: usize, first: usize, last: usize) {
        let mut cell = first;
        while cell < last {
            let word = cell / Self::PER_WORD;
            let end = last.min((word + 1) * Self::PER_WORD);
            buffer[row + word] &= !Self::mask(word, cell, end - 1);
            cell = end;
        }
    }

    /// Returns the bits of word `word` of a row that belong to the cells `first..=last`.
    #[inline(always)]
    fn mask(word: usize, first: usize, last: usize) -> u64 {
        let start = word * Self::PER_WORD;
        let end = (word + 1) * Self::PER_WORD - 1;
        let mut mask = u64::MAX;
        if first > start {
            mask &= u64::MAX
                .checked_shl(((first - start) * W) as u32)
                .unwrap_or(0);
        }
        if last < end {
            mask &= u64::MAX.checked_shr(((end - last) * W) as u32).unwrap_or(0);
        }
        mask
    }

    /// Computes the cells `first..=last` of the row at word `row` from its sources. Sources of equal
    /// shift should stand next to one another, which is faster. Other cells of
    /// the blocks touched are overwritten with rubbish. Returns whether one of the cells has all
    /// its options' bits set, so that its value is W or more.
    ///
    /// # Constraints
    /// A word before each block read, and the blocks written, lie inside the buffer.
    pub fn sweep(b: &mut [u64], row: usize, first: usize, last: usize, sources: &[Source]) -> bool {
        sweep_of(W, b, row, first, last, sources)
    }

    /// Makes the step itself, in a shape that compilers turn into vectors of whatever width they may use.
    #[inline(always)]
    fn step(b: &mut [u64], row: usize, first: usize, last: usize, sources: &[Source]) -> bool {
        let first_word = first / Self::PER_WORD;
        let last_word = last / Self::PER_WORD;
        let mut full = 0;
        let mut at = first_word / BLOCK_WORDS * BLOCK_WORDS;
        while at + 4 * BLOCK_WORDS <= last_word + 1 {
            full |= Self::stroke::<{ 4 * BLOCK_WORDS }>(b, row, at, first, last, sources);
            at += 4 * BLOCK_WORDS;
        }
        while at <= last_word {
            full |= Self::stroke::<BLOCK_WORDS>(b, row, at, first, last, sources);
            at += BLOCK_WORDS;
        }
        full != 0
    }

    /// Computes N words of the row from word `at` on. Returns the top bits of full lanes among the
    /// cells from `first` to `last`, all words taken together.
    #[inline(always)]
    fn stroke<const N: usize>(
        b: &mut [u64],
        row: usize,
        at: usize,
        first: usize,
        last: usize,
        sources: &[Source],
    ) -> u64 {
        let mut options = [0u64; N];
        for source in sources {
            // One word more is read, before the first.
            let words = &b[source.word + at - 1..][..=N];
            let shift = source.shift & 63;
            if shift == 0 {
                for k in 0..N {
                    options[k] |= words[k + 1];
                }
            } else {
                for k in 0..N {
                    options[k] |= words[k + 1] << shift | words[k] >> (64 - shift);
                }
            }
        }
        // The sum s + 1 of each lane, without the top bits of s, so that no carry leaves a lane.
        let mut sums = options;
        for sum in &mut sums {
            *sum = (*sum & !Self::TOPS).wrapping_add(Self::ONES);
        }
        let mut full = 0;
        if W > 1 {
            // If all lower bits are set, the sum has a carry in the top bit; if that is set also, the lane is full.
            let is_edge = at * Self::PER_WORD < first || (at + N) * Self::PER_WORD > last + 1;
            if is_edge {
                for k in 0..N {
                    full |= sums[k] & options[k] & Self::TOPS & Self::live(at + k, first, last);
                }
            } else {
                for k in 0..N {
                    full |= sums[k] & options[k] & Self::TOPS;
                }
            }
        }
        for ((word, s), sum) in b[row + at..][..N].iter_mut().zip(options).zip(sums) {
            *word = !s & (sum ^ s & Self::TOPS);
        }
        full
    }

    /// Returns the [mask](Cells::mask) of any word, which is empty for words without any of the cells.
    #[inline(always)]
    fn live(word: usize, first: usize, last: usize) -> u64 {
        if word >= first / Self::PER_WORD && word <= last / Self::PER_WORD {
            Self::mask(word, first, last)
        } else {
            0
        }
    }
}
