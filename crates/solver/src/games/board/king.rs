//! Kings: a move takes one piece one step up, left or up-left, not off the board and not onto a
//! damaged cell. Any number of pieces may share a cell; a player who cannot move loses.
//!
//! Grundy values are at most 3, the mex of three neighbours; boards in text are solved as they
//! are read, 512 cells at a time ([`grundy_boards::dense::king`]), and pieces are counted as they
//! pass, so that a board of any number of rows takes memory for one row. Boards given by their size
//! and damage may be too large to visit; those are solved by the lines that damage sends out
//! ([`grundy_boards::sparse::king`]).

use std::cell::RefCell;

use super::{Setup, piece_move, take_stream};
use crate::games::vocabulary::*;
use grundy_boards::dense::king::{
    Collect, KingFault, KingPiece, Kings, Neighbourhood, Solved, Workspace,
};
use grundy_boards::dense::rows::Cell;
use grundy_boards::solve;
use grundy_machine::simd::Simd;
use grundy_record::Board;

/// The game of kings.
pub static KING: Standard = Standard::new(words("king").pieces(), |record, context| {
    let setup = Setup::of(record)?;
    // The tables that an ask needs to be kept.
    let needed = |ask: &Ask| match ask {
        Ask::Moves | Ask::Values => Collect::Pieces,
        Ask::Best => Collect::Best,
        _ => Collect::Counts,
    };
    let needed = record
        .asks
        .iter()
        .map(needed)
        .max()
        .unwrap_or(Collect::Counts);
    let collect = if record.part { Collect::Pieces } else { needed };
    let solved = solve(&setup, collect, context)?;
    Ok(Box::new(Position {
        setup,
        context,
        collect,
        solved,
    }))
});

thread_local! {
    /// Buffers from board to board.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

fn solve(setup: &Setup<'_>, collect: Collect, context: &Context) -> Result<Solved, Fault> {
    let budget = &context.budget;
    let kings = Kings {
        shape: setup.shape,
        damaged: &setup.damaged,
        pieces: &setup.pieces,
    };
    let simd = Simd::current();
    let fault = |error| setup.feed_fault(error, |fault| king_fault(setup, fault));
    let solved =
        WORKSPACE.with_borrow_mut(|workspace| match (setup.text, setup.text_in_memory()) {
            (Some(Board::Stream(rows)), _) => take_stream(rows, |text| {
                workspace.from_stream(&kings, text, collect, simd, budget)
            })
            .map_err(fault),
            (_, Some((separator, text))) => {
                let solved = workspace.in_memory(&kings, (separator, text), collect, simd, budget);
                solved
                    .map(|(solved, _)| solved)
                    .map_err(|(_, error)| fault(error))
            }
            _ => solve::kings(&kings, workspace, simd, budget)
                .map_err(|fault| king_fault(setup, fault)),
        })?;
    context.effort.add(solved.cells, solved.work);
    Ok(solved)
}

fn king_fault(setup: &Setup<'_>, fault: KingFault) -> Fault {
    match fault {
        KingFault::TextPieceOnDamage(cell) => setup.damage_under_piece(cell),
        KingFault::ListedPieceOnDamage(index) => setup.piece_on_damage(index),
        KingFault::Limit(limit) => super::limit_at_size(limit),
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
            .map(|&KingPiece { cell, count, hood }| (cell, u64::from(count), hood))
            .chain(listed.map(|(&cell, &hood)| (cell, 1, hood)))
    }

    /// The first winning move, or the first legal one; the first pieces of the text were collected for it.
    fn first_move(&self) -> Option<Move> {
        let grundy = self.solved.grundy;
        let fits = |hood: Neighbourhood, value: u8| grundy == 0 || value == hood.own ^ grundy;
        let step = |hood: Neighbourhood| {
            let options = hood.options().into_iter();
            options
                .enumerate()
                .find(|(_, value)| value.is_some_and(|value| fits(hood, value)))
        };
        let first = self.solved.collected.first[usize::from(grundy)];
        let first = first
            .into_iter()
            .map(|(index, KingPiece { cell, hood, .. })| (index, cell, hood));
        let listed = (self.solved.in_text..)
            .zip(&self.setup.pieces)
            .zip(&self.solved.listed);
        let mut all = first.chain(listed.map(|((index, &cell), &hood)| (index, cell, hood)));
        all.find_map(|(index, cell, hood)| Some(king_move(index as usize, cell, step(hood)?.0)))
    }
}

/// A step up, left or up-left, by its number.
fn king_move(index: usize, cell: Cell, way: usize) -> Move {
    let (up, left) = [(1, 0), (0, 1), (1, 1)][way];
    piece_move(
        index,
        cell,
        Cell {
            row: cell.row - up,
            column: cell.column - left,
        },
    )
}

impl Instance for Position<'_> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Ok(if self.solved.grundy == 0 {
            Outcome::Lose
        } else {
            Outcome::Win
        })
    }

    fn count(&mut self) -> Result<u128, Fault> {
        Ok(u128::from(self.solved.winning))
    }

    fn visit(&mut self, goal: Goal, visit: &mut Visit<'_>) -> Visited {
        self.collect(Collect::Pieces)?;
        let total = u64::from(self.solved.grundy);
        let leaves = |own: u8, value: u8| u64::from(own ^ value) ^ total;
        let wanted = |own: u8, value: u8| match goal {
            Goal::Legal => true,
            Goal::Verdict => total != 0 && leaves(own, value) == 0,
            Goal::Value(target) => leaves(own, value) == target,
        };
        let mut index = 0;
        Ok(self.pieces().try_for_each(|(cell, count, hood)| {
            let pieces = index..index + count as usize;
            index = pieces.end;
            for piece in pieces {
                for (way, value) in hood.options().into_iter().enumerate() {
                    if value.is_some_and(|value| wanted(hood.own, value)) {
                        visit(king_move(piece, cell, way))?;
                    }
                }
            }
            ControlFlow::Continue(())
        }))
    }

    fn best(&mut self) -> Result<Option<Move>, Fault> {
        self.collect(Collect::Best)?;
        if self.collect == Collect::Best {
            return Ok(self.first_move());
        }
        let goal = if self.solved.grundy == 0 {
            Goal::Legal
        } else {
            Goal::Verdict
        };
        listing::first(&mut |visit| self.visit(goal, visit))
    }

    fn grundy(&mut self) -> Result<Value, Fault> {
        Ok(Value::Finite(u64::from(self.solved.grundy)))
    }

    fn values(&mut self) -> Result<Vec<Value>, Fault> {
        self.collect(Collect::Pieces)?;
        let count = self.solved.in_text + self.setup.pieces.len() as u64;
        let needed = count * size_of::<Value>() as u64;
        if needed > self.context.budget.memory {
            let message = format!("the values of {count} pieces need {needed} bytes");
            return Err(super::limit_at_size(Limit::memory(message)));
        }
        let each = |(_, count, hood): (Cell, u64, Neighbourhood)| {
            (0..count).map(move |_| Value::Finite(u64::from(hood.own)))
        };
        Ok(self.pieces().flat_map(each).collect())
    }

    fn numbers(&self) -> Option<usize> {
        Some(self.solved.in_text as usize + self.setup.pieces.len())
    }
}
