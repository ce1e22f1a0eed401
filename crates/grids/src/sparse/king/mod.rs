//! Kings on huge sparse boards.
//!
//! # The picture
//!
//! A king moves one step up, left or up-left, so a cell's value is the mex of three neighbours. Undamaged,
//! the values repeat in blocks of 2×2: `01/32` above the main diagonal, `03/12` below it, `01/12` on it:
//!
//! ```text
//!     01 01 01 01        A block sees three things: the two values above it (a *letter*), the two at
//!     12 32 32 32        its left, and the one at its upper left corner. Above the diagonal every block
//!                        sees `32` above and `12` at its left, and shows `32` below and `12` at its
//!     03 01 01 01        right: so the next block is in the same position, and the domain goes on.
//!     12 12 32 32
//!                        A damaged cell (×) makes its block show other letters. The next block sees
//!     03 03 01 01        them, shows others again, and after a few blocks only one column and one row
//!     12 12 12 32        of blocks are left in which the values stand in another order, say `03/12`
//!                        for `01/32`. They go on to the ends of the board: damage sends out *lines*.
//! ```
//!
//! Two lines that cross both go on, at most pushed a block or two aside, as if they had passed each other
//! with a jolt. So a board is described by its lines: a side of a rectangle of blocks is a list of runs
//! of equal letters, mostly the domain's letter, with a line here and there. With n damaged cells there are
//! O(n) lines, whatever the size of the board.
//!
//! # The algorithm
//!
//! ```text
//! solve(rectangle, its top and left side) → its bottom and right side:
//!     small, or narrow             → sweep it line by line, over runs
//!     much damage                  → cut in four at the median; the two middle parts on two threads
//!     some damage                  → cut around it until it is in the first corner; sweep that corner
//!                                    and solve the rest as a crossing of lines
//!     lines on one side only       → sweep: lines that go straight on repeat
//!     lines on both sides          → add up what they do to each other, if they stay apart
//!     few lines on both sides      → one crossing after the other, whatever it leaves of the two
//!     both domains                 → cut along the diagonal
//!     anything that fails          → cut at the place that failed
//! ```
//!
//! For a board of 10⁹ × 10⁹ with one damaged cell at (6, 4): block (3, 2) is cut into the corner of the
//! rectangle from row 3 and column 2 on; in the parts above and left of it nothing happens. Its corner of
//! 8 × 8 blocks is swept and shows a line below and one at its right. No other line enters the rest, so both
//! leave as they came.
//!
//! Every short cut tests what it needs; a rectangle that passes no test is cut further, down to
//! small ones that are computed. Debug builds compare every short cut of moderate size with the sweep.
//!
//! # The files
//!
//! - [`block`]: the recurrence on blocks; letters.
//! - [`rectangle`]: sides as runs of equal letters, damage, cells asked for, domains.
//! - [`sweep`]: line by line over runs; exact always, short if lines run one way.
//! - [`patterns`]: what two lines do to each other, computed block by block, once.
//! - [`crossing`]: rectangles that lines cross both ways, at the cost of the lines.
//! - [`solver`]: cutting a rectangle until each part is one of these.
//!
//! [`crate::choice`] picks lines, or rows in bits where a board has more lines than rows can bear.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a board has at most 2³² rows and columns, and half as many blocks"
)]

pub mod block;
mod crossing;
pub mod patterns;
mod rectangle;
mod solver;
mod sweep;

use block::{CORNER, OUTER};
use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;
use grundy_base::shares;
use grundy_base::sync::progress::SPARSE;
use rectangle::{Damage, Frame, LetterRun, Marks, Out, Query, Side};
use solver::SparseKingSolver;

/// The values around the cells asked for, and the work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The values around every cell asked for, in order: its own, then those of the cells up, left and
    /// up-left of it. Damaged cells read 3, which a cell of value 3 does too; so do cells beyond
    /// the upper left edges.
    pub around: Vec<[u8; 4]>,
    /// The number of elementary steps (runs read and written), the same for any number of
    /// threads.
    pub work: u64,
}

/// The largest number of rows or columns.
pub const MAX_SIDE: u64 = 1 << 32;

