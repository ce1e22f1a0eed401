//! Rows of labels packed in machine units, and the one step every dense engine is made of.
//!
//! A row holds the labels of consecutive cells that do not depend on one another. Each cell is a
//! lane of w bits in which bit v says "the value is v", for v < w:
//!
//! ```text
//!   Bits       w = 1   one bit a cell, 64 cells a unit     bit 0: a P-position
//!   Lanes<u8>  w = 8   one unit a cell                     bit v: Grundy value v
//! ```
//!
//! The step: let s be the OR of the lanes of a cell's options; then the new lane is
//! `!s & (s + 1)`, the lowest bit s does not have, which is the mex. A cell without a bit is one
//! that no option may count: damaged or outside. A cell of value w has no bit either, and where a
//! game has at most w moves that does no harm: such a cell has exactly w options, of the values
//! 0, …, w − 1, and no other cell has room for one more option that would make its value count.

mod bits;
mod lanes;

pub use bits::Bits;
pub use lanes::Lanes;

/// Where the cells one move leads to lie in the buffer, for a row being computed.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Unit of the buffer that is read for unit 0 of the row.
    pub unit: usize,
    /// Bits the source is shifted up by (0 for whole units).
    pub shift: u32,
}

/// A way to pack rows of labels.
pub trait Cells {
    /// The unit of storage.
    type Unit: Copy + Default + Eq + std::hash::Hash + Send + 'static;
    /// Cells in a unit.
    const PER_UNIT: usize;
    /// Bits of a cell: the values below this are told apart.
    const WIDTH: usize;
    /// Units computed at a stroke: rows are padded so that whole blocks may be read and written.
    const BLOCK: usize;

    /// Computes the cells `first..=last` of the row whose cell 0 is in unit `row`, from the
    /// sources; cells up to the next whole blocks may be overwritten with rubbish. Returns whether
    /// one of the cells has all its options' bits set, so that its value may be WIDTH or more.
    ///
    /// # Constraints
    /// `source.unit + first / PER_UNIT ≥ 1`; blocks read and written lie inside the buffer.
    fn sweep(buffer: &mut [Self::Unit], row: usize, first: usize, last: usize, sources: &[Source]) -> bool;

    /// The cell's value, WIDTH when it has no bit set.
    fn get(buffer: &[Self::Unit], row: usize, cell: usize) -> u32;

    /// Sets a cell to the value, none when it is WIDTH or more.
    fn put(buffer: &mut [Self::Unit], row: usize, cell: usize, value: u32);

    /// Takes the bits of the cells `first..last`.
    fn clear(buffer: &mut [Self::Unit], row: usize, first: usize, last: usize);

    /// Units that hold this many cells.
    fn units(cells: usize) -> usize {
        cells.div_ceil(Self::PER_UNIT)
    }

    /// The source that is `back` cells before cell 0 of the row at unit `row`.
    ///
    /// # Constraints
    /// `row ≥ units(back)`.
    fn source(row: usize, back: usize) -> Source {
        Source { unit: row - back / Self::PER_UNIT, shift: (back % Self::PER_UNIT) as u32 }
    }
}
