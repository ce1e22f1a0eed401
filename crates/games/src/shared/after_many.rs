//! Tables that pay once many positions were asked about.

use std::cell::{Cell, OnceCell};

/// A table that is made once this many positions were asked about.
pub struct AfterMany<T> {
    /// The number of positions that come before the table is made.
    positions: Cell<u64>,
    /// The table once it was tried to make it; `None` if none could be made.
    table: OnceCell<Option<T>>,
}

impl<T> AfterMany<T> {
    pub fn new(positions: u64) -> Self {
        AfterMany {
            positions: Cell::new(positions),
            table: OnceCell::new(),
        }
    }

    /// Counts one more position, and gives the table once there were enough.
    pub fn table(&self, make: impl FnOnce() -> Option<T>) -> Option<&T> {
        match self.positions.get() {
            0 => self.table.get_or_init(make).as_ref(),
            more => {
                self.positions.set(more - 1);
                None
            }
        }
    }
}
