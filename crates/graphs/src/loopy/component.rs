//! Labels a strongly connected component with cycles. Each round gives one value, and works backward along the arcs.
//!
//! Round m starts with the *candidates*: the members without value that have followers of all values 0..m−1. A candidate
//! without a follower of value m gets the value m as soon as each of its followers, apart from those of smaller value,
//! can be reverted to a vertex of value m. It counts the followers that cannot be reverted yet. When a member gets the
//! value m, its predecessors can be reverted from then on, and the predecessors of these count one follower less. The
//! candidates that have a follower of value m but no value at the end of the round go on to round m + 1. The others never
//! get a value.
//!
//! ```text
//!   p ──► q ──► r        r gets the value m: q can be reverted, so p counts one follower less
//!         ╰───► …        q has a follower of value m: it goes on to round m + 1
//! ```
//!
//! An arc is looked at if its end gets a value, and once in each round in which its end can be reverted.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a graph has fewer than 2³¹ vertices"
)]

use super::solver::{INFINITE_BIT, LabelSolver, UNKNOWN, work_limit};
use grundy_base::budget::{Budget, Limit};
use grundy_base::rows::SparseRows;
use grundy_base::sync::interrupt::{self, Checked};
use std::cmp::Reverse;

/// One vertex of the component.
#[derive(Clone, Copy)]
struct Member {
    /// The value that it has got.
    value: u32,
    /// The number of followers in the component that have no value.
    open: u32,
    /// For a candidate of this round, the number of followers that cannot be reverted yet. [`CANNOT_GET_VALUE`] for any
    /// other member.
    count: u32,
    /// One more than the last round in which a follower of the round's value was seen.
    reached: u32,
}

/// The count of a member that cannot get this round's value.
const CANNOT_GET_VALUE: u32 = u32::MAX;

/// An arc from a member to a vertex of finite value outside the component.
#[derive(Clone, Copy)]
struct Exit {
    /// The value of the vertex.
    value: u32,
    /// The member from which the arc leads.
    member: u32,
}

/// The state of the rounds of a component. Its members are numbered from 0.
struct Rounds<'a> {
    /// The vertices of the component.
    vertices: &'a [u32],
    /// The knowledge of each member.
    members: Vec<Member>,
    /// The predecessors of each member in the component.
    sources: SparseRows,
    /// The arcs out of the component to finite values, in descending order of values.
    exits: Vec<Exit>,
    /// Whether each member can move to an infinite value outside the component.
    guarded: Vec<bool>,
    /// The members that get the round's value, and whose predecessors do not know it yet.
    ready: Vec<u32>,
}

/// Labels all `vertices` of a component, and counts their arcs as work. All followers outside the component must be
/// labelled. `number` is overwritten for the vertices.
///
/// # Errors
/// Fails when the component takes more than `budget.memory`, or when more than `budget.work` followers are looked at.
pub(super) fn label_component(
    solver: &mut LabelSolver<'_>,
    vertices: &[u32],
    number: &mut [u32],
    budget: &Budget,
) -> Result<(), Limit> {
    let arcs: u64 = vertices
        .iter()
        .map(|&v| solver.graph.followers(v).len() as u64)
        .sum();
    let count = vertices.len();
    let bytes = 32 * count as u64 + 8 * arcs;
    budget.check_bytes(bytes.into(), || {
        format!("a cyclic part of {count} vertices and {arcs} arcs takes")
    })?;
    solver.work += arcs;
    for (i, &v) in (0..).zip(vertices) {
        number[v as usize] = i;
    }
    let mut rounds = Rounds::new(solver, vertices, number);
    let mut candidates: Vec<u32> = (0..vertices.len() as u32).collect();
    let mut round = 0;
    while !candidates.is_empty() {
        interrupt::check();
        let reached = rounds.reach_by_exits(round);
        solver.work += rounds.count(&candidates, solver, round);
        if solver.work > budget.work {
            return Err(work_limit(budget));
        }
        for i in reached {
            rounds.revert(i);
        }
        rounds.run(round);
        candidates.retain(|&i| {
            let member = &mut rounds.members[i as usize];
            member.count = CANNOT_GET_VALUE;
            member.value == UNKNOWN && member.reached > round
        });
        round += 1;
    }
    // Infinite values come from the finite values of followers, so all finite values are written first.
    for (&v, member) in vertices.iter().zip(&rounds.members) {
        if member.value != UNKNOWN {
            solver.values.of[v as usize] = member.value;
        }
    }
    for (&v, member) in vertices.iter().zip(&rounds.members) {
        if member.value == UNKNOWN {
            solver.set_infinite(v);
        }
    }
    Ok(())
}

