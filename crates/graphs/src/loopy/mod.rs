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
//! leads to. A component is labelled as soon as it is complete:
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

mod component;
mod digraph;
mod remoteness;
mod search;
#[cfg(test)]
mod tests;

pub use digraph::Digraph;
pub use remoteness::{Remoteness, remoteness};

use grundy_base::budget::{Budget, Limit};
use grundy_base::sync::progress::engine;
use grundy_values::mex::ValueSet;
use search::ComponentSearch;

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
    values: LabelValues,
    work: u64,
}

/// The stored values: a finite value as itself, and an infinite value as [`INFINITE_BIT`] plus the index of its set.
#[derive(Clone, Debug)]
struct LabelValues {
    /// The value of each vertex, or [`UNKNOWN`].
    of: Vec<u32>,
    /// The members of all sets.
    members: Vec<u32>,
    /// Set i is `members[bounds[i]..bounds[i + 1]]`. The first set is empty.
    bounds: Vec<u32>,
}

/// A stored value that has this bit is infinite, or unknown.
const INFINITE_BIT: u32 = 1 << 31;
/// This stored value marks a vertex whose value is not known.
const UNKNOWN: u32 = u32::MAX;

impl LabelValues {
    /// Returns the set of an infinite value.
    fn set(&self, value: u32) -> &[u32] {
        let i = (value - INFINITE_BIT) as usize;
        &self.members[self.bounds[i] as usize..self.bounds[i + 1] as usize]
    }

    /// Returns whether a move from a vertex of infinite `value` can reach a vertex of value `finite`.
    fn reaches(&self, value: u32, finite: u32) -> bool {
        self.set(value).binary_search(&finite).is_ok()
    }

    /// Gives `vertex` the value ∞_A. `set` lists A in any order, and a member may be repeated. It is sorted here.
    fn set_infinite(&mut self, vertex: u32, set: &mut Vec<u32>) {
        self.of[vertex as usize] = INFINITE_BIT;
        if !set.is_empty() {
            set.sort_unstable();
            set.dedup();
            self.of[vertex as usize] += self.bounds.len() as u32 - 1;
            self.members.extend_from_slice(set);
            self.bounds.push(self.members.len() as u32);
        }
    }
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
/// use grundy_graphs::loopy::{Digraph, Label, label};
/// let budget = Budget::default();
/// // 0 and 1 are a cycle. 1 can also move to 2, which has no move. So 0 is lost.
/// let graph = Digraph::from_arcs(3, &[(0, 1), (1, 0), (1, 2)], &budget).unwrap();
/// let labels = label(&graph, &[0], &budget).unwrap();
/// assert_eq!((labels.label(0), labels.label(1)), (Label::Finite(0), Label::Finite(1)));
/// // Both can move to 2. So each is won by this move, and in a sum with another game it can be drawn by the cycle.
/// let graph = Digraph::from_arcs(3, &[(0, 1), (1, 0), (1, 2), (0, 2)], &budget).unwrap();
/// assert_eq!(label(&graph, &[0], &budget).unwrap().label(1), Label::Infinite(&[0]));
/// ```
pub fn label(graph: &Digraph, starts: &[u32], budget: &Budget) -> Result<Labelling, Limit> {
    let order = graph.order();
    budget.check_bytes(32 * order as u128, || {
        format!("a graph of {order} vertices takes")
    })?;
    let mut solver = LabelSolver {
        graph,
        values: LabelValues {
            of: vec![UNKNOWN; order],
            members: Vec::new(),
            bounds: vec![0, 0],
        },
        seen: ValueSet::default(),
        set: Vec::new(),
        work: 0,
    };
    engine("graph: components behind all they lead to, cycles labelled backward");
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

fn work_limit(budget: &Budget) -> Limit {
    Limit::work(format!(
        "the values of this graph are not found within {} steps",
        budget.work
    ))
}

/// The graph, its labels so far, and working memory.
struct LabelSolver<'a> {
    graph: &'a Digraph,
    values: LabelValues,
    /// Working memory: the finite values seen among followers.
    seen: ValueSet,
    /// Working memory: the set of an infinite value.
    set: Vec<u32>,
    /// The number of followers looked at so far.
    work: u64,
}

impl LabelSolver<'_> {
    /// Labels a vertex whose followers are all labelled.
    fn label_single(&mut self, v: u32) {
        let followers = self.graph.followers(v);
        self.seen.clear();
        let mut any_infinite = false;
        for &w in followers {
            let value = self.values.of[w as usize];
            any_infinite |= value >= INFINITE_BIT;
            // The mex is at most the number of followers, so larger values do not matter.
            if value as usize <= followers.len() {
                self.seen.insert(value);
            }
        }
        let mex = self.seen.mex();
        let all_revert = !any_infinite
            || followers.iter().all(|&w| {
                let value = self.values.of[w as usize];
                value < INFINITE_BIT || self.values.reaches(value, mex)
            });
        if all_revert {
            self.values.of[v as usize] = mex;
        } else {
            self.set_infinite(v);
        }
    }

    /// Gives `v` the value ∞_A, where A is the set of finite values that its followers have now.
    fn set_infinite(&mut self, v: u32) {
        self.set.clear();
        for &w in self.graph.followers(v) {
            let value = self.values.of[w as usize];
            if value < INFINITE_BIT {
                self.set.push(value);
            }
        }
        self.values.set_infinite(v, &mut self.set);
    }
}
