//! Rooks, bishops and queens: a move slides one piece up or left (rook), up-left (bishop) or any
//! of the three (queen), any distance, stopped by the edge and by damaged cells. Pieces may share
//! a cell and do not hinder each other; a player who cannot move loses.
//!
//! Values grow with the board; the engines are in [`grundy_grids::dense::slider`].

use std::cell::OnceCell;
use std::ops::ControlFlow::Continue;

use grundy_base::cell::Cell;
use grundy_base::simd::Simd;
use grundy_grids::choice::BoardEngine;
use grundy_grids::dense::bitmap::Bitmap;
use grundy_grids::dense::king::reach;
use grundy_grids::dense::slider::{Bishops, Shadow, Sliders, Ways};
use grundy_heaps::pair::HeapPair;
use grundy_heaps::wythoff::Wythoff;

use super::{BoardPieces, Setup, limit_at_size, piece_move, small, tuple};
use crate::game::OpenFunction;
use crate::heaps::nim::NimTuples;
use crate::piles::wythoff::{golden, open_pairs};
use crate::shared::found_once;
use crate::shared::longest;
use crate::shared::sum::{Sum, Summed};
use crate::shared::visiting;
use crate::{Context, OpenPosition, PositionResult, Standard, Visit, Visited};
use grundy_record::{Fault, KnownMoves, Piece, Record, Theorem, Words};

/// The words about rook for people.
const ROOK_WORDS: Words = Words {
    name: "rook",
    summary: "pieces on a board with damaged cells; slide up or left",
    how_to_play: "A move slides one piece up or left, any distance, stopped by the edge and by \
        damaged cells. Any number of pieces may share a cell. A player who cannot move loses.",
    limits: "memory: two to four bytes for each cell up and left of the pieces, none without \
        damage there; 1000000000 rows and columns",
    example: "rook 8x8 damaged 4,5: 7,7 3,3",
    theorem: Some(Theorem::new(
        "A rook on an undamaged board is Nim with two heaps: the value of cell r,c is (r-1) xor \
            (c-1)",
        "Bouton 1901",
    )),
};

/// The game of rooks.
pub static ROOK: Standard = Standard::with_rules(
    ROOK_WORDS
        .pieces()
        .known_moves(KnownMoves::Piece(Piece::Rook)),
    |record, context| {
        let open: OpenFunction = |record, context| open(record, context, Ways::ROOK);
        Ok(small::open_rules(open, record, context))
    },
)
.lasting(longest::steps_to_corner);

/// The words about bishop for people.
const BISHOP_WORDS: Words = Words {
    name: "bishop",
    summary: "pieces on a board with damaged cells; slide up-left",
    how_to_play: "A move slides one piece up-left, any distance, stopped by the edge and by \
        damaged cells. Any number of pieces may share a cell. A player who cannot move loses.",
    limits: "memory: 16 bytes a damaged cell, and one bit a cell of a board in text",
    example: "bishop 8x8 damaged 4,5: 7,7 3,3",
    theorem: Some(Theorem::new(
        "A bishop on an undamaged board is a heap of Nim: the value of cell r,c is the smaller of \
            r-1 and c-1",
        "Bouton 1901",
    )),
};

/// The game of bishops.
pub static BISHOP: Standard = Standard::with_rules(
    BISHOP_WORDS
        .pieces()
        .known_moves(KnownMoves::Piece(Piece::Bishop)),
    |record, context| {
        let open: OpenFunction = |record, context| open(record, context, Ways::BISHOP);
        Ok(small::open_rules(open, record, context))
    },
);

/// The words about queen for people.
const QUEEN_WORDS: Words = Words {
    name: "queen",
    summary: "pieces on a board with damaged cells; slide up, left or up-left",
    how_to_play: "A move slides one piece up, left or up-left, any distance, stopped by the edge \
        and by damaged cells. Any number of pieces may share a cell. A player who cannot move \
        loses.",
    limits: "memory: two to four bytes for each cell up and left of the pieces; outcomes and \
        winning moves of one queen, without damage up and left of it: 1000000000 rows and \
        columns",
    example: "queen 8x8 damaged 4,5: 7,7 3,3",
    theorem: Some(Theorem::new(
        "Counted from 0, a queen's lost cells are a,b and b,a with a the integer part of k times \
            the golden ratio 1.618…, and b = a + k, for k = 0, 1, 2, …",
        "Wythoff 1907",
    )),
};

/// The game of queens.
pub static QUEEN: Standard = Standard::with_rules(
    QUEEN_WORDS
        .pieces()
        .known_moves(KnownMoves::Piece(Piece::Queen))
        .theorem_at(at_cell),
    |record, context| {
        let open: OpenFunction = |record, context| open(record, context, Ways::QUEEN);
        Ok(small::open_rules(open, record, context))
    },
)
.lasting(longest::steps_to_corner);

/// Applies Wythoff's theorem to the first queen.
fn at_cell(record: &Record<'_>) -> Option<String> {
    Some(
        record
            .position
            .tuples
            .get(0)
            .map_or(String::new(), |cell| golden("cell", cell, 1)),
    )
}

