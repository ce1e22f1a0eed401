//! A square of leaf size, computed cell by cell from its margins.
//!
//! Rows are anti-diagonals, as in the dense engine: cell (r, c) is cell F + r of row r + c, where
//! F cells in front hold the rows above the square. All rows stay in memory, so that margins are
//! written in at the start and edges read out at the end.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the side of a leaf is at most 1,024, and a lane has at most 64 bits"
)]

use super::super::cells::{BLOCK_WORDS, Cells, Source};
use super::super::piles::PileSizes;
use super::super::problem::Problem;
use super::borders::Cuts;

/// The margins a leaf is computed from.
pub struct Inputs<'a> {
    /// The corner's cells row by row.
    pub corner: &'a [u64],
    /// The cells above, row by row.
    pub above: &'a [u64],
    /// The cells on the left, column by column.
    pub left: &'a [u64],
    /// The borders of the board.
    pub cuts: &'a Cuts,
    /// The number of the square's cut.
    pub cut: u32,
}

/// The number of words that the dense engine sweeps in the time a leaf spends on the overhead of one row.
const ROW_WORK: usize = 512;

/// A number of rows and of columns: the place of a cell in a leaf, what a vector takes, or a depth.
#[derive(Clone, Copy)]
pub struct LeafExtent {
    pub rows: usize,
    pub columns: usize,
}

impl LeafExtent {
    /// Returns the anti-diagonal of the cell at this place.
    pub fn sum(self) -> usize {
        self.rows + self.columns
    }
}

/// The numbers of words of what a leaf is computed from.
pub struct LeafWords {
    /// The words of a strip of rows, above or below.
    pub row_strip: usize,
    /// The words of a strip of columns, on the left or on the right.
    pub column_strip: usize,
    /// The words of a corner.
    pub corner: usize,
}

/// The scratch of one leaf, and what is fixed about it.
pub struct Leaf<const W: usize> {
    /// The side of the square.
    pub side: usize,
    /// The largest numbers of rows and columns a vector takes: the depths of the strips above and on the left.
    pub depth: LeafExtent,
    /// The vectors in the order of the problem.
    options: Vec<LeafExtent>,
    /// The vectors in an order in which those that shift cells alike within a word stand next to one another.
    steps: Vec<LeafExtent>,
    /// The number of cells of a row before that of row 0 of the square.
    front: usize,
    /// The number of words of a row.
    stride: usize,
    /// The rows.
    buffer: Vec<u64>,
    /// The places that the cells of the row being computed are read from.
    sources: Vec<Source>,
    /// Whether the cells are checked for values that do not fit them.
    checked: bool,
}

/// Puts steps that shift cells alike within a word next to one another.
fn sort_by_shift(steps: &mut [LeafExtent], cells_of_a_word: usize) {
    steps.sort_by_key(|step| step.rows % cells_of_a_word);
}

impl<const W: usize> Leaf<W> {
    /// Makes a leaf for this problem of two piles.
    pub fn new(problem: &Problem, side: usize) -> Self {
        let extent = |vector: &PileSizes| LeafExtent {
            rows: vector[0] as usize,
            columns: vector[1] as usize,
        };
        let options: Vec<LeafExtent> = problem.vectors.iter().map(extent).collect();
        let mut steps = options.clone();
        sort_by_shift(&mut steps, Cells::<W>::PER_WORD);
        let depth = extent(&problem.reach());
        let front = (Cells::<W>::words(depth.rows) + 1).next_multiple_of(BLOCK_WORDS)
            * Cells::<W>::PER_WORD;
        let stride = (Cells::<W>::words(front + side) + BLOCK_WORDS).next_multiple_of(BLOCK_WORDS);
        let rows = 2 * side - 1 + depth.sum();
        let checked = W > 1 && steps.len() > W;
        let buffer = vec![0; rows * stride];
        Leaf {
            side,
            depth,
            options,
            steps,
            front,
            stride,
            buffer,
            sources: Vec::new(),
            checked,
        }
    }

    /// Returns the numbers of words of strips and corners.
    pub fn words(&self) -> LeafWords {
        let line = Cells::<W>::words(self.side);
        LeafWords {
            row_strip: self.depth.rows * line,
            column_strip: self.depth.columns * line,
            corner: self.depth.rows * Cells::<W>::words(self.depth.columns),
        }
    }

    /// Returns the bytes of scratch.
    pub fn bytes(&self) -> u64 {
        (self.buffer.len() * 8) as u64
    }

    /// Returns the units of work one leaf costs: the words it looks at, and for each of its many short rows as
    /// much again as [`ROW_WORK`] words, so that a unit takes about the same time everywhere.
    pub fn work(&self) -> u64 {
        let words = self.side * self.side / Cells::<W>::PER_WORD;
        (words * (self.steps.len() + 1) + 2 * self.side * ROW_WORK) as u64
    }

    /// Returns the first word of the row of anti-diagonal `sum`, which may be as low as minus both depths.
    fn row(&self, sum: isize) -> usize {
        let lowest = self.depth.sum() as isize;
        (sum + lowest) as usize * self.stride
    }

