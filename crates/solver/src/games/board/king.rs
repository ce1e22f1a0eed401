//! Kings: a move takes one piece one step up, left or up-left, not off the board and not onto a
//! damaged cell. Any number of pieces may share a cell; a player who cannot move loses.
//!
//! Grundy values are at most 3, the mex of three neighbours; boards in text are solved as they
//! are read, 512 cells at a time ([`crate::boards::dense::king`]), and pieces are counted as they
//! pass, so that a board of any number of rows takes memory for one row. Boards given by their size
//! and damage may be too large to visit; those are solved by the lines that damage sends out
//! ([`crate::boards::sparse::king`]).

use std::cell::RefCell;

use fxhash::FxHashSet;

use super::{Setup, piece_move, take_stream};
use crate::boards::choice;
use crate::boards::dense::king::{
    Collect, Fault as KingFault, King as Placed, Kings, Neighbourhood, Solved, Workspace, reach,
};
use crate::boards::dense::rows::Cell;
use crate::boards::sparse::king as sparse;
use crate::games::vocabulary::*;
use crate::record::Board;
use crate::simd::Simd;

/// The game of kings.
pub static KING: Standard = Standard::new(words("king").pieces(), |record, context| {
    let setup = Setup::of(record)?;
    let collect = record.asks.iter().map(|&ask| collect_for(ask)).max();
    let collect = match record.part {
        true => Collect::Pieces,
        false => collect.unwrap_or(Collect::Counts),
    };
    let solved = solve(&setup, collect, context)?;
    Ok(Box::new(Position { setup, context, collect, solved }))
});

/// The tables that an ask needs to be kept.
fn collect_for(ask: Ask) -> Collect {
    match ask {
        Ask::Moves | Ask::Values => Collect::Pieces,
        Ask::Best => Collect::Best,
        _ => Collect::Counts,
    }
}

thread_local! {
    /// Buffers from board to board.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

fn solve(setup: &Setup<'_>, collect: Collect, context: &Context) -> Result<Solved, Fault> {
    let budget = &context.budget;
    let kings = Kings { shape: setup.shape, damaged: &setup.damaged, pieces: &setup.pieces };
    let simd = Simd::current();
    let fault = |error| setup.feed_fault(error, |fault| king_fault(setup, fault));
    let solved = WORKSPACE.with_borrow_mut(|workspace| match (setup.text, setup.text_in_memory()) {
        (Some(Board::Stream(rows)), _) => {
            take_stream(rows, |text| workspace.from_stream(&kings, text, collect, simd, budget))
                .map_err(fault)
        }
        (_, Some((separator, text))) => {
            let solved = workspace.in_memory(&kings, (separator, text), collect, simd, budget);
            solved.map(|(solved, _)| solved).map_err(|(_, error)| fault(error))
        }
        _ => listed(&kings, workspace, simd, budget).map_err(|fault| king_fault(setup, fault)),
    })?;
    context.effort.add(solved.cells, solved.work);
    Ok(solved)
}

/// Solves a board without text, as far as its pieces can reach, by whichever engine pays.
fn listed(
    kings: &Kings<'_>,
    workspace: &mut Workspace,
    simd: Simd,
    budget: &Budget,
) -> Result<Solved, KingFault> {
    let shape = reach(kings.pieces);
    let within = |cell: &&Cell| cell.row < shape.rows && cell.column < shape.columns;
    let damaged: Vec<(u32, u32)> =
        kings.damaged.iter().filter(within).map(|cell| (cell.row, cell.column)).collect();
    let (rows, columns) = (u64::from(shape.rows), u64::from(shape.columns));
    let engine = choice::king(rows, columns, damaged.len() as u64, budget).map_err(KingFault::Limit)?;
    if engine == choice::King::Rows {
        return workspace.listed(kings, simd, budget);
    }
    let cells = kings.pieces.iter().map(|cell| (cell.row, cell.column));
    let solution =
        sparse::solve(rows, columns, damaged.iter().copied(), cells, budget).map_err(KingFault::Limit)?;
    let damaged: FxHashSet<(u32, u32)> = damaged.into_iter().collect();
    let mut hoods = Vec::with_capacity(kings.pieces.len());
    for (index, (&Cell { row, column }, around)) in kings.pieces.iter().zip(&solution.around).enumerate() {
        if damaged.contains(&(row, column)) {
            return Err(KingFault::ListedPieceOnDamage(index));
        }
        let option = |up: u32, left: u32, value: u8| {
            let to = (row.checked_sub(up)?, column.checked_sub(left)?);
            (!damaged.contains(&to)).then_some(value)
        };
        let [own, up, left, up_left] = *around;
        hoods.push(Neighbourhood::new(own, [option(1, 0, up), option(0, 1, left), option(1, 1, up_left)]));
    }
    Ok(Solved::of_listed(hoods, solution.work))
}

fn king_fault(setup: &Setup<'_>, fault: KingFault) -> Fault {
    match fault {
        KingFault::TextPieceOnDamage(cell) => setup.damage_under_piece(cell),
        KingFault::ListedPieceOnDamage(index) => setup.piece_on_damage(index),
        KingFault::Limit(limit) => super::limit_at_size(&limit),
    }
}

struct Position<'a> {
    setup: Setup<'a>,
    context: &'a Context,
    collect: Collect,
    solved: Solved,
}

