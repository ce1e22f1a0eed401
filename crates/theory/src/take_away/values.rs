//! Grundy values of heaps whose limit follows the move before, for sums of them.

use crate::budget::{Budget, Limit};
use crate::mex::ValueSet;
use crate::sync::interrupt;

/// The values of all heaps up to one.
///
/// A player who may take more has all moves of one who may take fewer, so the value of a heap grows
/// with the limit; it is kept as the least limit for each value.
#[derive(Clone, Debug)]
pub struct Values {
    factor: u64,
    /// For each heap: the least limit from which the value is above 0, above 1, …
    limits: Vec<Box<[u32]>>,
}

impl Values {
    /// The values of heaps up to `largest`.
    ///
    /// # Complexity
    /// O(n²) for heaps to n, times the logarithm of the number of values.
    ///
    /// # Errors
    /// More work (pairs of a heap and an amount) or memory than allowed.
    pub fn new(factor: u64, largest: u64, budget: &Budget) -> Result<Values, Limit> {
        let work = (u128::from(largest) * u128::from(largest)).saturating_mul(8);
        if work > u128::from(budget.work) {
            return Err(Limit::work(format!(
                "the values of heaps up to {largest} take {work} steps, {} are allowed",
                budget.work
            )));
        }
        if largest.saturating_mul(64) > budget.memory {
            return Err(Limit::memory(format!(
                "the values of heaps up to {largest} need more than the {} bytes of memory allowed",
                budget.memory
            )));
        }
        let mut values = Values { factor, limits: Vec::new() };
        let mut seen = ValueSet::default();
        for heap in 0..=largest {
            interrupt::check();
            seen.clear();
            let (mut limits, mut value) = (Vec::new(), 0);
            for taken in 1..=heap {
                seen.insert(values.after(heap, taken) as u32);
                while seen.contains(value) {
                    limits.push(taken as u32);
                    value += 1;
                }
            }
            values.limits.push(limits.into());
        }
        Ok(values)
    }

    /// The value of a heap of which at most `most` may be taken.
    pub fn value(&self, heap: u64, most: u64) -> u64 {
        self.limits[heap as usize].partition_point(|&limit| u64::from(limit) <= most) as u64
    }

    /// The value of what is left of a heap after `taken` are taken.
    pub fn after(&self, heap: u64, taken: u64) -> u64 {
        self.value(heap - taken, taken.saturating_mul(self.factor))
    }

    /// The memory this takes, in bytes, roughly.
    pub fn bytes(&self) -> u64 {
        self.limits.iter().map(|limits| 32 + 4 * limits.len() as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mex::mex;
    use crate::take_away::Terms;

    #[test]
    fn small_heaps_by_the_rules() {
        const HEAP: u64 = 60;
        for factor in 1..6 {
            let values = Values::new(factor, HEAP, &Budget::default()).unwrap();
            let mut naive: Vec<Vec<u32>> = Vec::new();
            for heap in 0..=HEAP {
                let row = (0..=HEAP).map(|most| {
                    let options = (1..=most.min(heap))
                        .map(|taken| naive[(heap - taken) as usize][(taken * factor).min(HEAP) as usize]);
                    mex(options)
                });
                let row: Vec<u32> = row.collect();
                for (most, &expected) in row.iter().enumerate() {
                    assert_eq!(
                        values.value(heap, most as u64),
                        u64::from(expected),
                        "K = {factor}: {heap},{most}"
                    );
                }
                naive.push(row);
            }
        }
    }

    #[test]
    fn values_of_zero_are_the_losing_positions() {
        for factor in [1, 2, 3, 7, 100] {
            let values = Values::new(factor, 400, &Budget::default()).unwrap();
            let terms = Terms::new(factor, 400, &Budget::default()).unwrap();
            for (heap, most) in (0..=400).flat_map(|heap| (0..=400).map(move |most| (heap, most))) {
                assert_eq!(
                    values.value(heap, most) == 0,
                    terms.loses(heap, most),
                    "K = {factor}: {heap},{most}"
                );
            }
        }
    }
}
