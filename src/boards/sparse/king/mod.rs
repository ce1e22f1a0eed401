//! Kings on huge sparse boards.
mod block;
mod crossing;
mod marks;
mod patterns;
mod runs;
mod sweep;
mod tree;

use crate::theory::budget::{Budget, Limit};
use block::{CORNER, OUTER};
use marks::{Damage, Query};
use runs::{Run, Side};
use tree::{Frame, Marks, Out, Solver};

/// What was found, and how much work it took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// For every cell asked for: its own value, then up, left and up-left of it. Damaged cells and
    /// the outside read 3, like cells of value 3.
    pub around: Vec<[u8; 4]>,
    /// Elementary steps, the same on every machine and for any number of threads.
    pub work: u64,
    pub stats: [u64; 12],
}

/// Solves.
pub fn solve(
    rows: u64,
    cols: u64,
    damaged: &[(u64, u64)],
    cells: &[(u64, u64)],
    budget: &Budget,
) -> Result<Solution, Limit> {
    let mut damage = blocks(damaged);
    let mut queries: Vec<Query> = cells
        .iter()
        .zip(0..)
        .map(|(&(r, c), index)| Query {
            row: (r / 2) as u32,
            col: (c / 2) as u32,
            cell: (r % 2 * 2 + c % 2) as u8,
            index,
        })
        .collect();
    let top = [Run { end: cols.div_ceil(2) as u32, letter: OUTER }];
    let left = [Run { end: rows.div_ceil(2) as u32, letter: OUTER }];
    let frame =
        Frame { top: Side::new(&top, 0, top[0].end), left: Side::new(&left, 0, left[0].end), corner: CORNER };
    let mut solver = Solver::new(*budget);
    let (mut bottom, mut right) = (Vec::new(), Vec::new());
    solver.solve(
        frame,
        Marks { damage: &mut damage, queries: &mut queries },
        Out { bottom: &mut bottom, right: &mut right },
        0,
    )?;
    let mut around = vec![[3; 4]; cells.len()];
    for &(index, values) in &solver.sweeper.answers {
        around[index as usize] = values;
    }
    Ok(Solution { around, work: solver.work + solver.sweeper.work, stats: solver.stats })
}

/// The damaged blocks, by rows.
fn blocks(cells: &[(u64, u64)]) -> Vec<Damage> {
    let mut blocks: Vec<Damage> = cells
        .iter()
        .map(|&(r, c)| Damage { row: (r / 2) as u32, col: (c / 2) as u32, mask: 1 << (r % 2 * 2 + c % 2) })
        .collect();
    blocks.sort_unstable_by_key(|d| (d.row, d.col));
    blocks.dedup_by(|next, kept| {
        let same = (next.row, next.col) == (kept.row, kept.col);
        kept.mask |= if same { next.mask } else { 0 };
        same
    });
    blocks
}

#[cfg(test)]
mod tests;
