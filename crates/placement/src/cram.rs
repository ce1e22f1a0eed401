//! Cram on boards of up to 64 bits: a move takes two neighbouring free cells.
//!
//! ```text
//!   bit   r · S + c   for the cell in row r, column c        8 × 8, S = 8:
//!
//!           c = 0  1  2 …                                     0  1  2  3  4  5  6  7
//!   r = 0       0  1  2                                       8  9 10 …
//!       1       S  S+1                                        …                   63
//! ```
//!
//! A component is canonical when it lies in the corner of row 0 and column 0, is not taller than wide if
//! its transposed image fits the layout, and is the least number of its images.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a box has at most 20 cells, and the place of a set as many bits"
)]

use std::sync::LazyLock;

use super::boxes;
use crate::search::{ComponentGame, Components};
use grundy_base::cell::Cell;

/// The values of all sets in a box of 4 × 5.
static FOUR_ROWS: LazyLock<Vec<u8>> = LazyLock::new(|| boxes::values(4, 5));
/// The values of all sets in a box of 3 × 6, for boards of 3 rows.
static THREE_ROWS: LazyLock<Vec<u8>> = LazyLock::new(|| boxes::values(3, 6));

/// Cram in words of `R` rows of `S` columns, R ≤ S, R · S ≤ 64.
#[derive(Clone, Debug)]
pub struct Cram<const R: u32, const S: u32> {
    /// The values of all sets in a box of `Cram::BOX`.
    in_box: &'static [u8],
}

/// Cells moved to the corner, with the height and the width of the box around them.
struct Cropped {
    /// The cells.
    cells: u64,
    /// The height of the box.
    height: u32,
    /// The width of the box.
    width: u32,
}

impl<const R: u32, const S: u32> Cram<R, S> {
    /// The cells of the first row.
    const ROW: u64 = if S == 64 { !0 } else { (1 << S) - 1 };
    /// The cells of the first column.
    const LEFT: u64 = {
        let mut cells = 0;
        let mut row = 0;
        while row < R {
            cells |= 1 << (row * S);
            row += 1;
        }
        cells
    };
    /// The cells of the last column.
    const RIGHT: u64 = Self::LEFT << (S - 1);
    /// All cells.
    const ALL: u64 = if R * S == 64 {
        !0
    } else {
        (1 << ((R * S) & 63)) - 1
    };

    /// The rows of the box whose sets are all valued.
    const BOX_ROWS: u32 = if R < 4 { 3 } else { 4 };
    /// The columns of that box.
    const BOX_COLUMNS: u32 = if R < 4 { 6 } else { 5 };

    /// Returns the number of a set in the table of the box, if it fits; rows and columns may be exchanged.
    #[inline(always)]
    fn place_in_box(
        &Cropped {
            cells,
            height,
            width,
        }: &Cropped,
    ) -> Option<usize> {
        let rows = Self::BOX_ROWS;
        let columns = Self::BOX_COLUMNS;
        let cells = if height <= rows && width <= columns {
            cells
        } else if R >= columns && height <= columns && width <= rows {
            Self::transposed(cells)
        } else {
            return None;
        };
        let row = |row: u32| (cells >> (row * S) & ((1 << columns) - 1)) << (columns * row);
        let place = if rows == 4 {
            row(0) | row(1) | row(2) | row(3)
        } else {
            row(0) | row(1) | row(2)
        };
        Some(place as usize)
    }

    /// Returns the set of these cells, if it fits.
    pub fn set(cells: impl IntoIterator<Item = Cell>) -> Option<u64> {
        let mut set = 0;
        for Cell { row, column } in cells {
            if row >= R || column >= S {
                return None;
            }
            set |= 1 << (row * S + column);
        }
        Some(set)
    }

    /// Returns the left cells of the moves that take two cells of one row.
    #[inline(always)]
    fn horizontal(cells: u64) -> u64 {
        cells & ((cells & !Self::LEFT) >> 1)
    }

    /// Returns the upper cells of the moves that take two cells of one column.
    #[inline(always)]
    fn vertical(cells: u64) -> u64 {
        cells & (cells >> S)
    }

    /// Returns the cells that are next to some of these.
    #[inline(always)]
    fn neighbours(cells: u64) -> u64 {
        ((cells << S) | (cells >> S) | ((cells & !Self::RIGHT) << 1) | ((cells & !Self::LEFT) >> 1))
            & Self::ALL
    }

    /// Returns the columns that have a cell, as the cells of one row.
    #[inline(always)]
    fn columns(cells: u64) -> u64 {
        if S == 8 {
            let mut all = cells | cells >> 32;
            all |= all >> 16;
            (all | all >> 8) & 255
        } else {
            (0..R).fold(0, |all, row| all | cells >> (row * S)) & Self::ROW
        }
    }

