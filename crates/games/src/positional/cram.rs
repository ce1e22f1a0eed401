//! Cram: a move takes two neighbouring free cells of a board.
//!
//! Half turns decide boards of even size: the second player repeats every move on the other side (even ×
//! even is 0), and where one side is odd the first player takes the two cells in the middle and does so.

use super::boards::{grid, refuse_large};
use super::taking::LIMITS_OF_SEARCH;
use super::taking::{Names, TakingGame};
use crate::{Context, PositionResult, Standard};
use grundy_placement::setup::{self, HalfTurn};
use grundy_record::{Keyword, KnownMoves, Record, Slot, Words};

/// The words about cram for people.
const WORDS: Words = Words {
    name: "cram",
    summary: "take two neighbouring free cells of a board",
    how_to_play: "A move takes two neighbouring free cells of the board. A player who cannot \
        move loses; under `misere`, wins. Several boards are a sum.",
    limits: LIMITS_OF_SEARCH,
    example: "cram 3x4 damaged 2,2:",
    theorem: None,
};

/// The game in which a move takes two neighbouring free cells of a board.
pub static CRAM: Standard = Standard::new(
    WORDS
        .parts(&[Slot::Board])
        .known_moves(KnownMoves::Domino)
        .keywords(&[Keyword::Misere, Keyword::Damaged]),
    open,
);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let grid = grid(record, &context.budget)?;
    refuse_large(&grid, HalfTurn::of_cram, record)?;
    let setup = setup::cram(&grid, &context.budget)?;
    TakingGame::open(setup, Names::Cells(grid.columns), record, context)
}
