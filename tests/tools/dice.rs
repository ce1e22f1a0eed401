//! Random choices from a seed.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

/// The generator splitmix64.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below n.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }

    /// A number from low to high.
    pub fn within(&mut self, low: u64, high: u64) -> u64 {
        match (high - low).checked_add(1) {
            Some(count) => low + self.below(count),
            None => self.next(),
        }
    }

    /// True with this probability in per cent.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    /// A size up to `most`, small ones more often, the ends most often of all.
    pub fn size(&mut self, most: u64) -> u64 {
        match self.below(8) {
            0 => 0,
            1 => self.below(2).min(most),
            2 => most,
            3 | 4 => self.within(0, most.min(6)),
            _ => self.within(0, most),
        }
    }

    /// Makes `count` things.
    pub fn list<T>(&mut self, count: u64, mut make: impl FnMut(&mut Dice) -> T) -> Vec<T> {
        (0..count).map(|_| make(self)).collect()
    }
}
