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
struct Form {
    /// The number of rows.
    row: i64,
    /// The number of columns.
    column: i64,
}

impl Form {
    /// The row.
    const ROW: Form = Form { row: 1, column: 0 };
    /// The column.
    const COLUMN: Form = Form { row: 0, column: 1 };
    /// The row and the column.
    const SUM: Form = Form { row: 1, column: 1 };

    /// Computes the form of a row and a column.
    fn of(self, row: i64, column: i64) -> i64 {
        self.row * row + self.column * column
    }
}

/// Two forms of row and column, of determinant 1 or −1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skew {
    /// The first form.
    u: Form,
    /// The second form.
    v: Form,
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
    fn vector(&self, step: LeaperStep) -> Option<[u64; 2]> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense::leaper::KNIGHT;

    #[test]
    fn knights_see_only_what_came_before() {
        let double_rows = Skew {
            u: Form::SUM,
            v: Form { row: 2, column: 1 },
        };
        assert_eq!(Skew::of(&KNIGHT), double_rows);
        let coordinates = Skew {
            u: Form::ROW,
            v: Form::COLUMN,
        };
        let straight = [LeaperStep::new(-1, 0), LeaperStep::new(0, -2)];
        assert_eq!(Skew::of(&straight), coordinates);
        assert_eq!(Skew::of(&[]), coordinates);
    }

    #[test]
    fn every_step_that_play_allows_has_coordinates() {
        for drow in -64..=64 {
            for dcol in -64..-drow {
                let worst = [(-64, 63), (63, -64), (drow, dcol)]
                    .map(|(drow, dcol)| LeaperStep::new(drow, dcol));
                let skew = Skew::of(&worst);
                assert!(
                    worst.iter().all(|&step| skew.vector(step).is_some()),
                    "{drow},{dcol}"
                );
            }
        }
    }

    #[test]
    fn borders_hold_the_cells_of_the_board_and_no_others() {
        let crossing = vec![LeaperStep::new(-5, 4), LeaperStep::new(2, -3)];
        for steps in [vec![LeaperStep::new(-1, 0)], KNIGHT.to_vec(), crossing] {
            let skew = Skew::of(&steps);
            let borders = skew.borders(BoardShape {
                rows: 7,
                columns: 9,
            });
            for row in 0..20 {
                for column in 0..20 {
                    let [u, v] = skew.place(Cell { row, column }).map(|x| x as i64);
                    let inside = borders.iter().all(|b| b.row * u + b.column * v + b.at >= 0);
                    assert_eq!(inside, row < 7 && column < 9, "{row},{column} {steps:?}");
                }
            }
        }
    }
}
