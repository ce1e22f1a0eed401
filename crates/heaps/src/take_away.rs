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
    reason = "8 steps for each pair of a heap and an amount fit 64 bits, so heaps are below 2³¹"
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

    /// Returns the terms, ascending.
    pub fn terms(&self) -> &[u64] {
        &self.terms
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
    pub fn of(&self, mut n: u64) -> Vec<u64> {
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
