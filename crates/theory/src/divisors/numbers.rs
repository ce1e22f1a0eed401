//! Sets of numbers, a bit each.

/// A set of numbers 1..=limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    limit: u32,
    words: Vec<u64>,
}

impl Numbers {
    /// The empty set.
    pub fn none(limit: u32) -> Numbers {
        Numbers { limit, words: vec![0; limit as usize / 64 + 1] }
    }

    /// Puts a number in; false when it was in already.
    ///
    /// # Constraints
    /// The number is in 1..=limit.
    #[inline]
    pub fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (&mut self.words[number as usize / 64], 1 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Is the number in the set?
    #[inline]
    pub fn contains(&self, number: u32) -> bool {
        number <= self.limit && self.words[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// The numbers of the set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().zip((0..).step_by(64)).flat_map(|(&word, first)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(first + bit)
            })
        })
    }
}
