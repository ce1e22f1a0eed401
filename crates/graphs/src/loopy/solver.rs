//! The labels found so far, and the label of a vertex whose followers are labelled.

use super::digraph::Digraph;
use grundy_base::budget::{Budget, Limit};
use grundy_values::mex::ValueSet;

/// The stored values: a finite value as itself, and an infinite value as [`INFINITE_BIT`] plus the index of its set.
#[derive(Clone, Debug)]
pub(super) struct LabelValues {
    /// The value of each vertex, or [`UNKNOWN`].
    pub(super) of: Vec<u32>,
    /// The members of all sets.
    members: Vec<u32>,
    /// Set i is `members[bounds[i]..bounds[i + 1]]`. The first set is empty.
    bounds: Vec<u32>,
}

/// A stored value that has this bit is infinite, or unknown.
pub(super) const INFINITE_BIT: u32 = 1 << 31;

/// This stored value marks a vertex whose value is not known.
pub(super) const UNKNOWN: u32 = u32::MAX;

impl LabelValues {
    /// Returns the set of an infinite value.
    pub(super) fn set(&self, value: u32) -> &[u32] {
        let i = (value - INFINITE_BIT) as usize;
        &self.members[self.bounds[i] as usize..self.bounds[i + 1] as usize]
    }

    /// Returns whether a move from a vertex of infinite `value` can reach a vertex of value `finite`.
    pub(super) fn reaches(&self, value: u32, finite: u32) -> bool {
        self.set(value).binary_search(&finite).is_ok()
    }

    /// Gives `vertex` the value ∞_A. `set` lists A in any order, and a member may be repeated. It is sorted here.
    pub(super) fn set_infinite(&mut self, vertex: u32, set: &mut Vec<u32>) {
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

/// Makes the error of a graph that takes more work than is allowed.
pub(super) fn work_limit(budget: &Budget) -> Limit {
    Limit::work(format!(
        "the values of this graph are not found within {} steps",
        budget.work
    ))
}

/// The graph, its labels so far, and working memory.
pub(super) struct LabelSolver<'a> {
    /// The graph.
    pub(super) graph: &'a Digraph,
    /// The labels so far.
    pub(super) values: LabelValues,
    /// Working memory: the finite values seen among followers.
    seen: ValueSet,
    /// Working memory: the set of an infinite value.
    set: Vec<u32>,
    /// The number of followers looked at so far.
    pub(super) work: u64,
}

impl<'a> LabelSolver<'a> {
    /// Makes the solver of a graph, of which nothing is known.
    pub(super) fn new(graph: &'a Digraph) -> Self {
        LabelSolver {
            graph,
            values: LabelValues {
                of: vec![UNKNOWN; graph.order()],
                members: Vec::new(),
                bounds: vec![0, 0],
            },
            seen: ValueSet::default(),
            set: Vec::new(),
            work: 0,
        }
    }

    /// Labels a vertex whose followers are all labelled.
    pub(super) fn label_single(&mut self, v: u32) {
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
    pub(super) fn set_infinite(&mut self, v: u32) {
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