    /// Moves cells to the corner.
    #[inline(always)]
    fn cropped(cells: u64) -> Cropped {
        let cells = cells >> (cells.trailing_zeros() / S * S);
        let columns = Self::columns(cells);
        let left = columns.trailing_zeros();
        let cells = cells >> left;
        Cropped {
            cells,
            height: cells.ilog2() / S + 1,
            width: 64 - (columns >> left).leading_zeros(),
        }
    }

    /// Puts all R rows in the opposite order.
    #[inline(always)]
    fn upside_down(cells: u64) -> u64 {
        if S == 8 {
            return cells.swap_bytes();
        }
        (0..R).fold(0, |set, row| {
            set | ((cells >> (row * S)) & Self::ROW) << ((R - 1 - row) * S)
        })
    }

    /// Returns the half turn of the whole layout.
    #[inline(always)]
    fn turned(cells: u64) -> u64 {
        cells.reverse_bits() >> (64 - R * S)
    }

    /// Exchanges rows and columns of a set of at most R of each.
    #[inline(always)]
    fn transposed(mut cells: u64) -> u64 {
        if S == 8 {
            let mut change = (cells ^ cells << 28) & 0x0f0f_0f0f_0000_0000;
            cells ^= change ^ change >> 28;
            change = (cells ^ cells << 14) & 0x3333_0000_3333_0000;
            cells ^= change ^ change >> 14;
            change = (cells ^ cells << 7) & 0x5500_5500_5500_5500;
            return cells ^ change ^ change >> 7;
        }
        let mut set = 0;
        while cells != 0 {
            let bit = cells.trailing_zeros();
            set |= 1 << (bit % S * S + bit / S);
            cells &= cells - 1;
        }
        set
    }

    /// Returns the least of the set and its images under the half turn and the two reflections.
    #[inline(always)]
    fn least_of_four(cells: u64, height: u32, width: u32) -> u64 {
        let down = (R - height) * S;
        let across = S - width;
        let flipped = Self::upside_down(cells) >> down;
        let turned = Self::turned(cells) >> (down + across);
        let mirrored = Self::upside_down(turned) >> down;
        cells.min(flipped).min(turned.min(mirrored))
    }

    /// Returns the canonical form of a set that is not empty.
    #[inline(always)]
    fn canonical(
        Cropped {
            cells,
            height,
            width,
        }: Cropped,
    ) -> u64 {
        if width > R || height < width {
            return Self::least_of_four(cells, height, width);
        }
        let across = Self::transposed(cells);
        if height > width {
            return Self::least_of_four(across, width, height);
        }
        Self::least_of_four(cells, height, width).min(Self::least_of_four(across, height, width))
    }

    /// Adds to some cells their neighbours among `cells`, one side after the other.
    #[inline(always)]
    fn spread(found: u64, cells: u64) -> u64 {
        let mut next = found | (found << S & cells);
        next |= (next & !Self::RIGHT) << 1 & cells;
        next |= (next & !Self::LEFT) >> 1 & cells;
        next | next >> S & cells
    }

    /// Returns the component of `cells` with the lowest cell of `ends`, of which every component has one: if it has
    /// all of them, there is no other.
    #[inline(always)]
    fn component(cells: u64, ends: u64) -> u64 {
        Self::connected(cells, ends).unwrap_or_else(|found| found)
    }

    /// Returns all of `cells`, if those of `goal` are connected among them. Else it fails with the cells that are connected
    /// with the lowest one.
    #[inline(always)]
    fn connected(cells: u64, goal: u64) -> Result<u64, u64> {
        let mut found = goal & goal.wrapping_neg();
        loop {
            let next = Self::spread(found, cells);
            if next & goal == goal {
                return Ok(cells);
            }
            if next == found {
                return Err(found);
            }
            found = next;
        }
    }

    /// Returns whether cells that were connected together with a domino are seen to be so without it: if the neighbours
    /// of the domino are connected among the cells around it.
    #[inline(always)]
    fn stay_connected(cells: u64, domino: u64) -> bool {
        let near = Self::neighbours(domino) & cells;
        let tall = domino | (domino << S & Self::ALL) | domino >> S;
        let ring = (tall | (tall & !Self::RIGHT) << 1 | (tall & !Self::LEFT) >> 1) & cells;
        Self::connected(ring, near).is_ok()
    }

    /// Returns a component without all but one of the cells that have the same cell as their only neighbour: a move
    /// on one of them is a move on any, and leaves the others without a move.
    #[inline(always)]
    fn without_twins(cells: u64) -> u64 {
        let left = (cells & !Self::RIGHT) << 1 & cells;
        let right = (cells & !Self::LEFT) >> 1 & cells;
        let above = cells << S & cells;
        let below = cells >> S & cells;
        let several = (left & right) | (above & below) | ((left | right) & (above | below));
        let ends = cells & !several;
        if ends & ends.wrapping_sub(1) == 0 {
            return cells;
        }
        // The cells that have such a neighbour on each side.
        let left = (ends & !Self::RIGHT) << 1 & cells;
        let right = (ends & !Self::LEFT) >> 1 & cells;
        let above = ends << S & cells;
        let below = ends >> S & cells;
        let gone = (right & left) << 1
            | (above & (left | right)) >> S
            | (below & (left | right | above)) << S;
        cells & !gone
    }

