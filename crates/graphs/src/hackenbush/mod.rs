//! Green Hackenbush on graphs (Winning Ways, chapters 2 and 6; Conway, On Numbers and Games, chapter 13).
//!
//! Vertex 0 is the ground. A move cuts an edge, and all that no longer hangs on the ground falls. Two principles give the
//! Grundy value in one walk:
//!
//! - *Fusion*: the vertices of a cycle can be made one vertex without a change of the value. So every 2-edge-connected
//!   part becomes a vertex with its edges as loops, and a loop counts as a single edge.
//! - *Colon*: a branch of value v at a vertex counts as a stalk of v edges. So an edge that carries a part of value v adds
//!   v + 1 to the nim-sum of its lower end.
//!
//! The value after each single cut follows without cutting ([`cuts`]).

mod chain;
mod cuts;
mod shape;

pub use chain::Chain;

use self::shape::Rooted;
use grundy_base::budget::{Budget, Limit};
use grundy_base::edge::Edge;

/// A graph of green edges on the ground, with its Grundy value.
#[derive(Debug)]
pub struct Hackenbush {
    /// The graph, walked through from the ground.
    shape: Rooted,
    /// The limits of the record.
    budget: Budget,
}

/// The bytes of each edge, in the graph, the walk and the classes of edges.
const EDGE_BYTES: u64 = 160;

impl Hackenbush {
    /// Makes the graph of these edges. Vertices are any numbers, and 0 is the ground. Repeated edges and loops count.
    /// Edges that do not hang on the ground have fallen.
    ///
    /// # Complexity
    ///
    /// O(edges), and O(edges · log edges) if the numbers of the vertices are sparse.
    ///
    /// # Errors
    ///
    /// Fails if it takes more edges than the memory allowed can hold.
    pub fn new(edges: &[Edge<u64>], budget: Budget) -> Result<Self, Limit> {
        let max_edges = (budget.memory / EDGE_BYTES).min(u64::from(u32::MAX) / 4);
        if edges.len() as u64 > max_edges {
            return Err(Limit::memory(format!(
                "a graph has at most {max_edges} edges here, this one {}",
                edges.len()
            )));
        }
        Ok(Hackenbush {
            shape: Rooted::new(edges),
            budget,
        })
    }

    /// Returns the Grundy value.
    pub fn value(&self) -> u64 {
        self.shape.value()
    }

    /// Returns whether the edge with this index hangs on the ground, so that it can be cut.
    pub fn hangs(&self, edge: usize) -> bool {
        self.shape.hangs(edge)
    }

    /// Returns the edges whose cut leaves the Grundy value `target`, in ascending order.
    ///
    /// # Complexity
    ///
    /// O(edges · log edges).
    pub fn cuts_to(&self, target: u64) -> Vec<usize> {
        cuts::to(&self.shape, target)
    }

    /// Returns the budget that the graph was made within.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }
}
