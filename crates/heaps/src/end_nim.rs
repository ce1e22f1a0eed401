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
    reason = "8 steps for each pair of tokens fit 64 bits, so there are fewer than 2³² tokens"
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