impl<'a> Rounds<'a> {
    fn new(solver: &LabelSolver<'_>, vertices: &'a [u32], number: &[u32]) -> Self {
        let blank = Member {
            value: UNKNOWN,
            open: 0,
            count: CANNOT_GET_VALUE,
            reached: 0,
        };
        let mut members = vec![blank; vertices.len()];
        let mut exits = Vec::new();
        let mut guarded = vec![false; vertices.len()];
        // The arcs in the component, each as its end and its start.
        let mut inside = Vec::new();
        for (i, &v) in (0..).zip(vertices) {
            for &w in solver.graph.followers(v) {
                let value = solver.values.of[w as usize];
                if value == UNKNOWN {
                    inside.push((number[w as usize], i));
                    members[i as usize].open += 1;
                } else if value < INFINITE_BIT {
                    exits.push(Exit { value, member: i });
                } else {
                    guarded[i as usize] = true;
                }
            }
        }
        let sources = SparseRows::from_pairs(vertices.len(), || inside.iter().copied());
        exits.sort_unstable_by_key(|exit| Reverse((exit.value, exit.member)));
        Rounds {
            vertices,
            members,
            sources,
            exits,
            guarded,
            ready: Vec::new(),
        }
    }

    /// Returns the members without value that can move to the round's value outside the component.
    fn reach_by_exits(&mut self, round: u32) -> Vec<u32> {
        let mut reached = Vec::new();
        while let Some(exit) = self.exits.pop_if(|exit| exit.value <= round) {
            let member = &mut self.members[exit.member as usize];
            if member.value == UNKNOWN && member.reached <= round {
                member.reached = round + 1;
                reached.push(exit.member);
            }
        }
        reached
    }

    /// Begins the counts of the candidates, and returns the number of their followers.
    fn count(&mut self, candidates: &[u32], solver: &LabelSolver<'_>, round: u32) -> u64 {
        let mut work = 0;
        for &i in candidates {
            let member = &mut self.members[i as usize];
            if member.reached > round {
                continue;
            }
            let followers = solver.graph.followers(self.vertices[i as usize]);
            work += followers.len() as u64;
            // A follower of infinite value outside the component that cannot be reverted to the round's value.
            let is_barred = self.guarded[i as usize]
                && followers.iter().any(|&w| {
                    let value = solver.values.of[w as usize];
                    value != UNKNOWN
                        && value >= INFINITE_BIT
                        && !solver.values.reaches(value, round)
                });
            if is_barred {
                continue;
            }
            member.count = member.open;
            if member.count == 0 {
                self.ready.push(i);
            }
        }
        work
    }

    /// Gives the round's value to all members that are ready, and to those that become ready meanwhile.
    ///
    /// No predecessor of a member that gets the value is ready, because it counts that member among the followers that
    /// cannot be reverted.
    fn run(&mut self, round: u32) {
        let mut steps = Checked::default();
        while let Some(i) = self.ready.pop() {
            steps.step();
            self.members[i as usize].value = round;
            for at in 0..self.sources.row(i).len() {
                let p = self.sources.row(i)[at];
                let member = &mut self.members[p as usize];
                if member.value == UNKNOWN {
                    member.open -= 1;
                    if member.reached <= round {
                        member.reached = round + 1;
                        member.count = CANNOT_GET_VALUE;
                        self.revert(p);
                    }
                }
            }
        }
    }

    /// Lets the predecessors of `p` count one follower less, because `p` can be reverted now.
    fn revert(&mut self, p: u32) {
        for &q in self.sources.row(p) {
            let count = &mut self.members[q as usize].count;
            if !matches!(*count, 0 | CANNOT_GET_VALUE) {
                *count -= 1;
                if *count == 0 {
                    self.ready.push(q);
                }
            }
        }
    }
}
