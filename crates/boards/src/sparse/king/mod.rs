//! Kings on huge sparse boards.
//!
//! Undamaged, the values repeat in 2×2 blocks: `01/32` above the main diagonal, `03/12` below it,
//! `01/12` on it. A damaged cell only sends out *lines*, rows and columns of blocks in which the
//! same values stand in another order; lines go on to the ends of the board, and where two cross,
//! both go on, at most pushed a little. So a board is described by its lines, and what happens in
//! a rectangle without damage can be told from the lines that enter it:
//!
//! - [`block`]: the recurrence on blocks; what a block shows of itself to the next ones.
//! - [`runs`]: sides of rectangles as runs of equal letters.
//! - [`sweep`]: line by line over runs; exact always, short where lines run one way.
//! - [`transducer`]: narrow rectangles, a line of blocks at a look into a table.
//! - [`patterns`]: what two lines do to each other, found out block by block, once.
//! - [`crossing`]: rectangles that lines cross both ways, at the cost of the lines, and single
//!   blocks inside.
//! - [`tree`]: cutting a rectangle until each part is one of these.
//! - [`stripes`]: row by row in bits, where lines are so many that this is faster.
//! - [`estimate`]: which of the two it is.
//!
//! Every short cut tests what it needs; a rectangle that passes no test is cut further, down to
//! small ones that are computed. Debug builds compare every short cut of moderate size with the
//! sweep.

mod block;
mod crossing;
pub mod estimate;
mod marks;
mod patterns;
mod runs;
mod stripes;
mod sweep;
mod transducer;
mod tree;

use crate::sync::progress::SPARSE;
use crate::sync::threads::Spare;
use crate::theory::budget::{Budget, Limit};
use block::{CORNER, OUTER};
use estimate::prefers_lines;
use marks::{Damage, Query};
use runs::{Run, Side};
use tree::{Frame, Marks, Out, Solver};

/// What was found, and how much work it took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// For every cell asked for, in order: its own value, then those of the cells up, left and
    /// up-left of it. Damaged cells read 3, which a cell of value 3 does too; so do cells beyond
    /// the upper left edges.
    pub around: Vec<[u8; 4]>,
    /// Elementary steps (runs read and written, or blocks of 512 cells), the same for any number of threads.
    pub work: u64,
}

/// Largest number of rows or columns.
pub const MAX_SIDE: u64 = 1 << 32;

/// Grundy values of kings at `cells` and of the cells around them, on a board with `damaged`
/// cells; (row, column) from 0, in any order, repetitions allowed. By lines or in stripes, as
/// [`estimate::prefers_lines`] says.
///
/// # Errors
/// More than [`MAX_SIDE`] rows or columns; lines or rows that need more than `budget.memory`, steps
/// beyond `budget.work`.
///
/// # Complexity
/// By lines about n^1.5 for n damaged cells far apart, whatever the size, see
/// [`estimate::lines_cost`]; memory O(n + cells asked for). In stripes the area; memory
/// O(columns + n + cells asked for).
pub fn solve(
    rows: u64,
    cols: u64,
    damaged: impl ExactSizeIterator<Item = (u32, u32)>,
    cells: impl ExactSizeIterator<Item = (u32, u32)>,
    budget: &Budget,
) -> Result<Solution, Limit> {
    if prefers_lines(rows, cols, damaged.len() as u64, budget.work) {
        by_lines(rows, cols, damaged, cells, budget)
    } else {
        in_stripes(rows, cols, damaged, cells, budget)
    }
}

/// [`solve`], row by row.
fn in_stripes(
    rows: u64,
    cols: u64,
    damaged: impl ExactSizeIterator<Item = (u32, u32)>,
    cells: impl ExactSizeIterator<Item = (u32, u32)>,
    budget: &Budget,
) -> Result<Solution, Limit> {
    let (Ok(rows), Ok(cols)) = (u32::try_from(rows), u32::try_from(cols)) else {
        return Err(Limit::fixed(format!(
            "boards solved row by row have at most {} rows and columns",
            u32::MAX
        )));
    };
    if rows == 0 || cols == 0 {
        return Ok(Solution::default());
    }
    // Twice: as listed, and by stripe; and the answers.
    let budget = beside_lists(32 * damaged.len() as u64 + 64 * cells.len() as u64, budget)?;
    let cells: Vec<_> = cells.collect();
    let running = SPARSE.begin(u64::from(rows));
    let (around, work) = stripes::solve(rows, cols, damaged, &cells, &budget, &running)?;
    Ok(Solution { around, work })
}

/// [`solve`], by the lines that damage sends out.
fn by_lines(
    rows: u64,
    cols: u64,
    damaged: impl ExactSizeIterator<Item = (u32, u32)>,
    cells: impl ExactSizeIterator<Item = (u32, u32)>,
    budget: &Budget,
) -> Result<Solution, Limit> {
    if rows > MAX_SIDE || cols > MAX_SIDE {
        return Err(Limit::fixed(format!("sparse boards have at most {MAX_SIDE} rows and columns")));
    }
    let asked = cells.len();
    let lists = damaged.len() * size_of::<Damage>() + asked * (size_of::<Query>() + size_of::<[u8; 4]>());
    let budget = beside_lists(lists as u64, budget)?;
    let mut damage = blocks(damaged);
    let mut queries: Vec<Query> = cells
        .zip(0..)
        .map(|((row, col), index)| Query {
            row: row / 2,
            col: col / 2,
            cell: (row % 2 * 2 + col % 2) as u8,
            index,
        })
        .collect();
    let top = [Run { end: cols.div_ceil(2) as u32, letter: OUTER }];
    let left = [Run { end: rows.div_ceil(2) as u32, letter: OUTER }];
    if top[0].end == 0 || left[0].end == 0 {
        return Ok(Solution::default());
    }
    // Outside, the board goes on as if there were undamaged cells; no cell of it can tell.
    let frame =
        Frame { top: Side::new(&top, 0, top[0].end), left: Side::new(&left, 0, left[0].end), corner: CORNER };
    let running = SPARSE.begin(damage.len() as u64);
    let spare = Spare::new(budget.threads.saturating_sub(1));
    let mut solver = Solver::new(budget, &running, &spare);
    let marks = Marks { damage: &mut damage, queries: &mut queries };
    let out = Out { bottom: &mut Vec::new(), right: &mut Vec::new() };
    solver.solve(frame, marks, out, 0)?;
    let mut around = vec![[3; 4]; asked];
    for &(index, values) in &solver.sweeper.answers {
        around[index as usize] = values;
    }
    Ok(Solution { around, work: solver.total_work() })
}

/// What is left of a budget beside lists of so many bytes.
fn beside_lists(bytes: u64, budget: &Budget) -> Result<Budget, Limit> {
    let too_long = || Limit::memory(format!("the damaged cells and pieces of this board take {bytes} bytes"));
    let memory = budget.memory.checked_sub(bytes).ok_or_else(too_long)?;
    Ok(Budget { memory, ..*budget })
}

/// The error of work beyond what is allowed.
fn too_much_work(budget: &Budget) -> Limit {
    Limit::work(format!("this sparse board takes more than the {} steps allowed", budget.work))
}

/// The damaged blocks, by rows.
fn blocks(cells: impl Iterator<Item = (u32, u32)>) -> Vec<Damage> {
    let block = |(r, c): (u32, u32)| Damage { row: r / 2, col: c / 2, mask: 1 << (r % 2 * 2 + c % 2) };
    let mut blocks: Vec<Damage> = cells.map(block).collect();
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
