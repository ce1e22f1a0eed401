//! Sequences that are known for ever: their first terms, and how they repeat.
#![expect(
    clippy::cast_possible_truncation,
    reason = "terms are places of a table, or checked to be"
)]

use crate::{Fail, Res};

/// The way in which a sequence goes on for ever: `terms[i + period] = terms[i] + saltus` for every i ≥ `preperiod`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The number of terms before those that repeat.
    pub preperiod: u64,
    /// The number of terms after which each comes again.
    pub period: u64,
    /// The number by which terms rise with every period.
    pub saltus: u64,
}

/// A sequence known for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// The first terms, at least to the end of the first period.
    terms: Vec<u64>,
    /// The way in which they go on.
    cycle: Cycle,
}

impl Periodic {
    /// Makes the sequence of terms that a theorem proves to rise so for ever, if they do as far as they are known. Its
    /// preperiod and period are the least.
    pub fn of(terms: Vec<u64>, claim: Cycle) -> Res<Periodic> {
        let Cycle {
            preperiod,
            period,
            saltus,
        } = claim;
        let known = terms.len() as u64;
        let end = preperiod.checked_add(period).ok_or(Fail::Forged)?;
        Fail::Forged.when(period == 0 || end > known)?;
        let mut all = Periodic {
            terms,
            cycle: claim,
        };
        Fail::Forged.when(!(preperiod..known - period).all(|i| all.rises(i, period, saltus)))?;
        // A period that is shorter divides this one, and its rise is as large a part of the saltus.
        let is_period = |&shorter: &u64| {
            let rise = u128::from(saltus) * u128::from(shorter);
            if !period.is_multiple_of(shorter) || !rise.is_multiple_of(period.into()) {
                return false;
            }
            let saltus = saltus / (period / shorter);
            (preperiod..end).all(|i| all.rises(i, shorter, saltus))
        };
        let least = (1..=period).find(is_period).unwrap_or(period);
        all.cycle.period = least;
        all.cycle.saltus = saltus / (period / least);
        while all.cycle.preperiod > 0 && all.begins_earlier() {
            all.cycle.preperiod -= 1;
        }
        Ok(all)
    }

    /// Says whether the term before those that repeat does so as well.
    fn begins_earlier(&self) -> bool {
        let before = self.cycle.preperiod - 1;
        self.rises(before, self.cycle.period, self.cycle.saltus)
    }

    /// Says whether the term that is `by` places after this one is larger by `saltus`.
    fn rises(&self, i: u64, by: u64, saltus: u64) -> bool {
        match (self.term(i), self.term(i + by)) {
            (Ok(before), Ok(after)) => before.checked_add(saltus) == Some(after),
            _ => false,
        }
    }

    /// Returns the n-th term, however large n.
    pub fn term(&self, n: u64) -> Res<u64> {
        if let Some(&term) = usize::try_from(n).ok().and_then(|n| self.terms.get(n)) {
            return Ok(term);
        }
        let Cycle {
            preperiod,
            period,
            saltus,
        } = self.cycle;
        let times = (n - preperiod) / period;
        let rest = (n - preperiod) % period;
        let first = self.terms[(preperiod + rest) as usize];
        let rise = times.checked_mul(saltus).ok_or(Fail::TooLarge)?;
        rise.checked_add(first).ok_or(Fail::TooLarge)
    }

    /// Returns the least preperiod and period.
    pub fn cycle(&self) -> Cycle {
        self.cycle
    }

    /// Returns the preperiod and the period as answers write them, and the saltus if terms rise.
    pub fn text(&self) -> String {
        let Cycle {
            preperiod,
            period,
            saltus,
        } = self.cycle;
        if saltus > 0 {
            format!("{preperiod} {period} +{saltus}")
        } else {
            format!("{preperiod} {period}")
        }
    }
}
