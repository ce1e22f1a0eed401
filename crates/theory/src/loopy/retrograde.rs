//! Labelling a large component with cycles: what [`component`](super::component) does, backward.
//!
//! There a candidate looks at its followers in every round. Here a vertex that gets a value tells
//! its predecessors: each counts its followers without value, from which the counts of the next
//! round begin, and keeps a set of the values it was told, from which the labels of those without
//! value are read off. So an arc is looked at when its end gets a value, and once in each round in
//! which its end is reverted.
//!
//! All that happens in one round is that sets grow and counts fall, and neither depends on the order. Where
//! threads share the work, each vertex belongs to one of them, which alone changes what is kept of it.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use fxhash::FxHashMap;

use super::giant::Giant;
use super::{Digraph, INFINITE, Solver, UNKNOWN, work_limit};
use crate::budget::{Budget, Limit};
use crate::platform::pages::huge;
use crate::sync::interrupt::{self, Checked};
use crate::sync::progress::PHASES;
use crate::sync::threads::each;

/// What a vertex is told by its followers.
struct Told {
    /// Without value: the values of followers, those of 32 rounds. Else the value.
    values: AtomicU32,
    /// How many followers inside have no value; [`NONE`] of what has one, or is no member.
    open: AtomicU32,
}

const NONE: u32 = u32::MAX;

/// Vertices in one step for which threads are worth it: to start and to end them takes some 100 µs, in
/// which one labels about two thousand.
pub(super) const SHARED: usize = 1 << 14;

/// Values that fit a word.
const WINDOW: u32 = 32;

/// How many vertices are looked at together: what they read of memory comes at the same time.
const BATCH: usize = 256;

/// Working memory, kept between components. Numbers are those of the graph.
pub(super) struct Retrograde<'a> {
    reverse: &'a Digraph,
    told: Vec<Told>,
    /// Of this round's candidates: followers that cannot be reverted yet; [`NONE`] of others.
    count: Vec<AtomicU32>,
    /// The values, of 32 rounds, that a follower outside of infinite value forbids.
    barred: Vec<AtomicU32>,
    threads: usize,
    /// How many vertices in one step are worth starting threads.
    shared: usize,
    /// Lists that were used, for threads to use again: fresh memory costs as much as what goes there.
    spare: Mutex<Vec<Vec<u32>>>,
}

/// Bytes that the largest component needs, here and in [`Giant::around`], of graphs with so many vertices
/// and arcs.
pub(super) fn bytes(order: usize, arcs: usize) -> u64 {
    64 * order as u64 + 12 * arcs as u64
}

fn list<T>(length: usize, fill: impl Fn() -> T) -> Vec<T> {
    let mut list = huge(Vec::with_capacity(length));
    list.resize_with(length, fill);
    list
}

/// The part of a list that is one thread's.
fn part<T>(list: &[T], part: usize, parts: usize) -> &[T] {
    &list[list.len() * part / parts..list.len() * (part + 1) / parts]
}

/// The buffers of one thread.
#[derive(Default)]
struct Buffers {
    gathered: Vec<u32>,
    fresh: Vec<u32>,
    batch: Vec<u32>,
}

impl<'a> Retrograde<'a> {
    pub fn new(reverse: &'a Digraph, threads: usize, shared: usize) -> Self {
        let order = reverse.order();
        Retrograde {
            reverse,
            told: list(order, || Told { values: AtomicU32::new(0), open: AtomicU32::new(NONE) }),
            count: list(order, || AtomicU32::new(NONE)),
            barred: Vec::new(),
            threads: threads.max(1),
            shared,
            spare: Mutex::default(),
        }
    }

