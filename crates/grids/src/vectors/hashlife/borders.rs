//! Straight borders of a board, and where a rectangle lies against them.
//!
//! A board of two piles has its borders along the axes, where the rectangles begin. Other boards
//! are cut out of the plane by up to four straight lines; cells beyond one are none. Rectangles
//! that lie alike against all of them are alike. How a rectangle lies, its *cut*, has a small number: [`UNCUT`] when no
//! border cuts it.

#![expect(
    clippy::cast_possible_truncation,
    reason = "each cut has a number of its own, and memory ends long before 2³² of them; rows lie within a leaf"
)]

use std::ops::RangeInclusive;

use fxhash::FxHashMap;

/// A half-plane of cells: those with `row · r + column · c + at ≥ 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border {
    /// The weight of the row.
    pub row: i64,
    /// The weight of the column.
    pub column: i64,
    /// The constant term.
    pub at: i64,
}

/// The largest number of borders of a board.
const MAX_BORDERS: usize = 4;

/// The number of the cut of a rectangle that lies within all borders.
pub const UNCUT: u32 = 0;

/// The entry of a cut for a border that the rectangle lies within.
const WITHIN: i64 = i64::MAX;

/// The values of the borders' forms at the first cell of a rectangle. Coordinates are below 2^40 if there are borders,
/// and weights are those of short vectors, so that all forms fit.
type Cut = [i64; MAX_BORDERS];

/// The weights of a border.
#[derive(Clone, Copy, Default)]
struct Weights {
    /// The weight of the row.
    row: i64,
    /// The weight of the column.
    column: i64,
}

/// A number of rows and of columns: a size, or a distance.
#[derive(Clone, Copy)]
pub struct Extent {
    pub rows: u64,
    pub columns: u64,
}

/// All ways in which rectangles have been found to lie against the borders.
pub struct Cuts {
    /// The weights of the borders; all cells are within a border that is missing.
    weights: [Weights; MAX_BORDERS],
    /// The values of the borders' forms at cell (0, 0).
    board: Cut,
    /// The cuts by their numbers.
    cuts: Vec<Cut>,
    /// The numbers of the cuts.
    numbers: FxHashMap<Cut, u32>,
}

impl Cuts {
    /// Prepares these borders, at most four.
    pub fn new(borders: &[Border]) -> Self {
        debug_assert!(borders.len() <= MAX_BORDERS);
        let mut weights = [Weights::default(); MAX_BORDERS];
        let mut board = [WITHIN; MAX_BORDERS];
        for (i, border) in borders.iter().enumerate() {
            weights[i] = Weights {
                row: border.row,
                column: border.column,
            };
            board[i] = border.at;
        }
        let uncut = [WITHIN; MAX_BORDERS];
        Cuts {
            weights,
            board,
            cuts: vec![uncut],
            numbers: FxHashMap::from_iter([(uncut, UNCUT)]),
        }
    }

    /// Returns the number of the cut of the rectangle of `size` at cell (0, 0); `None` if it is all beyond a border.
    pub fn all(&mut self, size: Extent) -> Option<u32> {
        let nowhere = Extent {
            rows: 0,
            columns: 0,
        };
        self.number(self.board, nowhere, size)
    }

    /// Returns the number of the cut of the part of `size` at `offset` in a rectangle; `None` if it is all beyond a
    /// border.
    pub fn part(&mut self, cut: u32, offset: Extent, size: Extent) -> Option<u32> {
        if cut == UNCUT {
            Some(UNCUT)
        } else {
            self.number(self.cuts[cut as usize], offset, size)
        }
    }

    /// Numbers the cut of a part of a rectangle that has this cut.
    fn number(&mut self, mut cut: Cut, offset: Extent, size: Extent) -> Option<u32> {
        for (at, weights) in cut.iter_mut().zip(&self.weights) {
            if *at == WITHIN {
                continue;
            }
            let first =
                *at + weights.row * offset.rows as i64 + weights.column * offset.columns as i64;
            let down = weights.row * (size.rows - 1) as i64;
            let along = weights.column * (size.columns - 1) as i64;
            if first + down.max(0) + along.max(0) < 0 {
                return None;
            }
            *at = if first + down.min(0) + along.min(0) >= 0 {
                WITHIN
            } else {
                first
            };
        }
        let next = self.cuts.len() as u32;
        let number = *self.numbers.entry(cut).or_insert(next);
        if number == next {
            self.cuts.push(cut);
        }
        Some(number)
    }

    /// Returns those of these rows in which the rectangle's cell with row + column = `sum` lies within the borders; `None`
    /// if there are none.
    pub fn rows(
        &self,
        cut: u32,
        sum: usize,
        rows: RangeInclusive<usize>,
    ) -> Option<RangeInclusive<usize>> {
        if cut == UNCUT {
            return Some(rows);
        }
        let mut low = *rows.start() as i64;
        let mut high = *rows.end() as i64;
        for (&at, weights) in self.cuts[cut as usize].iter().zip(&self.weights) {
            if at == WITHIN {
                continue;
            }
            // The cell of row r is within the border if weight · r + rest ≥ 0.
            let weight = weights.row - weights.column;
            let rest = weights.column * sum as i64 + at;
            if weight > 0 {
                low = low.max(-rest.div_euclid(weight));
            } else if weight < 0 {
                high = high.min(rest.div_euclid(-weight));
            } else if rest < 0 {
                return None;
            }
        }
        (low <= high).then_some(low as usize..=high as usize)
    }
}
