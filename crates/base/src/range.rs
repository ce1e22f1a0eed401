//! Ranges of numbers, both ends included.

use std::fmt;
use std::ops::RangeInclusive;

/// The numbers `low..=high`; a single number is a range of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Range {
    /// The first number.
    pub low: u64,
    /// The last number, at least `low`.
    pub high: u64,
}

impl Range {
    /// Makes the range of the numbers `low..=high`.
    pub const fn new(low: u64, high: u64) -> Self {
        Range { low, high }
    }

    /// Makes the range of one number.
    pub const fn single(number: u64) -> Self {
        Range::new(number, number)
    }

    /// Counts the numbers.
    pub fn count(self) -> u128 {
        u128::from(self.high - self.low) + 1
    }

    /// Returns the numbers, ascending.
    pub fn numbers(self) -> RangeInclusive<u64> {
        self.low..=self.high
    }

    /// Says whether a number lies in the range.
    pub fn contains(self, number: u64) -> bool {
        self.numbers().contains(&number)
    }
}

impl From<(u64, u64)> for Range {
    fn from(ends: (u64, u64)) -> Self {
        let (low, high) = ends;
        Range { low, high }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { low, high } = self;
        if low == high {
            write!(f, "{low}")
        } else {
            write!(f, "{low}-{high}")
        }
    }
}
