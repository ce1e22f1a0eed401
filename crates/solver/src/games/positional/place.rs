//! Placing polyominoes, or any shapes of cells, on a board.

use super::boards::grid;
use super::taking::{Names, TakingGame};
use crate::games::vocabulary::*;
use crate::record::Shape;
use crate::theory::positional::setup;
use crate::theory::positional::shapes::{Cell, normal, polyominoes, turned};

/// Take the cells of a shape, all of them free.
pub static PLACE: Standard = Standard::new(
    words("place").parts(&[Slot::Shapes, Slot::Board]).keywords(&[
        Keyword::Misere,
        Keyword::Damaged,
        Keyword::Turned,
    ]),
    open,
);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
    let rules = &record.rules;
    let mut shapes: Vec<Vec<Cell>> = Vec::new();
    for shape in &rules.shapes {
        let positions = match shape {
            Shape::Named(named) => polyominoes(named.cells()),
            Shape::Cells(cells) => {
                let cells: Vec<Cell> =
                    cells.iter().map(|&(row, column)| (row as i64, column as i64)).collect();
                if record.modifiers.has(Keyword::Turned) { turned(&cells) } else { vec![normal(cells)] }
            }
        };
        // Two moves that take the same cells are one: that of the first shape.
        shapes.extend(positions.into_iter().filter(|shape| !shapes.contains(shape)).collect::<Vec<_>>());
    }
    let grid = grid(record, &context.budget)?;
    let names = Names::Cells(grid.columns);
    TakingGame::open(setup::place(&grid, &shapes, &context.budget)?, names, record, context)
}
