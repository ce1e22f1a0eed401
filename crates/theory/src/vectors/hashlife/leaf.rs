//! A square of leaf size, computed cell by cell from its margins.
//!
//! Rows are anti-diagonals, as in the dense engine: cell (r, c) is cell F + r of row r + c, where
//! F cells in front hold the rows above the square. All rows stay in memory, so that margins are
//! written in at the start and edges read out at the end.

use itertools::Itertools;

use super::super::cells::{BLOCK, Cells, Source};
use super::super::problem::Problem;
use super::Asked;
use super::borders::Cuts;

/// The margins a leaf is computed from.
pub struct Inputs<'a> {
    /// The corner's cells row by row.
    pub corner: &'a [u64],
    /// The cells above, row by row.
    pub above: &'a [u64],
    /// The cells on the left, column by column.
    pub left: &'a [u64],
    /// How the square lies against the board's borders.
    pub cut: (&'a Cuts, u32),
}

/// Words that the dense engine sweeps in the time a leaf spends on the overhead of one row.
const ROW_WORK: usize = 512;

/// The scratch of one leaf, and what is fixed about it.
pub struct Leaf<const W: usize> {
    /// Side of the square.
    pub side: usize,
    /// The most rows and columns a vector takes: depths of the strips above and on the left.
    pub depth: (usize, usize),
    /// Vectors as (rows, columns): in the order of the problem, and in that of their shifts.
    options: Vec<(usize, usize)>,
    steps: Vec<(usize, usize)>,
    front: usize,
    stride: usize,
    buffer: Vec<u64>,
    sources: Vec<Source>,
    /// Whether a value may pass the cells' width unnoticed by their arithmetic.
    checked: bool,
}

/// Returns the steps that shift cells alike within a word side by side.
fn by_shift(steps: &[(usize, usize)], per_word: usize) -> Vec<(usize, usize)> {
    steps
        .iter()
        .copied()
        .sorted_by_key(|step| step.0 % per_word)
        .collect()
}

