//! Poset games: a move takes an element with all above it.

use super::node_kayles::graph;
use super::taking::LIMITS_OF_SEARCH;
use super::taking::{Names, TakingGame};
use crate::shared::longest;
use crate::{Context, PositionResult, Standard};
use grundy_placement::setup;
use grundy_placement::setup::Cyclic;
use grundy_record::{Fault, KnownMoves, Length, Place, Record, Slot, Words};

/// The words about poset for people.
const WORDS: Words = Words {
    name: "poset",
    summary: "take an element of an order with all above it",
    how_to_play: "The elements are ordered: `1<2` says that 2 is above 1, and all elements above \
        2 are above 1, too. A move takes an element with all elements above it. A player who \
        cannot move loses; under `misere`, wins.",
    limits: LIMITS_OF_SEARCH,
    example: "poset 4 1<2 2<3 1<4:",
    theorem: None,
};

/// The game in which a move takes an element of an order with all above it.
pub static POSET: Standard = Standard::new(
    WORDS.parts(&[Slot::Order]).known_moves(KnownMoves::Above),
    open,
)
.lasting(|record, _| {
    // The elements are taken one by one, from the highest on.
    let elements = Length::Moves(record.rules.vertices().unwrap_or(0).into());
    Ok((!longest::is_begun(record)).then_some(elements))
});

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
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
