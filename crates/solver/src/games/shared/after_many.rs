//! Tables that pay once many positions were asked about.

use std::cell::{Cell, OnceCell};

/// A table that is made once this many positions were asked about.
pub struct AfterMany<T> {
    positions: Cell<u64>,
    /// `None`: no table could be made.
    table: OnceCell<Option<T>>,
}

impl<T> AfterMany<T> {
    pub fn new(positions: u64) -> Self {
        AfterMany {
            positions: Cell::new(positions),
            table: OnceCell::new(),
        }
    }

    /// The table for one more position.
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