impl<const W: usize> Leaf<W> {
    /// Makes a leaf for this problem of two piles.
    pub fn new(problem: &Problem, side: usize) -> Self {
        let options: Vec<_> = problem
            .vectors
            .iter()
            .map(|v| (v[0] as usize, v[1] as usize))
            .collect();
        let steps = by_shift(&options, Cells::<W>::PER_WORD);
        let reach = problem.reach();
        let depth = (reach[0] as usize, reach[1] as usize);
        let front = (Cells::<W>::words(depth.0) + 1).next_multiple_of(BLOCK) * Cells::<W>::PER_WORD;
        let stride = (Cells::<W>::words(front + side) + BLOCK).next_multiple_of(BLOCK);
        let rows = 2 * side - 1 + depth.0 + depth.1;
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

    /// Words of a strip above or below, of a strip at a side, and of a corner.
    pub fn words(&self) -> (usize, usize, usize) {
        let line = Cells::<W>::words(self.side);
        (
            self.depth.0 * line,
            self.depth.1 * line,
            self.depth.0 * Cells::<W>::words(self.depth.1),
        )
    }

    /// Bytes of scratch.
    pub fn bytes(&self) -> u64 {
        (self.buffer.len() * 8) as u64
    }

    /// Units of work one leaf costs: the words it looks at, and for each of its many short rows as
    /// much again as [`ROW_WORK`] words, since a unit is to take about one time everywhere.
    pub fn work(&self) -> u64 {
        let words = self.side * self.side / Cells::<W>::PER_WORD;
        (words * (self.steps.len() + 1) + 2 * self.side * ROW_WORK) as u64
    }

    /// Word of the row of anti-diagonal `sum`, which may be as low as minus both depths.
    fn row(&self, sum: isize) -> usize {
        let lowest = (self.depth.0 + self.depth.1) as isize;
        (sum + lowest) as usize * self.stride
    }

    /// Computes the square, whose damaged cells are (row, column) by ascending sums. Returns false
    /// when a value does not fit the cells.
    pub fn fill(&mut self, inputs: &Inputs<'_>, damaged: &[(usize, usize)]) -> bool {
        self.buffer.fill(0);
        self.write_rows(inputs.corner, self.depth.1, -(self.depth.1 as isize));
        self.write_rows(inputs.above, self.side, 0);
        let mut damaged = damaged.iter().peekable();
        let first_word = self.front / Cells::<W>::PER_WORD;
        self.write_columns(inputs.left, -(self.depth.1 as isize)..0);
        let (cuts, cut) = inputs.cut;
        for sum in 0..2 * self.side - 1 {
            let (first, last) = ((sum + 1).saturating_sub(self.side), sum.min(self.side - 1));
            let row = self.row(sum as isize);
            if let Some((low, high)) = cuts.rows(cut, sum, (first, last)) {
                self.sources.clear();
                for &(rows, columns) in &self.steps {
                    let row = self.row(sum as isize - (rows + columns) as isize);
                    self.sources
                        .push(Cells::<W>::source(row + first_word, rows));
                }
                let full =
                    Cells::<W>::sweep(&mut self.buffer, row + first_word, low, high, &self.sources);
                if full && self.checked {
                    return false;
                }
                Cells::<W>::clear(&mut self.buffer, row + first_word, first, low);
                Cells::<W>::clear(&mut self.buffer, row + first_word, high + 1, self.side);
            }
            self.write_columns(inputs.left, sum as isize..sum as isize + 1);
            while let Some(hole) = damaged.next_if(|(r, c)| r + c == sum) {
                Cells::<W>::put(&mut self.buffer, row + first_word, hole.0, W as u32);
            }
        }
        true
    }

    /// Reads off the label of cell (r, c) and, if asked, those of its options, in the order of the vectors; W of a
    /// cell without a bit.
    pub fn read(&self, (r, c): (usize, usize), asked: Asked, labels: &mut [u32]) {
        labels[0] = self.value(r, c);
        if asked == Asked::Around {
            for (label, &(rows, columns)) in labels[1..].iter_mut().zip(&self.options) {
                let row = self.row((r + c) as isize - (rows + columns) as isize);
                *label = Cells::<W>::get(&self.buffer, row, self.front + r - rows);
            }
        }
    }

    /// Writes lines of `length` cells above the square, the first at the top, from column `column`.
    fn write_rows(&mut self, lines: &[u64], length: usize, column: isize) {
        let line_words = Cells::<W>::words(length);
        for line in 0..self.depth.0 {
            let r = line as isize - self.depth.0 as isize;
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
            for line in 0..self.depth.1 {
                let c = line as isize - self.depth.1 as isize;
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

    fn value(&self, r: usize, c: usize) -> u32 {
        Cells::<W>::get(&self.buffer, self.row((r + c) as isize), self.front + r)
    }

    /// The last rows, for the square below.
    pub fn read_below(&self, strip: &mut Vec<u64>) {
        let first = self.side - self.depth.0;
        write_strip::<W>(strip, (self.depth.0, self.side), |line, c| {
            self.value(first + line, c)
        });
    }

    /// The last columns, for the square on the right.
    pub fn read_right(&self, strip: &mut Vec<u64>) {
        let first = self.side - self.depth.1;
        write_strip::<W>(strip, (self.depth.1, self.side), |line, r| {
            self.value(r, first + line)
        });
    }
}

/// Makes a strip of some lines of some cells, by the value of each cell.
fn write_strip<const W: usize>(
    strip: &mut Vec<u64>,
    (lines, length): (usize, usize),
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

/// Returns the corner a strip of rows shows at its right end: its last `columns` cells, row by row.
pub fn end_of_rows<const W: usize>(
    strip: &[u64],
    side: usize,
    rows: usize,
    columns: usize,
) -> Vec<u64> {
    let (mut corner, words) = (Vec::new(), Cells::<W>::words(side));
    let value = |r: usize, c: usize| Cells::<W>::get(strip, r * words, side - columns + c);
    write_strip::<W>(&mut corner, (rows, columns), value);
    corner
}

/// Returns the corner a strip of columns shows at its lower end, row by row.
pub fn end_of_columns<const W: usize>(
    strip: &[u64],
    side: usize,
    rows: usize,
    columns: usize,
) -> Vec<u64> {
    let (mut corner, words) = (Vec::new(), Cells::<W>::words(side));
    let value = |r: usize, c: usize| Cells::<W>::get(strip, c * words, side - rows + r);
    write_strip::<W>(&mut corner, (rows, columns), value);
    corner
}
