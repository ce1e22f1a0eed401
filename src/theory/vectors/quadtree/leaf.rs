//! A square of leaf size, computed cell by cell from its margins.
//!
//! Rows are anti-diagonals, as in the dense engine: cell (r, c) is cell F + r of row r + c, where
//! F cells in front hold the rows above the square. All rows stay in memory, so that margins are
//! written in at the start and edges read out at the end.

use super::super::cells::{Cells, Source};
use super::super::problem::Problem;

/// Cells asked about or damaged in a leaf, by local row and column.
pub enum Mark {
    /// No move may enter it.
    Damaged,
    /// The label is wanted, for the position with this index.
    Asked(usize),
}

/// The scratch of one leaf, and what is fixed about it.
pub struct Leaf<C: Cells> {
    /// Side of the square.
    pub side: usize,
    /// The most rows and columns a vector takes: depths of the strips above and on the left.
    pub depth: (usize, usize),
    /// Vectors as (rows, columns).
    steps: Vec<(usize, usize)>,
    front: usize,
    stride: usize,
    buffer: Vec<C::Unit>,
    sources: Vec<Source>,
    /// Whether a value may pass the cells' width unnoticed by their arithmetic.
    checked: bool,
}

impl<C: Cells> Leaf<C> {
    /// A leaf for this problem of two piles.
    pub fn new(problem: &Problem, side: usize) -> Self {
        let steps: Vec<_> = problem.vectors.iter().map(|v| (v[0] as usize, v[1] as usize)).collect();
        let reach = problem.reach();
        let depth = (reach[0] as usize, reach[1] as usize);
        let front = (C::units(depth.0) + 1) * C::PER_UNIT;
        let stride = C::units(front + side) + C::BLOCK;
        let rows = 2 * side - 1 + depth.0 + depth.1;
        let checked = C::WIDTH > 1 && steps.len() > C::WIDTH;
        let buffer = vec![C::Unit::default(); rows * stride];
        Leaf { side, depth, steps, front, stride, buffer, sources: Vec::new(), checked }
    }

    /// Units of a strip above or below, of a strip at a side, and of a corner.
    pub fn units(&self) -> (usize, usize, usize) {
        let line = C::units(self.side);
        (self.depth.0 * line, self.depth.1 * line, self.depth.0 * C::units(self.depth.1))
    }

    /// Bytes of scratch.
    pub fn bytes(&self) -> u64 {
        (self.buffer.len() * std::mem::size_of::<C::Unit>()) as u64
    }

    /// Units of work one leaf costs, in the dense engine's measure.
    pub fn work(&self) -> u64 {
        let bytes = self.side * self.side * std::mem::size_of::<C::Unit>() / C::PER_UNIT;
        ((bytes / 8 + 2 * self.side) * (self.steps.len() + 1)) as u64
    }

    /// Unit of the row of anti-diagonal `sum`, which may be as low as minus both depths.
    fn row(&self, sum: isize) -> usize {
        let lowest = (self.depth.0 + self.depth.1) as isize;
        (sum + lowest) as usize * self.stride
    }

    /// Computes the square. Returns false when a value does not fit the cells.
    ///
    /// `corner` has its cells row by row, `above` likewise; `left` has them column by column.
    pub fn fill(
        &mut self,
        corner: &[C::Unit],
        above: &[C::Unit],
        left: &[C::Unit],
        marks: &[(usize, usize, Mark)],
        mut report: impl FnMut(usize, u32),
    ) -> bool {
        self.buffer.fill(C::Unit::default());
        self.write_rows(corner, self.depth.1, -(self.depth.1 as isize));
        self.write_rows(above, self.side, 0);
        let mut holes: Vec<_> = marks.iter().filter(|m| matches!(m.2, Mark::Damaged)).collect();
        holes.sort_by_key(|m| m.0 + m.1);
        let mut holes = holes.into_iter().peekable();
        let first_unit = self.front / C::PER_UNIT;
        self.write_columns(left, -(self.depth.1 as isize)..0);
        for sum in 0..2 * self.side - 1 {
            let (first, last) = ((sum + 1).saturating_sub(self.side), sum.min(self.side - 1));
            self.sources.clear();
            for &(rows, columns) in &self.steps {
                let row = self.row(sum as isize - (rows + columns) as isize);
                self.sources.push(C::source(row + first_unit, rows));
            }
            let row = self.row(sum as isize);
            let full = C::sweep(&mut self.buffer, row + first_unit, first, last, &self.sources);
            if full && self.checked {
                return false;
            }
            C::clear(&mut self.buffer, row + first_unit, last + 1, self.side);
            self.write_columns(left, sum as isize..sum as isize + 1);
            while let Some(hole) = holes.next_if(|m| m.0 + m.1 == sum) {
                C::put(&mut self.buffer, row + first_unit, hole.0, C::WIDTH as u32);
            }
        }
        for (r, c, mark) in marks {
            if let Mark::Asked(index) = mark {
                let row = self.row((r + c) as isize);
                report(*index, C::get(&self.buffer, row, self.front + r));
            }
        }
        true
    }

