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
//! the sets of large boards are in the cache when they are needed; where damage is so dense that values are
//! small, 64 rows are swept at once by vectors (`slider/wavefront.rs`). On an undamaged board a rook's value is
//! row ⊕ column (two heaps of nim).
//!
//! # Complexity
//! Cells × (1 + value / 64) for rooks and queens. Memory: for each line across the longer side, and each
//! diagonal, as many bits as the largest value met; and of the values those of the lines through the
//! pieces, or where that is less two bytes a cell (four where values might pass 65535). Bishops: the
//! damage and the pieces, sorted.

mod bands;
mod bishop;
mod free;
mod kept;
#[cfg(all(target_arch = "x86_64", not(grundy_portable)))]
mod lanes;
mod rook;
mod sets;
mod sweep;
mod table;
mod wavefront;
mod words;

pub use bishop::Bishops;
pub use kept::Wanted;
pub use table::Sliders;

use super::rows::Cell;

/// Which ways a piece slides, in the order of the rules: up, left, up-left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// Up and left.
    pub straight: bool,
    /// Up-left.
    pub diagonal: bool,
}

impl Ways {
    /// The rook's.
    pub const ROOK: Ways = Ways { straight: true, diagonal: false };
    /// The bishop's.
    pub const BISHOP: Ways = Ways { straight: false, diagonal: true };
    /// The queen's.
    pub const QUEEN: Ways = Ways { straight: true, diagonal: true };

    /// The directions, as (rows up, columns left).
    pub fn directions(self) -> impl Iterator<Item = (u32, u32)> {
        let straight = [(1, 0), (0, 1)].into_iter().filter(move |_| self.straight);
        straight.chain([(1, 1)].into_iter().filter(move |_| self.diagonal))
    }
}

/// The cells from `cell` in a direction (rows up, columns left), nearest first, to the edge.
pub fn run(cell: Cell, (up, left): (u32, u32)) -> impl Iterator<Item = Cell> {
    std::iter::successors(Some(cell), move |cell| {
        Some(Cell { row: cell.row.checked_sub(up)?, column: cell.column.checked_sub(left)? })
    })
    .skip(1)
}

#[cfg(test)]
mod tests;
