//! The arcs of a graph in reverse, to go backwards from the ends of play.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a graph has fewer than 2³¹ vertices and arcs"
)]

use super::Digraph;
use grundy_base::budget::{Budget, Limit};
use grundy_base::rows::SparseRows;

/// The vertices before each vertex, and how many of its followers are not found yet.
pub(super) struct Backwards {
    /// The vertices from which an arc leads to each vertex.
    pub(super) before: SparseRows,
    /// The number of followers of each vertex.
    pub(super) open: Vec<u32>,
}

impl Backwards {
    /// Reverses the arcs of a graph, on which a search that takes this many bytes a vertex in all will go.
    ///
    /// # Errors
    /// Fails when it does not fit the budget.
    pub(super) fn of(
        graph: &Digraph,
        bytes_a_vertex: u128,
        budget: &Budget,
    ) -> Result<Backwards, Limit> {
        let order = graph.order();
        let vertices = 0..order as u32;
        let followers = |vertex: u32| graph.followers(vertex).len() as u32;
        let arcs: u64 = vertices
            .clone()
            .map(|vertex| u64::from(followers(vertex)))
            .sum();
        let bytes = bytes_a_vertex * order as u128 + 4 * u128::from(arcs);
        budget.check_bytes(bytes, || {
            format!("play backwards on {order} vertices and {arcs} arcs takes")
        })?;
        let reversed = || {
            vertices
                .clone()
                .flat_map(|from| graph.followers(from).iter().map(move |&to| (to, from)))
        };
        let before = SparseRows::from_pairs(order, reversed);
        let open = vertices.map(followers).collect();
        Ok(Backwards { before, open })
    }
}
