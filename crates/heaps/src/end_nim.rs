//! End-nim: piles in a row; a move takes any number from a pile at an end of what is left.
//!
//! M. H. Albert, R. J. Nowakowski, "The game of End-Nim", The Electronic Journal of Combinatorics 8(2),
//! 2001, found who wins; G. Cairns, N. B. Ho, "Some remarks on End-Nim", 2011, restate it. Here it has
//! this form. Let the row have at least two piles, none empty.
//!
//! - All piles equal: the player to move loses exactly when their number is even.
//! - Else let a be the size at the left end, p the number of piles of that size the row begins with, and e(left)
//!   = a + (p + [the next pile is larger than a]) mod 2, and let e(right) be defined likewise. The player to move
//!   loses exactly when e(left) = e(right).
//!
//! This form is checked against the rules for all rows of up to eight piles of up to four, and by
//! random rows against the unique pile sizes that losing rows have at their ends.
//!
//! For given other piles an end has exactly one size, possibly 0, at which the player to move loses (two
//! such sizes would be a move apart): so there is at most one winning move at each end.

#![expect(
    clippy::cast_possible_truncation,
    reason = "8 steps for each pair of tokens fit 64 bits, so there are fewer than 2³² tokens; tests choose their numbers small enough"
)]

use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::interrupt;
use grundy_values::lines::Lines;

/// Returns whether the player to move loses. Empty piles do not count.
///
/// # Complexity
/// O(1) a pile at most. Usually only the ends are looked at.
pub fn loses(piles: &[u64]) -> bool {
    let piles = || piles.iter().copied().filter(|&pile| pile > 0);
    let Some(first) = piles().next() else {
        return true;
    };
    match (end(piles()), end(piles().rev())) {
        (Some(left), Some(right)) => left == right,
        _ => piles()
            .filter(|&pile| pile == first)
            .count()
            .is_multiple_of(2),
    }
}

/// Returns the number e of the theorem, or `None` if all piles are equal.
fn end(mut piles: impl Iterator<Item = u64>) -> Option<u128> {
    let size = piles.next()?;
    let mut alike = 1;
    let other = piles.find(|&pile| {
        alike += u64::from(pile == size);
        pile != size
    })?;
    Some(u128::from(size) + u128::from((alike + u64::from(other > size)) % 2))
}

/// The winning moves: the sizes to which the piles at the ends can be lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinningSizes {
    /// The size to which the first pile that is left can be lowered.
    pub first: Option<u64>,
    /// The size to which the last pile can be lowered.
    pub last: Option<u64>,
}

/// Finds the winning moves.
///
/// A lone pile is at both ends; its moves are those of the first.
pub fn winning(piles: &[u64]) -> WinningSizes {
    let Some(first) = piles.iter().position(|&pile| pile > 0) else {
        return WinningSizes::default();
    };
    let last = piles.iter().rposition(|&pile| pile > 0).unwrap_or(first);
    let mut row = piles[first..=last].to_vec();
    if row.len() == 1 {
        return WinningSizes {
            first: Some(0),
            last: None,
        };
    }
    let first = winning_first(&mut row);
    row.reverse();
    let last = winning_first(&mut row);
    WinningSizes { first, last }
}

/// Finds the size to which the first pile can be lowered to win.
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

/// The values of what a row can become in one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowValues {
    /// The value of the row itself.
    pub value: u64,
    /// The values by how many are left of the first pile.
    pub first: Vec<u32>,
    /// The values by how many are left of the last pile; there are none if it is the first.
    pub last: Vec<u32>,
}

/// The values of a stretch of piles.
#[derive(Clone, Debug, Default)]
struct Stretch {
    /// The values by the size of the first pile, if the last pile is full.
    by_first: Box<[u32]>,
    /// The values by the size of the last pile, if the first pile is full.
    by_last: Box<[u32]>,
}

