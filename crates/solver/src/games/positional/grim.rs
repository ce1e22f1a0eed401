//! Grim: a move takes a vertex of a graph that still has a neighbour.

use super::by_options::open;
use crate::games::vocabulary::*;
use crate::theory::bits::ones;

/// Take a vertex that still has a neighbour.
pub static GRIM: Standard =
    Standard::new(words("grim").parts(&[Slot::Edges]).keywords(&[]), |record, context| {
        open(record, context, |neighbours, left, take| {
            let joined = ones(left).filter(|&vertex| neighbours[vertex as usize] & left != 0);
            joined.for_each(|vertex| take(1 << vertex));
        })
    });
