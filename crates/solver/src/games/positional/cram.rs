//! Cram: a move takes two neighbouring free cells of a board.
//!
//! Half turns decide boards of even size: the second player repeats every move on the other side (even ×
//! even is 0), and where one side is odd the first player takes the two cells in the middle and does so.

use std::borrow::Cow;

use super::boards::grid;
use super::taking::{Names, TakingGame};
use crate::games::{Context, Game, Instance};
use crate::record::{
    AskSet, Fault, Keyword, PositionKind, PositionalForm, Record, RuleKind, Signature, View,
};
use crate::theory::positional::setup;

/// Take two neighbouring free cells of a board.
#[derive(Debug)]
pub struct Cram;

static SIGNATURE: Signature = Signature {
    name: Cow::Borrowed("cram"),
    rules: RuleKind::Positional(PositionalForm::Board),
    keywords: &[Keyword::Misere, Keyword::Damaged],
    position: PositionKind::Empty,
    view: View::Parts,
    streams_rows: false,
    asks: AskSet::SUM,
    summary: Cow::Borrowed("take two neighbouring free cells of a board"),
    how_to_play: Cow::Borrowed(
        "A move takes two neighbouring free cells of the board. A player who cannot move loses; under `misere`, wins. Several boards are a sum.",
    ),
    limits: Cow::Borrowed(
        "one connected part of some 60 cells and more, as hard as it is, ends at --max-work or --max-memory; parts of more than 4096 cells are errors unless a theorem settles them; boards to 67108864 cells",
    ),
    example: Cow::Borrowed("cram 3x4 damaged 2,2:"),
};

impl Game for Cram {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn open<'a>(
        &self,
        record: &'a Record<'a>,
        context: &'a Context,
    ) -> Result<Box<dyn Instance + 'a>, Fault> {
        let grid = grid(record, &context.budget)?;
        let names = Names::Cells(grid.columns);
        TakingGame::open(setup::cram(&grid, &context.budget)?, names, record, context)
    }
}
