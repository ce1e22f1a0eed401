//! Grim: a move takes a vertex of a graph that still has a neighbour.

use super::by_options::{bits, open};
use crate::games::Standard;
use crate::record::{Signature, Slot, Words};

static SIGNATURE: Signature = Words {
    name: "grim",
    summary: "take a vertex that still has a neighbour",
    how_to_play: "A move takes a vertex of a graph that has a neighbour among those left. Vertices without \
                  neighbours stay. A player who cannot move loses.",
    limits: "connected parts of 64 vertices, as hard as they are: paths, trees and some 30 vertices of any \
             graph within the default --max-work",
    example: "grim 4 1-2 2-3 3-4 2-4:",
}
.parts(&[Slot::Edges])
.keywords(&[]);

/// Take a vertex that still has a neighbour.
pub static GRIM: Standard = Standard::new(&SIGNATURE, |record, context| {
    open(record, context, |neighbours, left, take| {
        bits(left).filter(|&vertex| neighbours[vertex] & left != 0).for_each(|vertex| take(1 << vertex));
    })
});
