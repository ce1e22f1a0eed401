//! Knights and other leapers: anti-diagonal after anti-diagonal, many cells at a time.
//!
//! Rules: a piece has a set of steps, each lowering row + column, so that play ends; it jumps, so
//! damage in between does not matter; it may not leave the board or land on damage.
//!
//! Every step ends on an earlier anti-diagonal, so the cells of one are independent of each other.
//! The mex of s options is at most s, so values are kept one-hot in lanes of 4 bits (up to 4
//! steps), 8, 16, 32 or 64, as [`cells`](crate::vectors::cells) has them: a line is a row of
//! such lanes, each step is a row that is read and shifted, and damaged cells hold no bit. A value may pass the lanes
//! only if there are more steps than 64; then every cell is found by the definition.
//!
//! # Complexity
//! Steps × cells / (lanes a vector). Memory: as many lines as the longest step lowers row +
//! column (at most 129), each as long as the board's shorter side, and what is asked about.

#![expect(
    clippy::cast_possible_truncation,
    reason = "what is reached is no larger than the board, whose shape has 32 bits"
)]

mod mask;
mod neighbourhoods;
mod skew;
mod sweep;

use super::bitmap::Bitmap;
use super::rows::BoardShape;
use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;
pub use mask::keep;
pub use neighbourhoods::{KNIGHT, LeaperStep, NO_MOVE, Neighbourhoods};
pub use skew::{Index, Skewed};

/// Finds the part of a board that pieces on `cells` can reach with these steps: the smallest shape that
/// contains it.
///
/// Let ρ be the largest number of rows down for each column to the left among the steps; it is below 1, since steps
/// lower row + column. Then no step raises row + ρ·column, which bounds the rows; the same holds for columns.
pub fn reach(steps: &[LeaperStep], cells: &[Cell], shape: BoardShape) -> BoardShape {
    let down = Slope::steepest(steps.iter().map(|step| Slope::new(step.drow, step.dcol)));
    let right = Slope::steepest(steps.iter().map(|step| Slope::new(step.dcol, step.drow)));
    let mut rows = 1;
    let mut columns = 1;
    for &Cell { row, column } in cells {
        rows = down.furthest(row, column).max(rows);
        columns = right.furthest(column, row).max(columns);
    }
    BoardShape {
        rows: rows.min(shape.rows.into()) as u32,
        columns: columns.min(shape.columns.into()) as u32,
    }
}

/// The steepest way on in one coordinate, at the cost of the other one.
#[derive(Clone, Copy)]
struct Slope {
    /// The distance by which a step goes on in the coordinate.
    forth: i64,
    /// The distance by which it goes back in the other one.
    back: i64,
}

impl Slope {
    /// Makes the slope of a step that adds these numbers to the coordinate and to the other one.
    fn new(added: i32, added_to_other: i32) -> Slope {
        Slope {
            forth: added.into(),
            back: (-added_to_other).into(),
        }
    }

    /// Finds the steepest of the slopes of steps. A step that goes on lowers the other coordinate by more.
    fn steepest(slopes: impl Iterator<Item = Slope>) -> Slope {
        let mut steepest = Slope { forth: 0, back: 1 };
        for slope in slopes {
            if slope.forth > 0 && slope.forth * steepest.back > steepest.forth * slope.back {
                steepest = slope;
            }
        }
        steepest
    }

    /// Counts the coordinates, from 0 on, that a piece can reach.
    fn furthest(self, coordinate: u32, other: u32) -> i64 {
        i64::from(coordinate) + i64::from(other) * self.forth / self.back + 1
    }
}

/// Finds the values that the cells asked about, and their options, have.
///
/// `steps` are distinct, each with a negative sum; `cells` are undamaged cells of the board, in
/// any order, repeated or not.
///
/// # Errors
/// Fails if it takes more memory or more work (cells × steps) than allowed.
pub fn solve(
    board: &Bitmap,
    steps: &[LeaperStep],
    cells: &[Cell],
    budget: &Budget,
) -> Result<Neighbourhoods, Limit> {
    let shape = board.shape();
    let BoardShape { rows, columns } = shape;
    let count = steps.len();
    let work = u128::from(shape.area()) * count as u128;
    budget.check_steps(work, || {
        format!("{count} steps on a board of {rows}x{columns} cells take")
    })?;
    sweep::solve(board, steps, cells, budget)
}
