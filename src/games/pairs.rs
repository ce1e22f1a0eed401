//! Positions that are pairs of numbers.

use crate::record::{Fault, Place, Position, Range, number_count};

/// The two ranges of a pair that varies.
///
/// # Errors
///
/// Where there is not one pair.
pub fn pair_of_ranges(position: &Position) -> Result<[Range; 2], Fault> {
    match &position.ranges[..] {
        [one] => match one[..] {
            [a, b] => Ok([a, b]),
            _ => Err(not_a_pair(one.len())),
        },
        _ => Err(Fault::new(
            Place::Position(1),
            "a second pair, and positions vary",
            "count the positions of one pair: `0..10,0..10`",
        )),
    }
}

fn not_a_pair(numbers: usize) -> Fault {
    Fault::new(
        Place::Position(0),
        format!("a position of {}, where two are needed", number_count(numbers)),
        "write two numbers joined by a comma: `3,5`",
    )
}

/// The pairs of a position.
///
/// # Errors
///
/// Where its tuples have other than two numbers.
pub fn pairs(position: &Position) -> Result<Vec<(u64, u64)>, Fault> {
    let pair = |tuple: &[u64]| match tuple {
        &[a, b] => Ok((a, b)),
        _ => Err(not_a_pair(tuple.len())),
    };
    position.tuples.iter().map(pair).collect()
}
