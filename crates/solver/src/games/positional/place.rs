//! Placing polyominoes, or any shapes of cells, on a board.

use super::LIMITS;
use super::boards::grid;
use super::taking::{Names, TakingGame};
use crate::games::{Context, Opening, Standard};
use crate::record::{Keyword, Record, Shape, Signature, Slot, Words};
use crate::theory::positional::setup;
use crate::theory::positional::shapes::{Cell, normal, polyominoes, turned};

static SIGNATURE: Signature = Words {
    name: "place",
    summary: "take the cells of a shape, all of them free",
    how_to_play: "A move takes the cells of one of the shapes, all of them free. `domino`, `tromino` \
         and `tetromino` stand for all shapes of 2, 3 and 4 cells in any orientation; a \
         shape of one's own is its cells joined by plus signs, as they stand, or with \
         `turned` in all eight positions. A player who cannot move loses; under `misere`, \
         wins.",
    limits: LIMITS,
    example: "place 0,0+0,1+1,0 turned 3x4:",
}
.parts(&[Slot::Shapes, Slot::Board])
.keywords(&[Keyword::Misere, Keyword::Damaged, Keyword::Turned]);

/// Take the cells of a shape, all of them free.
pub static PLACE: Standard = Standard::new(&SIGNATURE, open);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
    let rules = &record.rules;
    let mut shapes: Vec<Vec<Cell>> = Vec::new();
    for shape in &rules.shapes {
        let positions = match shape {
            Shape::Named(named) => polyominoes(named.cells()),
            Shape::Cells(cells) => {
                let cells: Vec<Cell> =
                    cells.iter().map(|&(row, column)| (row as i64, column as i64)).collect();
                if record.modifiers.turned { turned(&cells) } else { vec![normal(cells)] }
            }
        };
        // Two moves that take the same cells are one: that of the first shape.
        shapes.extend(positions.into_iter().filter(|shape| !shapes.contains(shape)).collect::<Vec<_>>());
    }
    let grid = grid(record, &context.budget)?;
    let names = Names::Cells(grid.columns);
    TakingGame::open(setup::place(&grid, &shapes, &context.budget)?, names, record, context)
}
