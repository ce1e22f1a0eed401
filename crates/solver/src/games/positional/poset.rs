//! Poset games: a move takes an element with all above it.

use std::borrow::Cow;

use super::node_kayles::graph;
use super::taking::{Names, TakingGame};
use crate::games::{Context, Game, Instance};
use crate::record::{
    AskSet, Fault, Keyword, Place, PositionKind, PositionalForm, Record, RuleKind, Signature, View,
};
use crate::theory::positional::setup::{self, Cyclic};

/// Take an element of an order with all above it.
#[derive(Debug)]
pub struct Poset;

static SIGNATURE: Signature = Signature {
    name: Cow::Borrowed("poset"),
    rules: RuleKind::Positional(PositionalForm::Order),
    keywords: &[Keyword::Misere],
    position: PositionKind::Empty,
    view: View::Parts,
    streams_rows: false,
    asks: AskSet::SUM,
    summary: Cow::Borrowed("take an element of an order with all above it"),
    how_to_play: Cow::Borrowed(
        "The elements are ordered: `1<2` says that 2 is above 1, and so is all that is above 2. A move takes an element that is left, with all above it. A player who cannot move loses; under `misere`, wins.",
    ),
    limits: Cow::Borrowed(
        "one connected part of some 60 cells and more, as hard as it is, ends at --max-work or --max-memory; parts of more than 4096 cells are errors unless a theorem settles them; boards to 67108864 cells",
    ),
    example: Cow::Borrowed("poset 4 1<2 2<3 1<4:"),
};

impl Game for Poset {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn open<'a>(
        &self,
        record: &'a Record<'a>,
        context: &'a Context,
    ) -> Result<Box<dyn Instance + 'a>, Fault> {
        let (elements, pairs) = graph(record, &context.budget)?;
        match setup::poset(elements, &pairs, &context.budget)? {
            Ok(setup) => TakingGame::open(setup, Names::Vertex, record, context),
            Err(Cyclic(element)) => Err(Fault::new(
                Place::EndOfRules,
                format!("the element {} is above itself", element + 1),
                "the pairs of an order have no cycle",
            )),
        }
    }
}
