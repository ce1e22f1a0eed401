//! A position as a game describes it.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a board has at most 2²⁶ cells"
)]

use super::take::Take;
use super::take_list::TakeList;
use grundy_base::cell::Cell;

/// A position as a game describes it.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Whether each cell is left, in reading order.
    pub left: Vec<bool>,
    /// The moves, in the order in which answers list them; every cell they need is left.
    pub moves: TakeList,
    /// The number of columns, on a board: cell n is in row n / columns.
    pub columns: Option<u32>,
    /// Whether neighbouring cells of the board are of one part though no move links them.
    pub neighbours_are_linked: bool,
    /// Whether the moves are those of Cram.
    pub is_cram: bool,
}

impl Setup {
    /// Returns the setup of which these cells alone are left, and the numbers of the moves that are left there.
    pub fn within(&self, left: Vec<bool>) -> (Setup, Vec<usize>) {
        let is_left = |cell: &u32| left[*cell as usize];
        let kept: Vec<usize> = (0..self.moves.len())
            .filter(|&mv| self.moves.needs(mv).iter().all(is_left))
            .collect();
        let mut moves = TakeList::default();
        for &mv in &kept {
            let needs = self.moves.needs(mv);
            let others = &self.moves.goes(mv)[needs.len()..];
            let others_left = others.iter().copied().filter(|cell| is_left(cell));
            moves.push(needs.iter().copied(), others_left);
        }
        let setup = Setup {
            left,
            moves,
            ..*self
        };
        (setup, kept)
    }

    /// Returns some of the moves, by the numbers that these cells have, which ascend, counted from 0. Other cells are
    /// left out.
    pub(super) fn takes(&self, moves: impl Iterator<Item = usize>, cells: &[u32]) -> Vec<Take> {
        moves
            .map(|mv| Take {
                needs: numbers_among(cells, self.moves.needs(mv)),
                goes: numbers_among(cells, self.moves.goes(mv)),
            })
            .collect()
    }

    /// Returns the places of these cells, on a board.
    pub(super) fn places(&self, cells: &[u32]) -> Option<Vec<Cell>> {
        let columns = self.columns?;
        Some(cells.iter().map(|&cell| Cell::of(cell, columns)).collect())
    }
}

/// Returns the numbers that the cells of a list have among `cells`, which ascend, each once, ascending.
fn numbers_among(cells: &[u32], list: &[u32]) -> Vec<u32> {
    let mut numbers: Vec<u32> = list
        .iter()
        .filter_map(|cell| cells.binary_search(cell).ok())
        .map(|number| number as u32)
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
