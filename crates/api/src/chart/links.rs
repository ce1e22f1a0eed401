//! The edges of a graph that is drawn as circles and lines.

use itertools::Itertools;

use crate::Position;
use grundy_picture::{Link, Links};

/// The most vertices of a graph that is drawn as circles and lines.
pub(super) const MAX_DRAWN_VERTICES: usize = 80;
/// The most edges of a graph that is drawn as circles and lines.
pub(super) const MAX_DRAWN_EDGES: usize = 300;

/// Makes the edges of a picture, each once.
pub(super) fn links(directed: bool, edges: impl IntoIterator<Item = Link>) -> Links {
    Links {
        directed,
        edges: edges.into_iter().sorted_unstable().dedup().collect(),
        ..Links::default()
    }
}

/// Returns the edges of the graph of a record, if it is small enough to be drawn as circles and lines.
pub(super) fn links_of(position: &Position<'_>, directed: bool) -> Option<Links> {
    let rules = &position.record().rules;
    let edges = rules.edges().iter().map(|edge| Link {
        from: edge.from as usize - 1,
        to: edge.to as usize - 1,
    });
    if_small(position.order()?, links(directed, edges))
}

/// Returns the edges of a graph of this many vertices, if it is small enough to be drawn as circles and lines.
pub(super) fn if_small(vertices: u64, links: Links) -> Option<Links> {
    let is_small = vertices <= MAX_DRAWN_VERTICES as u64 && links.edges.len() <= MAX_DRAWN_EDGES;
    is_small.then_some(links)
}
