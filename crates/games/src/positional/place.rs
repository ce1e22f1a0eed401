//! Placing polyominoes, or any shapes of cells, on a board.

use itertools::Itertools;

use super::boards::grid;
use super::taking::{Names, TakingGame};
use crate::shared::words::words;
use crate::{Context, PositionResult, Standard};
use grundy_placement::setup;
use grundy_placement::shapes::{ShapeCell, normal, polyominoes, turned};
use grundy_record::{Keyword, Record, Rules, Shape, Slot};

/// Take the cells of a shape, all of them free.
pub static PLACE: Standard = Standard::new(
    words("place")
        .parts(&[Slot::Shapes, Slot::Board])
        .keywords(&[Keyword::Misere, Keyword::Damaged, Keyword::Turned]),
    open,
);

/// Lists the shapes that a move may take, each once, in all the ways they may lie.
pub fn shapes(record: &Record<'_>) -> Vec<Vec<ShapeCell>> {
    let cell = |&(row, column): &(u64, u64)| (row as i64, column as i64);
    let lie = |shape: &Shape| match shape {
        Shape::Named(named) => polyominoes(named.cells()),
        Shape::Cells(shape) => {
            let shape = shape.iter().map(cell).collect::<Vec<ShapeCell>>();
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
