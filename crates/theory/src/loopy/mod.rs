//! Grundy values of positions that may repeat: the Smith–Fraenkel labelling.
//!
//! Tokens move along the arcs of a directed graph; a player who cannot move loses; play that never ends
//! is a draw. C. A. B. Smith ("Graphs and composite games", J. Combin. Theory 1, 1966) and A. S.
//! Fraenkel with Y. Perl (1975) extend the Sprague–Grundy theory to graphs with cycles: a vertex
//! has a finite value m when
//!
//! - m is the mex of the finite values among its followers, and
//! - every follower with no value, or a larger one, can be *reverted*: it has itself a follower
//!   of value m (found to have it earlier, so that play comes to an end);
//!
//! any other vertex has the value ∞_A, A the set of finite values among its followers. Values add:
//!
//! ```text
//!    m + n     = m ⊕ n                     lost exactly when 0
//!    ∞_A + n   = ∞_{A ⊕ n}                 won exactly when 0 ∈ A ⊕ n, else a draw
//!    ∞_A + ∞_B = ∞_∅                       a draw
//! ```
//!
//! # How it is found
//!
//! The label of a vertex depends on what it reaches only. So one depth-first search finds the
//! strongly connected components followers first (Tarjan, in D. J. Pearce's one-array form), and
//! each is labelled as soon as it is complete:
//!
//! - a single vertex without a loop by the rule above, with a stamped mex;
//! - a larger one in rounds, one for each value ([`component`]).
//!
//! An acyclic graph has only the former: its values are found in one pass.
//!
//! ```text
//!   a ⇄ b ──► c       round 0   c has no follower: it has the value 0. So b can be reverted to 0, and a, which leads
//!                               nowhere else, has the value 0, too
//!   d ⇄ e             round 1   the followers of b, a and c, have the value 0: b has the value 1
//!                               d and e wait for one another, in every round: ∞_∅
//! ```
//!
//! # Complexity
//!
//! O(vertices + arcs) apart from the rounds. A vertex of a cyclic component takes part in one
//! round more than it has finite values among its followers; each costs its list of predecessors at most once: O(Σ d²) at
//! worst, d the degree, and linear on graphs with few values. 16 bytes a vertex beside the
//! graph, 16 a vertex on the search path, and 24 a vertex and 4 an arc of the largest cyclic component.

mod component;
mod digraph;
mod remoteness;
mod search;
#[cfg(test)]
mod tests;

pub use digraph::Digraph;
pub use remoteness::{Remoteness, remoteness};

use crate::mex::ValueSet;
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::progress::engine;
use search::ComponentSearch;

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label<'a> {
    /// A finite value.
    Finite(u32),
    /// ∞_A, with the members of A ascending.
    Infinite(&'a [u32]),
}

/// The labels of all vertices reached.
#[derive(Clone, Debug)]
pub struct Labelling {
    values: LabelValues,
    work: u64,
}

/// Values as they are stored: finite ones as they are, infinite ones as [`INFINITE`] plus the
/// index of their set.
#[derive(Clone, Debug)]
struct LabelValues {
    of: Vec<u32>,
    members: Vec<u32>,
    /// Set i is `members[bounds[i]..bounds[i + 1]]`; the first is empty.
    bounds: Vec<u32>,
}

const INFINITE: u32 = 1 << 31;
const UNKNOWN: u32 = u32::MAX;

impl LabelValues {
    fn set(&self, value: u32) -> &[u32] {
        let i = (value - INFINITE) as usize;
        &self.members[self.bounds[i] as usize..self.bounds[i + 1] as usize]
    }

    /// Can a move from a vertex of infinite `value` reach a vertex of value `finite`?
    fn reaches(&self, value: u32, finite: u32) -> bool {
        self.set(value).binary_search(&finite).is_ok()
    }

    /// Gives `vertex` the value ∞_A, A in any order and with repeats.
    fn set_infinite(&mut self, vertex: u32, set: &mut Vec<u32>) {
        self.of[vertex as usize] = INFINITE;
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
        match self.values.of[vertex as usize] {
            value if value < INFINITE => Label::Finite(value),
            value => Label::Infinite(self.values.set(value)),
        }
    }

    /// Followers looked at: a measure of the work done that is the same on every machine.
    pub fn work(&self) -> u64 {
        self.work
    }
}

/// Labels everything that `starts` lead to.
///
/// # Errors
/// A [`Limit`] when more than `budget.memory` bytes of working memory could be needed or more
/// than `budget.work` followers looked at.
///
/// # Example
/// ```
/// use grundy_machine::budget::Budget;
/// use grundy_theory::loopy::{Digraph, Label, label};
/// let budget = Budget::default();
/// // 0 and 1 are a cycle; 1 can also go to 2, which has no move: so 0 is lost.
/// let graph = Digraph::from_arcs(3, &[(0, 1), (1, 0), (1, 2)], &budget).unwrap();
/// let labels = label(&graph, &[0], &budget).unwrap();
/// assert_eq!((labels.label(0), labels.label(1)), (Label::Finite(0), Label::Finite(1)));
/// // With a way out of both, each is won by leaving, and beside another game drawn by staying.
/// let graph = Digraph::from_arcs(3, &[(0, 1), (1, 0), (1, 2), (0, 2)], &budget).unwrap();
/// assert_eq!(label(&graph, &[0], &budget).unwrap().label(1), Label::Infinite(&[0]));
/// ```
pub fn label(graph: &Digraph, starts: &[u32], budget: &Budget) -> Result<Labelling, Limit> {
    let order = graph.order();
    budget.check_bytes(32 * order as u128, || {
        format!("a graph of {order} vertices takes")
    })?;
    let mut solver = Solver {
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
struct Solver<'a> {
    graph: &'a Digraph,
    values: LabelValues,
    /// The finite values seen among followers.
    seen: ValueSet,
    set: Vec<u32>,
    work: u64,
}

impl Solver<'_> {
    /// Labels a vertex all of whose followers are labelled.
    fn label_single(&mut self, v: u32) {
        let followers = self.graph.followers(v);
        self.seen.clear();
        let mut any_infinite = false;
        for &w in followers {
            let value = self.values.of[w as usize];
            any_infinite |= value >= INFINITE;
            // The mex is at most the number of followers: larger values need not be seen.
            if value as usize <= followers.len() {
                self.seen.insert(value);
            }
        }
        let mex = self.seen.mex();
        let reverts = |w: &u32| {
            let value = self.values.of[*w as usize];
            value < INFINITE || self.values.reaches(value, mex)
        };
        if !any_infinite || followers.iter().all(reverts) {
            self.values.of[v as usize] = mex;
            return;
        }
        self.set_infinite(v);
    }

    /// Gives `v` the value ∞_A for its finite followers as they are labelled now.
    fn set_infinite(&mut self, v: u32) {
        let finite = self
            .graph
            .followers(v)
            .iter()
            .map(|&w| self.values.of[w as usize]);
        self.set.clear();
        self.set.extend(finite.filter(|&value| value < INFINITE));
        self.values.set_infinite(v, &mut self.set);
    }
}
