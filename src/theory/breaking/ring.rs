//! Heaps that are rings: the first move opens them.

use super::code::Code;
use crate::theory::budget::{Budget, Limit};
use crate::theory::period::{Period, least_preperiod};

/// Rings of a take-and-break game.
///
/// A move in a ring of n takes k adjacent ones where digit k lets one or two heaps be left and n > k: a
/// row of n − k is left, which is a heap. Where digit n lets nothing be left, all of the ring can be taken.
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
    /// Those of `each`, or more takes than the budget allows.
    pub fn moves(&self, n: u64, each: &mut dyn FnMut(u64, u64) -> Result<bool, Limit>) -> Result<(), Limit> {
        let last = self.code.last_take(n);
        if last > self.budget.work >> 14 {
            return Err(Limit::work(format!(
                "the moves of a ring of {n} are too many to look at one by one"
            )));
        }
        for k in 0..=last {
            let digit = self.code.digit(k);
            let opens = digit.leaves(1) || digit.leaves(2);
            if (if k < n { opens } else { n > 0 && digit.leaves(0) }) && !each(k, n - k)? {
                break;
            }
        }
        Ok(())
    }

    /// The Grundy value of a ring of `n`, given that of a row.
    ///
    /// # Errors
    ///
    /// Those of `row`, or more takes than the budget allows.
    pub fn grundy(&self, n: u64, row: &mut dyn FnMut(u64) -> Result<u64, Limit>) -> Result<u64, Limit> {
        let mut reached = fxhash::FxHashSet::default();
        self.moves(n, &mut |_, left| {
            reached.insert(row(left)?);
            Ok(true)
        })?;
        Ok((0..).find(|v| !reached.contains(v)).unwrap_or(u64::MAX))
    }

    /// The least preperiod and period of the values of rings of 0, 1, 2, …, from those of rows, where
    /// the digits end: a ring has the mex of rows at most as far below as the largest take.
    ///
    /// # Errors
    ///
    /// Those of `row`.
    pub fn period(
        &self,
        rows: Period,
        row: &mut dyn FnMut(u64) -> Result<u64, Limit>,
    ) -> Result<Option<Period>, Limit> {
        if !self.code.repeat().is_empty() || rows.terms() > self.budget.work / 64 {
            return Ok(None);
        }
        let known = (rows.preperiod + self.code.from() as u64 + 1) as usize;
        let period = rows.period as usize;
        let values =
            (0..(known + period) as u64).map(|n| self.grundy(n, row)).collect::<Result<Vec<u64>, Limit>>()?;
        let block = &values[known..];
        // The least period of the block that goes round.
        let least = (1..=period)
            .find(|p| period.is_multiple_of(*p) && (*p..period).all(|i| block[i] == block[i - p]))
            .unwrap_or(period);
        let preperiod = least_preperiod(known, least, |i| values[i]);
        Ok(Some(Period { preperiod: preperiod as u64, period: least as u64 }))
    }
}
