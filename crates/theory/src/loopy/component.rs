//! Labelling a strongly connected component with cycles, one value a round.
//!
//! Round m starts with the *candidates*: members without value among whose followers all of
//! 0..m−1 occur. A candidate with no follower of value m gets the value m once each of its other
//! followers without smaller value can be reverted to a vertex of value m; it counts those that
//! cannot yet. A new vertex of value m lets its predecessors be reverted, which lowers the
//! counts of theirs. Candidates left with a follower of value m go on to round m + 1; the others
//! never get a value.

use super::{INFINITE, Solver, UNKNOWN, work_limit};
use crate::budget::{Budget, Limit};
use crate::sync::interrupt::{self, Checked};

/// Working memory of the rounds, kept between components. Members are numbered from 0 here.
#[derive(Default)]
pub(super) struct Rounds {
    /// Predecessors inside: those of i are `sources[offsets[i]..offsets[i + 1]]`.
    offsets: Vec<u32>,
    sources: Vec<u32>,
    /// Values of labelled followers outside, ascending, as far as they are finite; likewise.
    outside: Vec<u32>,
    outside_offsets: Vec<u32>,
    /// The last round in which a member was seen to have a follower of the round's value.
    reached: Vec<u32>,
    /// Of this round's candidates: followers that cannot be reverted yet; [`NEVER`] of others.
    count: Vec<u32>,
    value: Vec<u32>,
    candidates: Vec<u32>,
    ready: Vec<u32>,
}

/// The count of a member that cannot get this round's value.
const NEVER: u32 = u32::MAX;

impl Rounds {
    /// Labels all `members`, whose followers outside are labelled, and counts their arcs as work. `number` is overwritten
    /// for them.
    pub fn label_component(
        &mut self,
        solver: &mut Solver<'_>,
        members: &[u32],
        number: &mut [u32],
        budget: &Budget,
    ) -> Result<(), Limit> {
        let arcs: u64 = members.iter().map(|&v| solver.graph.followers(v).len() as u64).sum();
        let bytes = 24 * members.len() as u64 + 4 * arcs;
        if bytes > budget.memory {
            return Err(Limit::memory(format!(
                "a cyclic part of {} vertices and {arcs} arcs takes {bytes} bytes of working memory, {} are allowed",
                members.len(),
                budget.memory
            )));
        }
        solver.work += arcs;
        self.prepare(solver, members, number);
        let (mut round, mut steps) = (0, Checked::default());
        while !self.candidates.is_empty() {
            self.count_irreversible(solver, members, number, round);
            if solver.work > budget.work {
                return Err(work_limit(budget));
            }
            interrupt::check();
            while let Some(i) = self.ready.pop() {
                steps.step();
                self.value[i as usize] = round;
                self.revert_to(i, round);
            }
            let (value, reached, count) = (&self.value, &self.reached, &mut self.count);
            self.candidates.retain(|&i| {
                count[i as usize] = NEVER;
                value[i as usize] == UNKNOWN && reached[i as usize] == round + 1
            });
            round += 1;
        }
        for (&v, &value) in members.iter().zip(&self.value).filter(|(_, value)| **value != UNKNOWN) {
            solver.values.of[v as usize] = value;
        }
        for (&v, _) in members.iter().zip(&self.value).filter(|(_, value)| **value == UNKNOWN) {
            solver.set_infinite(v);
        }
        Ok(())
    }

    /// Numbers the members and collects who leads to whom, inside and out.
    fn prepare(&mut self, solver: &Solver<'_>, members: &[u32], number: &mut [u32]) {
        let size = members.len();
        let inside = |w: u32| solver.values.of[w as usize] == UNKNOWN;
        for (i, &v) in members.iter().enumerate() {
            number[v as usize] = i as u32;
        }
        self.offsets.clear();
        self.offsets.resize(size + 1, 0);
        self.outside.clear();
        self.outside_offsets.clear();
        for &v in members {
            let begin = self.outside.len();
            self.outside_offsets.push(begin as u32);
            for &w in solver.graph.followers(v) {
                let value = solver.values.of[w as usize];
                if inside(w) {
                    self.offsets[number[w as usize] as usize] += 1;
                } else if value < INFINITE {
                    self.outside.push(value);
                }
            }
            self.outside[begin..].sort_unstable();
        }
        self.outside_offsets.push(self.outside.len() as u32);
        let mut end = 0;
        for offset in &mut self.offsets {
            end += *offset;
            *offset = end;
        }
        self.sources.clear();
        self.sources.resize(end as usize, 0);
        for (i, &v) in members.iter().enumerate() {
            for &w in solver.graph.followers(v).iter().filter(|&&w| inside(w)) {
                let place = &mut self.offsets[number[w as usize] as usize];
                *place -= 1;
                self.sources[*place as usize] = i as u32;
            }
        }
        for (list, fill) in [(&mut self.reached, 0), (&mut self.count, 0), (&mut self.value, UNKNOWN)] {
            list.clear();
            list.resize(size, fill);
        }
        self.candidates.clear();
        self.candidates.extend(0..size as u32);
    }

    /// Has the member a follower of the round's value, as far as known?
    fn is_reached(&mut self, i: u32, round: u32) -> bool {
        let mark = &mut self.reached[i as usize];
        if *mark != round + 1 {
            let (from, to) = (self.outside_offsets[i as usize], self.outside_offsets[i as usize + 1]);
            if self.outside[from as usize..to as usize].binary_search(&round).is_err() {
                return false;
            }
            *mark = round + 1;
        }
        true
    }

    /// Counts, for each candidate, the followers that cannot be reverted.
    fn count_irreversible(&mut self, solver: &mut Solver<'_>, members: &[u32], number: &[u32], round: u32) {
        for at in 0..self.candidates.len() {
            let i = self.candidates[at];
            if self.is_reached(i, round) {
                self.count[i as usize] = NEVER;
                continue;
            }
            let followers = solver.graph.followers(members[i as usize]);
            solver.work += followers.len() as u64;
            let mut count = 0;
            for &w in followers {
                let value = solver.values.of[w as usize];
                if value == UNKNOWN {
                    let j = number[w as usize];
                    if self.value[j as usize] == UNKNOWN && !self.is_reached(j, round) {
                        count += 1;
                    }
                } else if value >= INFINITE && !solver.values.reaches(value, round) {
                    count = NEVER;
                    break;
                }
            }
            self.count[i as usize] = count;
            if count == 0 {
                self.ready.push(i);
            }
        }
    }

    /// Lets the predecessors of `target`, now of the round's value, be reverted.
    ///
    /// None of them is ready: `target` counted among their followers that cannot be reverted.
    fn revert_to(&mut self, target: u32, round: u32) {
        for at in self.offsets[target as usize]..self.offsets[target as usize + 1] {
            let p = self.sources[at as usize];
            if self.value[p as usize] != UNKNOWN || self.is_reached(p, round) {
                continue;
            }
            self.reached[p as usize] = round + 1;
            for place in self.offsets[p as usize]..self.offsets[p as usize + 1] {
                let q = self.sources[place as usize] as usize;
                if self.value[q] != UNKNOWN || self.count[q] == NEVER || self.count[q] == 0 {
                    continue;
                }
                self.count[q] -= 1;
                if self.count[q] == 0 && self.reached[q] != round + 1 {
                    self.ready.push(q as u32);
                }
            }
        }
    }
}