    /// Labels all members, whose followers outside are labelled.
    ///
    /// # Errors
    /// A [`Limit`] when more than `budget.work` followers are looked at; the work counted is what
    /// the rounds of [`component`](super::component) do.
    pub fn label(&mut self, solver: &mut Solver<'_>, giant: &Giant, budget: &Budget) -> Result<(), Limit> {
        let members = &giant.members[..];
        for &v in members {
            let degree = solver.graph.followers(v).len();
            solver.work += degree as u64;
            self.told[v as usize] = Told { values: AtomicU32::new(0), open: AtomicU32::new(degree as u32) };
        }
        let outside = self.ends_outside(&giant.below, &solver.values.of);
        let (finite, infinite) = outside.split_at(outside.partition_point(|&(value, _)| value < INFINITE));
        if !infinite.is_empty() && self.barred.is_empty() {
            self.barred = list(self.reverse.order(), AtomicU32::default);
        }
        let ends: Vec<u32> = finite.iter().map(|&(_, x)| x).collect();
        let mut phase = PHASES.begin("rounds in a cyclic part of a graph", 0);
        let (mut round, mut told) = (0, 0);
        let (mut candidates, mut fresh, mut buffers) = (Vec::new(), Vec::new(), Buffers::default());
        while round == 0 || !candidates.is_empty() {
            phase.stand(u64::from(round));
            let bit = 1 << (round % WINDOW);
            if round % WINDOW == 0 {
                self.open_window(members, infinite, round, solver);
            }
            let first = told;
            told += finite[first..].iter().take_while(|(value, _)| *value == round).count();
            let tell = |near: &[u32], fresh: &mut Vec<u32>| self.tell(near, bit, false, fresh);
            fresh.clear();
            self.all_near(&ends[first..told], tell, &mut fresh, &mut buffers);
            let tried = if round == 0 { members } else { &candidates[..] };
            let (mut ready, work) = self.begin_round(solver.graph, tried, bit, !infinite.is_empty());
            solver.work += work;
            if solver.work > budget.work {
                return Err(work_limit(budget));
            }
            self.all_near(&fresh, |near, ready| self.revert(near, ready), &mut ready, &mut buffers);
            self.run_round(round, ready, &mut buffers);
            let goes_on = |v: u32| {
                self.count[v as usize].store(NONE, Relaxed);
                let told = &self.told[v as usize];
                told.open.load(Relaxed) != NONE && told.values.load(Relaxed) & bit != 0
            };
            if round == 0 {
                candidates.extend(members.iter().copied().filter(|&v| goes_on(v)));
            } else {
                candidates.retain(|&v| goes_on(v));
            }
            round += 1;
        }
        // The sets of those without value hold all values told, if these fit.
        let fit = round <= WINDOW && finite.last().is_none_or(|&(value, _)| value < WINDOW);
        if fit {
            for same in finite[told..].chunk_by(|a, b| a.0 == b.0) {
                let next = told + same.len();
                let tell = |near: &[u32], fresh: &mut Vec<u32>| self.tell(near, 1 << same[0].0, false, fresh);
                fresh.clear();
                self.all_near(&ends[told..next], tell, &mut fresh, &mut buffers);
                told = next;
            }
        }
        self.finish(solver, members, fit);
        Ok(())
    }

    /// How many threads share a step with so many vertices.
    fn parts(&self, size: usize) -> usize {
        if size < self.shared { 1 } else { self.threads }
    }

    /// The thread that a vertex belongs to. Neighbours in memory belong to the same one.
    fn owner(&self, vertex: u32) -> usize {
        let scattered = (vertex >> 5).wrapping_mul(0x9e37_79b1);
        ((u64::from(scattered) * self.threads as u64) >> 32) as usize
    }

    /// The vertices outside that members lead to, by value; members no longer count them.
    fn ends_outside(&self, below: &[u32], values: &[u32]) -> Vec<(u32, u32)> {
        let parts = self.parts(below.len());
        let is_open = |p: u32| self.told[p as usize].open.load(Relaxed) != NONE;
        let look = |at| {
            let (mut ends, mut lists, mut gathered) = (Vec::new(), self.lists(), Vec::new());
            for batch in part(below, at, parts).chunks(BATCH) {
                interrupt::check();
                let mut near = self.reverse.gather(batch, &mut gathered);
                for &x in batch {
                    let (own, rest) = near.split_at(self.reverse.followers(x).len());
                    near = rest;
                    let before = ends.len();
                    for &p in own.iter().filter(|&&p| is_open(p)) {
                        if ends.len() == before {
                            ends.push((values[x as usize], x));
                        }
                        lists[if parts == 1 { 0 } else { self.owner(p) }].push(p);
                    }
                }
            }
            (ends, lists)
        };
        let (ends, lists): (Vec<_>, Vec<_>) = each(parts, look).into_iter().unzip();
        each(parts, |owner| {
            for &p in lists.iter().flat_map(|lists: &Vec<Vec<u32>>| &lists[owner]) {
                let open = &self.told[p as usize].open;
                open.store(open.load(Relaxed) - 1, Relaxed);
            }
        });
        let mut ends = ends.concat();
        ends.sort_unstable_by_key(|&(value, _)| value);
        ends
    }

