//! Sets with amounts too large for a table, where the small amounts alone decide.

use super::{Amounts, MAX_AMOUNT, Subtraction};
use crate::theory::budget::{Budget, Limit};

/// Steps that checking the large amounts may take.
const MOST_WORK: u64 = 1 << 28;

/// A subtraction game whose values are those of its amounts to [`MAX_AMOUNT`].
///
/// An amount a may be added to a set without changing any value if g(n) ≠ g(n − a) for all n ≥ a: the mex
/// of the followers' values stays the mex when another value joins them. Where g is periodic from e on
/// with period p, that is a question about n − a below e + p only. (So {1, 2, 10⁹} has the values of
/// {1, 2}, and the powers of an even number k those of {1, k}.)
#[derive(Debug)]
pub struct Spread {
    amounts: Amounts,
    near: Subtraction,
}

impl Spread {
    /// Prepares the game; `None` where some large amount changes a value, or the small ones show no
    /// period.
    ///
    /// # Complexity
    ///
    /// O(preperiod + period) of the small amounts for each large one.
    pub fn new(amounts: Amounts, budget: Budget) -> Option<Self> {
        let near = amounts.cut(MAX_AMOUNT);
        if near.is_empty() || near == amounts {
            return None;
        }
        let near = Subtraction::new(near, budget).ok()?;
        let period = near.period()?;
        let far = amounts.len() - near.amounts().len();
        if far.saturating_mul(period.terms().into()) > MOST_WORK.into() {
            return None;
        }
        let values: Vec<u64> = {
            let mut values = Vec::new();
            near.sequence(period.terms() - 1, |value| values.push(value)).ok()?;
            values
        };
        let runs = amounts.runs().iter().filter(|run| run.1 > MAX_AMOUNT);
        for amount in runs.flat_map(|&(low, high)| low.max(MAX_AMOUNT + 1)..=high) {
            for (below, value) in (0u64..).zip(&values) {
                // Heaps beyond 64 bits are nobody's.
                if below.checked_add(amount).is_some_and(|n| values[period.reduce(n) as usize] == *value) {
                    return None;
                }
            }
        }
        Some(Spread { amounts, near })
    }

    /// All amounts.
    pub fn amounts(&self) -> &Amounts {
        &self.amounts
    }

    /// The game of the small amounts, which has the same values.
    pub fn near(&self) -> &Subtraction {
        &self.near
    }

    /// The amounts that leave Grundy value `value`, ascending.
    ///
    /// # Errors
    ///
    /// As [`Subtraction::grundy`].
    pub fn amounts_to(&self, n: u64, value: u64) -> Result<Vec<(u64, u64)>, Limit> {
        let mut hits = Vec::new();
        for amount in self.amounts.up_to(n) {
            if self.near.grundy(n - amount)? == value {
                hits.push((amount, amount));
            }
        }
        Ok(hits)
    }

    /// Memory held, in bytes, roughly.
    pub fn bytes(&self) -> u64 {
        self.near.bytes() + self.amounts.runs().len() as u64 * 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_amounts_that_change_nothing_are_found() {
        let spread = |set: &[u64]| Spread::new(Amounts::new(set.iter().map(|&a| (a, a))), Budget::default());
        let game = spread(&[1, 2, 1_000_000_000]).unwrap();
        for n in [0u64, 5, 999_999_999, 1_000_000_000, 1_000_000_001, u64::MAX] {
            assert_eq!(game.near().grundy(n).unwrap(), n % 3);
            // Every follower, by the formula.
            let followers = [1, 2, 1_000_000_000].into_iter().filter(|&a| a <= n);
            let to_zero: Vec<(u64, u64)> = followers.filter(|a| (n - a) % 3 == 0).map(|a| (a, a)).collect();
            assert_eq!(game.amounts_to(n, 0).unwrap(), to_zero);
        }
        // 900000000 is a multiple of 3.
        assert!(spread(&[1, 2, 900_000_000]).is_none());
        assert!(spread(&[1, 2, 3]).is_none());
        let tens: Vec<u64> = (0..20).map(|e| 10u64.pow(e)).collect();
        assert_eq!(spread(&tens).unwrap().near().grundy(10u64.pow(19) + 10).unwrap(), {
            // The game of 1 and 10: values 0 1 0 1 … 0 1 2 … of period 11.
            let n = (10u64.pow(19) + 10) % 11;
            if n == 10 { 2 } else { n % 2 }
        });
    }

    #[test]
    fn the_argument_holds_for_small_sets() {
        // The same check among amounts to 40, against values computed with all of them.
        let values = |set: &[u64]| {
            let game =
                Subtraction::new(Amounts::new(set.iter().map(|&a| (a, a))), Budget::default()).unwrap();
            let mut values = Vec::new();
            game.sequence(400, |value| values.push(value)).unwrap();
            values
        };
        for (near, far) in [(vec![1u64, 2], 10u64), (vec![1, 4], 9), (vec![2, 3], 17), (vec![1, 2], 12)] {
            let small = values(&near);
            let apart = (0..400 - far as usize).all(|x| small[x] != small[x + far as usize]);
            let mut all = near.clone();
            all.push(far);
            assert_eq!(values(&all) == small, apart, "{near:?} {far}");
        }
    }
}
