//! Grundy values of Wythoff's game, cell by cell.

use super::{Heaps, Wythoff};
use crate::sync::interrupt;
use crate::theory::budget::{Budget, Limit};
use crate::theory::lines::{self, Line};

/// The values of all positions up to two heaps.
#[derive(Clone, Debug)]
pub struct Table {
    /// The largest first heap and the largest second heap, the first at least as large.
    most: Heaps,
    values: Vec<u32>,
}

impl Table {
    /// The values of all positions with heaps up to `a` and `b`, in either order.
    ///
    /// What the moves from both heaps reach from (a, b) is what they reach from (a − 1, b − 1), with (a − 1, b − j)
    /// and (a − i, b − 1) for i, j up to K: so a set for each diagonal is enough.
    ///
    /// # Complexity
    /// O(K) a cell, and one step for each 64 values between the first that a line lacks and the mex. Memory:
    /// four bytes a cell, and three sets for each of the smaller heap's sizes.
    ///
    /// # Errors
    /// More work or memory than allowed.
    pub fn new(game: Wythoff, (a, b): Heaps, budget: &Budget) -> Result<Table, Limit> {
        let most = (a.max(b), a.min(b));
        let cells = (u128::from(most.0) + 1).saturating_mul(u128::from(most.1) + 1);
        let reach = u128::from(game.less_than().min(most.0));
        let work = cells.saturating_mul(2 * reach + 16);
        if work > u128::from(budget.work) {
            return Err(Limit::work(format!(
                "the values of piles up to {},{} take {work} steps, {} are allowed",
                most.0, most.1, budget.work
            )));
        }
        let sets = (u128::from(most.1) + 1).saturating_mul(u128::from(most.0) + u128::from(most.1) + 512) / 2;
        let bytes = cells.saturating_mul(4).saturating_add(sets);
        if bytes > u128::from(budget.memory) {
            return Err(Limit::memory(format!(
                "the values of piles up to {},{} need {bytes} bytes of memory, {} are allowed",
                most.0, most.1, budget.memory
            )));
        }
        Ok(Table { most, values: sweep(game, most) })
    }

    /// Whether the table holds these heaps.
    pub fn holds(&self, (a, b): Heaps) -> bool {
        a.max(b) <= self.most.0 && a.min(b) <= self.most.1
    }

    /// The value of a position that the table holds.
    pub fn value(&self, (a, b): Heaps) -> u64 {
        let (row, column) = (a.max(b) as usize, a.min(b) as usize);
        self.values[row * (self.most.1 as usize + 1) + column].into()
    }

    /// The memory this takes, in bytes.
    pub fn bytes(&self) -> u64 {
        4 * self.values.len() as u64
    }
}

fn sweep(game: Wythoff, (a, b): Heaps) -> Vec<u32> {
    let across = b as usize + 1;
    let reach = game.less_than().min(a) as usize;
    let mut values: Vec<u32> = Vec::with_capacity((a as usize + 1) * across);
    let mut row = Line::default();
    let mut columns = vec![Line::default(); across];
    // The diagonal through column j of row i is number (j − i) modulo `across`: a row's diagonals
    // are all different, and each goes on one column further in the row below.
    let mut diagonals = vec![Line::default(); across];
    let mut origin = 0;
    for i in 0..=a as usize {
        interrupt::check();
        row.clear();
        for j in 0..across {
            let at = origin + j;
            let diagonal = &mut diagonals[if at >= across { at - across } else { at }];
            if i == 0 || j == 0 {
                diagonal.clear();
            } else {
                let above = (i - 1) * across;
                for left in j.saturating_sub(reach)..j {
                    diagonal.insert(values[above + left]);
                }
                for up in i.saturating_sub(reach)..i - 1 {
                    diagonal.insert(values[up * across + j - 1]);
                }
            }
            let value = lines::mex([&row, &columns[j], diagonal]);
            values.push(value);
            row.insert(value);
            columns[j].insert(value);
        }
        origin = if origin == 0 { across - 1 } else { origin - 1 };
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::mex::mex;

    #[test]
    fn small_heaps_by_the_rules() {
        const SIDE: usize = 40;
        for less_than in [1, 2, 3, 5, 100] {
            let game = Wythoff::new(less_than as u64);
            let mut naive = vec![vec![0u32; SIDE]; SIDE];
            for (a, b) in (0..SIDE).flat_map(|a| (0..SIDE).map(move |b| (a, b))) {
                let one = (0..a).map(|x| naive[x][b]).chain((0..b).map(|y| naive[a][y]));
                let both = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let near =
                    both.filter(|&(x, y)| (a - x).abs_diff(b - y) < less_than).map(|(x, y)| naive[x][y]);
                naive[a][b] = mex(one.chain(near).collect::<Vec<_>>());
            }
            for (a, b) in [(39, 39), (39, 7), (3, 25), (0, 12), (12, 0)] {
                let table = Table::new(game, (a, b), &Budget::default()).unwrap();
                for x in 0..=a.max(b) {
                    for y in 0..=a.min(b) {
                        let expected = u64::from(naive[x as usize][y as usize]);
                        assert_eq!((table.value((x, y)), table.value((y, x))), (expected, expected));
                        assert_eq!(expected == 0, game.loses((x, y)), "{x},{y}");
                    }
                }
            }
        }
    }

    #[test]
    fn tables_beyond_the_budget_are_refused() {
        const MOST: u64 = u64::MAX;
        assert!(Table::new(Wythoff::CLASSIC, (MOST, MOST), &Budget::default()).is_err());
        assert!(Table::new(Wythoff::new(MOST), (1 << 20, 1 << 20), &Budget::default()).is_err());
        assert!(Table::new(Wythoff::CLASSIC, (MOST, 0), &Budget::default()).is_err());
    }
}