    /// Forgets the values of earlier rounds, and says which of the next are forbidden.
    fn open_window(&self, members: &[u32], infinite: &[(u32, u32)], round: u32, solver: &Solver<'_>) {
        let open = |&&v: &&u32| self.told[v as usize].open.load(Relaxed) != NONE;
        if round > 0 {
            members.iter().filter(open).for_each(|&v| self.told[v as usize].values.store(0, Relaxed));
        }
        if infinite.is_empty() {
            return;
        }
        members.iter().for_each(|&v| self.barred[v as usize].store(0, Relaxed));
        for &(value, x) in infinite {
            let set = solver.values.set(value);
            let set = &set[set.partition_point(|&m| m < round)..];
            let allowed: u32 =
                set.iter().take_while(|&&m| m - round < WINDOW).map(|m| 1 << (m - round)).sum();
            for &p in self.reverse.followers(x) {
                let barred = &self.barred[p as usize];
                barred.store(barred.load(Relaxed) | !allowed, Relaxed);
            }
        }
    }

    /// Vertices `near`, each for an arc to an end of the round's value, are told that value, which has one
    /// `bit`; those that are told it for the first time are `fresh`. Of ends inside they have one less
    /// without value.
    fn tell(&self, near: &[u32], bit: u32, inside: bool, fresh: &mut Vec<u32>) {
        let mut len = fresh.len();
        fresh.resize(len + near.len(), 0);
        for &p in near {
            let told = &self.told[p as usize];
            let (open, values) = (told.open.load(Relaxed), told.values.load(Relaxed));
            let is_open = open != NONE;
            told.open.store(open - u32::from(is_open & inside), Relaxed);
            let more = if is_open { bit & !values } else { 0 };
            told.values.store(values | more, Relaxed);
            fresh[len] = p;
            len += usize::from(more != 0);
        }
        fresh.truncate(len);
    }

    /// Vertices `near`, each for an arc to a vertex that can be reverted now, count one less.
    fn revert(&self, near: &[u32], ready: &mut Vec<u32>) {
        let mut len = ready.len();
        ready.resize(len + near.len(), 0);
        for &q in near {
            let count = &self.count[q as usize];
            let before = count.load(Relaxed);
            count.store(before - u32::from(before != NONE), Relaxed);
            ready[len] = q;
            len += usize::from(before == 1);
        }
        ready.truncate(len);
    }

    /// Gives the round's value to a vertex.
    fn close(&self, vertex: u32, round: u32) {
        let told = &self.told[vertex as usize];
        told.open.store(NONE, Relaxed);
        told.values.store(round, Relaxed);
        self.count[vertex as usize].store(NONE, Relaxed);
    }

    fn spare(&self) -> Vec<u32> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn keep(&self, lists: impl IntoIterator<Item = Vec<u32>>) {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        spare.extend(lists.into_iter().map(|mut list| {
            list.clear();
            list
        }));
    }

    /// One list for each thread.
    fn lists(&self) -> Vec<Vec<u32>> {
        (0..self.threads).map(|_| self.spare()).collect()
    }

    /// The predecessors of some vertices, by the threads that they belong to.
    fn by_owner(&self, vertices: &[u32]) -> Vec<Vec<u32>> {
        let (mut lists, mut gathered) = (self.lists(), self.spare());
        for batch in vertices.chunks(BATCH) {
            for &p in self.reverse.gather(batch, &mut gathered) {
                lists[self.owner(p)].push(p);
            }
        }
        self.keep([gathered]);
        interrupt::check();
        lists
    }

    /// Vertices are given to threads in steps of so many.
    fn step(&self) -> usize {
        self.threads * self.shared
    }

    /// Does `what` to the predecessors of `vertices`, each on the thread it belongs to; `what` collects
    /// vertices in a list. Returns the lists of all.
    fn near(&self, vertices: &[u32], what: impl Fn(&[u32], &mut Vec<u32>) + Sync) -> Vec<Vec<u32>> {
        let near = each(self.threads, |at| self.by_owner(part(vertices, at, self.threads)));
        let found = each(self.threads, |owner| {
            let mut found = self.spare();
            near.iter().for_each(|lists| what(&lists[owner], &mut found));
            found
        });
        self.keep(near.into_iter().flatten());
        found
    }

