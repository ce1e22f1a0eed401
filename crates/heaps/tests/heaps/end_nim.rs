//! Piles at the ends of a row.

use fxhash::FxHashMap;
use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_heaps::end_nim::{RowValues, WinningSizes, loses, options, winning};
use grundy_values::mex::mex;

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
            let mut at =
                |place: usize| (0..row[place]).find(|&size| naive(&after(place, size), &mut known));
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

fn naive_value(row: &[u64], known: &mut FxHashMap<Vec<u64>, u32>) -> u32 {
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
            after.push(naive_value(&next, known));
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
            assert_eq!(
                found.value,
                u64::from(naive_value(&row, &mut known)),
                "{row:?}"
            );
            assert_eq!(found.value == 0, loses(&row), "{row:?}");
            let mut at = |place: usize| -> Vec<u32> {
                let after = |left| {
                    let mut next = row.clone();
                    next[place] = left;
                    next
                };
                (0..row[place])
                    .map(|left| naive_value(&after(left), &mut known))
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
