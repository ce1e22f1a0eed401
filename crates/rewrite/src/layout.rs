//! The places of the cells of a position in a word of bits, and the canonical form of a part.
//!
//! ```text
//!   bit   columns · r + c   for the cell in row r, column c; a row is 1 × 64, a board of up to 8 rows and columns 8 × 8,
//!   others R × (64 / R); with words of 128 bits twice as much
//! ```
//!
//! A part of a board is moved to the corner of row 0 and column 0. Of its images under the symmetries of the rules, which
//! turn the board and exchange letters, the least is canonical. A part of a ring that has a gap is a row: the ring is turned
//! until the gap is its end. Parts of graphs are left where they are.

use crate::form::exchanges_axes;
use crate::planes::{CellBits, LetterPlanes};

/// The kind of cells that a layout has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LayoutKind {
    /// A row or a board.
    Board,
    /// A ring of this many cells.
    Ring(u32),
    /// A graph, whose cells have no places.
    Fixed,
}

/// A symmetry of the square, and the exchanges of planes with which it maps the rules to themselves.
#[derive(Clone, Debug)]
pub(crate) struct Image<const P: usize> {
    /// The symmetry, as [`crate::form::turned`] numbers them.
    pub(crate) turn: u8,
    /// For each exchange, the plane to which each plane goes.
    pub(crate) exchanges: Vec<[u8; P]>,
}

/// The cells of a word.
#[derive(Clone, Debug)]
pub(crate) struct Layout<const P: usize> {
    /// The kind of cells.
    pub(crate) kind: LayoutKind,
    /// The number of rows.
    pub(crate) rows: u32,
    /// The number of columns.
    pub(crate) columns: u32,
    /// The symmetries that map the rules to themselves.
    pub(crate) images: Vec<Image<P>>,
    /// Whether an image exchanges rows and columns.
    pub(crate) transposes: bool,
}

/// A part in the corner, with the height and the width of its box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cropped<const P: usize, W> {
    /// The cells of the part, of which some lie in row 0 and some in column 0.
    pub(crate) planes: LetterPlanes<P, W>,
    /// The number of rows of its box.
    pub(crate) height: u32,
    /// The number of columns of its box.
    pub(crate) width: u32,
}

/// The size of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LayoutSize {
    /// The number of rows.
    pub(crate) rows: u32,
    /// The number of columns.
    pub(crate) columns: u32,
}

impl LayoutSize {
    /// Returns the layout of a board of this size in words of this many cells, if it fits.
    pub(crate) fn of_board<W: CellBits>(rows: usize, columns: usize) -> Option<LayoutSize> {
        let rows = u32::try_from(rows).ok()?;
        let columns = u32::try_from(columns).ok()?;
        if rows.checked_mul(columns)? > W::CELLS {
            return None;
        }
        let square = W::SQUARE;
        Some(if rows <= 1 {
            LayoutSize {
                rows: 1,
                columns: W::CELLS,
            }
        } else if rows <= square && columns <= square {
            LayoutSize {
                rows: square,
                columns: square,
            }
        } else if rows <= columns {
            LayoutSize {
                rows,
                columns: W::CELLS / rows,
            }
        } else {
            LayoutSize {
                rows: W::CELLS / columns,
                columns,
            }
        })
    }
}

impl<const P: usize> Layout<P> {
    /// Exchanges rows and columns.
    fn transposed<W: CellBits>(&self, cells: W) -> W {
        if self.columns == W::SQUARE {
            return cells.square_transposed();
        }
        let mut left = cells;
        let mut image = W::NONE;
        while left.is_some() {
            let cell = left.first();
            image |= W::cell(cell % self.columns * self.columns + cell / self.columns);
            left = left.without_first();
        }
        image
    }

