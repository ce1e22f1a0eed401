//! Kings: a move takes one piece one step up, left or up-left, not off the board and not onto a
//! damaged cell. Any number of pieces may share a cell; a player who cannot move loses.
//!
//! Grundy values are at most 3, the mex of three neighbours; boards in text are solved as they
//! are read, 512 cells at a time ([`grundy_grids::dense::king`]), and pieces are counted as they
//! pass, so that a board of any number of rows takes memory for one row. Boards given by their size
//! and damage may be too large to visit; those are solved by the lines that damage sends out
//! ([`grundy_grids::sparse::king`]).

#![expect(
    clippy::cast_possible_truncation,
    reason = "pieces that are counted are held, or stand in a text that a machine can number"
)]

use std::cell::RefCell;
use std::ops::ControlFlow;

use grundy_base::budget::Limit;
use grundy_base::cell::Cell;
use grundy_base::simd::Simd;
use grundy_grids::dense::king::{
    Collect, FirstKing, KingFault, KingPiece, Kings, Neighbourhood, Solved, Workspace,
};
use grundy_grids::solve::ListedKings;

use super::{Setup, piece_move, small, take_stream};
use crate::shared::longest;
use crate::shared::visiting;
use crate::{Context, Goal, OpenPosition, PositionResult, Standard, Visit, Visited};
use grundy_record::{
    Ask, Board, Fault, KnownMoves, Move, Outcome, Piece, Record, Theorem, Value, Words,
};

/// The words about king for people.
const WORDS: Words = Words {
    name: "king",
    summary: "pieces on a board with damaged cells; one step up, left or up-left",
    how_to_play: "A move takes one piece one step up, left or up-left, not off the board and not \
        onto a damaged cell. Any number of pieces may share a cell. A player who cannot move \
        loses.",
    limits: "boards in text: any number of rows, 1000000000 columns, at the speed of reading, \
        with memory for one row and the pieces (a board in one line is kept whole, up to 5/6 of \
        --max-memory); boards given by size: 1000000000 rows and columns, if few cells are \
        damaged",
    example: "king ..X/.K.: 2,3 1,2",
    theorem: Some(Theorem::new(
        "On an undamaged board a king's cell is lost exactly where row and column are odd",
        "by induction",
    )),
};

/// The game of kings.
pub static KING: Standard = Standard::with_rules(
    WORDS.pieces().known_moves(KnownMoves::Piece(Piece::King)),
    |record, context| Ok(small::open_rules(open, record, context)),
)
.lasting(longest::steps_to_corner);

/// Opens a record of kings.
fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let setup = Setup::of(record)?;
    let needed = |ask: &Ask| match ask {
        Ask::Moves | Ask::Values => Collect::Pieces,
        Ask::Best => Collect::Best,
        _ => Collect::Counts,
    };
    let collect = if record.part {
        Collect::Pieces
    } else {
        let all = record.asks.iter().map(needed);
        all.max().unwrap_or(Collect::Counts)
    };
    let solved = solve(&setup, collect, context)?;
    Ok(Box::new(KingPosition {
        setup,
        context,
        collect,
        solved,
    }))
}

