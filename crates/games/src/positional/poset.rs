//! Poset games: a move takes an element with all above it.

use super::node_kayles::graph;
use super::taking::{Names, TakingGame};
use crate::shared::words::words;
use crate::{Context, PositionResult, Standard};
use grundy_placement::setup;
use grundy_placement::setup::Cyclic;
use grundy_record::{Fault, Place, Record, Slot};

/// Take an element of an order with all above it.
pub static POSET: Standard = Standard::new(words("poset").parts(&[Slot::Order]), open);

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
