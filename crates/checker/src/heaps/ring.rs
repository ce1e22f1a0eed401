//! Rings: the first move opens one, and leaves a row.
//!
//! Of a ring of n, k are taken where digit k lets one or two heaps be left and k < n, or all of it where digit n
//! lets nothing be left.
//!
//! Let rows have the preperiod e and the period p, and let digits repeat from `from` on, M of them, or end there.
//!
//! - Where they end, rings of n ≥ e + from leave rows of at least e: their values repeat with period p.
//! - Where they repeat, let q be the least common multiple of p and M. A ring of n + q leaves rows of the same
//!   values as a ring of n, and q more of from n − from + 1 to n − from + q. These are of at least e + q where
//!   n ≥ e + from + q, and q before each of them stands a row of the same value that a ring of n leaves, too.

use std::ops::ControlFlow;

use fxhash::FxHashSet;
use grundy_record::{Ask, Field, Move, Period};

use super::code::gcd;
use super::{CELLS, Cycle, Heaps};
use crate::sums::{Sum, Visitor};
use crate::{Checked, rejected, unproved};

/// Rings of the heaps of a record.
pub(super) struct Rings<'a> {
    /// The rows that they leave.
    pub(super) rows: Heaps<'a>,
}

impl Rings<'_> {
    /// Visits what moves leave of a ring.
    fn each(&self, ring: u64, visit: &mut dyn FnMut(u64) -> Checked<ControlFlow<()>>) -> Checked<()> {
        let last = self.rows.rules.last_take(ring);
        if self.rows.meter.left() < last {
            return unproved("the moves are too many to look at");
        }
        for taken in 0..=last {
            self.rows.meter.spend(1)?;
            let digit = self.rows.rules.digit(taken);
            let may_take =
                if taken < ring { digit.leaves(1) || digit.leaves(2) } else { ring > 0 && digit.leaves(0) };
            if may_take && visit(ring - taken)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn value_of(&self, ring: u64) -> Checked<u64> {
        let mut reached = FxHashSet::default();
        self.each(ring, &mut |row| {
            reached.insert(self.rows.value_of(row)?);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok((0..).find(|value| !reached.contains(value)).unwrap_or(u64::MAX))
    }

    /// The values of the rings to this one.
    fn to(&self, ring: u64) -> Checked<Vec<u64>> {
        if ring > CELLS {
            return unproved(format!("the terms up to {ring} are too many to list"));
        }
        (0..=ring).map(|ring| self.value_of(ring)).collect()
    }

    /// The least preperiod and period.
    fn period(&self) -> Checked<Period> {
        let Some(Cycle { preperiod, period }) = self.rows.cycle() else {
            return unproved("that no period is found within the limit is not proved");
        };
        let (from, modulus) = self.rows.rules.repeated();
        let multiple = match modulus {
            None => Some(period),
            Some(modulus) => period.checked_mul(modulus / gcd(period, modulus)),
        };
        let Some((edge, period)) = multiple.and_then(|multiple| {
            let edge = preperiod.checked_add(from)?.checked_add(modulus.map_or(0, |_| multiple))?;
            edge.checked_add(multiple).filter(|&end| end <= CELLS).map(|_| (edge as usize, multiple as usize))
        }) else {
            return unproved("the rings of a period are too many to list");
        };
        let values = self.to((edge + period) as u64)?;
        let repeats =
            |shorter: usize| (edge..edge + period - shorter).all(|i| values[i] == values[i + shorter]);
        let least = (1..=period).find(|&p| period.is_multiple_of(p) && repeats(p)).unwrap_or(period);
        let before = (0..edge).rev().find(|&i| values[i] != values[i + least]);
        Ok(Period { preperiod: before.map_or(0, |last| last as u64 + 1), period: least as u64, saltus: 0 })
    }
}

impl Sum for Rings<'_> {
    fn components(&self) -> usize {
        self.rows.heaps.len()
    }

    fn value(&self, index: usize) -> Checked<u64> {
        self.value_of(self.rows.heaps[index])
    }

    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let from = self.rows.heaps[index];
        self.each(from, &mut |to| {
            let wanted = match target {
                Some(target) => self.rows.value_of(to)? == target,
                None => true,
            };
            Ok(if wanted { visitor(Move::Heap { index, from, to }) } else { ControlFlow::Continue(()) })
        })
    }

    fn own(&self, ask: Ask) -> Checked<Field> {
        Ok(match ask {
            Ask::Sequence => Field::Sequence(self.to(self.rows.only_heap()?)?),
            Ask::Slice(first, last) if first <= last && last <= self.rows.only_heap()? => {
                let values = (first..=last).map(|ring| self.value_of(ring)).collect::<Checked<_>>()?;
                Field::Slice { first, values }
            }
            Ask::Period => Field::Period(self.period()?),
            _ => return rejected(format!("this record has no `{ask}`")),
        })
    }
}
