//! Positions that are pairs of numbers.

use grundy_base::range::Range;
use grundy_heaps::pair::HeapPair;
use grundy_record::{Fault, Place, Position, counted};

/// Returns the ranges of pairs that vary.
///
/// # Errors
///
/// Fails if a tuple has other than two numbers.
pub fn pairs_of_ranges(position: &Position) -> Result<Vec<[Range; 2]>, Fault> {
    position
        .ranges
        .iter()
        .enumerate()
        .map(|(i, ranges)| pair(i, ranges))
        .collect()
}

/// Returns the pairs of a position.
///
/// # Errors
///
/// Fails if its tuples have other than two numbers.
pub fn pairs(position: &Position) -> Result<Vec<HeapPair>, Fault> {
    position
        .tuples
        .iter()
        .map(|tuple| {
            let [first, second] = pair(0, tuple)?;
            Ok(HeapPair { first, second })
        })
        .collect()
}

fn pair<T: Copy>(index: usize, component: &[T]) -> Result<[T; 2], Fault> {
    component.try_into().map_err(|_| {
        Fault::new(
            Place::Position(index),
            format!(
                "a position of {}, where two are needed",
                counted(component.len() as u64, "number")
            ),
            "write two numbers joined by a comma: `3,5`",
        )
    })
}
