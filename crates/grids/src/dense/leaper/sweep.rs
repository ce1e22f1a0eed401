//! The sweep over anti-diagonals, on rows of [`Cells`].

#![expect(
    clippy::cast_possible_truncation,
    reason = "a value is at most the number of steps, of which there are fewer than 129² / 2; a board that is swept fits in memory"
)]

use super::super::bitmap::Bitmap;
use super::super::rows::BoardShape;
use super::mask::keep;
use super::neighbourhoods::{LeaperStep, NO_MOVE, Neighbourhoods};
use super::skew::{Index, Skewed};
use crate::vectors::cells::{BLOCK_WORDS, Cells, Source};
use grundy_base::budget::{Budget, Limit};
use grundy_base::cell::Cell;
use grundy_base::simd::Simd;
use grundy_values::mex::ValueSet;

/// The number of cells of the parts in which lines are swept: whole blocks of the narrowest lanes, and whole words
/// of free cells.
const PART_CELLS: usize = 128;

/// Does what [`super::solve`] does, in lanes that hold the values of this many steps.
pub(super) fn solve(
    board: &Bitmap,
    steps: &[LeaperStep],
    cells: &[Cell],
    budget: &Budget,
) -> Result<Neighbourhoods, Limit> {
    let sweep = match steps.len() {
        0..=4 => sweep::<4>,
        5..=8 => sweep::<8>,
        9..=16 => sweep::<16>,
        17..=32 => sweep::<32>,
        _ => sweep::<64>,
    };
    match sweep(board, steps, cells, budget)? {
        Some(found) => Ok(found),
        None => by_definition(board, steps, cells, budget),
    }
}

/// Checks that this many bytes fit, next to the board and the answers.
fn check_memory(
    bytes: u64,
    board: &Bitmap,
    cells: usize,
    steps: usize,
    budget: &Budget,
) -> Result<(), Limit> {
    let needed = bytes + cells as u64 * (size_of::<&Cell>() as u64 + 2 * (steps as u64 + 1));
    if needed.saturating_add(board.bytes()) <= budget.memory {
        return Ok(());
    }
    Err(Limit::memory(format!(
        "{cells} pieces with {steps} steps on this board need {needed} bytes, {} are allowed",
        budget.memory
    )))
}

/// Reads the values of a cell and of the cells to which its steps lead into `around`.
fn look(
    around: &mut [u16],
    board: &Bitmap,
    steps: &[LeaperStep],
    cell: Cell,
    value: impl Fn(Cell) -> u16,
) {
    around[0] = value(cell);
    for (option, step) in around[1..].iter_mut().zip(steps) {
        let to = board.step(cell, step.drow, step.dcol);
        *option = to.map_or(NO_MOVE, &value);
    }
}

/// The places of lines in memory. Line d has its cell 0 at the word `margin` of slot d % depth.
struct Layout {
    /// The coordinate that numbers the cells of a line.
    index: Index,
    /// The number of values that it has.
    length: usize,
    /// The number of values of the other coordinate.
    other: usize,
    /// The number of lines that are kept: as far as steps go back, and the line itself.
    depth: usize,
    /// The number of words before and after the cells of a line, to which steps may lead.
    margin: usize,
    /// The number of words of a slot.
    stride: usize,
}

impl Layout {
    /// Lays lines out for the lanes of a board and for the reach of these steps.
    fn of<const W: usize>(shape: BoardShape, steps: &[LeaperStep]) -> Layout {
        let index = Index::of(shape);
        let length = index.choose(shape.rows, shape.columns) as usize;
        let falls = steps.iter().map(|step| step.fall());
        let ways = steps
            .iter()
            .map(|step| index.choose(step.drow, step.dcol).unsigned_abs());
        let furthest = ways.max().unwrap_or(0);
        let margin = (Cells::<W>::words(furthest as usize) + 1).next_multiple_of(BLOCK_WORDS);
        Layout {
            index,
            length,
            other: index.choose(shape.columns, shape.rows) as usize,
            depth: falls.max().unwrap_or(0) as usize + 1,
            margin,
            stride: Cells::<W>::words(length.next_multiple_of(PART_CELLS)) + 2 * margin,
        }
    }

    /// Counts the words of all slots, and a block more: slots begin on cache lines.
    fn words(&self) -> usize {
        self.depth * self.stride + BLOCK_WORDS
    }

    /// Finds the word with the first cells of a line.
    fn start(&self, diagonal: usize) -> usize {
        diagonal % self.depth * self.stride + self.margin
    }

    /// Finds the cells to which a step leads from those of a line.
    fn source<const W: usize>(&self, diagonal: usize, step: LeaperStep) -> Source {
        let line = self.start(diagonal + self.depth - step.fall() as usize);
        let along = self.index.choose(step.drow, step.dcol);
        Cells::<W>::source(
            line + self.margin,
            (self.margin * Cells::<W>::PER_WORD).wrapping_add_signed(-along as isize),
        )
    }

