//! Straight borders of a board, and where a rectangle lies against them.
//!
//! A board of two piles has its borders along the axes, where the rectangles begin. Other boards
//! are cut out of the plane by up to four straight lines; cells beyond one are none. Rectangles
//! that lie alike against all of them are alike, which a small number says: [`WHOLE`] when none
//! cuts the rectangle.

use fxhash::FxHashMap;

/// A half-plane of cells: those with `row · r + column · c + at ≥ 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border {
    /// Weight of the row.
    pub row: i64,
    /// Weight of the column.
    pub column: i64,
    /// The constant term.
    pub at: i64,
}

/// Most borders of a board.
pub const SIDES: usize = 4;

/// The rectangle lies within all borders.
pub const WHOLE: u32 = 0;

/// The rectangle lies within this border.
const WITHIN: i64 = i64::MAX;

/// Values of the borders' forms at the first cell of a rectangle.
type Cut = [i64; SIDES];

/// All ways in which rectangles have been found to lie against the borders.
pub struct Cuts {
    /// (row, column) weights; a border that is missing is one all cells are within.
    weights: [(i64, i64); SIDES],
    /// The borders at cell (0, 0).
    board: Cut,
    cuts: Vec<Cut>,
    numbers: FxHashMap<Cut, u32>,
}

impl Cuts {
    /// For these borders, at most [`SIDES`].
    pub fn new(borders: &[Border]) -> Self {
        debug_assert!(borders.len() <= SIDES);
        let mut weights = [(0, 0); SIDES];
        let mut board = [WITHIN; SIDES];
        for ((weights, at), border) in weights.iter_mut().zip(&mut board).zip(borders) {
            (*weights, *at) = ((border.row, border.column), border.at);
        }
        let whole = [WITHIN; SIDES];
        Cuts {
            weights,
            board,
            cuts: vec![whole],
            numbers: FxHashMap::from_iter([(whole, WHOLE)]),
        }
    }

    /// Returns how the rectangle of `size` (rows, columns) at cell (0, 0) lies; nothing if it is all beyond
    /// a border.
    pub fn all(&mut self, size: (u64, u64)) -> Option<u32> {
        self.number(self.board, (0, 0), size)
    }

    /// Returns how the part of `size` at `offset` in a rectangle lies; nothing if it is all beyond a border.
    pub fn part(&mut self, cut: u32, offset: (u64, u64), size: (u64, u64)) -> Option<u32> {
        if cut == WHOLE {
            Some(WHOLE)
        } else {
            self.number(self.cuts[cut as usize], offset, size)
        }
    }

    fn number(&mut self, mut cut: Cut, offset: (u64, u64), size: (u64, u64)) -> Option<u32> {
        for (at, &(row, column)) in cut.iter_mut().zip(&self.weights) {
            if *at == WITHIN {
                continue;
            }
            let first = *at + row * offset.0 as i64 + column * offset.1 as i64;
            let (down, along) = (row * (size.0 - 1) as i64, column * (size.1 - 1) as i64);
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

    /// Returns the rows of the rectangle's cells of sum row + column = `sum` that lie within the borders,
    /// among those from `first` to `last`, as the first and the last; nothing if there is none.
    pub fn rows(
        &self,
        cut: u32,
        sum: usize,
        (first, last): (usize, usize),
    ) -> Option<(usize, usize)> {
        if cut == WHOLE {
            return Some((first, last));
        }
        let (mut low, mut high) = (first as i64, last as i64);
        for (&at, &(row, column)) in self.cuts[cut as usize].iter().zip(&self.weights) {
            if at == WITHIN {
                continue;
            }
            // weight · r + rest ≥ 0
            let (weight, rest) = (row - column, column * sum as i64 + at);
            if weight > 0 {
                low = low.max(-rest.div_euclid(weight));
            } else if weight < 0 {
                high = high.min(rest.div_euclid(-weight));
            } else if rest < 0 {
                return None;
            }
        }
        (low <= high).then_some((low as usize, high as usize))
    }
}
