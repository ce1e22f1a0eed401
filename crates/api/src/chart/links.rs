//! The edges of a graph that is drawn as circles and lines.

use itertools::Itertools;

use crate::Position;
use grundy_picture::Links;

/// The most vertices of a graph that is drawn as circles and lines.
pub(super) const MAX_DRAWN_VERTICES: usize = 80;
/// The most edges of a graph that is drawn as circles and lines.
pub(super) const MAX_DRAWN_EDGES: usize = 300;

/// Makes edges between vertices of these indices, each once.
pub(super) fn links(directed: bool, ends: impl IntoIterator<Item = (usize, usize)>) -> Links {
    Links {
        directed,
        ends: ends.into_iter().sorted_unstable().dedup().collect(),
        ..Links::default()
    }
}

/// Returns the edges of the graph of a record, if it is small enough to be drawn as circles and lines.
pub(super) fn links_of(position: &Position<'_>, directed: bool) -> Option<Links> {
    let rules = &position.record().rules;
    let edges = rules.edges().iter();
    let ends = edges.map(|&(from, to)| (from as usize - 1, to as usize - 1));
    let links = links(directed, ends);
    let is_small =
        position.order()? <= MAX_DRAWN_VERTICES as u64 && links.ends.len() <= MAX_DRAWN_EDGES;
    is_small.then_some(links)
}
