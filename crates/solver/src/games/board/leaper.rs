//! Knights and leapers: a move takes one piece one of its steps, not off the board and not onto a
//! damaged cell; it jumps. Every step lowers row + column, so play ends; a player who cannot move loses.
//!
//! Values are bounded by the number of steps. Boards in text are swept cell by cell
//! ([`crate::boards::dense::leaper`]); those given by their size and damage are solved by squares that
//! are computed once and remembered ([`crate::boards::sparse::leaper`]) if that is less work.

use super::{Pieces, Setup, limit_at_size, piece_move};
use crate::boards::choice;
use crate::boards::dense::bitmap::Bitmap;
use crate::boards::dense::leaper::{self, NO_MOVE, Neighbourhoods, Step};
use crate::boards::dense::rows::{Cell, Shape};
use crate::boards::sparse::leaper as sparse;
use crate::games::vocabulary::*;
use crate::theory::steps::{self, Point, fall_somewhere};
use fxhash::FxHashSet;
use itertools::Itertools;

/// The game of knights.
pub static KNIGHT: Standard =
    Standard::new(words("knight").pieces(), |record, context| open(record, leaper::KNIGHT.to_vec(), context));

/// The game of pieces with the steps of the record.
pub static LEAPER: Standard =
    Standard::new(words("leaper").pieces().slots(&[Slot::Steps, Slot::Board]), |record, context| {
        let steps = record.rules.steps.iter().map(|step| (i32::from(step.drow), i32::from(step.dcol)));
        let steps: Vec<Step> = steps.collect();
        if !fall_somewhere(&steps) {
            return Err(Fault::new(
                Place::Step(0),
                "no weighted sum of row and column falls with every step, so play might not end",
                "all steps must lead to one side of some line: `-1,0 0,-2`, or `1,0 0,1`",
            ));
        }
        open(record, steps.into_iter().unique().collect(), context)
    });

fn open<'a>(record: &'a Record<'a>, steps: Vec<Step>, context: &'a Context) -> Opening<'a> {
    let mut setup = Setup::of(record)?;
    let budget = &context.budget;
    let lower = steps.iter().all(|(drow, dcol)| drow + dcol < 0);
    let (board, pieces) = if setup.text.is_none() {
        setup.shape = if lower { leaper::reach(&steps, &setup.pieces, setup.shape) } else { setup.shape };
        let shape = setup.shape;
        setup.damaged.retain(|cell| cell.row < shape.rows && cell.column < shape.columns);
        let (damaged, pieces) = setup.listed()?;
        (Board::Listed(shape, damaged), pieces)
    } else {
        let board = setup.bitmap(context)?;
        let pieces = Pieces::of(&board, &setup.pieces, budget)?;
        (Board::Bits(board), pieces)
    };
    let count = pieces.owners.len();
    Ok(Box::new(Summed::new(count, Leapers { board, steps, pieces, budget, hoods: None })))
}

/// A board, its pieces apart.
enum Board {
    /// Every cell a bit.
    Bits(Bitmap),
    /// Its damage alone.
    Listed(Shape, FxHashSet<Cell>),
}

struct Leapers<'a> {
    board: Board,
    steps: Vec<Step>,
    pieces: Pieces,
    budget: &'a Budget,
    hoods: Option<Neighbourhoods>,
}

impl Leapers<'_> {
    fn hoods(&mut self) -> Result<&Neighbourhoods, Fault> {
        let hoods = match self.hoods.take() {
            Some(hoods) => hoods,
            None => self.solve().map_err(|limit| limit_at_size(&limit))?,
        };
        Ok(self.hoods.insert(hoods))
    }

    fn solve(&self) -> Result<Neighbourhoods, Limit> {
        let (steps, cells) = (&self.steps, &self.pieces.cells);
        if steps.iter().any(|(drow, dcol)| drow + dcol >= 0) {
            return self.solve_downwards();
        }
        match &self.board {
            Board::Bits(board) => leaper::solve(board, steps, cells, self.budget),
            Board::Listed(shape, damaged) => {
                let sparsely = |work: u64| {
                    let budget = Budget { work, ..*self.budget };
                    sparse::solve(*shape, steps, damaged, cells, &budget)
                };
                match choice::leaper(*shape, steps.len() as u64, damaged.len() as u64, self.budget) {
                    choice::Leaper::Squares => return sparsely(self.budget.work),
                    choice::Leaper::SquaresFirst(work) => {
                        if let Ok(hoods) = sparsely(work) {
                            return Ok(hoods);
                        }
                    }
                    choice::Leaper::Sweep => {}
                }
                let mut board = Bitmap::new(*shape, self.budget)?;
                damaged.iter().for_each(|&cell| board.damage(cell));
                leaper::solve(&board, steps, cells, self.budget)
            }
        }
    }

    /// Steps that lower another sum than row + column: cells are solved as far as the pieces can reach.
    fn solve_downwards(&self) -> Result<Neighbourhoods, Limit> {
        let steps: Vec<Point> =
            self.steps.iter().map(|&(drow, dcol)| [drow.into(), dcol.into(), 0, 0]).collect();
        let shape = match &self.board {
            Board::Bits(board) => board.shape(),
            Board::Listed(shape, _) => *shape,
        };
        let legal = |&[row, column, ..]: &Point| {
            let inside =
                (0..i64::from(shape.rows)).contains(&row) && (0..i64::from(shape.columns)).contains(&column);
            let cell = Cell { row: row as u32, column: column as u32 };
            inside
                && match &self.board {
                    Board::Bits(board) => board.is_free(cell),
                    Board::Listed(_, damaged) => !damaged.contains(&cell),
                }
        };
        let point = |cell: &Cell| [cell.row.into(), cell.column.into(), 0, 0];
        let found = steps::values(&steps, self.pieces.cells.iter().map(point), legal, self.budget)?;
        // A mex of some thousands of steps at most.
        let value = |point: &Point| found.get(point).map_or(NO_MOVE, |&value| value as u16);
        let mut flat = Vec::new();
        for cell in &self.pieces.cells {
            let at = point(cell);
            flat.push(value(&at));
            flat.extend(steps.iter().map(|step| steps::after(&at, step).map_or(NO_MOVE, |to| value(&to))));
        }
        Ok(Neighbourhoods::new(steps.len(), flat))
    }
}

impl Sum for Leapers<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let (at, _) = self.pieces.cell(index);
        Ok(u64::from(self.hoods()?.own(at)))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let (at, _) = self.pieces.cell(index);
        let leads = |value: &Option<u16>| value.is_some_and(|value| u64::from(value) == target);
        Ok(self.hoods()?.options(at).filter(leads).count() as u128)
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let (at, from) = self.pieces.cell(index);
        self.hoods()?;
        let Some(hoods) = &self.hoods else { return Ok(ControlFlow::Continue(())) };
        let reaches = |value: u16| target.is_none_or(|target| u64::from(value) == target);
        let mut steps = hoods.options(at).zip(&self.steps).filter(|(value, _)| value.is_some_and(reaches));
        Ok(steps.try_for_each(|(_, &(drow, dcol))| {
            let (row, column) = (from.row.wrapping_add_signed(drow), from.column.wrapping_add_signed(dcol));
            visit(piece_move(index, from, Cell { row, column }))
        }))
    }
}
