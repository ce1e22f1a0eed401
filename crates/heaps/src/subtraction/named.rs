//! Sets of amounts by name, and all amounts but some.

#![expect(
    clippy::cast_possible_truncation,
    reason = "ranges end before the digits that repeat, whose beginning is a place of a list"
)]

use grundy_rules::named::NamedSet;

use super::Amounts;
use grundy_base::budget::{Budget, Limit};
use grundy_base::range::Range;

/// A set of numbers by ranges and by name, or of all amounts but those.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AmountSets {
    /// The ranges.
    pub ranges: Vec<Range>,
    /// The named sets.
    pub named: Vec<NamedSet>,
    /// Whether the set has every amount but these.
    pub all_but: bool,
}

/// A set of amounts that repeats: whether each of the amounts 0, 1, … may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatingAmounts {
    /// The amounts before they begin to repeat.
    pub first: Vec<bool>,
    /// The amounts of one period after them.
    pub again: Vec<bool>,
}

impl AmountSets {
    /// Returns the amounts up to `last`.
    ///
    /// # Errors
    ///
    /// Fails where [`NamedSet::members`] fails, or if the amounts take more memory than allowed.
    pub fn up_to(&self, last: u64, budget: &Budget) -> Result<Amounts, Limit> {
        /// The bytes of an amount while the set is made: twice a range, since lists grow by doubling, once in order,
        /// and once among the runs; with the gaps between them.
        const BYTES_AN_AMOUNT: u128 = 96;
        let counts = self.named.iter().map(|set| set.count_at_most(last));
        let most: u128 = counts.map(u128::from).sum();
        budget.check_bytes(most * BYTES_AN_AMOUNT, || {
            format!("the amounts up to {last} take up to")
        })?;
        let mut ranges = self.ranges.clone();
        for set in &self.named {
            ranges.extend(set.members(last)?.into_iter().map(Range::single));
        }
        let listed = Amounts::new(ranges);
        if !self.all_but {
            return Ok(listed.cut(last));
        }
        let mut gaps = Vec::new();
        let mut next = 1u64;
        for run in listed.runs() {
            if next < run.low {
                gaps.push(Range::new(next, run.low - 1));
            }
            next = match run.high.checked_add(1) {
                Some(next) => next,
                None => return Ok(Amounts::new(gaps).cut(last)),
            };
        }
        gaps.push(Range::new(next, u64::MAX));
        Ok(Amounts::new(gaps).cut(last))
    }

    /// Returns the amounts if membership repeats; `None` if it never does, or only beyond `most`.
    pub fn repeating(&self, most: usize) -> Option<RepeatingAmounts> {
        if self.named.iter().any(|set| set.modulus().is_none())
            || !self.all_but && self.named.is_empty()
        {
            return None;
        }
        let last = self
            .ranges
            .iter()
            .map(|range| range.high)
            .max()
            .unwrap_or(0);
        let from = usize::try_from(last.checked_add(1)?).ok()?;
        if from > most {
            return None;
        }
        let mut listed: Vec<bool> = (0..from as u64 + 2)
            .map(|n| self.named.iter().any(|set| set.repeats_with(n)))
            .collect();
        for range in &self.ranges {
            listed[range.low as usize..=range.high as usize].fill(true);
        }
        let mut first: Vec<bool> = listed
            .iter()
            .map(|&listed| listed != self.all_but)
            .collect();
        first[0] = false;
        let again = first.split_off(from.max(1));
        Some(RepeatingAmounts { first, again })
    }
}
