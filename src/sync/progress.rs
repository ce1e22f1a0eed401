//! How far a long solve has come, for whoever wants to show it.
//!
//! Engines only count here, in units of their own; nothing is decided by what is read, and no
//! engine does I/O. Several solves at a time add up.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Units done, and units in all, of the solves under way.
#[derive(Debug, Default)]
pub struct Gauge {
    done: AtomicU64,
    total: AtomicU64,
}

/// Damaged places, or rows, of the sparse boards being solved.
pub static SPARSE: Gauge = Gauge::new();

impl Gauge {
    const fn new() -> Self {
        Gauge { done: AtomicU64::new(0), total: AtomicU64::new(0) }
    }

    /// Announces a solve of so many units, until the returned value is dropped.
    pub fn begin(&'static self, units: u64) -> Running {
        self.total.fetch_add(units, Relaxed);
        Running { gauge: self, units, done: AtomicU64::new(0) }
    }

    /// Units done and units in all; `None` while nothing is under way.
    pub fn read(&self) -> Option<(u64, u64)> {
        let total = self.total.load(Relaxed);
        (total > 0).then(|| (self.done.load(Relaxed).min(total), total))
    }
}

/// A solve under way.
#[derive(Debug)]
pub struct Running {
    gauge: &'static Gauge,
    units: u64,
    done: AtomicU64,
}

impl Running {
    /// So many more units are done.
    pub fn add(&self, units: u64) {
        self.done.fetch_add(units, Relaxed);
        self.gauge.done.fetch_add(units, Relaxed);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.gauge.done.fetch_sub(self.done.load(Relaxed), Relaxed);
        self.gauge.total.fetch_sub(self.units, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_add_up_and_go() {
        static GAUGE: Gauge = Gauge::new();
        assert_eq!(GAUGE.read(), None);
        let (first, second) = (GAUGE.begin(10), GAUGE.begin(5));
        first.add(4);
        second.add(5);
        assert_eq!(GAUGE.read(), Some((9, 15)));
        drop(second);
        assert_eq!(GAUGE.read(), Some((4, 10)));
        drop(first);
        assert_eq!(GAUGE.read(), None);
    }
}
