//! Take-away games with a limit that follows the move before: from one heap, at most K times as many
//! as were taken last. K = 2 is Fibonacci nim (R. E. Gaskell, M. J. Whinihan, 1963), K = 1 the game of
//! at most as many.
//!
//! A. J. Schwenk, "Take-away games", The Fibonacci Quarterly 8, 1970: let H₁ = 1 and H₍ᵢ₊₁₎ = Hᵢ + Hⱼ, j the
//! least with K·Hⱼ ≥ Hᵢ. Every number is a sum of terms, each more than K times the next smaller one, in
//! exactly one way (for K = 2 this is Zeckendorf's theorem). The player to move from n, who may take at most
//! m, loses exactly when the least term of n is above m.
//!
//! The winning moves follow. A winning move that takes k leaves n − k = 0, or n − k with a least term above K·k. Then
//! the terms of n − k and of k together are those of n, so k is the sum of some of the least terms of n.
//! There is at most one winning move for each term.

#![expect(
    clippy::cast_possible_truncation,
    reason = "8 steps for each pair of a heap and an amount fit 64 bits, so heaps are below 2³¹; tests choose their numbers small enough"
)]

use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::interrupt;
use grundy_values::mex::ValueSet;

/// The terms H₁, H₂, … of a game, as far as they are at most some number.
#[derive(Clone, Debug)]
pub struct TakeAwayTerms {
    /// The factor K.
    factor: u64,
    /// The terms, ascending.
    terms: Vec<u64>,
}

impl TakeAwayTerms {
    /// Finds the terms up to `largest` for the game in which at most `factor` ≥ 1 times as many may be
    /// taken as before.
    ///
    /// # Complexity
    /// O(1) a term, of which there are about K (1 + ln (n/K)) up to n.
    ///
    /// # Errors
    /// Fails if the terms need more memory than allowed.
    pub fn new(factor: u64, largest: u64, budget: &Budget) -> Result<TakeAwayTerms, Limit> {
        let mut terms: Vec<u64> = Vec::new();
        let mut smaller = 0;
        let mut next = Some(1);
        while let Some(term) = next.filter(|&term| term <= largest) {
            // A vector that grows has room for twice as many terms, and its old room until they are copied.
            if terms.len() as u64 * 32 > budget.memory {
                let allowed = budget.memory;
                let message = format!(
                    "with a factor of {factor}, the terms up to {largest} need more than {allowed} bytes"
                );
                return Err(Limit::bytes(32 * u128::from(factor), message));
            }
            terms.push(term);
            while terms[smaller].saturating_mul(factor) < term {
                smaller += 1;
            }
            next = term.checked_add(terms[smaller]);
        }
        Ok(TakeAwayTerms { factor, terms })
    }

    /// Returns the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        8 * self.terms.len() as u64
    }

    /// Counts the terms from `low` to `high`, which is at most the largest number asked for.
    pub fn between(&self, low: u64, high: u64) -> u64 {
        let up_to_high = self.terms.partition_point(|&term| term <= high);
        let below_low = self.terms.partition_point(|&term| term < low);
        (up_to_high - below_low) as u64
    }

    /// Returns the terms whose sum is `n`, the least first.
    fn of(&self, mut n: u64) -> Vec<u64> {
        let mut parts = Vec::new();
        while n > 0 {
            let term = self.terms[self.terms.partition_point(|&term| term <= n) - 1];
            parts.push(term);
            n -= term;
        }
        parts.reverse();
        parts
    }

    /// Returns whether the player to move loses who faces `heap` and may take at most `most`.
    pub fn loses(&self, heap: u64, most: u64) -> bool {
        self.of(heap).first().is_none_or(|&least| least > most)
    }

    /// Returns the amounts that the winning moves take, ascending.
    pub fn winning(&self, heap: u64, most: u64) -> Vec<u64> {
        let parts = self.of(heap);
        let mut winning = Vec::new();
        let mut taken = 0;
        for (i, part) in parts.iter().enumerate() {
            taken += part;
            let reply = taken.saturating_mul(self.factor);
            if taken <= most && parts.get(i + 1).is_none_or(|&next| next > reply) {
                winning.push(taken);
            }
        }
        winning
    }
}

/// The values of all heaps up to one.
///
/// A player who may take more has all moves of one who may take fewer, so the value of a heap grows
/// with the limit; it is kept as the least limit for each value.
#[derive(Clone, Debug)]
pub struct TakeAwayValues {
    /// The factor K.
    factor: u64,
    /// The least limits from which the value of each heap is above 0, above 1, …
    limits: Vec<Box<[u32]>>,
}