/// Opens a record of pieces that slide these ways.
fn open<'a>(record: &'a Record<'a>, context: &'a Context, ways: Ways) -> PositionResult<'a> {
    let mut setup = Setup::of(record)?;
    let budget = &context.budget;
    if setup.text.is_some() {
        let board = setup.bitmap(context)?;
        let pieces = BoardPieces::of(&board, &setup.pieces, budget).map_err(limit_at_size)?;
        let values = if ways == Ways::BISHOP {
            CellValues::Bishops(Bishops::new(board.damaged_cells()))
        } else {
            CellValues::Board(board, OnceCell::new())
        };
        return Ok(Slides::boxed(ways, values, pieces, context));
    }
    // A queen in the first row or column can only slide along it, as a rook does.
    let are_at_edge = setup
        .pieces
        .iter()
        .all(|cell| cell.row == 0 || cell.column == 0);
    let ways = if ways == Ways::QUEEN && are_at_edge {
        Ways::ROOK
    } else {
        ways
    };
    // Nothing below or right of all pieces matters, and no damage out of their reach.
    setup.shape = reach(&setup.pieces);
    let shadow = Shadow::of(&setup.pieces);
    setup.damaged.retain(|&cell| shadow.holds(cell));
    let is_undamaged = setup.damaged.is_empty();
    if is_undamaged && ways == Ways::ROOK {
        // The value of a cell is row ⊕ column.
        let sum = NimTuples {
            positions: setup.pieces.iter().map(|&cell| tuple(cell)).collect(),
            coordinates: vec![0, 1],
            first: 1,
            direct: None,
        };
        return Ok(Box::new(Summed::new(setup.pieces.len(), sum)));
    }
    if is_undamaged
        && ways == Ways::QUEEN
        && !record.needs_values()
        && let [cell] = setup.pieces[..]
    {
        let pair = HeapPair::new(cell.row.into(), cell.column.into());
        return Ok(open_pairs(Wythoff::CLASSIC, vec![pair], 1, false, context));
    }
    let values = if ways == Ways::BISHOP {
        CellValues::Bishops(Bishops::new(setup.damaged.iter().copied()))
    } else {
        CellValues::Board(setup.bitmap(context)?, OnceCell::new())
    };
    let (_, pieces) = setup.listed()?;
    Ok(Slides::boxed(ways, values, pieces, context))
}

/// The source of the values of cells.
enum CellValues {
    /// The distance to damage on the diagonal.
    Bishops(Bishops),
    /// A board, and its values once they are found.
    Board(Bitmap, OnceCell<Box<Sliders>>),
}

/// The pieces of a record, and the source of their values.
struct Slides<'a> {
    /// The ways in which the pieces slide.
    ways: Ways,
    /// The source of their values.
    values: CellValues,
    /// The pieces.
    pieces: BoardPieces,
    /// The context of the record.
    context: &'a Context,
}

impl<'a> Slides<'a> {
    /// Boxes the pieces of a record as a sum.
    fn boxed(
        ways: Ways,
        values: CellValues,
        pieces: BoardPieces,
        context: &'a Context,
    ) -> Box<dyn OpenPosition + 'a> {
        let count = pieces.owners.len();
        let slides = Slides {
            ways,
            values,
            pieces,
            context,
        };
        Box::new(Summed::new(count, slides))
    }

    /// Finds the values of the board once.
    fn sliders<'v>(
        &self,
        board: &Bitmap,
        found: &'v OnceCell<Box<Sliders>>,
    ) -> Result<&'v Sliders, Fault> {
        let solve = || {
            self.context.notes.engine(BoardEngine::Tiles);
            Sliders::new(
                board,
                self.ways,
                &self.pieces.cells,
                &self.context.budget,
                Simd::current(),
            )
        };
        let sliders = found_once(found, || solve().map(Box::new));
        sliders.map(|sliders| &**sliders).map_err(limit_at_size)
    }
}

impl Sum for Slides<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        let (_, cell) = self.pieces.cell(index);
        Ok(u64::from(match &self.values {
            CellValues::Bishops(bishops) => bishops.value(cell),
            CellValues::Board(board, found) => self.sliders(board, found)?.value(cell).unwrap_or(0),
        }))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let (_, from) = self.pieces.cell(index);
        // A target beyond 32 bits is no cell's value.
        let Ok(target) = target.map(u32::try_from).transpose() else {
            return Ok(Continue(()));
        };
        let mut go = |to: Cell| visit(piece_move(index, from, to));
        Ok(match &self.values {
            CellValues::Bishops(bishops) => {
                let value = bishops.value(from);
                let to = move |distance| Cell {
                    row: from.row - distance,
                    column: from.column - distance,
                };
                match target {
                    // A slide over d cells leaves value − d.
                    Some(target) if target < value => go(to(value - target)),
                    Some(_) => Continue(()),
                    None => (1..=value).map(to).try_for_each(go),
                }
            }
            CellValues::Board(board, found) => {
                let wanted =
                    |&(_, value): &(Cell, u32)| target.is_none_or(|target| value == target);
                let mut options = self.sliders(board, found)?.options(from).filter(wanted);
                options.try_for_each(|(to, _)| go(to))
            }
        })
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        if let CellValues::Board(board, found) = &self.values
            && let Ok(target) = u32::try_from(target)
        {
            let (_, cell) = self.pieces.cell(index);
            return Ok(u128::from(
                self.sliders(board, found)?.count_to(cell, target),
            ));
        }
        visiting::count(|visit| self.moves_of(index, Some(target), visit))
    }
}