/// Finds the values of a row without empty piles, and of its options.
///
/// # Complexity
/// One step for each pair of tokens, and O(tokens) memory.
///
/// # Errors
/// Fails if it takes more work or memory than allowed.
pub fn options(row: &[u64], budget: &Budget) -> Result<RowValues, Limit> {
    let tokens = row.iter().fold(0u64, |sum, &pile| sum.saturating_add(pile));
    let work = (u128::from(tokens) * u128::from(tokens)).saturating_mul(8);
    let bytes = u128::from(tokens) * (16 + row.len() as u128 / 8);
    let task = || format!("the values of end-nim with {tokens} tokens take");
    budget.check_steps(work, task)?;
    budget.check_bytes(bytes, task)?;
    if row.is_empty() {
        return Ok(RowValues::default());
    }
    // The stretches of one length, by their beginnings. A stretch of one pile is nim.
    let mut stretches: Vec<Stretch> = row
        .iter()
        .map(|&pile| Stretch {
            by_first: (0..=pile as u32).collect(),
            by_last: Box::default(),
        })
        .collect();
    for length in 2..=row.len() {
        let mut longer = Vec::with_capacity(row.len() - length + 1);
        for i in 0..=row.len() - length {
            let last = row[i + length - 1];
            let is_pair = length == 2;
            longer.push(stretch(
                &stretches[i],
                &stretches[i + 1],
                row[i],
                last,
                is_pair,
            ));
        }
        stretches = longer;
    }
    let whole = stretches.swap_remove(0);
    let mut first = whole.by_first.into_vec();
    let mut last = whole.by_last.into_vec();
    last.pop();
    Ok(RowValues {
        value: first.pop().unwrap_or(0).into(),
        first,
        last,
    })
}

