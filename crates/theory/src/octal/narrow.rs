//! Values of small heaps as bytes, forwards and backwards, so that the splits of a heap are counted by comparing
//! two stretches of memory.

use super::rules::Rules;
use super::search::Kernels;
use super::sequence::Sequence;

/// The most values that are kept so.
const MOST: usize = 1 << 14;

/// The values of the heaps 0, 1, …, as far as they go.
#[derive(Debug)]
pub struct Narrow {
    rules: Rules,
    kernels: Kernels,
    values: Vec<u8>,
    /// The same from the last to the first.
    backwards: Vec<u8>,
}

impl Narrow {
    /// The values of a sequence in which heap `n` is within reach; `None` where that is too far, or one is above 255.
    pub fn new(rules: &Rules, sequence: &Sequence, n: u64) -> Option<Self> {
        if n >= MOST as u64 {
            return None;
        }
        let length = if sequence.period().is_some() { MOST } else { sequence.values().len().min(MOST) };
        let values = (0..length as u64).map(|heap| u8::try_from(sequence.grundy(heap)).ok());
        let values: Vec<u8> = values.collect::<Option<_>>()?;
        let backwards = values.iter().rev().copied().collect();
        Some(Narrow { rules: rules.clone(), kernels: sequence.kernels(), values, backwards })
    }

    /// The value of a heap, if it is here.
    pub fn grundy(&self, n: u64) -> Option<u64> {
        self.values.get(usize::try_from(n).ok()?).map(|&value| value.into())
    }

    /// How many moves from heap `n` lead to Grundy value `value`, if the heap is here.
    ///
    /// # Complexity
    ///
    /// O(n) for each take that splits, some 32 splits a step.
    pub fn count(&self, n: u64, value: u64) -> Option<u128> {
        self.grundy(n)?;
        let Ok(value) = u8::try_from(value) else { return Some(0) };
        let left = |take: &u32| n.checked_sub(u64::from(*take)).map(|left| left as usize);
        let cleared = self.rules.clears.iter().filter(|take| left(take) == Some(0) && value == 0).count();
        let kept =
            self.rules.keeps.iter().filter_map(left).filter(|&r| r > 0 && self.values[r] == value).count();
        let splits = self.rules.splits.iter().filter_map(left).map(|r| self.splits(r, value));
        Some((cleared + kept) as u128 + u128::from(splits.sum::<u64>()))
    }

    /// In how many ways `r` splits into two heaps whose values add up to `value`.
    fn splits(&self, r: usize, value: u8) -> u64 {
        let splits = self.rules.split_count(r as u64) as usize;
        // The partner of heap 1 is r - 1.
        let first = self.values.len() - r;
        self.kernels.count_bytes(&self.values[1..=splits], &self.backwards[first..first + splits], value)
    }
}