impl Position<'_> {
    /// Solves the board again if less than this was kept of the pieces.
    fn collect(&mut self, collect: Collect) -> Result<(), Fault> {
        if self.collect < collect {
            self.solved = solve(&self.setup, collect, self.context)?;
            self.collect = collect;
        }
        Ok(())
    }

    /// The pieces in order: cell, how many, what they see. All must have been collected.
    fn pieces(&self) -> impl Iterator<Item = (Cell, u64, Neighbourhood)> {
        let of_text = self.solved.collected.pieces.iter();
        let listed = self.setup.pieces.iter().zip(&self.solved.listed);
        of_text
            .map(|&Placed { cell, count, hood }| (cell, u64::from(count), hood))
            .chain(listed.map(|(&cell, &hood)| (cell, 1, hood)))
    }

    /// Visits the moves of all pieces that `wanted` admits, by the value of the piece and of the
    /// cell it goes to.
    fn visit_if(&self, wanted: impl Fn(u8, u8) -> bool, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let mut index = 0;
        for (cell, count, hood) in self.pieces() {
            for piece in index..index + count {
                for (way, value) in hood.options().into_iter().enumerate() {
                    if value.is_some_and(|value| wanted(hood.own, value)) {
                        visit(king_move(piece as usize, cell, way))?;
                    }
                }
            }
            index += count;
        }
        ControlFlow::Continue(())
    }

    /// The first winning move, or the first legal one; the first pieces of the text were collected for it.
    fn first_move(&self) -> Option<Move> {
        let grundy = self.solved.grundy;
        let fits = |hood: Neighbourhood, value: u8| grundy == 0 || value == hood.own ^ grundy;
        let step = |hood: Neighbourhood| {
            let options = hood.options().into_iter();
            options.enumerate().find(|(_, value)| value.is_some_and(|value| fits(hood, value)))
        };
        let first = self.solved.collected.first[usize::from(grundy)];
        if let Some((index, Placed { cell, hood, .. })) = first
            && let Some((way, _)) = step(hood)
        {
            return Some(king_move(index as usize, cell, way));
        }
        let listed = self.setup.pieces.iter().zip(&self.solved.listed).zip(self.solved.in_text..);
        listed
            .filter_map(|((&cell, &hood), index)| Some((index, cell, step(hood)?.0)))
            .map(|(index, cell, way)| king_move(index as usize, cell, way))
            .next()
    }

    fn piece_values(&self) -> Result<Vec<Value>, Fault> {
        let count = self.solved.in_text + self.setup.pieces.len() as u64;
        let needed = count * size_of::<Value>() as u64;
        if needed > self.context.budget.memory {
            let message = format!("the values of {count} pieces need {needed} bytes");
            return Err(super::limit_at_size(&Limit::memory(message)));
        }
        let each = |(_, count, hood): (Cell, u64, Neighbourhood)| {
            (0..count).map(move |_| Value::Finite(u64::from(hood.own)))
        };
        Ok(self.pieces().flat_map(each).collect())
    }
}

/// A step up, left or up-left, by its number.
fn king_move(index: usize, cell: Cell, way: usize) -> Move {
    let (up, left) = [(1, 0), (0, 1), (1, 1)][way];
    piece_move(index, cell, Cell { row: cell.row - up, column: cell.column - left })
}

impl Instance for Position<'_> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(if self.solved.grundy == 0 { Outcome::Lose } else { Outcome::Win })
    }

    fn count(&mut self) -> Result<u128, Fault> {
        Ok(u128::from(self.solved.winning))
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        self.collect(Collect::Pieces)?;
        let total = u64::from(self.solved.grundy);
        let leaves = |own: u8, value: u8| u64::from(own ^ value) ^ total;
        Ok(match goal {
            Goal::Legal => self.visit_if(|_, _| true, visit),
            Goal::Verdict => self.visit_if(|own, value| total != 0 && leaves(own, value) == 0, visit),
            Goal::Value(target) => self.visit_if(|own, value| leaves(own, value) == target, visit),
        })
    }

    fn best(&mut self) -> Result<Option<Move>, Fault> {
        self.collect(Collect::Best)?;
        if self.collect == Collect::Best {
            return Ok(self.first_move());
        }
        let goal = if self.solved.grundy == 0 { Goal::Legal } else { Goal::Verdict };
        listing::first(&mut |visit| self.visit(goal, visit))
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        Ok(Value::Finite(u64::from(self.solved.grundy)))
    }

    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        self.collect(Collect::Pieces)?;
        self.piece_values()
    }

    fn numbers(&self) -> Option<usize> {
        Some(self.solved.in_text as usize + self.setup.pieces.len())
    }
}
