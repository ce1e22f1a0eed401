//! Where the cells of a position lie on a layout.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions that fit a layout have at most 128 cells"
)]

use crate::ground::Ground;
use crate::layout::{LayoutKind, LayoutSize};
use crate::planes::CellBits;

/// The cells of a position on a layout.
pub(super) struct LaidGround {
    /// The size of the layout.
    pub(super) size: LayoutSize,
    /// The kind of cells that the layout has.
    pub(super) kind: LayoutKind,
    /// The cells of the layout, on which rules are laid.
    pub(super) ground: Ground,
}

/// Lays the cells of a position that fits on a layout: boards are laid on all of it.
pub(super) fn laid_ground<W: CellBits>(ground: &Ground) -> LaidGround {
    let size = size_of_layout::<W>(ground).expect("the position fits the layout");
    match ground {
        Ground::Board { directions, .. } => LaidGround {
            size,
            kind: LayoutKind::Board,
            ground: Ground::Board {
                rows: size.rows as usize,
                columns: size.columns as usize,
                directions: *directions,
            },
        },
        Ground::Ring { cells, .. } => LaidGround {
            size,
            kind: LayoutKind::Ring(*cells as u32),
            ground: ground.clone(),
        },
        Ground::Graph(_) => LaidGround {
            size,
            kind: LayoutKind::Fixed,
            ground: ground.clone(),
        },
    }
}

/// Returns the columns by which the cells of a position are counted.
pub(super) fn columns_of(ground: &Ground, size: LayoutSize) -> usize {
    match ground {
        Ground::Board { columns, .. } => *columns,
        Ground::Ring { .. } | Ground::Graph(_) => size.columns as usize,
    }
}

/// Returns the bit of a cell of a position with these columns.
pub(super) fn bit_of(cell: usize, columns: usize, size: LayoutSize) -> u32 {
    (cell / columns * size.columns as usize + cell % columns) as u32
}

/// Returns the size of the layout for some cells, if they fit words of this kind.
pub(super) fn size_of_layout<W: CellBits>(ground: &Ground) -> Option<LayoutSize> {
    match ground {
        Ground::Board { rows, columns, .. } => LayoutSize::of_board::<W>(*rows, *columns),
        Ground::Ring { .. } | Ground::Graph(_) => LayoutSize::of_board::<W>(1, ground.cells()),
    }
}
