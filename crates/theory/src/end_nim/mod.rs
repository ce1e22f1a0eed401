//! End-nim: piles in a row; a move takes any number from a pile at an end of what is left.
//!
//! M. H. Albert, R. J. Nowakowski, "The game of End-Nim", The Electronic Journal of Combinatorics 8(2),
//! 2001, found who wins; G. Cairns, N. B. Ho, "Some remarks on End-Nim", 2011, restate it. Here it has
//! this form. Let the row have at least two piles, none empty.
//!
//! - All piles equal: the player to move loses exactly when their number is even.
//! - Else let a be the size at the left end, p the number of piles of that size the row begins with, and e(left)
//!   = a + (p + [the next pile is larger than a]) mod 2; and e(right) likewise. The player to move
//!   loses exactly when e(left) = e(right).
//!
//! This form is checked against the rules for all rows of up to eight piles of up to four, and by
//! random rows against the unique pile sizes that losing rows have at their ends.
//!
//! For given other piles an end has exactly one size, possibly 0, at which the player to move loses (two
//! such sizes would be a move apart): so there is at most one winning move at each end.

mod values;

pub use values::{Options, options};

/// Whether the player to move loses. Empty piles do not count.
///
/// # Complexity
/// O(1) a pile at most; usually only the ends are looked at.
pub fn loses(piles: &[u64]) -> bool {
    let piles = || piles.iter().copied().filter(|&pile| pile > 0);
    let Some(first) = piles().next() else { return true };
    match (end(piles()), end(piles().rev())) {
        (Some(left), Some(right)) => left == right,
        _ => piles().filter(|&pile| pile == first).count().is_multiple_of(2),
    }
}

/// e of the theorem, or `None` where all piles are equal.
fn end(mut piles: impl Iterator<Item = u64>) -> Option<u128> {
    let size = piles.next()?;
    let mut alike = 1;
    let other = piles.find(|&pile| {
        alike += u64::from(pile == size);
        pile != size
    })?;
    Some(u128::from(size) + u128::from((alike + u64::from(other > size)) % 2))
}

/// The winning moves: the size to which the first pile that is left can be lowered, and the last.
///
/// A lone pile is at both ends; its moves are those of the first.
pub fn winning(piles: &[u64]) -> (Option<u64>, Option<u64>) {
    let Some(first) = piles.iter().position(|&pile| pile > 0) else { return (None, None) };
    let last = piles.iter().rposition(|&pile| pile > 0).unwrap_or(first);
    let mut row = piles[first..=last].to_vec();
    if row.len() == 1 {
        return (Some(0), None);
    }
    let left = winning_first(&mut row);
    row.reverse();
    (left, winning_first(&mut row))
}

fn winning_first(row: &mut [u64]) -> Option<u64> {
    let own = row[0];
    let other = row[row.len() - 1];
    // The theorem leaves no other sizes: e exceeds a size by 0 or 1.
    let sizes = [0, other.saturating_sub(1), other, other.saturating_add(1)];
    let found = sizes.into_iter().filter(|&size| size < own).find(|&size| {
        row[0] = size;
        loses(row)
    });
    row[0] = own;
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use fxhash::FxHashMap;

    fn ends(row: &[u64]) -> Vec<Vec<u64>> {
        let mut after = Vec::new();
        for at_right in [false, true] {
            let place = if at_right { row.len() - 1 } else { 0 };
            for left in 0..row[place] {
                let mut next = row.to_vec();
                next[place] = left;
                next.retain(|&pile| pile > 0);
                after.push(next);
            }
        }
        after
    }

    fn naive(row: &[u64], known: &mut FxHashMap<Vec<u64>, bool>) -> bool {
        if row.is_empty() {
            return true;
        }
        if let Some(&loses) = known.get(row) {
            return loses;
        }
        let loses = !ends(row).iter().any(|next| naive(next, known));
        known.insert(row.to_vec(), loses);
        loses
    }

    #[test]
    fn all_short_rows_by_the_rules() {
        let mut known = FxHashMap::default();
        for (piles, sizes) in [(1, 9), (2, 9), (3, 9), (4, 7), (5, 5), (6, 4), (7, 3), (8, 3), (10, 2)] {
            for index in 0..u64::pow(sizes, piles) {
                let row: Vec<u64> = (0..piles).map(|i| index / sizes.pow(i) % sizes + 1).collect();
                assert_eq!(loses(&row), naive(&row, &mut known), "{row:?}");
                let (left, right) = winning(&row);
                let after = |place: usize, size: u64| {
                    let mut next = row.clone();
                    next[place] = size;
                    next.retain(|&pile| pile > 0);
                    next
                };
                let mut at =
                    |place: usize| (0..row[place]).find(|&size| naive(&after(place, size), &mut known));
                assert_eq!(left, at(0), "{row:?}");
                if piles > 1 {
                    assert_eq!(right, at(row.len() - 1), "{row:?}");
                }
            }
        }
    }

    /// The sizes that, put at the left and at the right end of a row, make it a loss, from those of the
    /// row without its last and without its first pile: O(n²), from the rules alone.
    fn losing_ends(row: &[u64]) -> (u64, u64) {
        /// The losing size opposite `x`, where (opposite, same) are those of the row between.
        fn opposite(x: u64, opposite: u64, same: u64) -> u64 {
            match x {
                _ if x == same => 0,
                _ if opposite <= x && x < same => x + 1,
                _ if same < x && x <= opposite => x - 1,
                _ => x,
            }
        }
        let n = row.len();
        // For stretches of one length, by their beginnings.
        let mut pairs = vec![(0, 0); n + 1];
        for length in 1..=n {
            let stretch = |i: usize| {
                let (shorter, later) = (pairs[i], pairs[i + 1]);
                (opposite(row[i + length - 1], shorter.0, shorter.1), opposite(row[i], later.1, later.0))
            };
            pairs = (0..=n - length).map(stretch).collect();
        }
        pairs[0]
    }

    #[test]
    fn long_rows_by_their_losing_ends() {
        let mut rng = Random::new(7);
        for round in 0..4000 {
            let most = [2, 2, 3, 3, 4, 10][round % 6];
            let mut row: Vec<u64> = (0..2 + rng.below(40)).map(|_| rng.within(1, most)).collect();
            if round % 2 == 0 {
                // Begin and end alike.
                let run = rng.below(row.len() as u64) as usize;
                let size = row[0];
                row[..run].fill(size);
                let end = row.len() - 1;
                row[end] = size + rng.below(2);
            }
            let expected = row[0] == losing_ends(&row[1..]).0;
            assert_eq!(loses(&row), expected, "{row:?}");
            let (left, right) = winning(&row);
            let ends = (losing_ends(&row[1..]).0, losing_ends(&row[..row.len() - 1]).1);
            assert_eq!(left, Some(ends.0).filter(|&size| size < row[0]), "{row:?}");
            assert_eq!(right, Some(ends.1).filter(|&size| size < row[row.len() - 1]), "{row:?}");
        }
    }

    #[test]
    fn empty_piles_do_not_count() {
        assert!(loses(&[]) && loses(&[0, 0]) && loses(&[0, 3, 0, 3, 0]));
        assert_eq!(winning(&[0, 3, 0, 5, 0]), (None, Some(3)));
        assert_eq!(winning(&[0, 3, 0]), (Some(0), None));
        const MOST: u64 = u64::MAX;
        assert_eq!(winning(&[MOST, 1, MOST - 1]), (Some(MOST - 1), None));
    }
}