    /// Computes the square with damaged cells, which come by ascending sums. Returns false
    /// when a value does not fit the cells.
    pub fn fill(&mut self, inputs: &Inputs<'_>, damaged: &[LeafExtent]) -> bool {
        let left_columns = self.depth.columns as isize;
        self.buffer.fill(0);
        self.write_rows(inputs.corner, self.depth.columns, -left_columns);
        self.write_rows(inputs.above, self.side, 0);
        self.write_columns(inputs.left, -left_columns..0);
        let mut damaged = damaged.iter().peekable();
        let first_word = self.front / Cells::<W>::PER_WORD;
        for sum in 0..2 * self.side - 1 {
            let first = (sum + 1).saturating_sub(self.side);
            let last = sum.min(self.side - 1);
            let row = self.row(sum as isize);
            if let Some(rows) = inputs.cuts.rows(inputs.cut, sum, first..=last) {
                self.sources.clear();
                for step in &self.steps {
                    let row = self.row(sum as isize - step.sum() as isize);
                    self.sources
                        .push(Cells::<W>::source(row + first_word, step.rows));
                }
                let low = *rows.start();
                let high = *rows.end();
                let full =
                    Cells::<W>::sweep(&mut self.buffer, row + first_word, low, high, &self.sources);
                if full && self.checked {
                    return false;
                }
                Cells::<W>::clear(&mut self.buffer, row + first_word, first, low);
                Cells::<W>::clear(&mut self.buffer, row + first_word, high + 1, self.side);
            }
            self.write_columns(inputs.left, sum as isize..sum as isize + 1);
            while let Some(hole) = damaged.next_if(|cell| cell.sum() == sum) {
                Cells::<W>::put(&mut self.buffer, row + first_word, hole.rows, W as u32);
            }
        }
        true
    }

    /// Reads off the label of a cell and, if asked, those of its options, in the order of the vectors. The label of a
    /// cell without a bit is W.
    pub fn read(&self, cell: LeafExtent, asked: Asked, labels: &mut [u32]) {
        labels[0] = self.value(cell.rows, cell.columns);
        if asked == Asked::Around {
            for (label, step) in labels[1..].iter_mut().zip(&self.options) {
                let row = self.row(cell.sum() as isize - step.sum() as isize);
                *label = Cells::<W>::get(&self.buffer, row, self.front + cell.rows - step.rows);
            }
        }
    }

    /// Writes lines of `length` cells above the square, the first at the top, from column `column`.
    fn write_rows(&mut self, lines: &[u64], length: usize, column: isize) {
        let line_words = Cells::<W>::words(length);
        for line in 0..self.depth.rows {
            let r = line as isize - self.depth.rows as isize;
            for i in 0..length {
                let value = Cells::<W>::get(lines, line * line_words, i);
                if value < W as u32 {
                    let row = self.row(r + column + i as isize);
                    Cells::<W>::put(
                        &mut self.buffer,
                        row,
                        (self.front as isize + r) as usize,
                        value,
                    );
                }
            }
        }
    }

    /// Writes those cells on the square's left that lie on these anti-diagonals.
    fn write_columns(&mut self, columns: &[u64], sums: std::ops::Range<isize>) {
        let line_words = Cells::<W>::words(self.side);
        for sum in sums {
            let row = self.row(sum);
            for line in 0..self.depth.columns {
                let c = line as isize - self.depth.columns as isize;
                let r = sum - c;
                if r < 0 || r >= self.side as isize {
                    continue;
                }
                let value = Cells::<W>::get(columns, line * line_words, r as usize);
                if value < W as u32 {
                    Cells::<W>::put(&mut self.buffer, row, self.front + r as usize, value);
                }
            }
        }
    }

    /// Returns the value of cell (r, c), W if it has no bit.
    fn value(&self, r: usize, c: usize) -> u32 {
        Cells::<W>::get(&self.buffer, self.row((r + c) as isize), self.front + r)
    }

    /// Reads the last rows, for the square below.
    pub fn read_below(&self, strip: &mut Vec<u64>) {
        let first = self.side - self.depth.rows;
        write_strip::<W>(strip, self.depth.rows, self.side, |line, c| {
            self.value(first + line, c)
        });
    }

    /// Reads the last columns, for the square on the right.
    pub fn read_right(&self, strip: &mut Vec<u64>) {
        let first = self.side - self.depth.columns;
        write_strip::<W>(strip, self.depth.columns, self.side, |line, r| {
            self.value(r, first + line)
        });
    }
}

/// Makes a strip of some lines of `length` cells, by the value of each cell of each line.
fn write_strip<const W: usize>(
    strip: &mut Vec<u64>,
    lines: usize,
    length: usize,
    value: impl Fn(usize, usize) -> u32,
) {
    let words = Cells::<W>::words(length);
    strip.clear();
    strip.resize(lines * words, 0);
    for line in 0..lines {
        for i in 0..length {
            let value = value(line, i);
            if value < W as u32 {
                Cells::<W>::put(strip, line * words, i, value);
            }
        }
    }
}

/// Returns the corner a strip of rows shows at its right end: the last cells of each row.
pub fn end_of_rows<const W: usize>(strip: &[u64], side: usize, depth: LeafExtent) -> Vec<u64> {
    let LeafExtent { rows, columns } = depth;
    let words = Cells::<W>::words(side);
    let mut corner = Vec::new();
    write_strip::<W>(&mut corner, rows, columns, |r, c| {
        Cells::<W>::get(strip, r * words, side - columns + c)
    });
    corner
}

/// Returns the corner a strip of columns shows at its lower end, row by row.
pub fn end_of_columns<const W: usize>(strip: &[u64], side: usize, depth: LeafExtent) -> Vec<u64> {
    let LeafExtent { rows, columns } = depth;
    let words = Cells::<W>::words(side);
    let mut corner = Vec::new();
    write_strip::<W>(&mut corner, rows, columns, |r, c| {
        Cells::<W>::get(strip, c * words, side - rows + r)
    });
    corner
}

/// The labels reported of a position asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The label of the position.
    Own,
    /// The label of the position, then for each vector, in the problem's order, that of the position it leads to. If it
    /// leads to none, any label is reported.
    Around,
}
