//! A heap before a position: the heap must be emptied, by taking any number from it at a time, before
//! the position after it can be played.
//!
//! Let *v* be the Grundy value of the position after the heap. The heap of *n* has
//!
//! - G(0) = v, and G(n) = mex {G(0), …, G(n − 1)}, all different;
//! - so G(n) = n − 1 for 1 ≤ n ≤ v (the numbers below v, ascending), and G(n) = n for n > v.
//!
//! The proof is by induction: {v, 0, 1, …, n − 2} misses n − 1 first while n − 1 < v, and after that all numbers below n,
//! but not n, are among {v, 0, …, v − 1, v + 1, …, n − 1}.
//!
//! Sequential nim, a row of heaps of which the first that is left must be played, is a chain of such heaps,
//! and so is Euclid's game, with a heap for each quotient of the algorithm.
//!
//! All functions of one heap take O(1).

#![expect(
    clippy::cast_possible_truncation,
    reason = "a list as long as the largest heap fits the memory allowed"
)]

use num_bigint::BigUint;

use grundy_base::budget::{Budget, Limit};
use grundy_base::range::Range;

/// Returns the Grundy value of a heap of `n` before a position of value `v`.
pub fn value(n: u64, v: u64) -> u64 {
    if n == 0 {
        v
    } else if n <= v {
        n - 1
    } else {
        n
    }
}

/// Returns the heap below `n` that has this value before a position of value `v`; there is at most one.
pub fn smaller_of_value(n: u64, v: u64, value: u64) -> Option<u64> {
    let heap = if value == v {
        0
    } else if value < v {
        value + 1
    } else {
        value
    };
    (heap < n).then_some(heap)
}

/// Returns the Grundy value of a row of heaps of which the first that is left must be played.
///
/// # Complexity
/// O(1) a heap.
pub fn row(heaps: &[u64]) -> u64 {
    let mut value_after = 0;
    for &heap in heaps.iter().rev() {
        value_after = value(heap, value_after);
    }
    value_after
}

/// Counts the rows with one heap from each range that the player to move loses.
///
/// # Complexity
/// O(1) for each range and each value, which is at most the largest heap.
///
/// # Errors
/// Fails if it takes more work or memory than allowed.
pub fn losing(ranges: &[Range], budget: &Budget) -> Result<BigUint, Limit> {
    let largest = ranges.iter().map(|range| range.high).max().unwrap_or(0);
    let steps = u128::from(largest).saturating_mul(16 * (ranges.len() as u128).pow(2));
    budget.check_steps(steps, || {
        format!("counting rows of heaps up to {largest} takes")
    })?;
    let bytes = u128::from(largest) * (64 + 16 * ranges.len() as u128);
    budget.check_bytes(bytes, || {
        format!("counting rows of heaps up to {largest} takes")
    })?;
    // The number of rows of each value.
    let mut rows = vec![BigUint::ZERO; largest as usize + 1];
    rows[0] = BigUint::from(1u32);
    for &range in ranges.iter().rev() {
        let mut all: BigUint = rows.iter().sum();
        let mut below = BigUint::ZERO;
        for value in 0..=largest {
            let own = std::mem::take(&mut rows[value as usize]);
            // A row has value n if a heap of n stands before a lower value, a heap of n + 1 before a higher one, or no heap
            // before n.
            let mut count = BigUint::ZERO;
            if value > 0 && range.contains(value) {
                count += &below;
            }
            all -= &own;
            if range.contains(value + 1) {
                count += &all;
            }
            if range.low == 0 {
                count += &own;
            }
            below += own;
            rows[value as usize] = count;
        }
    }
    Ok(rows.swap_remove(0))
}
