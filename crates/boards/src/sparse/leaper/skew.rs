//! Coordinates in which no step leads forward.
//!
//! A step may lower the row and raise the column, as the knight's 2,-1 does; then no order of
//! squares has all that a square sees before it. But every step lowers row + column, by at least
//! 1, so with steps of at most 64 either way there are two whole-number forms
//! u = a·row + b·column and v = c·row + d·column that no step raises, with ad − bc = ±1: then
//! (u, v) numbers the cells as (row, column) does, one to one, and in it the board is a
//! parallelogram and the steps subtract vectors without negative components.

use crate::dense::leaper::LeaperStep;
use crate::dense::rows::{BoardShape, Cell};
use grundy_theory::vectors::hashlife::Border;

/// Two forms of row and column, of determinant 1 or −1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skew {
    u: (i64, i64),
    v: (i64, i64),
}

fn form((row, column): (i64, i64), (r, c): (i64, i64)) -> i64 {
    row * r + column * c
}

impl Skew {
    /// The forms in which these steps are shortest, of those tried: the coordinates themselves, or
    /// u = row + column and v = m·u + row or m·u + column with the least m that serves. One serves
    /// with m ≤ 63 whatever the steps: a step that lowers row + column by s ≥ 1 raises
    /// row or column by at most 63.
    pub fn of(steps: &[LeaperStep]) -> Skew {
        let sum = (1, 1);
        let mut choices = vec![Skew {
            u: (1, 0),
            v: (0, 1),
        }];
        for m in 0..=64 {
            choices.extend([
                Skew {
                    u: sum,
                    v: (m + 1, m),
                },
                Skew {
                    u: sum,
                    v: (m, m + 1),
                },
            ]);
        }
        let serves = |skew: &Skew| steps.iter().all(|&step| skew.vector(step).is_some());
        let reach = |skew: &Skew| {
            let longest = steps
                .iter()
                .filter_map(|&step| skew.vector(step))
                .map(|v| v[0].max(v[1]))
                .max();
            longest.unwrap_or(0)
        };
        // The first choice stands in only if there are no steps at all.
        choices
            .iter()
            .copied()
            .filter(serves)
            .min_by_key(reach)
            .unwrap_or(choices[0])
    }

    /// The amounts a step takes from u and v; `None` if it adds to one.
    pub fn vector(&self, (drow, dcol): LeaperStep) -> Option<[u64; 2]> {
        let down = (-i64::from(drow), -i64::from(dcol));
        Some([
            u64::try_from(form(self.u, down)).ok()?,
            u64::try_from(form(self.v, down)).ok()?,
        ])
    }

    /// The coordinates u and v of a cell.
    pub fn place(&self, Cell { row, column }: Cell) -> [u64; 2] {
        let cell = (i64::from(row), i64::from(column));
        [self.u, self.v].map(|weights| form(weights, cell) as u64)
    }

    /// The borders of a board of this shape.
    pub fn borders(&self, BoardShape { rows, columns }: BoardShape) -> [Border; 4] {
        let determinant = self.u.0 * self.v.1 - self.u.1 * self.v.0;
        let row = (self.v.1 * determinant, -self.u.1 * determinant);
        let column = (-self.v.0 * determinant, self.u.0 * determinant);
        let not_below = |(u, v)| Border {
            row: u,
            column: v,
            at: 0,
        };
        let not_above = |(u, v): (i64, i64), most: u32| Border {
            row: -u,
            column: -v,
            at: i64::from(most) - 1,
        };
        [
            not_below(row),
            not_below(column),
            not_above(row, rows),
            not_above(column, columns),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense::leaper::KNIGHT;

    #[test]
    fn knights_see_only_what_came_before() {
        assert_eq!(
            Skew::of(&KNIGHT),
            Skew {
                u: (1, 1),
                v: (2, 1)
            }
        );
        assert_eq!(
            Skew::of(&[(-1, 0), (0, -2)]),
            Skew {
                u: (1, 0),
                v: (0, 1)
            }
        );
        assert_eq!(
            Skew::of(&[]),
            Skew {
                u: (1, 0),
                v: (0, 1)
            }
        );
    }

    #[test]
    fn every_step_that_play_allows_has_coordinates() {
        for drow in -64..=64 {
            for dcol in -64..-drow {
                let worst = [(-64, 63), (63, -64), (drow, dcol)];
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
        for steps in [vec![(-1, 0)], KNIGHT.to_vec(), vec![(-5, 4), (2, -3)]] {
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
