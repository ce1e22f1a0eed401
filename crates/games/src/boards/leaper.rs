//! Knights and leapers: a move takes one piece one of its steps, not off the board and not onto a
//! damaged cell; it jumps. Every step lowers row + column, so play ends; a player who cannot move loses.
//!
//! Values are bounded by the number of steps. Boards in text are swept cell by cell
//! ([`grundy_grids::dense::leaper`]); those given by their size and damage are solved by squares that
//! are computed once and remembered ([`grundy_grids::sparse::leaper`]) if that is less work.

use std::cell::OnceCell;

use grundy_base::cell::Cell;
use grundy_grids::dense::leaper::{self, LeaperStep, Neighbourhoods};
use grundy_grids::solve::LeaperBoard;
use grundy_grids::steps::fall_somewhere;
use itertools::Itertools;

use super::{BoardPieces, Setup, limit_at_size, piece_move, small};
use crate::game::OpenFunction;
use crate::shared::found_once;
use crate::shared::sum::{Sum, Summed};
use crate::{Context, PositionResult, Standard, Visit, Visited};
use grundy_record::{Fault, KnownMoves, Piece, Place, Record, Rules, Slot, Words};

/// The words about knight for people.
const KNIGHT_WORDS: Words = Words {
    name: "knight",
    summary: "pieces on a board with damaged cells; a knight's four moves up or left",
    how_to_play: "A move takes one piece two rows up and one column left or right, or two \
        columns left and one row up or down, not off the board and not onto a damaged cell; it \
        jumps over the cells between. Any number of pieces may share a cell. A player who cannot \
        move loses.",
    limits: "boards in text: one step for each cell and move, one bit of memory a cell; boards \
        given by size: 1000000000 rows and columns; work and memory grow with the damaged cells \
        that the pieces can reach, and with the crossings of their lines",
    example: "knight 8x8 damaged 2,3: 7,7 3,3",
    theorem: None,
};

/// The game of knights.
pub static KNIGHT: Standard = Standard::with_rules(
    KNIGHT_WORDS
        .pieces()
        .known_moves(KnownMoves::Piece(Piece::Knight)),
    |record, context| {
        let open: OpenFunction = |record, context| open(record, leaper::KNIGHT.to_vec(), context);
        Ok(small::open_rules(open, record, context))
    },
);

/// The words about leaper for people.
const LEAPER_WORDS: Words = Words {
    name: "leaper",
    summary: "pieces on a board with damaged cells; the steps listed",
    how_to_play: "A move takes one piece one of the listed steps, `drow,dcol`, not off the board \
        and not onto a damaged cell; it jumps over the cells between. A step is at most 64 \
        either way, and all steps must lower one weighted sum of row and column. Any number of \
        pieces may share a cell. A player who cannot move loses.",
    limits: KNIGHT_WORDS.limits,
    example: "leaper -1,0 0,-2 8x8: 7,7",
    theorem: None,
};

/// The game of pieces with the steps of the record.
pub static LEAPER: Standard = Standard::with_rules(
    LEAPER_WORDS
        .pieces()
        .slots(&[Slot::Steps, Slot::Board])
        .known_moves(KnownMoves::Steps),
    |record, context| Ok(small::open_rules(open_steps, record, context)),
);

/// Opens a record of pieces with the steps that it gives.
fn open_steps<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let Rules::Steps(steps) = &record.rules else {
        return Err(Fault::incomplete());
    };
    let steps: Vec<LeaperStep> = steps
        .iter()
        .map(|step| LeaperStep::new(step.drow.into(), step.dcol.into()))
        .unique()
        .collect();
    let moved: Vec<Cell<i64>> = steps
        .iter()
        .map(|step| Cell::new(step.drow.into(), step.dcol.into()))
        .collect();
    if !fall_somewhere(&moved) {
        return Err(Fault::new(
            Place::Step(0),
            "no weighted sum of row and column falls with every step, so play might not end",
            "all steps must lead to one side of some line: `-1,0 0,-2`, or `1,0 0,1`",
        ));
    }
    open(record, steps, context)
}

/// Opens a record of pieces with these steps.
fn open<'a>(
    record: &'a Record<'a>,
    steps: Vec<LeaperStep>,
    context: &'a Context,
) -> PositionResult<'a> {
    let mut setup = Setup::of(record)?;
    let budget = &context.budget;
    let board;
    let pieces;
    if setup.text.is_none() {
        if steps.iter().all(|step| step.fall() > 0) {
            setup.shape = leaper::reach(&steps, &setup.pieces, setup.shape);
        }
        let shape = setup.shape;
        setup
            .damaged
            .retain(|cell| cell.row < shape.rows && cell.column < shape.columns);
        let (damaged, listed) = setup.listed()?;
        pieces = listed;
        board = LeaperBoard::Listed(shape, damaged);
    } else {
        let bits = setup.bitmap(context)?;
        pieces = BoardPieces::of(&bits, &setup.pieces, budget).map_err(limit_at_size)?;
        board = LeaperBoard::Bits(bits);
    }
    let count = pieces.owners.len();
    let leapers = Leapers {
        board,
        steps,
        pieces,
        context,
        neighbourhoods: OnceCell::new(),
    };
    Ok(Box::new(Summed::new(count, leapers)))
}

/// The pieces of a record, and what was found of their values.
struct Leapers<'a> {
    /// The board.
    board: LeaperBoard,
    /// The steps, in the order of the rules.
    steps: Vec<LeaperStep>,
    /// The pieces.
    pieces: BoardPieces,
    /// The context of the record.
    context: &'a Context,
    /// The values of the pieces and of their options, once they are found.
    neighbourhoods: OnceCell<Neighbourhoods>,
}

impl Leapers<'_> {
    /// Finds the values of the pieces and of their options once.
    fn neighbourhoods(&self) -> Result<&Neighbourhoods, Fault> {
        let Context { budget, notes, .. } = self.context;
        found_once(&self.neighbourhoods, || {
            notes.engine_if_any(self.board.choose(&self.steps, budget));
            self.board.solve(&self.steps, &self.pieces.cells, budget)
        })
        .map_err(limit_at_size)
    }
}

impl Sum for Leapers<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let (at, _) = self.pieces.cell(index);
        Ok(u64::from(self.neighbourhoods()?.own(at)))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let (at, _) = self.pieces.cell(index);
        let leads = |value: &Option<u16>| value.is_some_and(|value| u64::from(value) == target);
        Ok(self.neighbourhoods()?.options(at).filter(leads).count() as u128)
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let (at, from) = self.pieces.cell(index);
        let reaches = |value: u16| target.is_none_or(|target| u64::from(value) == target);
        let mut steps = self
            .neighbourhoods()?
            .options(at)
            .zip(&self.steps)
            .filter(|(value, _)| value.is_some_and(reaches));
        Ok(steps.try_for_each(|(_, step)| {
            let to = Cell {
                row: from.row.wrapping_add_signed(step.drow),
                column: from.column.wrapping_add_signed(step.dcol),
            };
            visit(piece_move(index, from, to))
        }))
    }
}
