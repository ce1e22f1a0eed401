//! The cells and the steps that the boards of a batch took.

use std::sync::atomic::{AtomicU64, Ordering};

/// Sums over the boards of a batch: the same for every run, machine and number of threads.
#[derive(Debug, Default)]
pub struct Effort {
    /// The cells of boards that were solved cell by cell.
    cells: AtomicU64,
    /// The steps taken on boards.
    work: AtomicU64,
}

impl Effort {
    /// Adds a board of this many cells, and the steps that it took, in the units of `--max-work`.
    pub fn add(&self, cells: u64, work: u64) {
        self.cells.fetch_add(cells, Ordering::Relaxed);
        self.work.fetch_add(work, Ordering::Relaxed);
    }

    /// Returns the cells of boards that were solved cell by cell.
    pub fn cells(&self) -> u64 {
        self.cells.load(Ordering::Relaxed)
    }

    /// Returns the steps taken on boards.
    pub fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }
}