/// Finds the values of a stretch that begins with a pile of `a` and ends with one of `b`, from those of the stretches
/// without its last and without its first pile.
fn stretch(
    without_last: &Stretch,
    without_first: &Stretch,
    a: u64,
    b: u64,
    is_pair: bool,
) -> Stretch {
    let a = a as usize;
    let b = b as usize;
    // A value is at most the number of options, or it is that of a shorter stretch.
    let shorter = without_last
        .by_first
        .iter()
        .chain(&without_first.by_last)
        .copied()
        .max()
        .unwrap_or(0);
    // There is a line for each column, and one for the current row.
    let mut lines = Lines::new(b + 2, (a + b).max(shorter as usize) / 64 + 1);
    let row = b + 1;
    let mut by_first = Vec::with_capacity(a + 1);
    let mut by_last = Vec::new();
    for x in 0..=a {
        interrupt::check();
        lines.clear(row);
        let mut value = 0;
        let mut values = Vec::new();
        for y in 0..=b {
            value = match (x, y) {
                (_, 0) if is_pair => x as u32,
                (_, 0) if x > 0 => without_last.by_first[x],
                (0, _) if is_pair => y as u32,
                (0, _) => without_first.by_last.get(y).copied().unwrap_or(0),
                _ => lines.mex(&[row, y], |_| false).unwrap_or(0) as u32,
            };
            lines.insert(row, value as usize);
            lines.insert(y, value as usize);
            if x == a {
                values.push(value);
            }
        }
        by_first.push(value);
        by_last = values;
    }
    Stretch {
        by_first: by_first.into(),
        by_last: by_last.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fxhash::FxHashMap;
    use grundy_base::random::Random;

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
        for (piles, sizes) in [
            (1, 9),
            (2, 9),
            (3, 9),
            (4, 7),
            (5, 5),
            (6, 4),
            (7, 3),
            (8, 3),
            (10, 2),
        ] {
            for index in 0..u64::pow(sizes, piles) {
                let row: Vec<u64> = (0..piles)
                    .map(|i| index / sizes.pow(i) % sizes + 1)
                    .collect();
                assert_eq!(loses(&row), naive(&row, &mut known), "{row:?}");
                let WinningSizes {
                    first: left,
                    last: right,
                } = winning(&row);
                let after = |place: usize, size: u64| {
                    let mut next = row.clone();
                    next[place] = size;
                    next.retain(|&pile| pile > 0);
                    next
                };
                let mut at = |place: usize| {
                    (0..row[place]).find(|&size| naive(&after(place, size), &mut known))
                };
                assert_eq!(left, at(0), "{row:?}");
                if piles > 1 {
                    assert_eq!(right, at(row.len() - 1), "{row:?}");
                }
            }
        }
    }

    /// The sizes that, put at an end of a row, make it a loss.
    #[derive(Clone, Copy, Default)]
    struct LosingEnds {
        /// The size at the left end.
        left: u64,
        /// The size at the right end.
        right: u64,
    }

    /// Returns the losing ends of a row, from those of the row without its last and without its first pile: O(n²), from
    /// the rules alone.
    fn losing_ends(row: &[u64]) -> LosingEnds {
        /// Returns the losing size opposite `x`, where (opposite, same) are those of the row between.
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
        let mut pairs = vec![LosingEnds::default(); n + 1];
        for length in 1..=n {
            let stretch = |i: usize| {
                let (shorter, later) = (pairs[i], pairs[i + 1]);
                LosingEnds {
                    left: opposite(row[i + length - 1], shorter.left, shorter.right),
                    right: opposite(row[i], later.right, later.left),
                }
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
            let mut row: Vec<u64> = (0..2 + rng.below(40))
                .map(|_| rng.within(1, most))
                .collect();
            if round % 2 == 0 {
                // Begin and end alike.
                let run = rng.below(row.len() as u64) as usize;
                let size = row[0];
                row[..run].fill(size);
                let end = row.len() - 1;
                row[end] = size + rng.below(2);
            }
            let expected = row[0] == losing_ends(&row[1..]).left;
            assert_eq!(loses(&row), expected, "{row:?}");
            let WinningSizes {
                first: left,
                last: right,
            } = winning(&row);
            let ends = (
                losing_ends(&row[1..]).left,
                losing_ends(&row[..row.len() - 1]).right,
            );
            assert_eq!(left, Some(ends.0).filter(|&size| size < row[0]), "{row:?}");
            assert_eq!(
                right,
                Some(ends.1).filter(|&size| size < row[row.len() - 1]),
                "{row:?}"
            );
        }
    }

    #[test]
    fn empty_piles_do_not_count() {
        assert!(loses(&[]) && loses(&[0, 0]) && loses(&[0, 3, 0, 3, 0]));
        assert_eq!(
            winning(&[0, 3, 0, 5, 0]),
            WinningSizes {
                first: None,
                last: Some(3)
            }
        );
        assert_eq!(
            winning(&[0, 3, 0]),
            WinningSizes {
                first: Some(0),
                last: None
            }
        );
        assert_eq!(
            winning(&[u64::MAX, 1, u64::MAX - 1]),
            WinningSizes {
                first: Some(u64::MAX - 1),
                last: None
            }
        );
    }
}

#[cfg(test)]
mod value_tests {
    use super::*;
    use fxhash::FxHashMap;
    use grundy_values::mex::mex;

    fn naive(row: &[u64], known: &mut FxHashMap<Vec<u64>, u32>) -> u32 {
        let row: Vec<u64> = row.iter().copied().filter(|&pile| pile > 0).collect();
        if row.is_empty() {
            return 0;
        }
        if let Some(&value) = known.get(&row) {
            return value;
        }
        let mut after = Vec::new();
        for place in [0, row.len() - 1] {
            for left in 0..row[place] {
                let mut next = row.clone();
                next[place] = left;
                after.push(naive(&next, known));
            }
        }
        let value = mex(after);
        known.insert(row, value);
        value
    }

    #[test]
    fn short_rows_by_the_rules() {
        let mut known = FxHashMap::default();
        for (piles, sizes) in [(1, 9), (2, 9), (3, 6), (4, 4), (5, 3), (6, 3)] {
            for index in 0..u64::pow(sizes, piles) {
                let row: Vec<u64> = (0..piles)
                    .map(|i| index / sizes.pow(i) % sizes + 1)
                    .collect();
                let found = options(&row, &Budget::default()).unwrap();
                assert_eq!(found.value, u64::from(naive(&row, &mut known)), "{row:?}");
                assert_eq!(found.value == 0, loses(&row), "{row:?}");
                let mut at = |place: usize| -> Vec<u32> {
                    let after = |left| {
                        let mut next = row.clone();
                        next[place] = left;
                        next
                    };
                    (0..row[place])
                        .map(|left| naive(&after(left), &mut known))
                        .collect()
                };
                assert_eq!(found.first, at(0), "{row:?}");
                if piles > 1 {
                    assert_eq!(found.last, at(row.len() - 1), "{row:?}");
                }
            }
        }
    }

    #[test]
    fn too_many_tokens_are_refused() {
        assert!(options(&[u64::MAX, u64::MAX], &Budget::default()).is_err());
        assert_eq!(
            options(&[], &Budget::default()).unwrap(),
            RowValues::default()
        );
    }
}
