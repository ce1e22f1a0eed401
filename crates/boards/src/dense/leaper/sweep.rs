//! The sweep over anti-diagonals, on rows of [`Cells`].

use super::super::bitmap::Bitmap;
use super::super::rows::{BoardShape, Cell};
use super::mask::keep;
use super::skew::{Index, Skewed};
use super::{LeaperStep, NO_MOVE, Neighbourhoods};
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::simd::Simd;
use grundy_theory::mex::ValueSet;
use grundy_theory::vectors::cells::{BLOCK_WORDS, Cells, Source};

/// Lines are swept in parts of this many cells: whole blocks of the narrowest lanes, and whole words of free cells.
const PART_CELLS: usize = 128;

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
        Some(hoods) => Ok(hoods),
        None => by_definition(board, steps, cells, budget),
    }
}

/// Checks that this many bytes fit, beside the board and the answers.
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

/// The values of a cell and of those its steps lead to.
fn look(
    hood: &mut [u16],
    board: &Bitmap,
    steps: &[LeaperStep],
    cell: Cell,
    value: impl Fn(Cell) -> u16,
) {
    hood[0] = value(cell);
    for (option, &(drow, dcol)) in hood[1..].iter_mut().zip(steps) {
        *option = board.step(cell, drow, dcol).map_or(NO_MOVE, &value);
    }
}

/// Lanes of W bits; none if more than W steps need a value of W or more.
fn sweep<const W: usize>(
    board: &Bitmap,
    steps: &[LeaperStep],
    cells: &[Cell],
    budget: &Budget,
) -> Result<Option<Neighbourhoods>, Limit> {
    let shape = board.shape();
    let index = Index::of(shape);
    let length = index.choose(shape.rows, shape.columns) as usize;
    let other = index.choose(shape.columns, shape.rows) as usize;
    let depth = steps
        .iter()
        .map(|step| -(step.0 + step.1))
        .max()
        .unwrap_or(0) as usize
        + 1;
    let furthest = steps
        .iter()
        .map(|step| index.choose(step.0, step.1).unsigned_abs())
        .max()
        .unwrap_or(0);
    // Words before and behind the cells of a line, which steps may lead to.
    let margin = (Cells::<W>::words(furthest as usize) + 1).next_multiple_of(BLOCK_WORDS);
    let stride = Cells::<W>::words(length.next_multiple_of(PART_CELLS)) + 2 * margin;
    check_memory(
        8 * (depth * stride + BLOCK_WORDS + length) as u64,
        board,
        cells.len(),
        steps.len(),
        budget,
    )?;

    let mut asked: Vec<usize> = (0..cells.len()).collect();
    asked.sort_unstable_by_key(|&i| cells[i].row + cells[i].column);
    let mut asked = asked.into_iter().peekable();
    let mut flat = vec![NO_MOVE; cells.len() * (steps.len() + 1)];
    // Line d has its cell 0 at the word `margin` of slot d % depth. Slots begin on cache lines.
    let mut memory = vec![0u64; depth * stride + BLOCK_WORDS];
    let aligned = memory
        .as_ptr()
        .align_offset(8 * BLOCK_WORDS)
        .min(BLOCK_WORDS);
    let lines = &mut memory[aligned..];
    let start = |diagonal: usize| diagonal % depth * stride + margin;
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
        sources.extend(steps.iter().map(|&(drow, dcol)| {
            let line = start(diagonal + depth - (-(drow + dcol)) as usize);
            let along = index.choose(drow, dcol);
            Cells::<W>::source(
                line + margin,
                (margin * Cells::<W>::PER_WORD).wrapping_add_signed(-along as isize),
            )
        }));
        let row = start(diagonal);
        let is_full = Cells::<W>::sweep(lines, row, low, high - 1, &sources);
        if is_full && steps.len() > W {
            return Ok(None);
        }
        let (below, free) = (row + Cells::<W>::words(low), skewed.line(diagonal % 64));
        keep::<W>(
            Simd::current(),
            &mut lines[below..],
            &free[low / 64..high / 64],
        );
        // The cells below are no longer swept and may hold those of the line before in this slot.
        let behind = low.saturating_sub(depth + PART_CELLS);
        lines[row + Cells::<W>::words(behind)..below].fill(0);

        let on = |i: &usize| (cells[*i].row + cells[*i].column) as usize;
        while let Some(i) = asked.next_if(|i| on(i) == diagonal) {
            let value = |Cell { row, column }: Cell| {
                let line = start((row + column) as usize);
                Cells::<W>::get(lines, line, index.choose(row, column) as usize) as u16
            };
            look(
                &mut flat[i * (steps.len() + 1)..][..steps.len() + 1],
                board,
                steps,
                cells[i],
                value,
            );
        }
    }
    Ok(Some(Neighbourhoods {
        steps: steps.len(),
        flat,
    }))
}

/// Every cell by the definition, for values that no lane can tell.
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
            let options = steps
                .iter()
                .filter_map(|&(drow, dcol)| board.step(cell, drow, dcol));
            seen.clear();
            options.for_each(|to| seen.insert(values[place(to)].into()));
            values[place(cell)] = seen.mex() as u16;
        }
    }
    let mut flat = vec![NO_MOVE; cells.len() * (steps.len() + 1)];
    for (&cell, hood) in cells.iter().zip(flat.chunks_exact_mut(steps.len() + 1)) {
        look(hood, board, steps, cell, |cell| values[place(cell)]);
    }
    Ok(Neighbourhoods {
        steps: steps.len(),
        flat,
    })
}
