//! Heaps that are rings: the first move opens them.

use num_integer::gcd;

use super::code::Code;
use crate::sequence::{Pattern, least_period, least_preperiod};
use grundy_machine::budget::{Budget, Limit};

/// Rings of a take-and-break game.
///
/// A move in a ring of n takes k adjacent ones if digit k lets one or two heaps be left and n > k: a
/// row of n − k is left, which is a heap. If digit n lets nothing be left, all of the ring can be taken.
#[derive(Clone, Copy, Debug)]
pub struct Ring<'a> {
    code: &'a Code,
    budget: Budget,
}

impl<'a> Ring<'a> {
    /// The rings of a code.
    pub fn new(code: &'a Code, budget: Budget) -> Self {
        Ring { code, budget }
    }

    /// Calls `each` with the takes from a ring of `n` and the row each one leaves, by the amount taken,
    /// until it returns false or an error.
    ///
    /// # Errors
    ///
    /// The errors of `each`, or more takes than the budget allows.
    pub fn moves(
        &self,
        n: u64,
        each: &mut dyn FnMut(u64, u64) -> Result<bool, Limit>,
    ) -> Result<(), Limit> {
        let last = self.code.last_take(n);
        if last > self.budget.work >> 14 {
            return Err(Limit::work(format!(
                "the moves of a ring of {n} are too many to look at one by one"
            )));
        }
        for k in 0..=last {
            let digit = self.code.digit(k);
            let opens = digit.leaves(1) || digit.leaves(2);
            if (if k < n {
                opens
            } else {
                n > 0 && digit.leaves(0)
            }) && !each(k, n - k)?
            {
                break;
            }
        }
        Ok(())
    }

    /// The Grundy value of a ring of `n`, given that of a row.
    ///
    /// # Errors
    ///
    /// The errors of `row`, or more takes than the budget allows.
    pub fn grundy(
        &self,
        n: u64,
        row: &mut dyn FnMut(u64) -> Result<u64, Limit>,
    ) -> Result<u64, Limit> {
        let mut reached = fxhash::FxHashSet::default();
        self.moves(n, &mut |_, left| {
            reached.insert(row(left)?);
            Ok(true)
        })?;
        Ok((0..).find(|v| !reached.contains(v)).unwrap_or(u64::MAX))
    }

    /// The least preperiod and period of the values of rings of 0, 1, 2, …, from what is proved of rows.
    ///
    /// If the digits end, a ring has the mex of rows at most as far below as the largest take: it repeats as
    /// rows do, and if rows rise for ever no large ring leaves a row of value 0. If digits repeat with
    /// modulus M, the rows that they leave of a ring of n are those of n − M and one more, so that all values
    /// of a class are among them once n is a period, of M and the rows together, beyond the preperiod and
    /// the first repeated digit. There is no proof if digits repeat and rows rise.
    ///
    /// # Errors
    ///
    /// The errors of `row`.
    pub fn period(
        &self,
        rows: Pattern,
        row: &mut dyn FnMut(u64) -> Result<u64, Limit>,
    ) -> Result<Option<Pattern>, Limit> {
        let (from, modulus) = (self.code.from() as u64, self.code.repeat().len() as u64);
        let (known, period) = match (modulus, rows.saltus) {
            (0, 0) => (Some(rows.preperiod + from + 1), rows.period),
            // From the second period on rows have values above 0.
            (0, _) => (rows.preperiod.checked_add(rows.period + from + 1), 1),
            (_, 0) => {
                let period = rows.period.checked_mul(modulus / gcd(modulus, rows.period));
                let Some(period) = period else {
                    return Ok(None);
                };
                (
                    rows.preperiod
                        .checked_add(period)
                        .and_then(|n| n.checked_add(from + 1)),
                    period,
                )
            }
            _ => return Ok(None),
        };
        let last = known.and_then(|known| known.checked_add(period));
        let Some((known, last)) = known.zip(last) else {
            return Ok(None);
        };
        // If digits repeat, a ring of n costs n steps.
        let steps = if modulus == 0 {
            last
        } else {
            last.saturating_mul(last)
        };
        if steps > self.budget.work / 64 {
            return Ok(None);
        }
        let known = known as usize;
        let values = (0..last)
            .map(|n| self.grundy(n, row))
            .collect::<Result<Vec<u64>, Limit>>()?;
        let least = least_period(&values[known..]);
        let preperiod = least_preperiod(known, least, |i| values[i]);
        Ok(Some(Pattern::periodic(preperiod as u64, least as u64)))
    }
}
