//! Placing polyominoes, or any shapes of cells, on a board.

use super::taking::LIMITS_OF_SEARCH;
use itertools::Itertools;

use super::boards::grid;
use super::taking::{Names, TakingGame};
use crate::{Context, PositionResult, Standard};
use grundy_placement::setup;
use grundy_placement::shapes::{ShapeCell, normal, polyominoes, turned};
use grundy_record::{Keyword, KnownMoves, Record, Rules, Shape, Slot, Words};

/// The words about place for people.
const WORDS: Words = Words {
    name: "place",
    summary: "take the cells of a shape, all of them free",
    how_to_play: "A move takes the cells of one of the shapes, all of them free. `domino`, \
        `tromino` and `tetromino` stand for all shapes of 2, 3 and 4 cells in any orientation; \
        any other shape is its cells joined by plus signs, as they stand, or with `turned` in \
        all eight positions. A player who cannot move loses; under `misere`, wins.",
    limits: LIMITS_OF_SEARCH,
    example: "place 0,0+0,1+1,0 turned 3x4:",
    theorem: None,
};

/// The game in which a move takes the cells of a shape, all of them free.
pub static PLACE: Standard = Standard::new(
    WORDS
        .parts(&[Slot::Shapes, Slot::Board])
        .known_moves(KnownMoves::Shape)
        .keywords(&[Keyword::Misere, Keyword::Damaged, Keyword::Turned]),
    open,
);

/// Lists the shapes that a move may take, each once, in all the ways they may lie.
pub fn shapes(record: &Record<'_>) -> Vec<Vec<ShapeCell>> {
    let lie = |shape: &Shape| match shape {
        Shape::Named(named) => polyominoes(named.cells()),
        Shape::Cells(shape) => {
            let shape: Vec<ShapeCell> = shape
                .iter()
                .map(|cell| cell.map(|number| number as i64))
                .collect();
            if record.modifiers.has(Keyword::Turned) {
                turned(&shape)
            } else {
                vec![normal(shape)]
            }
        }
    };
    // Two moves that take the same cells are one: that of the first shape.
    let Rules::Shapes(shapes) = &record.rules else {
        return Vec::new();
    };
    shapes.iter().flat_map(lie).unique().collect()
}

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let grid = grid(record, &context.budget)?;
    let names = Names::Cells(grid.columns);
    TakingGame::open(
        setup::place(&grid, &shapes(record), &context.budget)?,
        names,
        record,
        context,
    )
}
