//! Arc-Kayles: a move takes an edge of a graph, both its ends, and all edges there.
//!
//! On paths and cycles it is Dawson's Kayles, 0.07; a star is worth 1.

use super::node_kayles::graph;
use super::taking::LIMITS_OF_SEARCH;
use super::taking::{Names, TakingGame};
use crate::shared::longest;
use crate::{Context, PositionResult, Standard};
use grundy_graphs::choice::GraphEngine;
use grundy_graphs::matching::{Graph, decompose};
use grundy_placement::setup;
use grundy_placement::setup::Listing;
use grundy_record::{KnownMoves, Length, Record, Slot, Taken, Words};

/// The words about arc-kayles for people.
const WORDS: Words = Words {
    name: "arc-kayles",
    summary: "take an edge with both its ends",
    how_to_play: "A move takes an edge with both its ends, and all edges at these ends go, too. \
        A player who cannot move loses; under `misere`, wins.",
    limits: LIMITS_OF_SEARCH,
    example: "arc-kayles 5 1-2 2-3 3-4:",
    theorem: None,
};

/// The game in which a move takes an edge with both its ends.
pub static ARC_KAYLES: Standard = Standard::new(
    WORDS.parts(&[Slot::Edges]).known_moves(KnownMoves::Edge),
    open,
)
.lasting(|record, context| {
    // The edges taken share no vertex, so the most are those of a maximum matching.
    if longest::is_begun(record) {
        return Ok(None);
    }
    let (vertices, edges) = graph(record, &context.budget)?;
    let graph = Graph::from_edges(vertices, &edges, &context.budget)?;
    context.notes.engine(GraphEngine::Matching);
    let matched = decompose(&graph, |_| false, &context.budget)?;
    // Two vertices that are matched have each other as mates; one that is not has none.
    let covered = (0..)
        .take(vertices)
        .filter(|&vertex| matched.mate(vertex).is_some());
    Ok(Some(Length::Moves(covered.count() as u128 / 2)))
});

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let (vertices, edges) = graph(record, &context.budget)?;
    let list: Vec<Listing> = edges
        .iter()
        .map(|edge| Listing {
            needs: edge.ends().to_vec(),
            others: Vec::new(),
        })
        .collect();
    let (setup, order) = setup::take(vertices, &list, &context.budget)?;
    let written = |&item: &u32| {
        let edge = edges[item as usize];
        Taken::Edge(edge.map(|vertex| u64::from(vertex) + 1))
    };
    let names = Names::Listed(order.iter().map(written).collect());
    TakingGame::open(setup, names, record, context)
}
