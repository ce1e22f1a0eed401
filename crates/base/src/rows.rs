//! Lists of numbers, one list for each row, stored one after the other (compressed sparse rows).
//!
//! ```text
//!   offsets   0     2        5  …        row i: entries[offsets[i] .. offsets[i + 1]]
//!             |     |        |
//!   entries   7  9  0  3  8  …
//! ```

use crate::platform::pages::huge;

/// Lists of numbers by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SparseRows {
    /// The place in the entries at which each row begins, and at the end the number of entries.
    offsets: Vec<u32>,
    /// The entries of all rows, one row after the other.
    entries: Vec<u32>,
}

impl SparseRows {
    /// Sorts pairs of row and entry by row; the entries of a row keep their order. `pairs` is called twice and
    /// gives equal pairs.
    ///
    /// # Constraints
    /// Rows are below `count`; there are fewer than 2³² pairs.
    ///
    /// # Complexity
    /// O(rows + pairs), with 4 bytes a row and 4 a pair.
    pub fn from_pairs<P: Iterator<Item = (u32, u32)>>(
        count: usize,
        pairs: impl Fn() -> P,
    ) -> SparseRows {
        // Row i is counted two places ahead; while it is filled, the place where it goes on is kept one place ahead.
        let mut offsets = huge(vec![0u32; count + 2]);
        // Pairs that come from nested iterators are visited twice as fast from within as by a loop.
        pairs().for_each(|(row, _)| offsets[row as usize + 2] += 1);
        let mut end = 0;
        for offset in &mut offsets {
            end += *offset;
            *offset = end;
        }
        let mut entries = huge(vec![0u32; end as usize]);
        pairs().for_each(|(row, entry)| {
            let place = &mut offsets[row as usize + 1];
            entries[*place as usize] = entry;
            *place += 1;
        });
        offsets.pop();
        SparseRows { offsets, entries }
    }

    /// Returns the number of rows.
    pub fn count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Returns the number of entries in all rows.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// Returns the entries of row `i`.
    #[inline]
    pub fn row(&self, i: u32) -> &[u32] {
        let i = i as usize;
        &self.entries[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }

    /// Returns the memory it holds, in bytes.
    pub fn bytes(&self) -> u64 {
        4 * (self.offsets.len() + self.entries.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::cast_possible_truncation,
        reason = "tests choose their numbers small enough"
    )]

    use super::*;
    use crate::random::Random;

    #[test]
    fn rows_keep_the_order_of_their_pairs() {
        let mut random = Random::new(1);
        for (rows, pairs) in [
            (0, 0),
            (1, 5),
            (7, 100),
            (300, 300),
            (5_000, 90),
            (3, 4_000),
        ] {
            let pairs: Vec<(u32, u32)> = (0..pairs)
                .map(|entry| ((random.below(rows.max(1))) as u32, entry))
                .collect();
            let mut lists = vec![Vec::new(); rows as usize];
            for &(row, entry) in &pairs {
                lists[row as usize].push(entry);
            }
            let found = SparseRows::from_pairs(rows as usize, || pairs.iter().copied());
            assert_eq!(
                (found.count(), found.entries()),
                (rows as usize, pairs.len())
            );
            assert!((0..).zip(&lists).all(|(i, list)| found.row(i) == list));
        }
    }
}
