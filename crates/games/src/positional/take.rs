//! The general positional game: a move takes one of the listed sets of vertices.

#![expect(
    clippy::cast_possible_truncation,
    reason = "graphs of positional games have at most 2²⁶ vertices, and sets name these"
)]

use super::node_kayles::graph;
use super::taking::LIMITS_OF_SEARCH;
use super::taking::{Names, TakingGame};
use crate::{Context, PositionResult, Standard};
use grundy_placement::setup;
use grundy_placement::setup::Listing;
use grundy_record::{Fault, KnownMoves, Record, Rules, SetRules, Slot, Taken, Words};

/// The words about take for people.
const WORDS: Words = Words {
    name: "take",
    summary: "take one of the listed sets of vertices",
    how_to_play: "A move takes one of the sets, if all its vertices are left; the vertices after \
        `>` go with it. A player who cannot move loses; under `misere`, wins.",
    limits: LIMITS_OF_SEARCH,
    example: "take 6 1,2 2,3 3,4,5 4>3,5:",
    theorem: None,
};

/// The game in which a move takes one of the listed sets of vertices.
pub static TAKE: Standard = Standard::new(
    WORDS.parts(&[Slot::Sets]).known_moves(KnownMoves::Set),
    open,
);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let (vertices, _) = graph(record, &context.budget)?;
    let Rules::Sets(SetRules { sets, .. }) = &record.rules else {
        return Err(Fault::incomplete());
    };
    let indices = |list: &[u64]| list.iter().map(|&vertex| vertex as u32 - 1).collect();
    let list: Vec<Listing> = sets
        .iter()
        .map(|set| Listing {
            needs: indices(&set.needs),
            others: indices(&set.others),
        })
        .collect();
    let (setup, order) = setup::take(vertices, &list, &context.budget)?;
    let written = |&item: &u32| match &sets[item as usize] {
        set if set.others.is_empty() => Taken::Places(set.needs.clone().into()),
        set => Taken::Set(Box::new(set.clone())),
    };
    let names = Names::Listed(order.iter().map(written).collect());
    TakingGame::open(setup, names, record, context)
}
