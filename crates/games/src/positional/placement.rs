//! Placing pieces of chess that do not attack one another: Node-Kayles on the graph of their attacks.
//!
//! Attacks depend on the coordinates alone, so damaged cells stop nothing.

use super::boards::{grid, number};
use super::taking::LIMITS_OF_SEARCH;
use super::taking::{Names, TakingGame};
use crate::{Context, PositionResult, Standard};
use grundy_placement::{setup, shapes};
use grundy_record::{
    Fault, Keyword, KnownMoves, Piece, Place, PositionKind, Record, Rules, Slot, Words,
};

/// The words about placement for people.
const WORDS: Words = Words {
    name: "placement",
    summary: "put pieces of chess that do not attack one another on a board",
    how_to_play: "A move puts a piece on a free cell that no piece attacks; the cell and all \
        cells it attacks are gone. Damaged cells do not stop an attack. The cells after the \
        colon have pieces already. A player who cannot move loses; under `misere`, wins.",
    limits: LIMITS_OF_SEARCH,
    example: "placement queen 6x6: 1,1",
    theorem: None,
};

/// The game in which a move puts a piece of chess on a board that attacks no other.
pub static PLACEMENT: Standard = Standard::new(
    WORDS
        .parts(&[Slot::Piece, Slot::Board])
        .known_moves(KnownMoves::Placement)
        .position(PositionKind::Cells, "ROW,COL…")
        .keywords(&[Keyword::Misere, Keyword::Damaged]),
    open,
);

/// Lists the attacks of a piece.
pub fn attacks(piece: Piece) -> shapes::Piece {
    match piece {
        Piece::King => shapes::KING,
        Piece::Queen => shapes::QUEEN,
        Piece::Rook => shapes::ROOK,
        Piece::Bishop => shapes::BISHOP,
        Piece::Knight => shapes::KNIGHT,
    }
}

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let Rules::Piece(piece) = record.rules else {
        return Err(Fault::incomplete());
    };
    let piece = attacks(piece);
    let mut grid = grid(record, &context.budget)?;
    for (i, cell) in record.position.tuples.iter().enumerate() {
        let place = Place::Position(i);
        let number = number(&grid, cell, place)?;
        if setup::with_pieces(&mut grid, piece, &[number]).is_err() {
            let cell = itertools::join(cell, ",");
            return Err(Fault::new(
                place,
                format!("the cell {cell} is damaged, taken or attacked"),
                "pieces stand on free cells and do not attack one another",
            ));
        }
    }
    let names = Names::Cells(grid.columns);
    TakingGame::open(
        setup::placement(&grid, piece, &context.budget)?,
        names,
        record,
        context,
    )
}