thread_local! {
    /// The buffers that are used from board to board.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

/// Solves a board by its text or by its size and damage, and keeps these pieces.
fn solve(setup: &Setup<'_>, collect: Collect, context: &Context) -> Result<Solved, Fault> {
    let budget = &context.budget;
    let kings = Kings {
        shape: setup.shape,
        damaged: &setup.damaged,
        pieces: &setup.pieces,
    };
    let simd = Simd::current();
    let fault = |fault| king_fault(setup, fault);
    let solved = WORKSPACE.with_borrow_mut(|workspace| match setup.text {
        Some(Board::Stream(rows)) => take_stream(rows, |text| {
            workspace.from_stream(&kings, text, collect, simd, budget)
        })
        .map_err(|error| setup.feed_fault(error, fault)),
        Some(Board::Text(separator, text)) => workspace
            .in_memory(&kings, separator, text, collect, simd, budget)
            .map(|(solved, _)| solved)
            .map_err(|failure| setup.feed_fault(failure.error, fault)),
        None => {
            let listed = ListedKings::of(&kings);
            let engine = listed.choose(budget).map_err(fault)?;
            context.notes.engine(engine);
            listed.solve(engine, workspace, simd, budget).map_err(fault)
        }
    })?;
    context.effort.add(solved.cells, solved.work);
    Ok(solved)
}

/// Describes a fault of the engine as the fault of its record.
fn king_fault(setup: &Setup<'_>, fault: KingFault) -> Fault {
    match fault {
        KingFault::TextPieceOnDamage(cell) => setup.damage_under_piece(cell),
        KingFault::ListedPieceOnDamage(index) => setup.piece_on_damage(index),
        KingFault::Limit(limit) => super::limit_at_size(limit),
    }
}

/// A board of kings, solved.
struct KingPosition<'a> {
    /// The board and its lists.
    setup: Setup<'a>,
    /// The context of the record.
    context: &'a Context,
    /// The pieces that were kept.
    collect: Collect,
    /// The solution.
    solved: Solved,
}

impl KingPosition<'_> {
    /// Solves the board again if less than this was kept of the pieces.
    fn collect(&mut self, collect: Collect) -> Result<(), Fault> {
        if self.collect < collect {
            self.solved = solve(&self.setup, collect, self.context)?;
            self.collect = collect;
        }
        Ok(())
    }

    /// Lists the pieces in order. All must have been collected.
    fn pieces(&self) -> impl Iterator<Item = KingPiece> {
        let of_text = self.solved.collected.pieces.iter().copied();
        of_text.chain(self.listed())
    }

    /// Lists the pieces that the record lists.
    fn listed(&self) -> impl Iterator<Item = KingPiece> {
        let listed = self.setup.pieces.iter().zip(&self.solved.listed);
        listed.map(|(&cell, &around)| KingPiece {
            cell,
            count: 1,
            around,
        })
    }

    /// Finds the first winning move, or the first legal one; the first pieces of the text were collected for it.
    fn first_move(&self) -> Option<Move> {
        let grundy = self.solved.grundy;
        if let Some(FirstKing { index, piece }) = self.solved.collected.first[usize::from(grundy)]
            && let Some(way) = first_way(piece.around, grundy)
        {
            return Some(king_move(index as usize, piece.cell, way));
        }
        for (index, piece) in (self.solved.in_text..).zip(self.listed()) {
            if let Some(way) = first_way(piece.around, grundy) {
                return Some(king_move(index as usize, piece.cell, way));
            }
        }
        None
    }
}

/// Finds the first way of a piece that makes a nim-sum zero, or, if that is zero, the first way at all.
fn first_way(around: Neighbourhood, grundy: u8) -> Option<usize> {
    let fits = |value: u8| grundy == 0 || value == around.own ^ grundy;
    let mut options = around.options().into_iter();
    options.position(|value| value.is_some_and(fits))
}

/// Makes the move of a step up, left or up-left, by its number.
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

impl OpenPosition for KingPosition<'_> {
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
        Ok(self.pieces().try_for_each(
            |KingPiece {
                 cell,
                 count,
                 around,
             }| {
                for _ in 0..count {
                    for (way, value) in around.options().into_iter().enumerate() {
                        if value.is_some_and(|value| wanted(around.own, value)) {
                            visit(king_move(index, cell, way))?;
                        }
                    }
                    index += 1;
                }
                ControlFlow::Continue(())
            },
        ))
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
        visiting::first(&mut |visit| self.visit(goal, visit))
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
        let mut values = Vec::with_capacity(count as usize);
        for piece in self.pieces() {
            for _ in 0..piece.count {
                values.push(Value::Finite(piece.around.own.into()));
            }
        }
        Ok(values)
    }

    fn numbers(&self) -> Option<usize> {
        Some(self.solved.in_text as usize + self.setup.pieces.len())
    }
}
