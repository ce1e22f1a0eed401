//! Symmetries of a part of a board: the turns and reflections of the box around it that map its cells
//! to its cells and its moves to its moves.

use std::collections::HashMap;

use fxhash::{FxBuildHasher, FxHashSet};

use super::beyond::MAX_SEARCHED_CELLS;
use super::board::Bounds;
use super::take::Take;
use grundy_base::cell::Cell;

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

    /// Returns the image of a set of cells, ascending.
    fn image(&self, cells: &[u32]) -> Vec<u32> {
        let mut image: Vec<u32> = cells.iter().map(|&cell| self.to[cell as usize]).collect();
        image.sort_unstable();
        image
    }

    /// Returns whether the first player wins by one move that is its own image, and then by answering
    /// every move with its image.
    pub fn repeats_after_a_move(&self, takes: &[Take]) -> bool {
        const MAX_MEETING_MOVES: usize = 64;
        if !self.is_involution() {
            return false;
        }
        let meeting: Vec<&Take> = takes
            .iter()
            .filter(|take| self.meets(take))
            .take(MAX_MEETING_MOVES + 1)
            .collect();
        if meeting.len() > MAX_MEETING_MOVES {
            return false;
        }
        // A move that is its own image, and after which no move is left that meets its image.
        meeting.iter().any(|first| {
            let gone = |cell: &u32| first.goes.binary_search(cell).is_ok();
            self.image(&first.goes) == first.goes
                && meeting.iter().all(|other| other.needs.iter().any(gone))
        })
    }

    /// Returns whether a move takes cells that its image needs.
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

/// A turn or a reflection of a box onto itself.
#[derive(Clone, Copy)]
struct BoxImage {
    /// The box.
    bounds: Bounds,
    /// Whether rows and columns are exchanged, before anything else.
    transposes: bool,
    /// Whether rows are put in the opposite order.
    flips_rows: bool,
    /// Whether columns are put in the opposite order.
    flips_columns: bool,
}

impl BoxImage {
    /// Returns the turns and reflections of a box that are not the identity. Only squares have seven of them.
    fn all(bounds: Bounds) -> impl Iterator<Item = BoxImage> {
        let is_square = bounds.bottom - bounds.top == bounds.right - bounds.left;
        (1..if is_square { 8 } else { 4 }).map(move |kind| BoxImage {
            bounds,
            transposes: kind & 4 != 0,
            flips_rows: kind & 1 != 0,
            flips_columns: kind & 2 != 0,
        })
    }

    /// Returns the image of a place.
    fn of(self, place: Cell) -> Cell {
        let bounds = self.bounds;
        let mut inside = bounds.inside(place);
        if self.transposes {
            inside = inside.transposed();
        }
        if self.flips_rows {
            inside.row = bounds.bottom - bounds.top - inside.row;
        }
        if self.flips_columns {
            inside.column = bounds.right - bounds.left - inside.column;
        }
        Cell {
            row: bounds.top + inside.row,
            column: bounds.left + inside.column,
        }
    }
}

/// Returns the symmetries of a part whose cells lie at these places, in reading order. If the part is too
/// large to be searched, it returns only those that decide it.
///
/// # Complexity
///
/// O(size of the moves), seven times at most.
pub fn symmetries(places: &[Cell], takes: &[Take]) -> Vec<Symmetry> {
    let Some(bounds) = Bounds::around(places.iter().copied()) else {
        return Vec::new();
    };
    let mut number: HashMap<Cell, u32, FxBuildHasher> = HashMap::default();
    number.extend(places.iter().copied().zip(0..));
    let mut moves: Option<FxHashSet<&Take>> = None;
    let mut found = Vec::new();
    for box_image in BoxImage::all(bounds) {
        let images = places
            .iter()
            .map(|&place| number.get(&box_image.of(place)).copied());
        let Some(to) = images.collect::<Option<Vec<u32>>>() else {
            continue;
        };
        let symmetry = Symmetry { to };
        let decides = || symmetry.repeats(takes) || symmetry.repeats_after_a_move(takes);
        if places.len() > MAX_SEARCHED_CELLS && !decides() {
            continue;
        }
        let moves = moves.get_or_insert_with(|| takes.iter().collect());
        let is_kept = |take: &Take| {
            moves.contains(&Take {
                needs: symmetry.image(&take.needs),
                goes: symmetry.image(&take.goes),
            })
        };
        if takes.iter().all(is_kept) {
            found.push(symmetry);
        }
    }
    found
}
