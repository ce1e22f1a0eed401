//! Grim: a move takes a vertex of a graph that still has a neighbour.

use super::by_options::{bits, open};
use crate::games::vocabulary::*;

/// Take a vertex that still has a neighbour.
pub static GRIM: Standard =
    Standard::new(words("grim").parts(&[Slot::Edges]).keywords(&[]), |record, context| {
        open(record, context, |neighbours, left, take| {
            bits(left).filter(|&vertex| neighbours[vertex] & left != 0).for_each(|vertex| take(1 << vertex));
        })
    });