impl TakeAwayValues {
    /// Finds the values of heaps up to `largest`.
    ///
    /// # Complexity
    /// O(n²) for heaps up to n, times the logarithm of the number of values.
    ///
    /// # Errors
    /// Fails if it takes more work (pairs of a heap and an amount) or memory than allowed.
    pub fn new(factor: u64, largest: u64, budget: &Budget) -> Result<TakeAwayValues, Limit> {
        let work = (u128::from(largest) * u128::from(largest)).saturating_mul(8);
        let task = || format!("the values of heaps up to {largest} take");
        budget.check_steps(work, task)?;
        budget.check_bytes(u128::from(largest) * 64, task)?;
        let mut values = TakeAwayValues {
            factor,
            limits: Vec::new(),
        };
        let mut seen = ValueSet::default();
        for heap in 0..=largest {
            interrupt::check();
            seen.clear();
            let mut limits = Vec::new();
            let mut value = 0;
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

    /// Returns the value of a heap of which at most `most` may be taken.
    pub fn value(&self, heap: u64, most: u64) -> u64 {
        self.limits[heap as usize].partition_point(|&limit| u64::from(limit) <= most) as u64
    }

    /// Returns the value of what is left of a heap after `taken` are taken.
    pub fn after(&self, heap: u64, taken: u64) -> u64 {
        self.value(heap - taken, taken.saturating_mul(self.factor))
    }

    /// Estimates the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.limits
            .iter()
            .map(|limits| 32 + 4 * limits.len() as u64)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::random::Random;

    const HEAP: u64 = 90;

    /// Returns whether the player to move loses, by the rules, for all heaps and limits up to `HEAP`.
    fn naive(factor: u64) -> Vec<Vec<bool>> {
        let mut losing: Vec<Vec<bool>> = Vec::new();
        for heap in 0..=HEAP {
            let reaches =
                |taken: u64| losing[(heap - taken) as usize][(taken * factor).min(HEAP) as usize];
            let wins: Vec<bool> = (0..=heap)
                .map(|taken| taken > 0 && reaches(taken))
                .collect();
            let loses = |most: u64| !wins.iter().take(most as usize + 1).any(|&wins| wins);
            losing.push((0..=HEAP).map(loses).collect());
        }
        losing
    }

    #[test]
    fn small_heaps_by_the_rules() {
        for factor in 1..8 {
            let losing = naive(factor);
            let terms = TakeAwayTerms::new(factor, HEAP, &Budget::default()).unwrap();
            for (heap, most) in (0..=HEAP).flat_map(|heap| (0..=HEAP).map(move |most| (heap, most)))
            {
                assert_eq!(
                    terms.loses(heap, most),
                    losing[heap as usize][most as usize]
                );
                let reaches = |&taken: &u64| {
                    losing[(heap - taken) as usize][(taken * factor).min(HEAP) as usize]
                };
                let expected: Vec<u64> = (1..=most.min(heap)).filter(reaches).collect();
                assert_eq!(
                    terms.winning(heap, most),
                    expected,
                    "K = {factor}: {heap},{most}"
                );
            }
        }
    }

    #[test]
    fn the_terms_of_small_factors() {
        let of = |factor, most| {
            TakeAwayTerms::new(factor, most, &Budget::default())
                .unwrap()
                .terms
        };
        assert_eq!(of(1, 40), [1, 2, 4, 8, 16, 32]);
        assert_eq!(of(2, 40), [1, 2, 3, 5, 8, 13, 21, 34]);
        assert_eq!(of(3, 70), [1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, 55]);
        assert_eq!(of(u64::MAX, 5), [1, 2, 3, 4, 5]);
        assert_eq!(of(1, u64::MAX).len(), 64);
        assert!(
            TakeAwayTerms::new(
                u64::MAX,
                u64::MAX,
                &Budget {
                    memory: 1 << 20,
                    ..Budget::default()
                }
            )
            .is_err()
        );
    }

    /// Each term of a large number is more than K times the next smaller one.
    #[test]
    fn large_numbers_are_sums_of_terms_far_apart() {
        let mut rng = Random::new(11);
        for factor in [1, 2, 3, 10, 1000] {
            let terms = TakeAwayTerms::new(factor, u64::MAX, &Budget::default()).unwrap();
            for _ in 0..200 {
                let n = rng.word();
                let parts = terms.of(n);
                assert_eq!(parts.iter().sum::<u64>(), n);
                assert!(
                    parts.windows(2).all(|pair| pair[1] > pair[0] * factor),
                    "{n}: {parts:?}"
                );
            }
        }
    }
}

#[cfg(test)]
mod value_tests {
    use super::*;
    use grundy_values::mex::mex;

    #[test]
    fn small_heaps_by_the_rules() {
        const HEAP: u64 = 60;
        for factor in 1..6 {
            let values = TakeAwayValues::new(factor, HEAP, &Budget::default()).unwrap();
            let mut naive: Vec<Vec<u32>> = Vec::new();
            for heap in 0..=HEAP {
                let row = (0..=HEAP).map(|most| {
                    let options = (1..=most.min(heap)).map(|taken| {
                        naive[(heap - taken) as usize][(taken * factor).min(HEAP) as usize]
                    });
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
            let values = TakeAwayValues::new(factor, 400, &Budget::default()).unwrap();
            let terms = TakeAwayTerms::new(factor, 400, &Budget::default()).unwrap();
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
