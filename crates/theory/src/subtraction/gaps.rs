//! Grundy values if all amounts but few may be taken.

use crate::bits::has;

/// At most one amount in this many may be missing: without one in eight, `subtraction all-but squares: 100000 ? grundy`
/// (0.06 s) passes the memory by layers, and `all-but powers-of-2` to that heap takes 0.8 s instead of 0.006.
const MIN_MISSING_DISTANCE: u32 = 8;

/// No heap before.
const NONE: u32 = u32::MAX;

/// The heaps of each value. Two heaps share a value only if they differ by a missing amount, so a value has few heaps;
/// g(n) is the least v such that n − h is missing for every heap h of value v.
#[derive(Debug)]
pub struct Gaps {
    /// The largest heap of which the missing amounts are known.
    pub heap: u32,
    pub missing: Vec<u32>,
    /// The missing amounts as bits.
    is_missing: Vec<u64>,
    /// By value: the last heap that has it.
    last: Vec<u32>,
    /// By heap: the one of the same value before it.
    before: Vec<u32>,
}

impl Gaps {
    /// Returns no heaps yet. `None` if heaps up to `heap` miss too many of these amounts, which ascend.
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

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        4 * (self.missing.len() + self.last.len() + self.before.len()) as u64
            + 8 * self.is_missing.len() as u64
    }

    /// Returns the value of the next heap, behind those of all before it, and the steps it took.
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

    /// Goes on behind these values.
    pub fn restore(&mut self, values: &[u32]) {
        (self.last, self.before) = Default::default();
        for &value in values {
            self.last
                .resize(self.last.len().max(value as usize + 1), NONE);
            self.add(value);
        }
    }

    fn add(&mut self, value: u32) {
        let heap = self.before.len() as u32;
        match self.last.get_mut(value as usize) {
            Some(last) => self.before.push(std::mem::replace(last, heap)),
            None => {
                self.last.push(heap);
                self.before.push(NONE);
            }
        }
    }

    /// Returns whether no amount leads from the heap to one of this value.
    fn fits(&self, value: u32, heap: u32) -> bool {
        let mut other = self.last[value as usize];
        while other != NONE {
            let s = heap - other;
            if !has(&self.is_missing, s) {
                return false;
            }
            other = self.before[other as usize];
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::naive;
    use grundy_machine::random::Random;

    #[test]
    fn values_are_those_of_the_definition() {
        let mut random = Random::new(5);
        for round in 0..60 {
            let heap = 100 + random.below(300);
            let few = random.below(1 + heap / 10);
            let mut missing: Vec<u32> = (0..few).map(|_| 1 + random.below(heap) as u32).collect();
            if round % 3 == 0 {
                missing = (1..=heap.isqrt() as u32).map(|k| k * k).collect();
            }
            let amounts: Vec<u32> = (1..=heap as u32).filter(|s| !missing.contains(s)).collect();
            let Some(mut gaps) = Gaps::new(&amounts, heap) else {
                continue;
            };
            let want = naive::grundy(
                &amounts.iter().map(|&s| s.into()).collect::<Vec<u64>>(),
                heap as usize,
            );
            let mut values = Vec::new();
            for (n, &want) in want.iter().enumerate() {
                if n == 70 {
                    gaps.restore(&values);
                }
                let (value, _) = gaps.next(&values);
                values.push(value);
                assert_eq!(value, want, "all but {missing:?}: {n}");
            }
        }
    }
}
