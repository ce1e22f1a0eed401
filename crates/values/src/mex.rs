//! The minimum excludant: the least non-negative integer not in a set.

/// A set of Grundy values that is emptied in O(1), with its mex.
///
/// Marks carry the number of the round they were made in, so that a new round forgets them
/// all without touching memory.
///
/// # Complexity
///
/// `insert` and `contains` are O(1) amortised, `mex` is O(mex), memory is 4 bytes times the
/// largest value met.
#[derive(Clone, Debug)]
pub struct ValueSet {
    /// The number of the current round, at least 1.
    round: u32,
    /// The last round in which each value was added; 0 if it never was.
    marks: Vec<u32>,
}

impl Default for ValueSet {
    fn default() -> Self {
        // Rounds start at 1, so that a fresh mark, which is 0, belongs to none.
        ValueSet {
            round: 1,
            marks: vec![0; 64],
        }
    }
}

impl ValueSet {
    /// Forgets every value.
    #[inline]
    pub fn clear(&mut self) {
        if self.round == u32::MAX {
            self.marks.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    /// Returns the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        4 * self.marks.len() as u64
    }

    /// Adds `value`.
    #[inline]
    pub fn insert(&mut self, value: u32) {
        let i = value as usize;
        if i >= self.marks.len() {
            self.marks.resize((i + 1).next_power_of_two(), 0);
        }
        self.marks[i] = self.round;
    }

    /// Returns whether `value` is in the set.
    #[inline]
    pub fn contains(&self, value: u32) -> bool {
        self.marks.get(value as usize) == Some(&self.round)
    }

    /// Returns the least value not in the set that is at least `from`.
    #[inline]
    pub fn least_missing_from(&self, from: u32) -> u32 {
        let mut value = from;
        while self.contains(value) {
            value += 1;
        }
        value
    }

    /// Returns the least value not in the set.
    #[inline]
    pub fn mex(&self) -> u32 {
        self.least_missing_from(0)
    }
}

/// Returns the mex of the values, for callers that do not mind an allocation.
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut set = ValueSet::default();
    for value in values {
        set.insert(value);
    }
    set.mex()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_is_the_least_missing_value() {
        assert_eq!(mex([]), 0);
        assert_eq!(mex([1, 2]), 0);
        assert_eq!(mex([0, 1, 3, 1]), 2);
        assert_eq!(mex(0..1000), 1000);
    }

    #[test]
    fn rounds_forget() {
        let mut set = ValueSet {
            round: u32::MAX,
            ..ValueSet::default()
        };
        set.insert(0);
        assert_eq!(set.mex(), 1);
        set.clear();
        assert_eq!((set.round, set.mex()), (1, 0));
    }
}
