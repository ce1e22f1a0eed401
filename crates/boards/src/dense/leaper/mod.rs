//! Knights and other leapers: anti-diagonal after anti-diagonal, many cells at a time.
//!
//! Rules: a piece has a set of steps, each lowering row + column, so that play ends; it jumps, so
//! damage in between does not matter; it may not leave the board or land on damage.
//!
//! Every step ends on an earlier anti-diagonal, so the cells of one are independent of each other.
//! With s steps the mex is at most s, so values are kept one-hot in lanes of 4 bits (up to 4
//! steps), 8, 16, 32 or 64, as [`cells`](grundy_theory::vectors::cells) has them: a line is a row of
//! such lanes, each step a row that is read, shifted, and damaged cells hold no bit. Only with more
//! steps than 64 a value may pass the lanes; then every cell is found by the definition.
//!
//! # Complexity
//! Steps × cells / (lanes a vector). Memory: as many lines as the longest step lowers row +
//! column (at most 129), each as long as the board's shorter side, and what is asked about.

mod mask;
mod skew;
mod sweep;

use super::bitmap::Bitmap;
use super::rows::{BoardShape, Cell};
use grundy_machine::budget::{Budget, Limit};

/// A step: what is added to the row and to the column; the sum is negative.
pub type LeaperStep = (i32, i32);

/// The knight's steps, in the order of the rules.
pub const KNIGHT: [LeaperStep; 4] = [(-2, -1), (-1, -2), (-2, 1), (1, -2)];

/// No step ends here: off the board, or damage.
pub const NO_MOVE: u16 = u16::MAX;

/// The values around the cells asked for: for cell i its own, then for each step the value it leads
/// to or [`NO_MOVE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbourhoods {
    steps: usize,
    flat: Vec<u16>,
}

impl Neighbourhoods {
    /// For each cell its value and then what its `steps` steps lead to, one after the other.
    pub fn new(steps: usize, flat: Vec<u16>) -> Self {
        Neighbourhoods { steps, flat }
    }

    /// The Grundy value of the i-th cell asked about.
    pub fn own(&self, index: usize) -> u16 {
        self.flat[index * (self.steps + 1)]
    }

    /// For each step of the i-th cell in the order of the steps, the value it leads to.
    pub fn options(&self, index: usize) -> impl Iterator<Item = Option<u16>> {
        let values = &self.flat[index * (self.steps + 1) + 1..][..self.steps];
        values
            .iter()
            .map(|&value| (value != NO_MOVE).then_some(value))
    }
}

/// How much of a board pieces on `cells` can reach with these steps: the smallest shape that
/// contains it.
///
/// With ρ the largest drop down per column to the left among the steps (below 1, since steps
/// lower row + column), row + ρ·column never grows; likewise for columns.
pub fn reach(steps: &[LeaperStep], cells: &[Cell], shape: BoardShape) -> BoardShape {
    let bound = |steep: &dyn Fn(LeaperStep) -> LeaperStep,
                 place: &dyn Fn(Cell) -> (u32, u32),
                 most: u32| {
        let slopes = steps
            .iter()
            .map(|&step| steep(step))
            .filter(|&(forth, _)| forth > 0);
        // The steepest, as a fraction; compared exactly.
        let steepest = slopes.map(|(forth, back)| (i64::from(forth), i64::from(-back)));
        let (up, over) = steepest
            .max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)))
            .unwrap_or((0, 1));
        let furthest = |cell: Cell| {
            let (main, other) = place(cell);
            i64::from(main) + i64::from(other) * up / over + 1
        };
        cells
            .iter()
            .map(|&cell| furthest(cell))
            .max()
            .unwrap_or(1)
            .min(i64::from(most)) as u32
    };
    let rows = bound(
        &|(drow, dcol)| (drow, dcol),
        &|cell| (cell.row, cell.column),
        shape.rows,
    );
    let columns = bound(
        &|(drow, dcol)| (dcol, drow),
        &|cell| (cell.column, cell.row),
        shape.columns,
    );
    BoardShape { rows, columns }
}

/// Finds the values that the cells asked about, and their options, have.
///
/// `steps` are distinct, each with a negative sum; `cells` are undamaged cells of the board, in
/// any order, repeated or not.
///
/// # Errors
/// More memory, or more work (cells × steps) than allowed.
pub fn solve(
    board: &Bitmap,
    steps: &[LeaperStep],
    cells: &[Cell],
    budget: &Budget,
) -> Result<Neighbourhoods, Limit> {
    let shape = board.shape();
    let (BoardShape { rows, columns }, count) = (shape, steps.len());
    let work = u128::from(shape.area()) * count as u128;
    budget.check_steps(work, || {
        format!("{count} steps on a board of {rows}x{columns} cells take")
    })?;
    sweep::solve(board, steps, cells, budget)
}

#[cfg(test)]
mod tests;