    /// Turns the first rows over.
    #[inline(always)]
    fn flipped<W: CellBits>(&self, cells: W, height: u32) -> W {
        if self.columns == W::SQUARE {
            return cells.with_bytes_reversed() >> (8 * (8 - height));
        }
        let row = W::first_cells(self.columns);
        let mut image = W::NONE;
        for at in 0..height {
            image |= (cells >> (at * self.columns) & row) << ((height - 1 - at) * self.columns);
        }
        image
    }

    /// Returns an image of cells in a box in the corner.
    #[inline(always)]
    pub(crate) fn image<W: CellBits>(&self, cells: W, turn: u8, height: u32, width: u32) -> W {
        let mut cells = cells;
        let mut height = height;
        let mut width = width;
        if exchanges_axes(turn) {
            cells = self.transposed(cells);
            std::mem::swap(&mut height, &mut width);
        }
        let half_turned =
            |cells: W| cells.reversed() >> (W::CELLS - ((height - 1) * self.columns + width));
        match turn & 3 {
            0 => cells,
            1 => self.flipped(cells, height),
            3 => half_turned(cells),
            _ => self.flipped(half_turned(cells), height),
        }
    }

    /// Moves a part that is not empty to the corner.
    #[inline(always)]
    pub(crate) fn cropped<W: CellBits>(&self, planes: &LetterPlanes<P, W>) -> Cropped<P, W> {
        let all = planes.all();
        let up = all.first() / self.columns * self.columns;
        let row = W::first_cells(self.columns);
        let mut columns = W::NONE;
        for at in 0..self.rows {
            columns |= all >> (at * self.columns) & row;
        }
        let left = columns.first();
        let by = up + left;
        Cropped {
            planes: LetterPlanes(planes.0.map(|plane| plane >> by)),
            height: ((all >> by).end() - 1) / self.columns + 1,
            width: (columns >> left).end(),
        }
    }

    /// Turns a ring until a gap is its end, if it has one.
    fn opened<W: CellBits>(
        &self,
        planes: &LetterPlanes<P, W>,
        cells: u32,
    ) -> Option<LetterPlanes<P, W>> {
        let ring = W::first_cells(cells);
        let gaps = ring & !planes.all();
        if gaps.is_none() || cells == 1 {
            return None;
        }
        let by = (gaps.first() + 1) % cells;
        if by == 0 {
            return Some(*planes);
        }
        let turned = |plane: W| (plane >> by | plane << (cells - by)) & ring;
        Some(LetterPlanes(planes.0.map(turned)))
    }

    /// Returns the canonical form of a part that is not empty.
    pub(crate) fn canonical<W: CellBits>(&self, planes: &LetterPlanes<P, W>) -> LetterPlanes<P, W> {
        let mut planes = *planes;
        match self.kind {
            LayoutKind::Fixed => return planes,
            LayoutKind::Board => {}
            LayoutKind::Ring(cells) => match self.opened(&planes, cells) {
                Some(opened) => planes = opened,
                None => return planes,
            },
        }
        let Cropped {
            planes,
            height,
            width,
        } = self.cropped(&planes);
        let lies_down = self.transposes
            && width <= self.rows
            && height <= self.columns
            && width <= self.columns;
        let mut least = LetterPlanes([W::ALL; P]);
        for image in &self.images {
            let transposes = exchanges_axes(image.turn);
            // Where rows and columns may be exchanged, a tall part lies down; others do not stand up.
            if (transposes && (!lies_down || height < width))
                || (!transposes && lies_down && height > width)
            {
                continue;
            }
            let turned = planes.0.map(|plane| {
                if plane.is_none() {
                    plane
                } else {
                    self.image(plane, image.turn, height, width)
                }
            });
            for exchange in &image.exchanges {
                let mut exchanged = [W::NONE; P];
                for (plane, &to) in turned.iter().zip(exchange) {
                    exchanged[usize::from(to)] = *plane;
                }
                least = least.min(LetterPlanes(exchanged));
            }
        }
        least
    }
}