    /// Reads the value of a cell of a line that is still kept.
    fn value<const W: usize>(&self, lines: &[u64], cell: Cell) -> u16 {
        let start = self.start((cell.row + cell.column) as usize);
        let at = self.index.choose(cell.row, cell.column) as usize;
        Cells::<W>::get(lines, start, at) as u16
    }
}

/// Sweeps the board in lanes of W bits. Finds nothing if more than W steps need a value of W or more.
fn sweep<const W: usize>(
    board: &Bitmap,
    steps: &[LeaperStep],
    cells: &[Cell],
    budget: &Budget,
) -> Result<Option<Neighbourhoods>, Limit> {
    let layout = Layout::of::<W>(board.shape(), steps);
    let Layout {
        index,
        length,
        other,
        depth,
        ..
    } = layout;
    let bytes = 8 * (layout.words() + length) as u64;
    check_memory(bytes, board, cells.len(), steps.len(), budget)?;

    let diagonal_of = |i: usize| (cells[i].row + cells[i].column) as usize;
    let mut asked: Vec<usize> = (0..cells.len()).collect();
    asked.sort_unstable_by_key(|&i| diagonal_of(i));
    let mut asked = asked.into_iter().peekable();
    let values_a_cell = steps.len() + 1;
    let mut flat = vec![NO_MOVE; cells.len() * values_a_cell];
    let mut memory = vec![0u64; layout.words()];
    let aligned = memory
        .as_ptr()
        .align_offset(8 * BLOCK_WORDS)
        .min(BLOCK_WORDS);
    let lines = &mut memory[aligned..];
    let mut sources: Vec<Source> = Vec::with_capacity(steps.len());
    let mut skewed = Skewed::new(length.next_multiple_of(PART_CELLS));
    for diagonal in 0..length + other - 1 {
        if asked.peek().is_none() {
            break;
        }
        if diagonal % 64 == 0 {
            skewed.read(board, index, diagonal);
        }
        // Indices on the board lie in low..high; whole parts around them are swept.
        let low = (diagonal + 1).saturating_sub(other) / PART_CELLS * PART_CELLS;
        let high = (diagonal + 1).min(length).next_multiple_of(PART_CELLS);
        sources.clear();
        sources.extend(steps.iter().map(|&step| layout.source::<W>(diagonal, step)));
        let row = layout.start(diagonal);
        let is_full = Cells::<W>::sweep(lines, row, low, high - 1, &sources);
        if is_full && steps.len() > W {
            return Ok(None);
        }
        let first = row + Cells::<W>::words(low);
        let free = &skewed.line(diagonal % 64)[low / 64..high / 64];
        keep::<W>(Simd::current(), &mut lines[first..], free);
        // The cells before are no longer swept and may hold those of the line before in this slot.
        let no_longer_swept = low.saturating_sub(depth + PART_CELLS);
        lines[row + Cells::<W>::words(no_longer_swept)..first].fill(0);

        while let Some(i) = asked.next_if(|&i| diagonal_of(i) == diagonal) {
            let around = &mut flat[i * values_a_cell..][..values_a_cell];
            look(around, board, steps, cells[i], |cell| {
                layout.value::<W>(lines, cell)
            });
        }
    }
    Ok(Some(Neighbourhoods {
        steps: steps.len(),
        flat,
    }))
}

/// Finds every value by the definition, for values that no lane holds.
fn by_definition(
    board: &Bitmap,
    steps: &[LeaperStep],
    cells: &[Cell],
    budget: &Budget,
) -> Result<Neighbourhoods, Limit> {
    let BoardShape { rows, columns } = board.shape();
    check_memory(
        2 * board.shape().area(),
        board,
        cells.len(),
        steps.len(),
        budget,
    )?;
    let place = |cell: Cell| cell.row as usize * columns as usize + cell.column as usize;
    let mut values = vec![0u16; board.shape().area() as usize];
    let mut seen = ValueSet::default();
    for sum in 0..rows + columns - 1 {
        for row in (sum + 1).saturating_sub(columns)..rows.min(sum + 1) {
            let cell = Cell {
                row,
                column: sum - row,
            };
            seen.clear();
            for step in steps {
                if let Some(to) = board.step(cell, step.drow, step.dcol) {
                    seen.insert(values[place(to)].into());
                }
            }
            values[place(cell)] = seen.mex() as u16;
        }
    }
    let mut flat = vec![NO_MOVE; cells.len() * (steps.len() + 1)];
    for (&cell, around) in cells.iter().zip(flat.chunks_exact_mut(steps.len() + 1)) {
        look(around, board, steps, cell, |cell| values[place(cell)]);
    }
    Ok(Neighbourhoods {
        steps: steps.len(),
        flat,
    })
}
