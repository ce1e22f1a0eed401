//! Grundy values of end-nim, for sums; no formula is known.

use crate::budget::{Budget, Limit};
use crate::lines::Lines;
use crate::sync::interrupt;

/// The values of what a row can become in one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The value of the row itself.
    pub value: u64,
    /// By how many are left of the first pile.
    pub first: Vec<u32>,
    /// By how many are left of the last pile; none where it is the first.
    pub last: Vec<u32>,
}

/// What is known of a stretch: its values with its last pile full, by the size of the first, and
/// with its first pile full, by the size of the last.
#[derive(Clone, Debug, Default)]
struct Stretch {
    by_first: Box<[u32]>,
    by_last: Box<[u32]>,
}

/// The values of a row without empty piles, and of its options.
///
/// # Complexity
/// One step for each pair of tokens, and O(tokens) memory.
///
/// # Errors
/// More work or memory than allowed.
pub fn options(row: &[u64], budget: &Budget) -> Result<Options, Limit> {
    let tokens = row.iter().fold(0u64, |sum, &pile| sum.saturating_add(pile));
    let work = (u128::from(tokens) * u128::from(tokens)).saturating_mul(8);
    let bytes = u128::from(tokens) * (16 + row.len() as u128 / 8);
    if work > u128::from(budget.work) || bytes > u128::from(budget.memory) {
        return Err(Limit::work(format!(
            "the values of end-nim with {tokens} tokens take {work} steps, {} are allowed",
            budget.work
        )));
    }
    // For stretches of one length, by their beginnings; a stretch of one pile is nim.
    let lone = |&pile: &u64| Stretch { by_first: (0..=pile as u32).collect(), by_last: Box::default() };
    let Some(mut stretches) = (!row.is_empty()).then(|| row.iter().map(lone).collect::<Vec<_>>()) else {
        return Ok(Options::default());
    };
    for length in 2..=row.len() {
        let longer = (0..=row.len() - length)
            .map(|i| stretch(&stretches[i], &stretches[i + 1], row[i], row[i + length - 1], length == 2));
        stretches = longer.collect();
    }
    let whole = stretches.swap_remove(0);
    let mut first = whole.by_first.into_vec();
    let mut last = whole.by_last.into_vec();
    last.pop();
    Ok(Options { value: first.pop().unwrap_or(0).into(), first, last })
}

/// A stretch that begins with a pile of `a` and ends with one of `b`, from those without its last and
/// without its first pile.
fn stretch(without_last: &Stretch, without_first: &Stretch, a: u64, b: u64, pair: bool) -> Stretch {
    let (a, b) = (a as usize, b as usize);
    // A value is a number of options at most, or one of a shorter stretch.
    let shorter = without_last.by_first.iter().chain(&without_first.by_last).copied().max().unwrap_or(0);
    // A line for each column, and the row at hand.
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
                (_, 0) if pair => x as u32,
                (_, 0) if x > 0 => without_last.by_first[x],
                (0, _) if pair => y as u32,
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
    Stretch { by_first: by_first.into(), by_last: by_last.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::end_nim;
    use crate::mex::mex;
    use fxhash::FxHashMap;

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
                let row: Vec<u64> = (0..piles).map(|i| index / sizes.pow(i) % sizes + 1).collect();
                let found = options(&row, &Budget::default()).unwrap();
                assert_eq!(found.value, u64::from(naive(&row, &mut known)), "{row:?}");
                assert_eq!(found.value == 0, end_nim::loses(&row), "{row:?}");
                let mut at = |place: usize| -> Vec<u32> {
                    let after = |left| {
                        let mut next = row.clone();
                        next[place] = left;
                        next
                    };
                    (0..row[place]).map(|left| naive(&after(left), &mut known)).collect()
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
        assert_eq!(options(&[], &Budget::default()).unwrap(), Options::default());
    }
}
