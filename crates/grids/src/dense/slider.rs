//! Rooks, bishops and queens on dense boards.
//!
//! Rules: a rook slides up or left, a bishop up-left, a queen any of the three, any distance,
//! stopped by the edge and by damaged cells.
//!
//! A bishop's slides are a heap of nim: its value is the number of cells it can slide over. For
//! rooks and queens the value of a cell is the mex of the values on its runs of undamaged cells.
//! Instead of walking them, the set of values on the run to the left, on the run above in each
//! column, and on each diagonal is kept as bits while the board is swept; a mex is the
//! lowest zero of their OR, and damage empties the sets it cuts. The sweep goes tile by tile, so that
//! the sets of large boards are in the cache when they are needed. On an undamaged board a rook's value is
//! row ⊕ column (two heaps of nim).
//!
//! # Complexity
//! Cells × (1 + value / 64) for rooks and queens. Memory: for each line across the longer side, and each
//! diagonal, as many bits as the largest value met; and the values of the lines through the pieces, or,
//! if that is less, two bytes a cell (four if values might pass 65535). Bishops: the damage and the
//! pieces, sorted.

mod bishop;
mod kept;
mod sets;
mod shadow;
mod sweep;
mod tile;

pub use bishop::Bishops;
pub use shadow::Shadow;

use super::bitmap::Bitmap;
use super::rows::BoardShape;
use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;
use grundy_base::simd::Simd;
use kept::KeptValues;
use sweep::{SweepLimits, sweep};
use tile::Free;

/// The ways a piece slides, in the order of the rules: up, left, up-left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// Up and left.
    pub straight: bool,
    /// Up-left.
    pub diagonal: bool,
}

impl Ways {
    /// The ways of rooks.
    pub const ROOK: Ways = Ways {
        straight: true,
        diagonal: false,
    };
    /// The ways of bishops.
    pub const BISHOP: Ways = Ways {
        straight: false,
        diagonal: true,
    };
    /// The ways of queens.
    pub const QUEEN: Ways = Ways {
        straight: true,
        diagonal: true,
    };

    /// Lists the directions.
    pub fn directions(self) -> impl Iterator<Item = Direction> {
        let straight: &[Direction] = if self.straight {
            &[Direction::UP, Direction::LEFT]
        } else {
            &[]
        };
        let diagonal: &[Direction] = if self.diagonal {
            &[Direction::UP_LEFT]
        } else {
            &[]
        };
        straight.iter().chain(diagonal).copied()
    }
}

/// A direction in which a piece slides.
#[derive(Clone, Copy, Debug)]
pub struct Direction {
    /// The rows by which each cell is above the one before.
    up: u32,
    /// The columns by which it is left of that.
    left: u32,
}

impl Direction {
    /// The direction of a move up.
    const UP: Direction = Direction { up: 1, left: 0 };
    /// The direction of a move to the left.
    const LEFT: Direction = Direction { up: 0, left: 1 };
    /// The direction of a move up and to the left.
    const UP_LEFT: Direction = Direction { up: 1, left: 1 };
}

/// Lists the cells from `cell` in a direction, nearest first, to the edge.
pub fn run(cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
    let next = move |cell: &Cell| {
        Some(Cell {
            row: cell.row.checked_sub(direction.up)?,
            column: cell.column.checked_sub(direction.left)?,
        })
    };
    std::iter::successors(next(&cell), next)
}

/// The values of a board that pieces on some of its cells need.
#[derive(Clone, Debug)]
pub struct Sliders {
    /// The ways in which the pieces slide.
    ways: Ways,
    /// Whether columns and rows are exchanged.
    turned: bool,
    /// The values that pieces need.
    kept: KeptValues,
}

impl Sliders {
    /// Finds the value of every cell and keeps those that pieces on these cells need: of rooks and queens.
    ///
    /// # Errors
    /// Fails if it takes more memory than allowed, or more work (cells, and words of sets emptied).
    pub fn new(
        board: &Bitmap,
        ways: Ways,
        pieces: &[Cell],
        budget: &Budget,
        simd: Simd,
    ) -> Result<Sliders, Limit> {
        let BoardShape { rows, columns } = board.shape();
        let turned = columns > rows;
        let across = rows.min(columns) as usize;
        let turned_bytes = if turned {
            board.shape().area().div_ceil(8)
        } else {
            0
        };
        let needed = board.bytes() + turned_bytes + sweep::bytes(across, ways.diagonal);
        let Some(rest) = budget.memory.checked_sub(needed) else {
            return Err(Limit::bytes(
                needed.into(),
                format!(
                    "sliding pieces on a board of {rows}x{columns} cells need {needed} bytes, {} are allowed",
                    budget.memory
                ),
            ));
        };
        let turned_cells = if turned { board.turned() } else { Vec::new() };
        let free = if turned {
            Free {
                rows: columns as usize,
                across,
                words: &turned_cells,
                stride: across,
            }
        } else {
            Free {
                rows: rows as usize,
                across,
                words: board.free(),
                stride: 64 * board.stride(),
            }
        };
        let pieces: Vec<Cell> = pieces.iter().map(|&cell| oriented(turned, cell)).collect();
        let mut kept = KeptValues::new(&free, &pieces, ways.diagonal, rest)?;
        let kept_bytes = KeptValues::bytes(&free, &pieces, ways.diagonal);
        let limits = SweepLimits {
            memory: rest - kept_bytes,
            work: budget.work,
        };
        if ways.diagonal {
            sweep::<true>(simd, &free, limits, &mut kept)?;
        } else {
            sweep::<false>(simd, &free, limits, &mut kept)?;
        }
        Ok(Sliders { ways, turned, kept })
    }

    /// Returns the Grundy value of a cell that pieces need, unless it is damaged.
    pub fn value(&self, cell: Cell) -> Option<u32> {
        self.kept.value(oriented(self.turned, cell))
    }

    /// Lists the cells to which one of the pieces, on `cell`, can go, with their values: up, left, up-left, each
    /// nearest first.
    pub fn options(&self, cell: Cell) -> impl Iterator<Item = (Cell, u32)> {
        self.ways.directions().flat_map(move |way| {
            run(cell, way).map_while(|to| self.value(to).map(|value| (to, value)))
        })
    }

    /// Counts the options of a piece on `cell` that have this value: at most one in each direction.
    pub fn count_to(&self, cell: Cell, target: u32) -> u64 {
        let has = |way| {
            let mut values = run(cell, way).map_while(|to| self.value(to));
            values.any(|value| value == target)
        };
        self.ways.directions().filter(|&way| has(way)).count() as u64
    }
}

/// Exchanges row and column of a cell if the board is on its side.
fn oriented(turned: bool, cell: Cell) -> Cell {
    if turned {
        Cell {
            row: cell.column,
            column: cell.row,
        }
    } else {
        cell
    }
}
