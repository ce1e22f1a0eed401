//! The nim-sums of two heaps, by what they add up to.

/// The sets, for r = 0, 1, 2, …, of the values of a + b = r over heaps a, b ≥ 1, as bits.
#[derive(Debug, Default)]
pub struct Pairs {
    /// The first word of each set, and the end of the last one.
    starts: Vec<usize>,
    /// The words of all sets, one after the other.
    bits: Vec<u64>,
}

/// The values that a set holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Which {
    /// The values of all pairs.
    Any,
    /// The values of the pairs with a ≠ b.
    Unequal,
    /// The values that at least two pairs with a < b have.
    TwiceUnequal,
}

impl Pairs {
    /// Makes an empty list of sets.
    pub fn new() -> Self {
        Pairs {
            starts: vec![0],
            bits: Vec::new(),
        }
    }

    /// Returns how many sets there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Estimates the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.bits.len() + self.starts.len()) as u64 * 8
    }

    /// Adds the set of the next r. The values of heaps 1 to r − 1 are known, and nim-sums of two are below 64 · `words`.
    pub fn push(&mut self, values: &[u32], words: usize, which: Which) {
        let r = self.len();
        let start = self.bits.len();
        self.bits.resize(start + words, 0);
        let set = &mut self.bits[start..];
        let last = if which == Which::Any {
            r / 2
        } else {
            r.saturating_sub(1) / 2
        };
        let mut once = if which == Which::TwiceUnequal {
            vec![0u64; words]
        } else {
            Vec::new()
        };
        for a in 1..=last {
            let v = values[a] ^ values[r - a];
            let word = v as usize / 64;
            let bit = 1u64 << (v % 64);
            if which == Which::TwiceUnequal {
                set[word] |= once[word] & bit;
                once[word] |= bit;
            } else {
                set[word] |= bit;
            }
        }
        self.starts.push(self.bits.len());
    }

    /// Returns the set of r.
    pub fn row(&self, r: usize) -> &[u64] {
        &self.bits[self.starts[r]..self.starts[r + 1]]
    }

    /// Returns whether v is in the set of r.
    #[inline]
    pub fn contains(&self, r: usize, v: u32) -> bool {
        let word = self.starts[r] + v as usize / 64;
        word < self.starts[r + 1] && self.bits[word] >> (v % 64) & 1 != 0
    }
}
