//! Sets with amounts too large for a table.

use std::sync::{Mutex, PoisonError};

use super::pieces::{Mex, Pieces};
use super::{Amounts, MAX_AMOUNT, Subtraction};
use crate::budget::{Budget, Limit};
use crate::period::Period;
use crate::sync::interrupt::Checked;

/// Steps that checking the large amounts may take.
const MOST_WORK: u64 = 1 << 28;

/// The most large amounts.
const MOST_FAR: u128 = 1 << 20;

/// Work units in which the other amounts must show their period: about a second.
const MOST_GROWTH: u64 = 1 << 29;

/// Sets of more amounts than this have no pieces.
const MOST_AMOUNTS: u128 = 4096;

/// A subtraction game with amounts above [`MAX_AMOUNT`]: its values are those of the other amounts, or stand in
/// [`Pieces`].
///
/// An amount a may be added to a set without changing any value if g(n) ≠ g(n − a) for all n ≥ a: the mex
/// of the followers' values stays the mex when another value joins them. Where g is periodic from e on
/// with period p, that is a question about n − a below e + p only. (So {1, 2, 10⁹} has the values of
/// {1, 2}, and the powers of an even number k those of {1, k}.)
#[derive(Debug)]
pub struct Spread {
    amounts: Amounts,
    way: Way,
}

#[derive(Debug)]
enum Way {
    Near(Box<Subtraction>),
    /// Heaps and amounts are divided by the unit.
    Pieces {
        unit: u64,
        pieces: Box<Mutex<Pieces<Mex>>>,
    },
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
        let far = amounts.len() - near.len();
        if far > MOST_FAR {
            return None;
        }
        let near = Subtraction::new(near, Budget { work: budget.work.min(MOST_GROWTH), ..budget }).ok()?;
        let period = near.period()?;
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
        Some(Spread { amounts, way: Way::Near(Box::new(near)) })
    }

    /// Prepares the game in pieces, found as far as heaps ask for; `None` where there are too many amounts.
    pub fn in_pieces(amounts: Amounts, budget: Budget) -> Option<Self> {
        if amounts.is_empty() || amounts.len() > MOST_AMOUNTS {
            return None;
        }
        let unit = amounts.gcd();
        let divided = amounts.divided(unit);
        let pieces = Box::new(Mutex::new(Pieces::new(divided.up_to(u64::MAX), MAX_AMOUNT, budget)));
        Some(Spread { amounts, way: Way::Pieces { unit, pieces } })
    }

    /// All amounts.
    pub fn amounts(&self) -> &Amounts {
        &self.amounts
    }

    /// The Grundy value of heap `n`.
    ///
    /// # Errors
    ///
    /// As [`Subtraction::grundy`], or as [`Pieces::value`].
    pub fn grundy(&self, n: u64) -> Result<u64, Limit> {
        match &self.way {
            Way::Near(near) => near.grundy(n),
            // Pieces are whole between two heaps.
            Way::Pieces { unit, pieces } => {
                pieces.lock().unwrap_or_else(PoisonError::into_inner).value(n / unit).map(u64::from)
            }
        }
    }

    /// The least preperiod and period, where the other amounts decide.
    pub fn period(&self) -> Option<Period> {
        match &self.way {
            Way::Near(near) => near.period(),
            Way::Pieces { .. } => None,
        }
    }

    /// Calls `each` with the Grundy values of heaps 0, 1, …, `n`.
    ///
    /// # Errors
    ///
    /// As [`Spread::grundy`].
    pub fn sequence(&self, n: u64, each: impl FnMut(u64)) -> Result<(), Limit> {
        let mut steps = Checked::every(64);
        let mut value = |heap| {
            steps.step();
            self.grundy(heap)
        };
        let values = (0..=n).map(&mut value).collect::<Result<Vec<_>, Limit>>()?;
        values.into_iter().for_each(each);
        Ok(())
    }

    /// Calls `each` with the heaps 0 ..= `n` whose player to move loses, until it returns false.
    ///
    /// # Errors
    ///
    /// As [`Spread::grundy`].
    pub fn losing(&self, n: u64, misere: bool, mut each: impl FnMut(u64) -> bool) -> Result<(), Limit> {
        match &self.way {
            Way::Near(near) => near.losing(n, misere, each),
            Way::Pieces { unit, pieces } => {
                let mut pieces = pieces.lock().unwrap_or_else(PoisonError::into_inner);
                pieces.visit(n / unit, u32::from(misere), |heap| {
                    let first = heap * unit;
                    (first..=n.min(first.saturating_add(unit - 1))).all(&mut each)
                })
            }
        }
    }

    /// The amounts that leave Grundy value `value`, ascending.
    ///
    /// # Errors
    ///
    /// As [`Subtraction::grundy`].
    pub fn amounts_to(&self, n: u64, value: u64) -> Result<Vec<(u64, u64)>, Limit> {
        let mut hits = Vec::new();
        for amount in self.amounts.up_to(n) {
            if self.grundy(n - amount)? == value {
                hits.push((amount, amount));
            }
        }
        Ok(hits)
    }

    /// Memory held, in bytes, roughly.
    pub fn bytes(&self) -> u64 {
        let held = match &self.way {
            Way::Near(near) => near.bytes(),
            Way::Pieces { pieces, .. } => pieces.try_lock().map_or(1 << 16, |pieces| pieces.bytes()),
        };
        held + self.amounts.runs().len() as u64 * 16
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
            assert_eq!(game.grundy(n).unwrap(), n % 3);
            // Every follower, by the formula.
            let followers = [1, 2, 1_000_000_000].into_iter().filter(|&a| a <= n);
            let to_zero: Vec<(u64, u64)> = followers.filter(|a| (n - a) % 3 == 0).map(|a| (a, a)).collect();
            assert_eq!(game.amounts_to(n, 0).unwrap(), to_zero);
        }
        // 900000000 is a multiple of 3.
        assert!(spread(&[1, 2, 900_000_000]).is_none());
        assert!(spread(&[1, 2, 3]).is_none());
        let tens: Vec<u64> = (0..20).map(|e| 10u64.pow(e)).collect();
        assert_eq!(spread(&tens).unwrap().grundy(10u64.pow(19) + 10).unwrap(), {
            // The game of 1 and 10: values 0 1 0 1 … 0 1 2 … of period 11.
            let n = (10u64.pow(19) + 10) % 11;
            if n == 10 { 2 } else { n % 2 }
        });
    }

    #[test]
    fn sets_in_pieces_are_divided() {
        let amounts = Amounts::new([3u64, 6, 2_700_000_000].map(|a| (a, a)));
        let game = Spread::in_pieces(amounts, Budget::default()).unwrap();
        // Those of 1, 2 and a multiple of 3, heaps three at a time.
        assert_eq!(game.grundy(2_700_000_000).unwrap(), 3);
        assert_eq!(game.grundy(2_700_000_003).unwrap(), 0);
        assert_eq!(game.amounts_to(2_700_000_004, 0).unwrap(), []);
        assert_eq!(game.amounts_to(2_700_000_002, 0).unwrap(), [(2_700_000_000, 2_700_000_000)]);
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
