//! Positions that are pairs of numbers.

use crate::record::{Fault, Place, Position, number_count};

/// The pairs of a position.
///
/// # Errors
///
/// Where its tuples have other than two numbers.
pub fn pairs(position: &Position) -> Result<Vec<(u64, u64)>, Fault> {
    let pair = |tuple: &[u64]| match tuple {
        &[a, b] => Ok((a, b)),
        _ => Err(Fault::new(
            Place::Position(0),
            format!("a position of {}, where two are needed", number_count(tuple.len())),
            "write two numbers joined by a comma: `3,5`",
        )),
    };
    position.tuples.iter().map(pair).collect()
}
