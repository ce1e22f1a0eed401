//! Places on a board, and boxes around them.

/// The place of a cell on a board, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardPlace {
    /// The row.
    pub row: u32,
    /// The column.
    pub column: u32,
}

impl BoardPlace {
    /// Returns the place of a cell on a board with so many columns.
    pub(super) fn of(cell: u32, columns: u32) -> BoardPlace {
        BoardPlace {
            row: cell / columns,
            column: cell % columns,
        }
    }

    /// Returns the place with row and column exchanged.
    pub(super) fn transposed(self) -> BoardPlace {
        BoardPlace {
            row: self.column,
            column: self.row,
        }
    }
}

/// A box around some places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) top: u32,
    pub(super) left: u32,
    /// The last row.
    pub(super) bottom: u32,
    /// The last column.
    pub(super) right: u32,
}

impl Bounds {
    /// Returns the box around some places, if there are any.
    pub(super) fn around(places: impl Iterator<Item = BoardPlace>) -> Option<Bounds> {
        let mut bounds: Option<Bounds> = None;
        for BoardPlace { row, column } in places {
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
    pub(super) fn inside(self, place: BoardPlace) -> BoardPlace {
        BoardPlace {
            row: place.row - self.top,
            column: place.column - self.left,
        }
    }
}
