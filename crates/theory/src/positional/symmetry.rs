//! Symmetries of a part of a board: the turns and reflections of the box around it that map its cells
//! to its cells and its moves to its moves.

use std::collections::HashMap;

use fxhash::{FxBuildHasher, FxHashSet};

use super::part::MAX_CELLS;
use super::take::Take;

/// A permutation of the cells of a part that is not the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The image of each cell.
    pub to: Vec<u32>,
}

impl Symmetry {
    /// Returns whether applying it twice changes nothing.
    pub fn is_involution(&self) -> bool {
        (0..)
            .zip(&self.to)
            .all(|(cell, &to)| self.to[to as usize] == cell)
    }

    fn image(&self, cells: &[u32]) -> Vec<u32> {
        let mut image: Vec<u32> = cells.iter().map(|&cell| self.to[cell as usize]).collect();
        image.sort_unstable();
        image
    }

    /// Returns whether the first player wins by one move that is its own image, and then by answering
    /// every move with its image.
    pub fn repeats_after_a_move(&self, takes: &[Take]) -> bool {
        const MAX_MOVES: usize = 64;
        if !self.is_involution() {
            return false;
        }
        let meets = |take: &&Take| self.meets(take);
        let meeting: Vec<&Take> = takes.iter().filter(meets).take(MAX_MOVES + 1).collect();
        meeting.len() <= MAX_MOVES
            && meeting.iter().any(|first| {
                let gone = |cell: &u32| first.goes.binary_search(cell).is_ok();
                self.image(&first.goes) == first.goes
                    && meeting.iter().all(|other| other.needs.iter().any(gone))
            })
    }

    fn meets(&self, take: &Take) -> bool {
        take.needs
            .iter()
            .any(|&cell| take.goes.binary_search(&self.to[cell as usize]).is_ok())
    }

    /// Returns whether the second player wins by answering every move with its image: an involution under
    /// which no move touches cells that its own image needs.
    pub fn repeats(&self, takes: &[Take]) -> bool {
        self.is_involution() && !takes.iter().any(|take| self.meets(take))
    }
}

/// Returns the symmetries of a part whose cells lie at these places (row, column), in reading order. Of a part too
/// large to be searched only those that decide it.
///
/// # Complexity
///
/// O(size of the moves), seven times at most.
pub fn symmetries(places: &[(u32, u32)], takes: &[Take]) -> Vec<Symmetry> {
    let Some(bottom) = places.iter().map(|place| place.0).max() else {
        return Vec::new();
    };
    let top = places.iter().map(|place| place.0).min().unwrap_or(0);
    let left = places.iter().map(|place| place.1).min().unwrap_or(0);
    let right = places.iter().map(|place| place.1).max().unwrap_or(0);
    let mut number: HashMap<(u32, u32), u32, FxBuildHasher> = HashMap::default();
    number.extend(places.iter().copied().zip(0..));
    let mut moves: Option<FxHashSet<(Vec<u32>, Vec<u32>)>> = None;
    let mut found = Vec::new();
    for kind in 1..8 {
        let turned = kind & 4 != 0;
        if turned && bottom - top != right - left {
            break;
        }
        let image = |&(row, column): &(u32, u32)| {
            let (mut row, mut column) = (row - top, column - left);
            if turned {
                (row, column) = (column, row);
            }
            let row = if kind & 1 != 0 {
                bottom - top - row
            } else {
                row
            };
            let column = if kind & 2 != 0 {
                right - left - column
            } else {
                column
            };
            number.get(&(top + row, left + column)).copied()
        };
        let Some(to) = places.iter().map(image).collect::<Option<Vec<u32>>>() else {
            continue;
        };
        let symmetry = Symmetry { to };
        let decides = || symmetry.repeats(takes) || symmetry.repeats_after_a_move(takes);
        if places.len() > MAX_CELLS && !decides() {
            continue;
        }
        let moves = moves.get_or_insert_with(|| {
            takes
                .iter()
                .map(|take| (take.needs.clone(), take.goes.clone()))
                .collect()
        });
        let kept = |take: &Take| {
            moves.contains(&(symmetry.image(&take.needs), symmetry.image(&take.goes)))
        };
        if takes.iter().all(kept) {
            found.push(symmetry);
        }
    }
    found
}
