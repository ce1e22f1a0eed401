//! Grundy values of games in which all amounts but few may be taken.

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps up to the largest one that will be asked for have 32 bits"
)]

use grundy_base::bits::has;

/// The least mean distance between missing amounts. With gaps `subtraction all-but squares: 100000 ? grundy` takes 0.06 s,
/// and passes the memory by layers; `all-but powers-of-2` to that heap takes 0.006 s, and 0.8 s by layers.
const MIN_MISSING_DISTANCE: u32 = 8;

/// The mark of a heap before which there is none of the same value.
const NO_HEAP: u32 = u32::MAX;

/// The heaps of each value. Two heaps share a value only if they differ by a missing amount, so a value has few heaps;
/// g(n) is the least v such that n − h is missing for every heap h of value v.
#[derive(Debug)]
pub struct Gaps {
    /// The largest heap of which the missing amounts are known.
    pub heap: u32,
    /// The missing amounts, ascending.
    pub missing: Vec<u32>,
    /// The missing amounts as bits.
    is_missing: Vec<u64>,
    /// The last heap of each value.
    last: Vec<u32>,
    /// The heap of the same value before each heap.
    before: Vec<u32>,
}

impl Gaps {
    /// Begins without heaps. Returns `None` if heaps up to `heap` miss too many of these amounts, which ascend.
    pub fn new(amounts: &[u32], heap: u64) -> Option<Gaps> {
        let heap = u32::try_from(heap).ok()?;
        let mut is_missing = vec![!0u64; heap as usize / 64 + 1];
        for &s in amounts.iter().filter(|&&s| s <= heap) {
            is_missing[s as usize / 64] &= !(1 << (s % 64));
        }
        if amounts.len() < (heap - heap / MIN_MISSING_DISTANCE) as usize {
            return None;
        }
        let missing = (1..=heap).filter(|&s| has(&is_missing, s)).collect();
        Some(Gaps {
            heap,
            missing,
            is_missing,
            last: Vec::new(),
            before: Vec::new(),
        })
    }

    /// Returns the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        4 * (self.missing.len() + self.last.len() + self.before.len()) as u64
            + 8 * self.is_missing.len() as u64
    }

    /// Finds the value of the next heap from those of all before it, and returns it with the steps it took.
    pub fn next(&mut self, values: &[u32]) -> (u32, u64) {
        let heap = values.len() as u32;
        let mut value = self.last.len() as u32;
        let mut steps = 0;
        for &s in self.missing.iter().take_while(|&&s| s <= heap) {
            let worth = values[(heap - s) as usize];
            steps += 1;
            if worth < value && self.fits(worth, heap) {
                value = worth;
            }
        }
        self.add(value);
        (value, steps)
    }

    /// Goes on after these values.
    pub fn restore(&mut self, values: &[u32]) {
        self.last.clear();
        self.before.clear();
        for &value in values {
            let values_met = self.last.len().max(value as usize + 1);
            self.last.resize(values_met, NO_HEAP);
            self.add(value);
        }
    }

    /// Adds the next heap, whose value is at most the number of values met.
    fn add(&mut self, value: u32) {
        let heap = self.before.len() as u32;
        if let Some(last) = self.last.get_mut(value as usize) {
            self.before.push(*last);
            *last = heap;
        } else {
            self.before.push(NO_HEAP);
            self.last.push(heap);
        }
    }

    /// Returns whether no amount leads from the heap to one of this value.
    fn fits(&self, value: u32, heap: u32) -> bool {
        let mut other = self.last[value as usize];
        while other != NO_HEAP {
            let s = heap - other;
            if !has(&self.is_missing, s) {
                return false;
            }
            other = self.before[other as usize];
        }
        true
    }
}
