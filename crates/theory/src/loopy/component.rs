//! Labelling a strongly connected component with cycles, one value a round, backward.
//!
//! Round m starts with the *candidates*: members without value among whose followers all of
//! 0..m−1 occur. A candidate with no follower of value m gets the value m once each of its other
//! followers without smaller value can be reverted to a vertex of value m; it counts those that
//! cannot yet. A member that gets the value m tells its predecessors: these can be reverted from now on, and lower
//! the counts of theirs. Candidates left with a follower of value m go on to round m + 1; the others
//! never get a value.
//!
//! ```text
//!   p ──► q ──► r        r gets the value m: q can be reverted, so p counts one follower less
//!         ╰───► …        q has a follower of value m: it goes on to round m + 1
//! ```
//!
//! An arc is looked at if its end gets a value, and once in each round in which its end can be reverted.

use super::{INFINITE, Solver, UNKNOWN, work_limit};
use crate::rows::SparseRows;
use grundy_machine::budget::{Budget, Limit};
use grundy_machine::sync::interrupt::{self, Checked};

/// One vertex of the component.
#[derive(Clone, Copy)]
struct Member {
    value: u32,
    /// Followers inside that have no value.
    open: u32,
    /// Of this round's candidates: followers that cannot be reverted yet; [`NEVER`] of others.
    count: u32,
    /// One more than the last round in which a follower of the round's value was seen.
    reached: u32,
}

/// The count of a member that cannot get this round's value.
const NEVER: u32 = u32::MAX;

/// A component at work. Members are numbered from 0 here.
struct Rounds<'a> {
    vertices: &'a [u32],
    members: Vec<Member>,
    /// The predecessors inside.
    sources: SparseRows,
    /// The finite values that members can move to outside, descending, each with its member.
    exits: Vec<(u32, u32)>,
    /// Members that can move to an infinite value outside.
    guarded: Vec<bool>,
    /// Members that get the round's value.
    ready: Vec<u32>,
}

/// Labels all `vertices` of a component, whose followers outside are labelled, and counts their arcs as work.
/// `number` is overwritten for them.
///
/// # Errors
/// A [`Limit`] if the component takes more than `budget.memory`, or more than `budget.work` followers
/// are looked at.
pub(super) fn label_component(
    solver: &mut Solver<'_>,
    vertices: &[u32],
    number: &mut [u32],
    budget: &Budget,
) -> Result<(), Limit> {
    let arcs: u64 = vertices
        .iter()
        .map(|&v| solver.graph.followers(v).len() as u64)
        .sum();
    let (count, bytes) = (vertices.len(), 32 * vertices.len() as u64 + 8 * arcs);
    budget.check_bytes(bytes.into(), || {
        format!("a cyclic part of {count} vertices and {arcs} arcs takes")
    })?;
    solver.work += arcs;
    (0..)
        .zip(vertices)
        .for_each(|(i, &v)| number[v as usize] = i);
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
        reached.iter().for_each(|&i| rounds.revert(i));
        rounds.run(round);
        candidates.retain(|&i| {
            let member = &mut rounds.members[i as usize];
            member.count = NEVER;
            member.value == UNKNOWN && member.reached > round
        });
        round += 1;
    }
    let (valued, others): (Vec<_>, Vec<_>) = vertices
        .iter()
        .zip(&rounds.members)
        .partition(|(_, member)| member.value != UNKNOWN);
    valued
        .iter()
        .for_each(|(v, member)| solver.values.of[**v as usize] = member.value);
    others.iter().for_each(|(v, _)| solver.set_infinite(**v));
    Ok(())
}

impl<'a> Rounds<'a> {
    fn new(solver: &Solver<'_>, vertices: &'a [u32], number: &[u32]) -> Self {
        let (graph, values) = (solver.graph, &solver.values.of);
        let arcs = || {
            (0..)
                .zip(vertices)
                .flat_map(|(i, &v)| graph.followers(v).iter().map(move |&w| (i, w)))
        };
        let inside = arcs().filter(|&(_, w)| values[w as usize] == UNKNOWN);
        let inside: Vec<(u32, u32)> = inside.map(|(i, w)| (number[w as usize], i)).collect();
        let sources = SparseRows::from_pairs(vertices.len(), || inside.iter().copied());
        let blank = Member {
            value: UNKNOWN,
            open: 0,
            count: NEVER,
            reached: 0,
        };
        let mut members = vec![blank; vertices.len()];
        inside
            .iter()
            .for_each(|&(_, i)| members[i as usize].open += 1);
        let (mut exits, mut guarded) = (Vec::new(), vec![false; vertices.len()]);
        for (i, w) in arcs() {
            match values[w as usize] {
                UNKNOWN => {}
                value if value < INFINITE => exits.push((value, i)),
                _ => guarded[i as usize] = true,
            }
        }
        exits.sort_unstable_by(|a, b| b.cmp(a));
        Rounds {
            vertices,
            members,
            sources,
            exits,
            guarded,
            ready: Vec::new(),
        }
    }

    /// Returns the members without value that can move to the round's value outside.
    fn reach_by_exits(&mut self, round: u32) -> Vec<u32> {
        let mut reached = Vec::new();
        while let Some((_, i)) = self.exits.pop_if(|(value, _)| *value <= round) {
            let member = &mut self.members[i as usize];
            if member.value == UNKNOWN && member.reached <= round {
                member.reached = round + 1;
                reached.push(i);
            }
        }
        reached
    }

    /// Begins the counts of the candidates; returns the number of their followers.
    fn count(&mut self, candidates: &[u32], solver: &Solver<'_>, round: u32) -> u64 {
        let mut work = 0;
        for &i in candidates {
            let member = &mut self.members[i as usize];
            if member.reached > round {
                continue;
            }
            let followers = solver.graph.followers(self.vertices[i as usize]);
            work += followers.len() as u64;
            let bars = |w: &u32| {
                let value = solver.values.of[*w as usize];
                value != UNKNOWN && value >= INFINITE && !solver.values.reaches(value, round)
            };
            if self.guarded[i as usize] && followers.iter().any(bars) {
                continue;
            }
            member.count = member.open;
            if member.count == 0 {
                self.ready.push(i);
            }
        }
        work
    }

    /// Gives the round's value to all that are ready, and to those that become so.
    ///
    /// No predecessor of a vertex that gets a value is ready: it counts that vertex among the followers that
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
                        member.count = NEVER;
                        self.revert(p);
                    }
                }
            }
        }
    }

    /// The predecessors of `p`, which can be reverted now, count one follower less.
    fn revert(&mut self, p: u32) {
        for &q in self.sources.row(p) {
            let count = &mut self.members[q as usize].count;
            if !matches!(*count, 0 | NEVER) {
                *count -= 1;
                if *count == 0 {
                    self.ready.push(q);
                }
            }
        }
    }
}
