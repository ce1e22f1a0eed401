//! Poset games: an element goes with all above it.

use std::collections::HashMap;

use itertools::Itertools;

use crate::games::boards::board::BoardCell;
use crate::games::entry::CatalogueGame;
use crate::games::positional::cells::Vertices;
use crate::games::positional::place::must_be_untouched;
use crate::games::positional::taking::each_takes;
use crate::games::positional::vertices::{MAX_NAMED_VERTICES, VertexPairs};
use crate::play::Play;
use crate::{Fail, Res, met};

pub(crate) static POSET: CatalogueGame =
    CatalogueGame::of_values("poset", "poset 4 1<2 1<3 2<4 3<4:", |given| {
        must_be_untouched(given)?;
        let elements = VertexPairs::read(given, '<', MAX_NAMED_VERTICES)?;
        order(elements.vertices()?, &elements.pairs)
    })
    .keywords("misere");

/// Returns the play in which an element goes with all above it.
fn order(all: Vertices, pairs: &[[BoardCell; 2]]) -> Res<Play> {
    let higher = pairs.iter().map(|&[low, high]| (low, high));
    let higher = higher.into_group_map();
    let next = |element: &BoardCell| Ok(higher.get(element).cloned().unwrap_or_default());
    let mut above = HashMap::new();
    for &element in &all {
        let over = met(next(&element)?, next)?;
        Fail::Wrong.when(over.contains(&element))?;
        above.insert(element, over);
    }
    let is_above = |element, other| above[&element].contains(&other);
    each_takes(all, is_above, Vec::new())
}
