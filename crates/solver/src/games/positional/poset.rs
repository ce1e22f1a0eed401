//! Poset games: a move takes an element with all above it.

use super::LIMITS;
use super::node_kayles::graph;
use super::taking::{Names, TakingGame};
use crate::games::{Context, Opening, Standard};
use crate::record::{Fault, Place, Record, Signature, Slot, Words};
use crate::theory::positional::setup::{self, Cyclic};

static SIGNATURE: Signature = Words {
    name: "poset",
    summary: "take an element of an order with all above it",
    how_to_play: "The elements are ordered: `1<2` says that 2 is above 1, and so is all that is \
         above 2. A move takes an element that is left, with all above it. A player who \
         cannot move loses; under `misere`, wins.",
    limits: LIMITS,
    example: "poset 4 1<2 2<3 1<4:",
}
.parts(&[Slot::Order]);

/// Take an element of an order with all above it.
pub static POSET: Standard = Standard::new(&SIGNATURE, open);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
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