    /// Adds a component: by its value if it is a star or fits the box.
    #[inline(always)]
    fn add(&self, component: u64, parts: &mut Components<u64>) {
        let component = Self::without_twins(component);
        // A star is two cells now.
        let without_lowest = component & (component - 1);
        if without_lowest & without_lowest.wrapping_sub(1) == 0 {
            parts.add_value(1);
            return;
        }
        let cropped = Self::cropped(component);
        if let Some(place) = Self::place_in_box(&cropped) {
            parts.add_value(u32::from(self.in_box[place]));
            return;
        }
        parts.add(Self::canonical(cropped));
    }
}

impl<const R: u32, const S: u32> Default for Cram<R, S> {
    /// Makes the game; its table of small sets is made once.
    fn default() -> Self {
        Cram {
            in_box: if R < 4 { &THREE_ROWS } else { &FOUR_ROWS },
        }
    }
}

/// The moves of one direction.
#[derive(Clone, Copy)]
struct Dominoes {
    /// The first cell of each.
    places: u64,
    /// The cells of the one whose first cell is cell 0.
    domino: u64,
}

impl<const R: u32, const S: u32> ComponentGame for Cram<R, S> {
    type Set = u64;

    #[inline(always)]
    fn options(&self, component: &u64, visit: &mut dyn FnMut(u64, u32)) {
        let cells = *component;
        let columns = Self::columns(cells);
        let width = 64 - columns.leading_zeros();
        let height = cells.ilog2() / S + 1;
        let across = Dominoes {
            places: Self::horizontal(cells),
            domino: 3,
        };
        let down = Dominoes {
            places: Self::vertical(cells),
            domino: 1 | 1 << S,
        };
        // Moves near the middle of the longer side come first, and moves that cut it before those along it.
        let (length, cuts, others) = if height > width {
            (height, across, down)
        } else {
            (width, down, across)
        };
        let line = |place: u32| {
            if height > width {
                Self::ROW << (place * S)
            } else {
                Self::LEFT << place
            }
        };
        let mut each = |moves: Dominoes, lines: u64, order: u32| {
            let mut places = moves.places & lines;
            while places != 0 {
                visit(cells & !(moves.domino << places.trailing_zeros()), order);
                places &= places - 1;
            }
        };
        // `from_middle` is twice the distance from the middle: of a line, or of the border between it and the next.
        for from_middle in 0..length {
            if (length - 1 - from_middle) % 2 == 0 {
                let lines =
                    line((length - 1 - from_middle) / 2) | line((length - 1 + from_middle) / 2);
                each(cuts, lines, 2 * from_middle);
            } else if length >= 2 + from_middle {
                // The border after line `place` has 2 · place + 2 − length = ± from_middle.
                let lines =
                    line((length - 2 - from_middle) / 2) | line((length - 2 + from_middle) / 2);
                each(others, lines, 2 * from_middle + 1);
            }
        }
    }

    #[inline(always)]
    fn split(&self, position: u64, parts: &mut Components<u64>) {
        let mut cells = position & Self::neighbours(position);
        while cells != 0 {
            let component = Self::component(cells, cells);
            cells &= !component;
            self.add(component, parts);
        }
    }

    #[inline(always)]
    fn split_after(&self, component: &u64, left: u64, parts: &mut Components<u64>) {
        let mut cells = left & Self::neighbours(left);
        if cells == 0 {
            return;
        }
        let domino = component & !left;
        if Self::stay_connected(cells, domino) {
            self.add(cells, parts);
            return;
        }
        // The component was connected: so each part of what is left has a cell next to the domino.
        let mut ends = Self::neighbours(domino) & cells;
        while cells != 0 {
            let part = Self::component(cells, ends);
            cells &= !part;
            ends &= !part;
            self.add(part, parts);
        }
    }

    #[inline(always)]
    fn mobility(&self, component: &u64) -> u32 {
        Self::horizontal(*component).count_ones() + Self::vertical(*component).count_ones()
    }

    #[inline(always)]
    fn bound(&self, component: &u64) -> u32 {
        self.mobility(component).min(component.count_ones() / 2)
    }

    /// Returns whether the half turn maps the component to itself and lets the second player repeat every move. It fails
    /// only if some move meets its image, which is a move about the centre: a cell, or the edge between two.
    #[inline(always)]
    fn is_mirrored(&self, component: &u64) -> bool {
        let Cropped {
            cells,
            height,
            width,
        } = Self::cropped(*component);
        if Self::turned(cells) >> ((R - height) * S + S - width) != cells {
            return false;
        }
        (width % 2 == 0 && height % 2 == 0) || cells >> (height / 2 * S + width / 2) & 1 == 0
    }

    fn small(&self) -> u32 {
        12
    }

    fn cost(&self, _: &u64) -> u64 {
        12
    }
}
