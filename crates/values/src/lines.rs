//! Sets of values along the lines of a table: rows, columns, diagonals. A cell's value is the mex of
//! the lines through it.
//!
//! ```text
//!   line 0   ████ 1011 …      full = 1: all values of the words before are there
//!   line 1   ████ ████ 01…    full = 2: the mex of both is looked for from word 2 on
//! ```

#![expect(
    clippy::cast_possible_truncation,
    reason = "sets of 2³² words would have values up to 2³⁸, for which the tables of their callers have no room; tests choose their numbers small enough"
)]

/// Sets of values, one for each line. A set only grows until it is cleared, and knows below which number it has all
/// values.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The number of words of a set.
    words: usize,
    /// The words of all sets, one set after the other: bit v % 64 of word v / 64 of a set says that it has the value
    /// v.
    sets: Vec<u64>,
    /// The number of words at the beginning of each line's set that are full; not kept of sets of one word, which are looked
    /// through as fast without it.
    full: Vec<u32>,
    /// The words of each line's set outside of which it is empty; not kept of sets of one word either.
    within: Vec<WordRange>,
}

/// A range of words.
#[derive(Clone, Copy, Debug)]
struct WordRange {
    /// The first word.
    first: u32,
    /// The word after the last.
    end: u32,
}

impl WordRange {
    /// The range without words.
    const EMPTY: WordRange = WordRange {
        first: u32::MAX,
        end: 0,
    };
}

impl Lines {
    /// Makes empty sets of values below 64 · `words`.
    pub fn new(lines: usize, words: usize) -> Lines {
        Lines {
            words,
            sets: vec![0; lines * words],
            full: vec![0; lines],
            within: vec![WordRange::EMPTY; lines],
        }
    }

    /// Forgets the values of a line.
    pub fn clear(&mut self, line: usize) {
        self.full[line] = 0;
        if self.words == 1 {
            self.sets[line] = 0;
            return;
        }
        let WordRange { first, end } = self.within[line];
        self.within[line] = WordRange::EMPTY;
        if first < end {
            self.sets[line * self.words..][first as usize..end as usize].fill(0);
        }
    }

    /// Adds a value to a line.
    #[inline]
    pub fn insert(&mut self, line: usize, value: usize) {
        if self.words == 1 {
            self.sets[line] |= 1 << value;
            return;
        }
        let set = &mut self.sets[line * self.words..][..self.words];
        let word = value / 64;
        set[word] |= 1 << (value % 64);
        let within = &mut self.within[line];
        within.first = within.first.min(word as u32);
        within.end = within.end.max(word as u32 + 1);
        let full = &mut self.full[line];
        while set.get(*full as usize) == Some(&u64::MAX) {
            *full += 1;
        }
    }

    /// Returns the least value that is in none of these lines and not `excluded`; `None` if sets have no room for it.
    ///
    /// # Complexity
    /// One step for each 64 values from the first that some line lacks.
    #[inline]
    pub fn mex(&self, lines: &[usize], excluded: impl Fn(usize) -> bool) -> Option<usize> {
        let first_of = |&line: &usize| if self.words > 1 { self.full[line] } else { 0 };
        let from = lines.iter().map(first_of).max().unwrap_or(0);
        (from as usize..self.words).find_map(|word| {
            // The values of this word that some line has, or that were found to be excluded.
            let mut taken = lines
                .iter()
                .fold(0, |taken, line| taken | self.sets[line * self.words + word]);
            while taken != u64::MAX {
                let value = word * 64 + taken.trailing_ones() as usize;
                if !excluded(value) {
                    return Some(value);
                }
                taken |= 1 << (value % 64);
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::random::Random;
    use std::collections::BTreeSet;

    #[test]
    fn the_least_value_in_none() {
        let mut rng = Random::new(1);
        for most in [3, 70, 200, 400] {
            let (mut lines, mut sets) = (Lines::new(2, 7), [BTreeSet::new(), BTreeSet::new()]);
            for _ in 0..600 {
                let (at, value) = (rng.below(2) as usize, rng.below(most) as usize);
                lines.insert(at, value);
                sets[at].insert(value);
                let expected = (0..).find(|value| sets.iter().all(|set| !set.contains(value)));
                assert_eq!(lines.mex(&[0, 1], |_| false), expected);
                let odd = (1..)
                    .step_by(2)
                    .find(|value| sets.iter().all(|set| !set.contains(value)));
                assert_eq!(
                    lines.mex(&[0, 1], |value| value % 2 == 0),
                    odd.filter(|&odd| odd < 7 * 64)
                );
            }
            lines.clear(0);
            assert_eq!(lines.mex(&[0], |_| false), Some(0));
        }
    }
}
