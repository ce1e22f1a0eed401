//! Arc-Kayles: a move takes an edge of a graph, both its ends, and all edges there.
//!
//! On paths and cycles it is Dawson's Kayles, 0.07; a star is worth 1.

use std::borrow::Cow;

use super::node_kayles::graph;
use super::taking::{Names, TakingGame};
use crate::games::{Context, Game, Instance};
use crate::record::{
    AskSet, Fault, Keyword, PositionKind, PositionalForm, Record, RuleKind, Signature, View,
};
use crate::theory::positional::setup::{self, Listing};

/// Take an edge with both its ends.
#[derive(Debug)]
pub struct ArcKayles;

static SIGNATURE: Signature = Signature {
    name: Cow::Borrowed("arc-kayles"),
    rules: RuleKind::Positional(PositionalForm::Edges),
    keywords: &[Keyword::Misere],
    position: PositionKind::Empty,
    view: View::Parts,
    streams_rows: false,
    asks: AskSet::SUM,
    summary: Cow::Borrowed("take an edge with both its ends"),
    how_to_play: Cow::Borrowed(
        "A move takes an edge: both its ends are gone, and all edges there. A player who cannot move loses; under `misere`, wins.",
    ),
    limits: Cow::Borrowed(
        "one connected part of some 60 cells and more, as hard as it is, ends at --max-work or --max-memory; parts of more than 4096 cells are errors unless a theorem settles them; boards to 67108864 cells",
    ),
    example: Cow::Borrowed("arc-kayles 5 1-2 2-3 3-4:"),
};

impl Game for ArcKayles {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn open<'a>(
        &self,
        record: &'a Record<'a>,
        context: &'a Context,
    ) -> Result<Box<dyn Instance + 'a>, Fault> {
        let (vertices, edges) = graph(record, &context.budget)?;
        let list: Vec<Listing> =
            edges.iter().map(|&(a, b)| Listing { needs: vec![a, b], others: Vec::new() }).collect();
        let (setup, order) = setup::take(vertices, &list, &context.budget)?;
        let written = |&item: &u32| {
            let (a, b) = edges[item as usize];
            (u64::from(a) + 1, u64::from(b) + 1)
        };
        let names = Names::Edges(order.iter().map(written).collect());
        TakingGame::open(setup, names, record, context)
    }
}
