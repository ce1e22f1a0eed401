//! Green Hackenbush on graphs (Winning Ways, chapter 2 and 6; Conway, On Numbers and Games, chapter 13).
//!
//! Vertex 0 is the ground. A move cuts an edge, and what no longer hangs on the ground falls. Two
//! principles give the Grundy value in one walk:
//!
//! - *Fusion*: the vertices of a cycle can be made one without changing the value. So every
//!   2-edge-connected part becomes a vertex with its edges as loops, and a loop is an edge of its own.
//! - *Colon*: a branch of value v at a vertex counts as a stalk of v edges. So an edge that carries a
//!   part of value v adds v + 1 to the nim-sum of its lower end.
//!
//! The value after each single cut follows without cutting ([`cuts`]).

mod chain;
mod cuts;
mod shape;
#[cfg(test)]
mod tests;

use self::shape::Rooted;
use grundy_machine::budget::{Budget, Limit};

/// A graph of green edges on the ground, with its Grundy value.
#[derive(Debug)]
pub struct Hackenbush {
    shape: Rooted,
    budget: Budget,
}

/// Bytes for each edge: the graph, the walk and the classes of edges.
const BYTES_AN_EDGE: u64 = 160;

impl Hackenbush {
    /// Makes the graph of these edges between any numbers, 0 the ground. Repeated edges and loops count.
    /// Edges that do not hang on the ground have fallen.
    ///
    /// # Complexity
    ///
    /// O(edges), and sorting the numbers of the vertices if they are sparse.
    ///
    /// # Errors
    ///
    /// Fails if it takes more edges than the memory allowed can hold.
    pub fn new(edges: &[(u64, u64)], budget: Budget) -> Result<Self, Limit> {
        let most = (budget.memory / BYTES_AN_EDGE).min(u64::from(u32::MAX) / 4);
        if edges.len() as u64 > most {
            return Err(Limit::memory(format!(
                "a graph has at most {most} edges here, this one {}",
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

    /// Returns the edges, ascending, whose cut leaves Grundy value `target`.
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