    /// Writes lines of `length` cells above the square, the first at the top, from column `column`.
    fn write_rows(&mut self, lines: &[C::Unit], length: usize, column: isize) {
        let line_units = C::units(length);
        for line in 0..self.depth.0 {
            let r = line as isize - self.depth.0 as isize;
            for i in 0..length {
                let value = C::get(lines, line * line_units, i);
                if value < C::WIDTH as u32 {
                    let row = self.row(r + column + i as isize);
                    C::put(&mut self.buffer, row, (self.front as isize + r) as usize, value);
                }
            }
        }
    }

    /// Writes those cells on the square's left that lie on these anti-diagonals.
    fn write_columns(&mut self, columns: &[C::Unit], sums: std::ops::Range<isize>) {
        let line_units = C::units(self.side);
        for sum in sums {
            let row = self.row(sum);
            for line in 0..self.depth.1 {
                let c = line as isize - self.depth.1 as isize;
                let r = sum - c;
                if r < 0 || r >= self.side as isize {
                    continue;
                }
                let value = C::get(columns, line * line_units, r as usize);
                if value < C::WIDTH as u32 {
                    C::put(&mut self.buffer, row, self.front + r as usize, value);
                }
            }
        }
    }

    fn value(&self, r: usize, c: usize) -> u32 {
        C::get(&self.buffer, self.row((r + c) as isize), self.front + r)
    }

    /// The last rows, for the square below.
    pub fn read_below(&self, strip: &mut Vec<C::Unit>) {
        let line_units = C::units(self.side);
        strip.clear();
        strip.resize(self.depth.0 * line_units, C::Unit::default());
        for line in 0..self.depth.0 {
            for c in 0..self.side {
                let value = self.value(self.side - self.depth.0 + line, c);
                if value < C::WIDTH as u32 {
                    C::put(strip, line * line_units, c, value);
                }
            }
        }
    }

    /// The last columns, for the square on the right.
    pub fn read_right(&self, strip: &mut Vec<C::Unit>) {
        let line_units = C::units(self.side);
        strip.clear();
        strip.resize(self.depth.1 * line_units, C::Unit::default());
        for line in 0..self.depth.1 {
            for r in 0..self.side {
                let value = self.value(r, self.side - self.depth.1 + line);
                if value < C::WIDTH as u32 {
                    C::put(strip, line * line_units, r, value);
                }
            }
        }
    }
}

/// The corner a strip of rows shows at its right end: its last `columns` cells, row by row.
pub fn end_of_rows<C: Cells>(strip: &[C::Unit], side: usize, rows: usize, columns: usize) -> Vec<C::Unit> {
    let mut corner = vec![C::Unit::default(); rows * C::units(columns)];
    for r in 0..rows {
        for c in 0..columns {
            let value = C::get(strip, r * C::units(side), side - columns + c);
            C::put(&mut corner, r * C::units(columns), c, value);
        }
    }
    corner
}

/// The corner a strip of columns shows at its lower end, row by row.
pub fn end_of_columns<C: Cells>(strip: &[C::Unit], side: usize, rows: usize, columns: usize) -> Vec<C::Unit> {
    let mut corner = vec![C::Unit::default(); rows * C::units(columns)];
    for r in 0..rows {
        for c in 0..columns {
            let value = C::get(strip, c * C::units(side), side - rows + r);
            C::put(&mut corner, r * C::units(columns), c, value);
        }
    }
    corner
}
