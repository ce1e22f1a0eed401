//! Random numbers for records and players: the same on every machine, now and later.

#![expect(
    clippy::cast_possible_truncation,
    reason = "what is drawn below the length of a list that is held is an index of it"
)]

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator Xoshiro256++ (Blackman and Vigna), its state filled from the seed by SplitMix64.
///
/// The algorithm and the ways below to draw from it are part of what the program promises: records
/// generated with a seed stay the same from version to version.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Begins with the numbers that follow from a seed.
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Draws 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Draws a number below `n`: the upper half of a 128-bit product, so off from uniform by less than
    /// n / 2⁶⁴. Returns 0 for `n` = 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(n)) >> 64) as u64
    }

    /// Draws a number in `low..=high`; returns `low` if there is none.
    #[inline]
    pub fn within(&mut self, low: u64, high: u64) -> u64 {
        match high.saturating_sub(low).checked_add(1) {
            Some(count) => low + self.below(count),
            None => self.word(),
        }
    }

    /// Draws one of these items, if there is any.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u64) as usize)
    }

    /// Draws `count` different numbers below `n`, or all of them; lists them in the order in which they were drawn.
    pub fn distinct(&mut self, count: u64, n: u64) -> Vec<u64> {
        let count = count.min(n);
        if count > n / 2 {
            // More than half: shuffle them all (Fisher and Yates), and take the first.
            let mut all: Vec<u64> = (0..n).collect();
            for i in 0..count {
                all.swap(i as usize, self.within(i, n - 1) as usize);
            }
            all.truncate(count as usize);
            return all;
        }
        let mut drawn = fxhash::FxHashSet::default();
        let mut order = Vec::new();
        while (order.len() as u64) < count {
            let number = self.below(n);
            if drawn.insert(number) {
                order.push(number);
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_algorithm_is_the_published_one() {
        // The first output of SplitMix64 at seed 0 is published with it as 0xe220a8397b1dcdaf; the
        // state is its first four outputs, and xoshiro256++ gives rotl(s0 + s3, 23) + s0.
        let mut state = 0u64;
        let mut splitmix = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let s: Vec<u64> = (0..4).map(|_| splitmix()).collect();
        assert_eq!(s[0], 0xe220_a839_7b1d_cdaf);
        let first = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        assert_eq!(Random::new(0).word(), first);
    }

    #[test]
    fn draws_stay_in_their_range() {
        let mut random = Random::new(1);
        for n in 1..100 {
            assert!(random.below(n) < n);
            assert!((n..=2 * n).contains(&random.within(n, 2 * n)));
        }
        assert_eq!(
            (random.below(0), random.within(5, 5), random.within(5, 4)),
            (0, 5, 5)
        );
        assert!(random.pick::<u64>(&[]).is_none());
    }

    #[test]
    fn distinct_numbers_are_distinct_and_as_many_as_asked() {
        let mut random = Random::new(2);
        for (count, n) in [(0, 0), (1, 1), (3, 10), (9, 10), (20, 10), (50, 100)] {
            let mut drawn = random.distinct(count, n);
            assert_eq!(drawn.len() as u64, count.min(n));
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn.len() as u64, count.min(n));
            assert!(drawn.iter().all(|&number| number < n));
        }
    }
}