/// Finds the Grundy values of kings at `cells` and of the cells around them, on a board with `damaged`
/// cells, in any order, repetitions allowed.
///
/// # Errors
/// Fails if there are more than [`MAX_SIDE`] rows or columns, if the lines need more than `budget.memory`, or if they take more
/// steps than `budget.work`.
///
/// # Complexity
/// About n^1.5 for n damaged cells far apart, whatever the size, see [`crate::choice::line_steps`]; memory
/// O(n + cells asked for).
pub fn solve(
    rows: u64,
    cols: u64,
    damaged: impl ExactSizeIterator<Item = Cell>,
    cells: impl ExactSizeIterator<Item = Cell>,
    budget: &Budget,
) -> Result<Solution, Limit> {
    solve_with_memo(
        rows,
        cols,
        damaged,
        cells,
        budget,
        shares::boards::patterns(budget.memory),
    )
}

/// Does what [`solve`] does, with this many bytes for the patterns of lines and their crossings that are remembered.
///
/// # Errors
/// Fails where [`solve`] fails.
pub fn solve_with_memo(
    rows: u64,
    cols: u64,
    damaged: impl ExactSizeIterator<Item = Cell>,
    cells: impl ExactSizeIterator<Item = Cell>,
    budget: &Budget,
    memo: u64,
) -> Result<Solution, Limit> {
    if rows > MAX_SIDE || cols > MAX_SIDE {
        return Err(Limit::fixed(format!(
            "sparse boards have at most {MAX_SIDE} rows and columns"
        )));
    }
    let asked = cells.len();
    let lists =
        damaged.len() * size_of::<Damage>() + asked * (size_of::<Query>() + size_of::<[u8; 4]>());
    let budget = without_lists(lists as u64, budget)?;
    let mut damage = blocks(damaged);
    let mut queries: Vec<Query> = cells
        .zip(0..)
        .map(|(cell, index)| Query {
            row: cell.row / 2,
            col: cell.column / 2,
            cell: place_in_block(cell) as u8,
            index,
        })
        .collect();
    let top = [LetterRun {
        end: cols.div_ceil(2) as u32,
        letter: OUTER,
    }];
    let left = [LetterRun {
        end: rows.div_ceil(2) as u32,
        letter: OUTER,
    }];
    if top[0].end == 0 || left[0].end == 0 {
        return Ok(Solution::default());
    }
    // Outside, the board goes on as if there were undamaged cells; no cell of it can tell.
    let frame = Frame {
        top: Side::new(&top, 0, top[0].end),
        left: Side::new(&left, 0, left[0].end),
        corner: CORNER,
    };
    let running = SPARSE.begin(damage.len() as u64);
    let mut solver = SparseKingSolver::new(budget, memo, &running);
    let marks = Marks {
        damage: &mut damage,
        queries: &mut queries,
    };
    let out = Out {
        bottom: &mut Vec::new(),
        right: &mut Vec::new(),
    };
    solver.solve(frame, marks, out, 0)?;
    let mut around = vec![[3; 4]; asked];
    for answer in &solver.sweeper.answers {
        around[answer.index as usize] = answer.around;
    }
    Ok(Solution {
        around,
        work: solver.total_work(),
    })
}

/// Computes what lists of this many bytes leave of a budget.
fn without_lists(bytes: u64, budget: &Budget) -> Result<Budget, Limit> {
    match budget.memory.checked_sub(bytes) {
        Some(memory) => Ok(Budget { memory, ..*budget }),
        None => Err(Limit::memory(format!(
            "the damaged cells and pieces of this board take {bytes} bytes"
        ))),
    }
}

/// Numbers the four cells of a block.
fn place_in_block(cell: Cell) -> u32 {
    cell.row % 2 * 2 + cell.column % 2
}

/// Lists the damaged blocks, row by row.
fn blocks(cells: impl Iterator<Item = Cell>) -> Vec<Damage> {
    let block = |cell: Cell| Damage {
        row: cell.row / 2,
        col: cell.column / 2,
        mask: 1 << place_in_block(cell),
    };
    let mut blocks: Vec<Damage> = cells.map(block).collect();
    blocks.sort_unstable_by_key(|d| (d.row, d.col));
    blocks.dedup_by(|next, kept| {
        let is_repeated = (next.row, next.col) == (kept.row, kept.col);
        if is_repeated {
            kept.mask |= next.mask;
        }
        is_repeated
    });
    blocks
}
