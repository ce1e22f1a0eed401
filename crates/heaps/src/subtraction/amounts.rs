//! A set of amounts, in its least form.

#![expect(
    clippy::cast_possible_truncation,
    reason = "amounts up to the largest heap of a table are below 2²⁹"
)]

use num_integer::gcd;

use grundy_base::budget::Limit;
use grundy_base::range::Range;

/// The largest amount, once common factors are divided out. (Sets that are one range have closed forms and no such
/// bound.)
pub const MAX_AMOUNT: u64 = 1_000_000;

/// The largest heap, after the same division, up to which any set has a table of what heaps can spare.
pub const MAX_TABLE_HEAP: u64 = 1 << 28;

/// The largest number of amounts of such a table.
const MAX_TABLE_AMOUNTS: u128 = 1 << 24;

/// A set of amounts ≥ 1 as disjoint runs, ascending, with at least one number between two runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Amounts {
    /// The runs.
    runs: Vec<Range>,
}

impl Amounts {
    /// Collects ranges in any order, overlapping or not. Zero is no amount: ranges are cut to start at 1, and empty ones
    /// vanish.
    pub fn new(ranges: impl IntoIterator<Item = Range>) -> Self {
        let mut sorted: Vec<Range> = ranges
            .into_iter()
            .map(|range| Range::new(range.low.max(1), range.high))
            .filter(|range| range.low <= range.high)
            .collect();
        sorted.sort_unstable();
        let mut runs: Vec<Range> = Vec::with_capacity(sorted.len());
        for range in sorted {
            match runs.last_mut() {
                Some(last) if range.low <= last.high.saturating_add(1) => {
                    last.high = last.high.max(range.high);
                }
                _ => runs.push(range),
            }
        }
        Amounts { runs }
    }

    /// Returns the runs, ascending.
    pub fn runs(&self) -> &[Range] {
        &self.runs
    }

    /// Returns whether there are no amounts.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the largest amount; 0 for the empty set.
    pub fn max(&self) -> u64 {
        self.runs.last().map_or(0, |run| run.high)
    }

    /// Returns the least amount; 0 for the empty set.
    pub fn min(&self) -> u64 {
        self.runs.first().map_or(0, |run| run.low)
    }

    /// Returns the number of amounts.
    pub fn len(&self) -> u128 {
        self.runs.iter().map(|run| run.count()).sum()
    }

    /// Returns whether `amount` is in the set.
    pub fn contains(&self, amount: u64) -> bool {
        let i = self.runs.partition_point(|run| run.high < amount);
        self.runs.get(i).is_some_and(|run| run.low <= amount)
    }

    /// Returns the amounts, ascending, those above `limit` left out.
    pub fn up_to(&self, limit: u64) -> impl Iterator<Item = u64> + '_ {
        self.runs
            .iter()
            .take_while(move |run| run.low <= limit)
            .flat_map(move |run| run.low..=run.high.min(limit))
    }

    /// Returns the runs, cut at `limit`.
    pub fn runs_up_to(&self, limit: u64) -> Vec<Range> {
        self.runs
            .iter()
            .take_while(|run| run.low <= limit)
            .map(|run| Range::new(run.low, run.high.min(limit)))
            .collect()
    }

    /// Returns the amounts up to `limit`.
    pub fn cut(&self, limit: u64) -> Amounts {
        Amounts {
            runs: self.runs_up_to(limit),
        }
    }

    /// Returns the greatest common divisor of the amounts; 0 for the empty set.
    pub fn gcd(&self) -> u64 {
        let mut d = 0;
        for run in &self.runs {
            d = if run.low < run.high {
                1
            } else {
                gcd(d, run.low)
            };
            if d == 1 {
                break;
            }
        }
        d
    }

    /// Returns every amount divided by their greatest common divisor `d` ≥ 1.
    pub fn divided(&self, d: u64) -> Amounts {
        if d == 1 {
            return self.clone();
        }
        // Every run is a single amount; quotients may touch and merge.
        Amounts::new(
            self.runs
                .iter()
                .map(|run| Range::new(run.low / d, run.high / d)),
        )
    }

    /// Returns the amounts one by one.
    ///
    /// # Errors
    ///
    /// Fails if an amount is above [`MAX_AMOUNT`].
    pub fn expanded(&self) -> Result<Vec<u32>, Limit> {
        if self.max() > MAX_AMOUNT {
            return Err(Limit::fixed(format!(
                "amounts that heaps above {MAX_TABLE_HEAP} can spare are at most {MAX_AMOUNT} unless the set is one \
                 range or has few of them, {} is more",
                self.max()
            )));
        }
        Ok(self.listed())
    }

    /// Returns the amounts one by one, for heaps up to `heap`, which spare them all.
    ///
    /// # Errors
    ///
    /// Fails where [`Amounts::expanded`] fails, if the heap is above [`MAX_TABLE_HEAP`] or there are more than some ten
    /// million amounts.
    pub fn expanded_to(&self, heap: u64) -> Result<Vec<u32>, Limit> {
        if heap <= MAX_TABLE_HEAP && self.len() <= MAX_TABLE_AMOUNTS {
            Ok(self.listed())
        } else {
            self.expanded()
        }
    }

    /// Returns the amounts that heaps with tables can spare.
    fn listed(&self) -> Vec<u32> {
        self.up_to(MAX_TABLE_HEAP)
            .map(|amount| amount as u32)
            .collect()
    }
}