    /// Does `what` to the predecessors of `vertices`, and adds what it collects to `found`.
    fn all_near(
        &self,
        vertices: &[u32],
        what: impl Fn(&[u32], &mut Vec<u32>) + Sync,
        found: &mut Vec<u32>,
        buffers: &mut Buffers,
    ) {
        if self.parts(vertices.len()) > 1 {
            for step in vertices.chunks(self.step()) {
                let lists = self.near(step, &what);
                lists.iter().for_each(|list| found.extend_from_slice(list));
                self.keep(lists);
            }
        } else {
            for batch in vertices.chunks(BATCH) {
                interrupt::check();
                what(self.reverse.gather(batch, &mut buffers.gathered), found);
            }
        }
    }

    /// Begins the counts of the candidates; returns those that are ready, and how many followers were counted.
    fn begin_round(
        &self,
        graph: &Digraph,
        candidates: &[u32],
        bit: u32,
        some_barred: bool,
    ) -> (Vec<u32>, u64) {
        let parts = self.parts(candidates.len());
        let begin = |at| {
            let (mut ready, mut work, mut steps) = (Vec::new(), 0, Checked::default());
            for &v in part(candidates, at, parts) {
                steps.step();
                let told = &self.told[v as usize];
                if told.values.load(Relaxed) & bit != 0 {
                    continue;
                }
                work += graph.followers(v).len() as u64;
                if some_barred && self.barred[v as usize].load(Relaxed) & bit != 0 {
                    continue;
                }
                let open = told.open.load(Relaxed);
                self.count[v as usize].store(open, Relaxed);
                if open == 0 {
                    ready.push(v);
                }
            }
            (ready, work)
        };
        let (ready, work): (Vec<_>, Vec<u64>) = each(parts, begin).into_iter().unzip();
        (ready.concat(), work.iter().sum())
    }

    /// Gives the round's value to all that are ready, and to those that become so.
    ///
    /// Predecessors of a vertex that gets a value are not ready: they count it among the followers that cannot be
    /// reverted.
    fn run_round(&self, round: u32, mut ready: Vec<u32>, buffers: &mut Buffers) {
        let bit = 1 << (round % WINDOW);
        let mut steps = Checked::every(16);
        while !ready.is_empty() {
            if self.parts(ready.len()) > 1 {
                let taken = ready.split_off(ready.len().saturating_sub(self.step()));
                taken.iter().for_each(|&v| self.close(v, round));
                let fresh = self.near(&taken, |near, fresh| self.tell(near, bit, true, fresh));
                for fresh in &fresh {
                    self.all_near(fresh, |near, ready| self.revert(near, ready), &mut ready, buffers);
                }
                self.keep(fresh);
                continue;
            }
            steps.step();
            let Buffers { gathered, fresh, batch } = buffers;
            batch.clear();
            batch.extend(ready.drain(ready.len().saturating_sub(BATCH)..));
            batch.iter().for_each(|&v| self.close(v, round));
            fresh.clear();
            self.tell(self.reverse.gather(batch, gathered), bit, true, fresh);
            self.revert(self.reverse.gather(fresh, gathered), &mut ready);
        }
        interrupt::check();
    }

    /// Labels the members: those without value by what they were told, or if that does not fit by their followers.
    fn finish(&self, solver: &mut Solver<'_>, members: &[u32], fit: bool) {
        for &v in members {
            let told = &self.told[v as usize];
            if told.open.load(Relaxed) == NONE {
                solver.values.of[v as usize] = told.values.load(Relaxed);
            }
        }
        let (mut known, mut steps) = (FxHashMap::default(), Checked::default());
        known.insert(0, INFINITE);
        for &v in members {
            steps.step();
            let told = &self.told[v as usize];
            if told.open.load(Relaxed) == NONE {
                continue;
            }
            told.open.store(NONE, Relaxed);
            let told = told.values.load(Relaxed);
            match known.get(&told) {
                Some(&value) if fit => solver.values.of[v as usize] = value,
                _ => {
                    solver.set_infinite(v);
                    known.insert(told, solver.values.of[v as usize]);
                }
            }
        }
        debug_assert!(members.iter().all(|&v| solver.values.of[v as usize] != UNKNOWN));
    }
}
