//! Grundy values of Wythoff's game, cell by cell.

#![expect(
    clippy::cast_possible_truncation,
    reason = "no value is above the sum of both heaps, which has 32 bits, and the table fits the memory allowed"
)]

use super::{HeapPair, Wythoff};
use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::interrupt;
use grundy_values::lines::Lines;

/// The values of all positions up to two heaps.
#[derive(Clone, Debug)]
pub struct PairTable {
    /// The largest first heap and the largest second heap, the first at least as large.
    most: HeapPair,
    /// The value of each pair, a row for each size of the first heap.
    values: Vec<u32>,
}

impl PairTable {
    /// Finds the values of all positions with heaps up to these, in either order.
    ///
    /// Moves from both heaps reach from (a, b) all that they reach from (a − 1, b − 1), and (a − 1, b − j)
    /// and (a − i, b − 1) for i, j up to K. So a set for each diagonal is enough.
    ///
    /// # Complexity
    /// O(K) a cell, and one step for each 64 values between the first that a line lacks and the mex. The memory is
    /// four bytes a cell, and two sets of as many bits as both heaps have together for each size of the smaller heap.
    ///
    /// # Errors
    /// Fails if it takes more work or memory than allowed.
    pub fn new(game: Wythoff, most: HeapPair, budget: &Budget) -> Result<PairTable, Limit> {
        let most = most.sorted();
        let cells = (u128::from(most.first) + 1).saturating_mul(u128::from(most.second) + 1);
        let reach = u128::from(game.less_than().min(most.first));
        let work = cells.saturating_mul(2 * reach + 16);
        let task = || {
            format!(
                "the values of piles up to {},{} take",
                most.first, most.second
            )
        };
        budget.check_steps(work, task)?;
        let lines = 2 * (u128::from(most.second) + 1 + ROWS_AT_ONCE as u128);
        let sets = lines.saturating_mul(u128::from(most.first) + u128::from(most.second) + 256) / 8;
        budget.check_bytes(cells.saturating_mul(4).saturating_add(sets), task)?;
        if u128::from(most.first) + u128::from(most.second) > u128::from(u32::MAX) {
            return Err(Limit::fixed(format!(
                "the table of values holds piles of up to {} together, not {},{}",
                u32::MAX,
                most.first,
                most.second
            )));
        }
        Ok(PairTable {
            most,
            values: sweep(game, most),
        })
    }

    /// Returns whether the table holds these heaps.
    pub fn holds(&self, pair: HeapPair) -> bool {
        let pair = pair.sorted();
        pair.first <= self.most.first && pair.second <= self.most.second
    }

    /// Returns the value of a position that the table holds.
    pub fn value(&self, pair: HeapPair) -> u64 {
        let pair = pair.sorted();
        let row = pair.first as usize;
        let column = pair.second as usize;
        self.values[row * (self.most.second as usize + 1) + column].into()
    }

    /// Returns the memory this takes, in bytes.
    pub fn bytes(&self) -> u64 {
        4 * self.values.len() as u64
    }
}

/// The number of rows that are found together, column by column, so that cells look up what lies near in memory. A guess.
const ROWS_AT_ONCE: usize = 64;

/// Finds the values of all cells, in reading order.
fn sweep(game: Wythoff, most: HeapPair) -> Vec<u32> {
    let down = most.first as usize + 1;
    let across = most.second as usize + 1;
    let reach = game.less_than().min(most.first) as usize;
    let words = (down + across) / 64 + 1;
    let mut values = vec![0u32; down * across];
    let together = ROWS_AT_ONCE.min(across);
    // The diagonals through rows that are found together are all different modulo this number, and each goes on in the
    // rows below.
    let diagonals = across + together;
    // The lines are the columns, then the rows, then the diagonals. No value is above the sum of both heaps, since every
    // move lowers it.
    let mut lines = Lines::new(across + together + diagonals, words);
    for top in (0..down).step_by(together) {
        for row in 0..together {
            lines.clear(across + row);
        }
        for j in 0..across {
            interrupt::check();
            let mut at = (j + (diagonals - top % diagonals)) % diagonals;
            for i in top..down.min(top + together) {
                let row = across + i - top;
                let diagonal = across + together + at;
                let above = i.wrapping_sub(1).wrapping_mul(across);
                if i == 0 || j == 0 {
                    lines.clear(diagonal);
                } else {
                    for left in j.saturating_sub(reach)..j {
                        lines.insert(diagonal, values[above + left] as usize);
                    }
                    for up in i.saturating_sub(reach)..i - 1 {
                        lines.insert(diagonal, values[up * across + j - 1] as usize);
                    }
                }
                let value = lines.mex(&[row, j, diagonal], |_| false).unwrap_or(0);
                values[i * across + j] = value as u32;
                lines.insert(row, value);
                lines.insert(j, value);
                at = if at == 0 { diagonals - 1 } else { at - 1 };
            }
        }
    }
    values
}
