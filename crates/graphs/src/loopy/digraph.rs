//! Directed graphs that store the followers of each vertex.

use grundy_base::budget::{Budget, Limit};
use grundy_base::edge::Edge;
use grundy_base::rows::SparseRows;

/// A directed graph on vertices `0..order()`. An arc leads from a position to a follower.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digraph {
    /// The followers of each vertex.
    rows: SparseRows,
}

impl Digraph {
    /// Returns the graph with the given arcs; repeated arcs and loops are kept.
    ///
    /// # Constraints
    /// Every end is below `order`.
    ///
    /// # Errors
    /// Fails when the graph does not fit 32-bit numbers or `budget.memory`.
    ///
    /// # Complexity
    /// O(order + arcs); 4 bytes a vertex and 4 an arc.
    pub fn from_arcs(order: usize, arcs: &[Edge], budget: &Budget) -> Result<Digraph, Limit> {
        let max_count = i32::MAX as usize;
        if order > max_count || arcs.len() > max_count {
            return Err(Limit::fixed(format!(
                "a graph may have {max_count} vertices and {max_count} arcs at most"
            )));
        }
        let bytes = 4 * (order + 1 + arcs.len()) as u128;
        budget.check_bytes(bytes, || {
            format!("a graph of {order} vertices and {} arcs takes", arcs.len())
        })?;
        Ok(Digraph {
            rows: SparseRows::from_pairs(order, || arcs.iter().map(|arc| (arc.from, arc.to))),
        })
    }

    /// Returns the number of vertices.
    pub fn order(&self) -> usize {
        self.rows.count()
    }

    /// Returns the followers of a vertex, in the order of its arcs.
    #[inline]
    pub fn followers(&self, vertex: u32) -> &[u32] {
        self.rows.row(vertex)
    }
}
