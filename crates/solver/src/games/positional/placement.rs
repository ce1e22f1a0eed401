//! Placing pieces of chess that do not attack one another: Node-Kayles on the graph of their attacks.
//!
//! What a piece attacks depends on the coordinates alone, so damaged cells stop nothing.

use std::borrow::Cow;

use super::boards::{grid, number, outside};
use super::rules;
use super::taking::{Names, TakingGame};
use crate::games::{Context, Game, Instance};
use crate::record::{
    AskSet, Fault, Keyword, Place, PositionKind, PositionalForm, Record, RuleKind, Signature, View,
};
use crate::theory::positional::setup;

/// Put pieces of chess that do not attack one another on a board.
#[derive(Debug)]
pub struct Placement;

static SIGNATURE: Signature = Signature {
    name: Cow::Borrowed("placement"),
    rules: RuleKind::Positional(PositionalForm::Piece),
    keywords: &[Keyword::Misere, Keyword::Damaged],
    position: PositionKind::Cells,
    view: View::Parts,
    streams_rows: false,
    asks: AskSet::SUM,
    summary: Cow::Borrowed("put pieces of chess that do not attack one another on a board"),
    how_to_play: Cow::Borrowed(
        "A move puts a piece on a free cell that no piece attacks; the cell and all cells it attacks are gone. Damaged cells do not stop an attack. The cells after the colon have pieces already. A player who cannot move loses; under `misere`, wins.",
    ),
    limits: Cow::Borrowed(
        "one connected part of some 60 cells and more, as hard as it is, ends at --max-work or --max-memory; parts of more than 4096 cells are errors unless a theorem settles them; boards to 67108864 cells",
    ),
    example: Cow::Borrowed("placement queen 6x6: 1,1"),
};

impl Game for Placement {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn open<'a>(
        &self,
        record: &'a Record<'a>,
        context: &'a Context,
    ) -> Result<Box<dyn Instance + 'a>, Fault> {
        let Some(piece) = rules(record)?.piece else {
            return Err(Fault::new(Place::EndOfRules, "the piece is missing", "name it after `placement`"));
        };
        let mut grid = grid(record, &context.budget)?;
        for (i, cell) in record.position.tuples.iter().enumerate() {
            let place = Place::Position(i);
            let number = number(&grid, cell).ok_or_else(|| outside(place, cell, &grid))?;
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
        TakingGame::open(setup::placement(&grid, piece, &context.budget)?, names, record, context)
    }
}
