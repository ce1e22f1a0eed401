//! The mex of the values in sliding windows: for long ranges of amounts, of which each further heap
//! lets one value in and one out.

/// How often each value is in a window, and the least that is not.
#[derive(Debug, Default)]
pub(super) struct Counts {
    counts: Vec<u32>,
    /// Bit v of level 0: value v is not there. Bit i of a level above: word i below is not 0.
    absent: Vec<Vec<u64>>,
}

impl Counts {
    pub(super) fn add(&mut self, value: u32) {
        if value as usize >= self.counts.len() {
            self.grow(value as usize + 1);
        }
        let count = &mut self.counts[value as usize];
        *count += 1;
        if *count == 1 {
            let mut at = value as usize;
            for level in &mut self.absent {
                level[at / 64] &= !(1 << (at % 64));
                if level[at / 64] != 0 {
                    break;
                }
                at /= 64;
            }
        }
    }

    /// Takes out a value that was added.
    pub(super) fn remove(&mut self, value: u32) {
        let count = &mut self.counts[value as usize];
        *count -= 1;
        if *count == 0 {
            let mut at = value as usize;
            for level in &mut self.absent {
                level[at / 64] |= 1 << (at % 64);
                at /= 64;
            }
        }
    }

    /// The least value that is not there.
    pub(super) fn mex(&self) -> u32 {
        match self.absent.last() {
            Some(top) if top[0] != 0 => {
                let down = |at: usize, level: &Vec<u64>| at * 64 + level[at].trailing_zeros() as usize;
                self.absent.iter().rev().fold(0, down) as u32
            }
            _ => self.counts.len() as u32,
        }
    }

    fn grow(&mut self, least: usize) {
        self.counts.resize(least.next_power_of_two().max(64), 0);
        self.absent.clear();
        let mut bits: Vec<bool> = self.counts.iter().map(|&count| count == 0).collect();
        loop {
            let word = |bits: &[bool]| (0..).zip(bits).fold(0, |word, (i, &bit)| word | u64::from(bit) << i);
            let level: Vec<u64> = bits.chunks(64).map(word).collect();
            bits = level.iter().map(|&word| word != 0).collect();
            self.absent.push(level);
            if bits.len() == 1 {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn the_mex_is_that_of_what_is_there() {
        let mut counts = Counts::default();
        let mut there = Vec::new();
        let mut x = 5u64;
        for round in 0..30_000 {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let grows = (x >> 60) < if round < 20_000 { 11 } else { 5 };
            if grows || there.is_empty() {
                // Mostly the mex itself, so that it travels far.
                let value = if x >> 56 & 3 == 0 { (x >> 33) as u32 % 9_000 } else { counts.mex() };
                there.push(value);
                counts.add(value);
            } else {
                let value = there.swap_remove((x >> 33) as usize % there.len());
                counts.remove(value);
            }
            if round % 100 == 0 {
                let mex = (0..).find(|value| !there.contains(value)).unwrap();
                assert_eq!(counts.mex(), mex);
            }
        }
    }
}
