//! Grundy values of positions that may repeat: the Smith–Fraenkel labelling.
//!
//! Tokens move along the arcs of a directed graph. A player who cannot move loses, and play that never ends is a draw.
//! C. A. B. Smith ("Graphs and composite games", J. Combin. Theory 1, 1966) and A. S. Fraenkel with Y. Perl (1975) extend
//! the Sprague–Grundy theory to graphs with cycles. A vertex has the finite value m if both of these hold:
//!
//! - m is the mex of the finite values among its followers.
//! - Every follower without a value, or of a larger value, can be *reverted*: it has itself a follower of value m. That
//!   follower must have been found to have the value m earlier, so that play comes to an end.
//!
//! Any other vertex has the value ∞_A, where A is the set of finite values among its followers. Values add like this:
//!
//! ```text
//!    m + n     = m ⊕ n                     lost exactly when 0
//!    ∞_A + n   = ∞_{A ⊕ n}                 won exactly when 0 ∈ A ⊕ n, else a draw
//!    ∞_A + ∞_B = ∞_∅                       a draw
//! ```
//!
//! # How it is found
//!
//! The label of a vertex depends only on the vertices that it reaches. So one depth-first search finds the strongly
//! connected components (Tarjan's algorithm, in D. J. Pearce's form with one list), each after all components that it
//! leads to. A component is labelled once it is complete:
//!
//! - A single vertex without a loop is labelled by the rule above.
//! - Any other component is labelled in rounds, one for each value ([`component`]).
//!
//! An acyclic graph has only single vertices without loops, so its values are found in one pass.
//!
//! ```text
//!   a ⇄ b ──► c       round 0   c has no follower, so it has the value 0. So b can be reverted to 0. As a leads
//!                               only to b, it has the value 0
//!   d ⇄ e             round 1   the followers a and c of b have the value 0, so b has the value 1
//!                               d and e wait for one another in every round, so both have the value ∞_∅
//! ```
//!
//! # Complexity
//!
//! Without the rounds it takes O(vertices + arcs). A vertex of a cyclic component takes part in one round more than it has
//! finite values among its followers, and in each round its list of predecessors is walked at most once. That is O(Σ d²)
//! at worst, where d is the degree, and linear on graphs with few values. It needs 16 bytes a vertex, 16 a vertex on the
//! search path, and 24 a vertex and 4 an arc of the largest cyclic component, without the graph.

#![expect(
    clippy::cast_possible_truncation,
    reason = "members of sets come from arcs, and a graph has fewer than 2³¹ of them"
)]

mod backwards;
mod component;
mod digraph;
mod longest;
mod remoteness;
mod search;
mod solver;

pub use digraph::Digraph;
pub use longest::longest;
pub use remoteness::{Remoteness, remoteness};

use grundy_base::budget::{Budget, Limit};
use search::ComponentSearch;
use solver::{INFINITE_BIT, LabelSolver, LabelValues, work_limit};

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label<'a> {
    /// A finite value.
    Finite(u32),
    /// ∞_A, with the members of A ascending.
    Infinite(&'a [u32]),
}

/// The labels of all vertices that some start leads to.
#[derive(Clone, Debug)]
pub struct Labelling {
    /// The labels by vertex.
    values: LabelValues,
    /// The number of followers that were looked at.
    work: u64,
}

impl Labelling {
    /// Returns the label of a vertex that a start leads to.
    pub fn label(&self, vertex: u32) -> Label<'_> {
        let value = self.values.of[vertex as usize];
        if value < INFINITE_BIT {
            Label::Finite(value)
        } else {
            Label::Infinite(self.values.set(value))
        }
    }

    /// Returns how many followers were looked at. This measure of the work done is the same on every machine.
    pub fn work(&self) -> u64 {
        self.work
    }
}

/// Labels all vertices that `starts` lead to.
///
/// # Errors
/// Fails when more than `budget.memory` bytes could be needed, or when more than `budget.work` followers are looked at.
///
/// # Example
/// ```
/// use grundy_base::budget::Budget;
/// use grundy_base::edge::Edge;
/// use grundy_graphs::loopy::{Digraph, Label, label};
/// let budget = Budget::default();
/// // 0 and 1 are a cycle. 1 can also move to 2, which has no move. So 0 is lost.
/// let graph = Digraph::from_arcs(3, &[(0, 1), (1, 0), (1, 2)].map(Edge::from), &budget).unwrap();
/// let labels = label(&graph, &[0], &budget).unwrap();
/// assert_eq!((labels.label(0), labels.label(1)), (Label::Finite(0), Label::Finite(1)));
/// // Both can move to 2. So each is won by this move, and in a sum with another game it can be drawn by the cycle.
/// let arcs = [(0, 1), (1, 0), (1, 2), (0, 2)].map(Edge::from);
/// let graph = Digraph::from_arcs(3, &arcs, &budget).unwrap();
/// assert_eq!(label(&graph, &[0], &budget).unwrap().label(1), Label::Infinite(&[0]));
/// ```
pub fn label(graph: &Digraph, starts: &[u32], budget: &Budget) -> Result<Labelling, Limit> {
    let order = graph.order();
    budget.check_bytes(32 * order as u128, || {
        format!("a graph of {order} vertices takes")
    })?;
    let mut solver = LabelSolver::new(graph);
    let mut search = ComponentSearch::new(order);
    for &start in starts {
        search.visit(start, &mut solver, budget)?;
        if solver.work > budget.work {
            return Err(work_limit(budget));
        }
    }
    Ok(Labelling {
        values: solver.values,
        work: solver.work,
    })
}
