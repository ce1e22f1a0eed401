//! Boxes around cells of a board.

use grundy_base::cell::Cell;

/// A box around some places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The first row.
    pub(super) top: u32,
    /// The first column.
    pub(super) left: u32,
    /// The last row.
    pub(super) bottom: u32,
    /// The last column.
    pub(super) right: u32,
}

impl Bounds {
    /// Returns the box around some places, if there are any.
    pub(super) fn around(places: impl Iterator<Item = Cell>) -> Option<Bounds> {
        let mut bounds: Option<Bounds> = None;
        for Cell { row, column } in places {
            let own = Bounds {
                top: row,
                left: column,
                bottom: row,
                right: column,
            };
            bounds = Some(bounds.map_or(own, |others| Bounds {
                top: others.top.min(row),
                left: others.left.min(column),
                bottom: others.bottom.max(row),
                right: others.right.max(column),
            }));
        }
        bounds
    }

    /// Returns a place in the box, counted from its corner.
    pub(super) fn inside(self, place: Cell) -> Cell {
        Cell {
            row: place.row - self.top,
            column: place.column - self.left,
        }
    }
}
