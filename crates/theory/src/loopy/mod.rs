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
//! Such a search waits for memory at every vertex, and so do rounds that look at followers. Where the search
//! meets a cycle through many vertices, it begins anew behind their component: that is found forward and backward
//! ([`giant`]), what it leads to is labelled by the search, then the component itself, also in rounds, but from
//! the vertices that have a value to those that lead there ([`retrograde`]). This is done by all
//! threads. Labels, work and limits are the same in both ways and for any number of threads.
//!
//! # Complexity
//!
//! O(vertices + arcs) apart from the rounds. A vertex of a cyclic component takes part in one
//! round more than it has finite values among its followers; each costs its list: O(Σ d²) at
//! worst, d the out-degree, and linear on graphs with few values. 16 bytes a vertex beside the
//! graph, 16 a vertex on the search path, and 12 an arc of the largest cyclic component. With large components, which
//! are looked for where `budget.memory` has room for that: 64 bytes a vertex and 12 an arc more.

mod component;
mod digraph;
mod giant;
mod retrograde;
mod rows;
mod search;
#[cfg(test)]
mod tests;

pub use digraph::Digraph;

use std::borrow::Cow;
use std::cell::OnceCell;

use super::budget::{Budget, Limit};
use crate::platform::LOADED_ANEW;
use giant::Giant;
use retrograde::Retrograde;
use search::Search;

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
    values: Values,
    work: u64,
}

/// Values as they are stored: finite ones as they are, infinite ones as [`INFINITE`] plus the
/// index of their set.
#[derive(Clone, Debug)]
struct Values {
    of: Vec<u32>,
    members: Vec<u32>,
    /// Set i is `members[bounds[i]..bounds[i + 1]]`; the first is empty.
    bounds: Vec<u32>,
}

const INFINITE: u32 = 1 << 31;
const UNKNOWN: u32 = u32::MAX;

impl Values {
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
    /// The label of a vertex that a start leads to.
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
/// use grundy::theory::{budget::Budget, loopy::{Digraph, Label, label}};
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
    let ways =
        Ways { giant: giant::least(graph.order()), shared: retrograde::SHARED, blocked: rows::BLOCKED };
    label_by(graph, starts, budget, &ways)
}

/// From what sizes on other ways are taken; the labels and the work are the same.
struct Ways {
    /// Vertices of a component for which [`giant`] and [`retrograde`] are worth it.
    giant: usize,
    /// Vertices looked at in one step for which threads are.
    shared: usize,
    /// Arcs for which [`rows`] sorts by blocks.
    blocked: usize,
}

/// So many large components are looked for; then they are left to the depth-first search.
const GIANTS: usize = 4;

/// What is still to be done: first things last.
enum Task<'a> {
    /// To visit these vertices.
    Visit(Cow<'a, [u32]>, usize),
    /// To label this component, when all that it leads to is labelled.
    Label(Giant),
}

fn label_by(graph: &Digraph, starts: &[u32], budget: &Budget, ways: &Ways) -> Result<Labelling, Limit> {
    let order = graph.order();
    let bytes = 32 * order as u64;
    if bytes > budget.memory {
        return Err(Limit::memory(format!(
            "a graph of {order} vertices takes {bytes} bytes of working memory, {} are allowed",
            budget.memory
        )));
    }
    let mut solver = Solver {
        graph,
        values: Values { of: vec![UNKNOWN; order], members: Vec::new(), bounds: vec![0, 0] },
        seen: Vec::new(),
        stamp: 0,
        set: Vec::new(),
        work: 0,
    };
    let affords = bytes + retrograde::bytes(order, graph.arcs()) <= budget.memory;
    if LOADED_ANEW || !affords || order < ways.giant {
        let mut search = Search::new(order);
        for &start in starts {
            search.visit(start, &mut solver, usize::MAX, budget)?;
            check_work(&solver, budget)?;
        }
    } else {
        label_with_giants(&mut solver, starts, budget, ways)?;
    }
    Ok(Labelling { values: solver.values, work: solver.work })
}

fn label_with_giants(
    solver: &mut Solver<'_>,
    starts: &[u32],
    budget: &Budget,
    ways: &Ways,
) -> Result<(), Limit> {
    let graph = solver.graph;
    let mut giants = GIANTS;
    let mut search = Search::new(graph.order());
    let reverse = OnceCell::new();
    let reversed = || reverse.get_or_init(|| graph.reverse(budget.threads, ways.blocked));
    let mut retrograde = None;
    let mut tasks = vec![Task::Visit(Cow::Borrowed(starts), 0)];
    while let Some(task) = tasks.pop() {
        let (list, mut next) = match task {
            Task::Visit(list, next) => (list, next),
            Task::Label(giant) => {
                let retrograde = retrograde
                    .get_or_insert_with(|| Retrograde::new(reversed(), budget.threads, ways.shared));
                retrograde.label(solver, &giant, budget)?;
                search.leave(&giant.members);
                continue;
            }
        };
        while let Some(&start) = list.get(next) {
            let least = if giants == 0 { usize::MAX } else { ways.giant };
            let Some(pivot) = search.visit(start, solver, least, budget)? else {
                check_work(solver, budget)?;
                next += 1;
                continue;
            };
            giants -= 1;
            let giant = Giant::around(pivot, graph, reversed(), &solver.values.of, budget.threads);
            tasks.push(Task::Visit(list, next));
            let below = giant.below.clone();
            tasks.push(Task::Label(giant));
            tasks.push(Task::Visit(Cow::Owned(below), 0));
            break;
        }
    }
    Ok(())
}

fn check_work(solver: &Solver<'_>, budget: &Budget) -> Result<(), Limit> {
    if solver.work > budget.work { Err(work_limit(budget)) } else { Ok(()) }
}

fn work_limit(budget: &Budget) -> Limit {
    Limit::work(format!("the values of this graph are not found within {} steps", budget.work))
}

/// What labelling needs wherever it happens.
struct Solver<'a> {
    graph: &'a Digraph,
    values: Values,
    /// Stamps of the finite values seen among followers.
    seen: Vec<u32>,
    stamp: u32,
    set: Vec<u32>,
    work: u64,
}

impl Solver<'_> {
    /// Labels a vertex all of whose followers are labelled.
    fn label_single(&mut self, v: u32) {
        let followers = self.graph.followers(v);
        // The mex is at most the number of followers: larger values need not be seen.
        if self.seen.len() <= followers.len() {
            self.seen.resize(followers.len() + 1, 0);
        }
        if self.stamp == u32::MAX {
            self.seen.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        let mut any_infinite = false;
        for &w in followers {
            let value = self.values.of[w as usize];
            any_infinite |= value >= INFINITE;
            if value as usize <= followers.len() {
                self.seen[value as usize] = self.stamp;
            }
        }
        let mut mex = 0;
        while self.seen.get(mex as usize) == Some(&self.stamp) {
            mex += 1;
        }
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
        let finite = self.graph.followers(v).iter().map(|&w| self.values.of[w as usize]);
        self.set.clear();
        self.set.extend(finite.filter(|&value| value < INFINITE));
        self.values.set_infinite(v, &mut self.set);
    }
}
