//! Heaps that are rings: the first move opens them.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a preperiod is below the number of values that were just listed"
)]

use std::ops::ControlFlow::{self, Break, Continue};

use num_integer::gcd;

use super::code::Code;
use crate::sequence::{Pattern, least_period, least_preperiod};
use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;

/// The rings of a take-and-break game.
///
/// A move in a ring of n takes k adjacent ones if n > k and digit k lets one or two heaps be left: a
/// row of n − k is left, which is a heap. If digit n lets nothing be left, all of the ring can be taken.
#[derive(Clone, Copy, Debug)]
pub struct Ring<'a> {
    /// The rules.
    code: &'a Code,
    /// The memory and the steps that are allowed.
    budget: Budget,
}

impl<'a> Ring<'a> {
    /// Makes the rings of a code.
    pub fn new(code: &'a Code, budget: Budget) -> Self {
        Ring { code, budget }
    }

    /// Shows `each` the takes from a ring of `n` and the row that each of them leaves, by the amount taken,
    /// until it breaks or fails.
    ///
    /// # Errors
    ///
    /// Fails where `each` fails, and if there are more takes than the budget's share allows.
    pub fn moves(
        &self,
        n: u64,
        each: &mut dyn FnMut(u64, u64) -> Result<ControlFlow<()>, Limit>,
    ) -> Result<ControlFlow<()>, Limit> {
        let last = self.code.last_take(n);
        if last > shares::heaps::takes_from_a_ring(self.budget.work) {
            let message = format!("the moves of a ring of {n} are too many to look at one by one");
            return Err(Limit::steps(last.into(), message));
        }
        for k in 0..=last {
            if self.allows(n, k) && each(k, n - k)?.is_break() {
                return Ok(Break(()));
            }
        }
        Ok(Continue(()))
    }

    /// Returns whether `k` may be taken from a ring of `n`.
    fn allows(&self, n: u64, k: u64) -> bool {
        let digit = self.code.digit(k);
        if k < n {
            digit.leaves(1) || digit.leaves(2)
        } else {
            n > 0 && digit.leaves(0)
        }
    }

    /// Returns the Grundy value of a ring of `n`, from those of rows, which `row` knows.
    ///
    /// # Errors
    ///
    /// Fails where `row` fails, and if there are more takes than the budget's share allows.
    pub fn grundy(
        &self,
        n: u64,
        row: &mut dyn FnMut(u64) -> Result<u64, Limit>,
    ) -> Result<u64, Limit> {
        if self.every_row_is_won(n) {
            return Ok(0);
        }
        let mut reached = fxhash::FxHashSet::default();
        let _ = self.moves(n, &mut |_, left| {
            reached.insert(row(left)?);
            Ok(Continue(()))
        })?;
        Ok((0..).find(|v| !reached.contains(v)).unwrap_or(u64::MAX))
    }

    /// Says whether every row that a ring of `n` leaves has a symmetric move: some even and some odd amount may be taken
    /// from the middle of a row that is at least as long. That leaves two equal rows or none, of value 0, so the row has
    /// another value, and the ring has value 0. A digit that asks for unequal heaps has no such move.
    fn every_row_is_won(&self, n: u64) -> bool {
        let shortest = n.saturating_sub(self.code.last_take(n));
        let takes_the_middle = |&k: &u64| {
            let digit = self.code.digit(k);
            digit.leaves(0) && digit.leaves(2) && !digit.unequal
        };
        let longest_looked_at = shortest.min(self.code.first_repeated() as u64);
        let middles = || (1..=longest_looked_at).filter(takes_the_middle);
        middles().any(|k| k % 2 == 0) && middles().any(|k| k % 2 == 1)
    }

    /// Finds the least preperiod and period of the values of rings of 0, 1, 2, …, from what is proved of rows.
    ///
    /// If the digits end, the value of a ring is the mex of rows that are shorter by the largest take at most. So rings
    /// repeat as rows do, and if rows rise for ever, no large ring leaves a row of value 0. If digits repeat with
    /// modulus M, the rows that they leave of a ring of n are those of n − M and one more. So all values
    /// of a class are among them once n is a period, of M and the rows together, beyond the preperiod and
    /// the first repeated digit. There is no proof if digits repeat and rows rise.
    ///
    /// # Errors
    ///
    /// Fails where `row` fails.
    pub fn period(
        &self,
        rows: Pattern,
        row: &mut dyn FnMut(u64) -> Result<u64, Limit>,
    ) -> Result<Option<Pattern>, Limit> {
        let Some(Pattern {
            preperiod, period, ..
        }) = self.some_period(rows)
        else {
            return Ok(None);
        };
        let Some(end) = preperiod.checked_add(period) else {
            return Ok(None);
        };
        // If digits repeat, a ring of n costs n steps.
        let steps = if self.code.repeat().is_empty() {
            end
        } else {
            end.saturating_mul(end)
        };
        if steps > shares::heaps::period_of_rings(self.budget.work) {
            return Ok(None);
        }
        let values = (0..end)
            .map(|n| self.grundy(n, row))
            .collect::<Result<Vec<u64>, Limit>>()?;
        let preperiod = preperiod as usize;
        let period = least_period(&values[preperiod..]);
        let preperiod = least_preperiod(preperiod, period, |i| values[i]);
        Ok(Some(Pattern::periodic(preperiod as u64, period as u64)))
    }

    /// Returns a preperiod and a period of the values of rings, which need not be the least, from those of rows.
    fn some_period(&self, rows: Pattern) -> Option<Pattern> {
        let from = self.code.first_repeated() as u64;
        let modulus = self.code.repeat().len() as u64;
        if modulus == 0 {
            if rows.saltus == 0 {
                return Some(Pattern::periodic(rows.preperiod + from + 1, rows.period));
            }
            // Rows have values above 0 from the second period on.
            let preperiod = rows.preperiod.checked_add(rows.period + from + 1)?;
            return Some(Pattern::periodic(preperiod, 1));
        }
        if rows.saltus > 0 {
            return None;
        }
        let period = rows
            .period
            .checked_mul(modulus / gcd(modulus, rows.period))?;
        let preperiod = rows.preperiod.checked_add(period)?.checked_add(from + 1)?;
        Some(Pattern::periodic(preperiod, period))
    }
}
