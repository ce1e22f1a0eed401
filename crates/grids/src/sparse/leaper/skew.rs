//! Coordinates in which no step leads forward.
//!
//! A step may lower the row and raise the column, as the knight's 2,-1 does; then no order of
//! squares has all that a square sees before it. But every step lowers row + column, by at least
//! 1, so with steps of at most 64 either way there are two whole-number forms
//! u = a·row + b·column and v = c·row + d·column that no step raises, with ad − bc = ±1: then
//! (u, v) numbers the cells as (row, column) does, one to one, and in it the board is a
//! parallelogram and the steps subtract vectors without negative components.

use crate::dense::leaper::LeaperStep;
use crate::dense::rows::BoardShape;
use crate::vectors::hashlife::Border;
use grundy_base::cell::Cell;

/// A form of row and column: a whole number of rows and one of columns, added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The number of rows.
    pub row: i64,
    /// The number of columns.
    pub column: i64,
}

impl Form {
    /// The row.
    pub const ROW: Form = Form { row: 1, column: 0 };
    /// The column.
    pub const COLUMN: Form = Form { row: 0, column: 1 };
    /// The row and the column.
    pub const SUM: Form = Form { row: 1, column: 1 };

    /// Computes the form of a row and a column.
    fn of(self, row: i64, column: i64) -> i64 {
        self.row * row + self.column * column
    }
}

/// Two forms of row and column, of determinant 1 or −1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skew {
    /// The first form.
    pub u: Form,
    /// The second form.
    pub v: Form,
}

impl Skew {
    /// Chooses the forms in which these steps are shortest, of those tried: the coordinates themselves, or
    /// u = row + column and v = m·u + row or m·u + column with the least m that serves. One serves
    /// with m ≤ 63 whatever the steps: a step that lowers row + column by s ≥ 1 raises
    /// row or column by at most 63.
    pub fn of(steps: &[LeaperStep]) -> Skew {
        // If there are no steps at all, all serve, and the first one is chosen.
        let coordinates = Skew {
            u: Form::ROW,
            v: Form::COLUMN,
        };
        let mut choices = vec![coordinates];
        for m in 0..=64 {
            for (row, column) in [(m + 1, m), (m, m + 1)] {
                choices.push(Skew {
                    u: Form::SUM,
                    v: Form { row, column },
                });
            }
        }
        choices
            .into_iter()
            .filter(|skew| skew.vectors(steps).count() == steps.len())
            .min_by_key(|skew| skew.reach(steps))
            .unwrap_or(coordinates)
    }

    /// Finds the most that one of these steps takes from u or v.
    fn reach(&self, steps: &[LeaperStep]) -> u64 {
        let longest = self.vectors(steps).map(|[u, v]| u.max(v)).max();
        longest.unwrap_or(0)
    }

    /// Finds the amounts that these steps take from u and v; steps that add to one are left out.
    pub fn vectors(&self, steps: &[LeaperStep]) -> impl Iterator<Item = [u64; 2]> {
        steps.iter().filter_map(|&step| self.vector(step))
    }

    /// Finds the amounts that a step takes from u and v, unless it adds to one.
    pub fn vector(&self, step: LeaperStep) -> Option<[u64; 2]> {
        let up = -i64::from(step.drow);
        let left = -i64::from(step.dcol);
        let of_u = u64::try_from(self.u.of(up, left)).ok()?;
        let of_v = u64::try_from(self.v.of(up, left)).ok()?;
        Some([of_u, of_v])
    }

    /// Finds the coordinates u and v of a cell.
    pub fn place(&self, Cell { row, column }: Cell) -> [u64; 2] {
        [self.u, self.v].map(|form| form.of(row.into(), column.into()) as u64)
    }

    /// Lists the borders of a board of this shape. Row and column are forms of u and v, by the inverse of the two
    /// forms.
    pub fn borders(&self, BoardShape { rows, columns }: BoardShape) -> [Border; 4] {
        let determinant = self.u.row * self.v.column - self.u.column * self.v.row;
        let row = Border {
            row: self.v.column * determinant,
            column: -self.u.column * determinant,
            at: 0,
        };
        let column = Border {
            row: -self.v.row * determinant,
            column: self.u.row * determinant,
            at: 0,
        };
        [row, column, end(row, rows), end(column, columns)]
    }
}

/// Makes the border at the other end of `count` rows or columns.
fn end(beginning: Border, count: u32) -> Border {
    Border {
        row: -beginning.row,
        column: -beginning.column,
        at: i64::from(count) - 1,
    }
}
