//! Sets of values along the lines of a table: rows, columns, diagonals. A cell's value is the mex of
//! the lines through it.

/// A set of values that only grows, and knows below which number it holds all.
#[derive(Clone, Debug, Default)]
pub struct Line {
    words: Vec<u64>,
    /// All words before this one are full.
    full: usize,
}

impl Line {
    /// Forgets the values, keeps the memory.
    pub fn clear(&mut self) {
        self.words.clear();
        self.full = 0;
    }

    /// Adds a value.
    #[inline]
    pub fn insert(&mut self, value: u32) {
        let word = (value / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    #[inline]
    fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }
}

/// The least value in none of the lines.
///
/// # Complexity
/// One step for each 64 values from the first that some line lacks.
#[inline]
pub fn mex<const N: usize>(lines: [&Line; N]) -> u32 {
    let mut index = lines.iter().map(|line| line.full).max().unwrap_or(0);
    loop {
        let among = lines.iter().fold(0, |among, line| among | line.word(index));
        if among != u64::MAX {
            return index as u32 * 64 + among.trailing_ones();
        }
        index += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::BTreeSet;

    #[test]
    fn the_least_value_in_none() {
        let mut rng = Random::new(1);
        for most in [3, 70, 200, 400] {
            let (mut lines, mut sets) =
                ([Line::default(), Line::default()], [BTreeSet::new(), BTreeSet::new()]);
            for _ in 0..600 {
                let (at, value) = (rng.below(2) as usize, rng.below(most) as u32);
                lines[at].insert(value);
                sets[at].insert(value);
                let expected = (0..).find(|value| sets.iter().all(|set| !set.contains(value))).unwrap();
                assert_eq!(mex([&lines[0], &lines[1]]), expected);
            }
            lines[0].clear();
            assert_eq!(mex([&lines[0]]), 0);
        }
    }
}
