//! Positions that are pairs of numbers.

use crate::games::vocabulary::*;
use crate::record::{Position, number_count};

/// The ranges of pairs that vary.
///
/// # Errors
///
/// If a tuple has other than two numbers.
pub fn pairs_of_ranges(position: &Position) -> Result<Vec<[Range; 2]>, Fault> {
    let pair = |(i, ranges): (usize, &[Range])| match *ranges {
        [a, b] => Ok([a, b]),
        _ => Err(not_a_pair(i, ranges.len())),
    };
    position.ranges.iter().map(|ranges| &ranges[..]).enumerate().map(pair).collect()
}

fn not_a_pair(index: usize, numbers: usize) -> Fault {
    Fault::new(
        Place::Position(index),
        format!("a position of {}, where two are needed", number_count(numbers)),
        "write two numbers joined by a comma: `3,5`",
    )
}

/// The pairs of a position.
///
/// # Errors
///
/// If its tuples have other than two numbers.
pub fn pairs(position: &Position) -> Result<Vec<(u64, u64)>, Fault> {
    let pair = |tuple: &[u64]| match tuple {
        &[a, b] => Ok((a, b)),
        _ => Err(not_a_pair(0, tuple.len())),
    };
    position.tuples.iter().map(pair).collect()
}
