//! Rooks and queens: the values that a position needs.

use super::super::bitmap::Bitmap;
use super::super::rows::{Cell, Shape};
use super::free::Free;
use super::kept::Kept;
use super::rook;
use super::sweep::{self, sweep};
use super::{Wanted, Ways, run};
use crate::simd::Simd;
use crate::theory::budget::{Budget, Limit};

/// So many damaged cells among rooks cost more than visiting each cell does.
const LITTLE_DAMAGE: u64 = 50;
/// So many do with AVX2, which gives many values at once.
const LITTLE_AT_ONCE: u64 = 100;

/// The values of a board that pieces on some of its cells need.
#[derive(Clone, Debug)]
pub struct Sliders {
    ways: Ways,
    /// Whether columns and rows are exchanged.
    turned: bool,
    kept: Kept,
}

impl Sliders {
    /// Finds the value of every cell and keeps those that pieces on these cells need.
    ///
    /// # Errors
    /// More memory than allowed, or more work (cells, and words of sets emptied).
    pub fn new(
        board: &Bitmap,
        ways: Ways,
        pieces: &[Cell],
        wanted: Wanted,
        budget: &Budget,
        simd: Simd,
    ) -> Result<Sliders, Limit> {
        let Shape { rows, columns } = board.shape();
        let turned = columns > rows;
        let across = rows.min(columns) as usize;
        let turned_bytes = if turned { board.shape().area().div_ceil(8) } else { 0 };
        let lines = sweep::bytes(across, ways.diagonal).max(rook::bytes(across));
        let needed = board.bytes() + turned_bytes + lines;
        let rest = budget.memory.checked_sub(needed).ok_or_else(|| {
            Limit::memory(format!(
                "sliding pieces on a board of {rows}x{columns} cells need {needed} bytes, {} are allowed",
                budget.memory
            ))
        })?;
        let bits = if turned { board.turned() } else { Vec::new() };
        let free = match turned {
            true => Free { rows: columns as usize, across, words: &bits, stride: across },
            false => Free { rows: rows as usize, across, words: board.free(), stride: 64 * board.stride() },
        };
        let pieces = pieces.iter().map(|&cell| oriented(turned, cell));
        let little = if simd.avx2().is_some() { LITTLE_AT_ONCE } else { LITTLE_DAMAGE };
        let by_value = !ways.diagonal && board.damaged() <= little;
        let (mut kept, rest) = Kept::new(&free, &pieces, wanted, ways.diagonal, rest)?;
        match (ways.diagonal, by_value) {
            (true, _) => sweep::<true>(simd, &free, rest, budget.work, &mut kept)?,
            (_, false) => sweep::<false>(simd, &free, rest, budget.work, &mut kept)?,
            (_, true) => rook::sweep(simd, &free, rest, budget.work, &mut kept)?,
        }
        Ok(Sliders { ways, turned, kept })
    }

    /// The Grundy value of a cell, if pieces need it; `None` where it is damaged.
    pub fn value(&self, cell: Cell) -> Option<u32> {
        let (row, column) = oriented(self.turned, cell);
        self.kept.value(row, column)
    }

    /// Whether the values of the cells that pieces can go to are known.
    pub fn has_moves(&self) -> bool {
        self.kept.has_moves()
    }

    /// The cells one of the pieces, on `cell`, can go to, with their values: up, left, up-left, each nearest
    /// first.
    pub fn options(&self, cell: Cell) -> impl Iterator<Item = (Cell, u32)> {
        self.ways
            .directions()
            .flat_map(move |way| run(cell, way).map_while(|to| self.value(to).map(|value| (to, value))))
    }

    /// How many of them have this value: at most one in each direction.
    pub fn count_to(&self, cell: Cell, target: u32) -> u64 {
        let has = |way| {
            let mut values = run(cell, way).map_while(|to| self.value(to));
            values.any(|value| value == target)
        };
        self.ways.directions().filter(|&way| has(way)).count() as u64
    }
}

/// Row and column of a cell, exchanged if the board is on its side.
fn oriented(turned: bool, cell: Cell) -> (u32, u32) {
    if turned { (cell.column, cell.row) } else { (cell.row, cell.column) }
}
