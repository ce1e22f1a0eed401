//! Undirected graphs as the matching engine walks them.

use grundy_base::budget::{Budget, Limit};
use grundy_base::edge::Edge;
use grundy_base::rows::SparseRows;

/// A graph for the engine: vertices `0..order()`, each with its neighbours.
///
/// The relation must be symmetric. Repeated neighbours and loops are harmless.
pub trait Adjacency: Sync {
    /// Tells whether neighbours mostly have numbers near each other.
    const NEAR: bool = false;
    /// Returns the number of vertices.
    fn order(&self) -> usize;
    /// Returns the neighbours of `vertex`, always in the same order.
    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> + '_;
}

/// A graph with every neighbour list stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The neighbours of each vertex.
    rows: SparseRows,
}

impl Graph {
    /// Returns the graph on vertices `0..order` with the given edges; loops are dropped, repeats kept.
    ///
    /// # Constraints
    /// Every end is below `order`; both `order` and twice the number of edges fit `u32`.
    ///
    /// # Errors
    /// Fails when the graph does not fit 32-bit numbers or `budget.memory`.
    ///
    /// # Complexity
    /// O(order + edges); 4 bytes a vertex and 8 an edge.
    ///
    /// # Example
    /// ```
    /// use grundy_base::budget::Budget;
    /// use grundy_base::edge::Edge;
    /// use grundy_graphs::matching::{Adjacency, Graph};
    /// let edges = [Edge::new(0, 1), Edge::new(1, 2)];
    /// let path = Graph::from_edges(3, &edges, &Budget::default()).unwrap();
    /// assert_eq!(path.neighbours(1).collect::<Vec<_>>(), [0, 2]);
    /// ```
    pub fn from_edges(order: usize, edges: &[Edge], budget: &Budget) -> Result<Graph, Limit> {
        let max_edges = (u32::MAX / 2) as usize;
        if order >= u32::MAX as usize || edges.len() > max_edges {
            return Err(Limit::fixed(format!(
                "a graph may have {} vertices and {max_edges} edges at most",
                u32::MAX - 1
            )));
        }
        let bytes = 4 * (order as u128 + 1) + 8 * edges.len() as u128;
        budget.check_bytes(bytes, || {
            format!(
                "a graph of {order} vertices and {} edges takes",
                edges.len()
            )
        })?;
        let ends = || {
            edges
                .iter()
                .filter(|edge| !edge.is_loop())
                .flat_map(|&Edge { from, to }| [(from, to), (to, from)])
        };
        Ok(Graph {
            rows: SparseRows::from_pairs(order, ends),
        })
    }

    /// Returns the memory it holds, in bytes.
    pub fn bytes(&self) -> u64 {
        self.rows.bytes()
    }

    /// Returns the neighbours of `vertex` as they are stored.
    pub fn row(&self, vertex: u32) -> &[u32] {
        self.rows.row(vertex)
    }
}

impl Adjacency for Graph {
    fn order(&self) -> usize {
        self.rows.count()
    }

    #[inline]
    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.rows.row(vertex).iter().copied()
    }
}
