//! Labelling a large component with cycles: what [`component`](super::component) does, backward.
//!
//! There a candidate looks at its followers in every round. Here a vertex that gets a value tells
//! its predecessors: each counts its followers without value, from which the counts of the next
//! round begin, and keeps a set of the values it was told, from which the labels of those without
//! value are read off. So an arc is looked at when its end gets a value, and once in each round in
//! which its end is reverted.
//!
//! All that happens in one round is that sets grow and counts fall, and neither depends on
//! the order: threads that share the work find the same labels.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use fxhash::FxHashMap;

use super::giant::Giant;
use super::{Digraph, INFINITE, Solver, UNKNOWN, work_limit};
use crate::platform::pages::huge;
use crate::sync::interrupt::{self, Checked};
use crate::sync::threads::each;
use crate::theory::budget::{Budget, Limit};

/// What a vertex is told by its followers.
#[derive(Default)]
struct Told {
    /// The values of followers, those of 32 rounds.
    values: AtomicU32,
    /// How many followers inside have no value; [`NONE`] of what has one, or is no member.
    open: AtomicU32,
}

const NONE: u32 = u32::MAX;

/// Vertices in one step for which threads are worth it: to start and to end them takes some 50 µs, in
/// which one labels about a thousand.
pub(super) const SHARED: usize = 1 << 14;

/// Values that fit a word.
const WINDOW: u32 = 32;

/// Working memory, kept between components. Numbers are those of the graph.
pub(super) struct Retrograde<'a> {
    reverse: &'a Digraph,
    told: Vec<Told>,
    /// Of this round's candidates: followers that cannot be reverted yet; [`NONE`] of others.
    count: Vec<AtomicU32>,
    /// The values, of 32 rounds, that a follower outside of infinite value forbids.
    barred: Vec<AtomicU32>,
    threads: usize,
    /// How much work in one step is worth starting threads.
    shared: usize,
}

/// Bytes a vertex of the graph that the largest component needs here and in [`Giant::around`].
pub(super) const BYTES: u64 = 48;

fn list<T>(length: usize, fill: impl Fn() -> T) -> Vec<T> {
    let mut list = huge(Vec::with_capacity(length));
    list.resize_with(length, fill);
    list
}

/// Takes one off and returns what is left.
fn take_one<const ALONE: bool>(counter: &AtomicU32) -> u32 {
    if ALONE {
        let left = counter.load(Relaxed) - 1;
        counter.store(left, Relaxed);
        left
    } else {
        counter.fetch_sub(1, Relaxed) - 1
    }
}

/// Adds bits and returns what was there before.
fn add_bits<const ALONE: bool>(bits: &AtomicU32, more: u32) -> u32 {
    if ALONE {
        let before = bits.load(Relaxed);
        bits.store(before | more, Relaxed);
        before
    } else {
        bits.fetch_or(more, Relaxed)
    }
}

/// The part of a list that is one thread's.
fn part<T>(list: &[T], part: usize, parts: usize) -> &[T] {
    &list[list.len() * part / parts..list.len() * (part + 1) / parts]
}

impl<'a> Retrograde<'a> {
    pub fn new(reverse: &'a Digraph, threads: usize, shared: usize) -> Self {
        let order = reverse.order();
        Retrograde {
            reverse,
            told: list(order, || Told { values: AtomicU32::new(0), open: AtomicU32::new(NONE) }),
            count: list(order, || AtomicU32::new(NONE)),
            barred: Vec::new(),
            threads,
            shared,
        }
    }

    /// Labels all members, whose followers outside are labelled.
    ///
    /// # Errors
    /// A [`Limit`] when more than `budget.work` followers are looked at; the work counted is what
    /// the rounds of [`component`](super::component) do.
    pub fn label(&mut self, solver: &mut Solver<'_>, giant: &Giant, budget: &Budget) -> Result<(), Limit> {
        let members = &giant.members[..];
        let graph = solver.graph;
        let degree = |v: u32| graph.followers(v).len() as u32;
        for &v in members {
            solver.work += u64::from(degree(v));
            self.told[v as usize] = Told { values: AtomicU32::new(0), open: AtomicU32::new(degree(v)) };
        }
        let outside = self.ends_outside(&giant.below, &solver.values.of);
        let (finite, infinite) = outside.split_at(outside.partition_point(|&(value, _)| value < INFINITE));
        if !infinite.is_empty() && self.barred.is_empty() {
            self.barred = list(self.reverse.order(), AtomicU32::default);
        }
        let (mut told, mut round) = (0, 0);
        let mut candidates: Vec<u32> = Vec::new();
        let (mut ends, mut ready, mut batch) = (Vec::new(), Vec::new(), Batch::default());
        while round == 0 || !candidates.is_empty() {
            let bit = 1 << (round % WINDOW);
            if round % WINDOW == 0 {
                self.open_window(members, infinite, round, solver);
            }
            let first = told;
            told += finite[first..].iter().take_while(|(value, _)| *value == round).count();
            ends.clear();
            ends.extend(finite[first..told].iter().map(|&(_, x)| x));
            self.tell::<true>(&ends, bit, false, &mut batch);
            let tried = if round == 0 { members } else { &candidates[..] };
            solver.work += self.begin_round(solver.graph, tried, bit, !infinite.is_empty(), &mut ready);
            if solver.work > budget.work {
                return Err(work_limit(budget));
            }
            self.revert::<true>(&mut ready, &mut batch);
            self.run_round(round, &mut ready, &mut solver.values.of);
            let goes_on = |&v: &u32| {
                self.count[v as usize].store(NONE, Relaxed);
                let told = &self.told[v as usize];
                told.open.load(Relaxed) != NONE && told.values.load(Relaxed) & bit != 0
            };
            if round == 0 {
                candidates.extend(members.iter().copied().filter(goes_on));
            } else {
                candidates.retain(goes_on);
            }
            round += 1;
        }
        // The sets of those without value hold all values told, if these fit.
        let fit = round <= WINDOW && finite.last().is_none_or(|&(value, _)| value < WINDOW);
        for &(value, x) in finite[told..].iter().filter(|_| fit) {
            self.tell::<true>(&[x], 1 << value, false, &mut batch);
        }
        self.finish(solver, members, fit);
        Ok(())
    }

    /// The vertices outside that members lead to, by value; members no longer count them.
    fn ends_outside(&self, below: &[u32], values: &[u32]) -> Vec<(u32, u32)> {
        let parts = if below.len() < self.shared { 1 } else { self.threads };
        let look = |at| {
            let (mut ends, mut steps) = (Vec::new(), Checked::default());
            for &x in part(below, at, parts) {
                steps.step();
                let mut is_end = false;
                for &p in self.reverse.followers(x) {
                    let open = &self.told[p as usize].open;
                    if open.load(Relaxed) != NONE {
                        is_end = true;
                        if parts == 1 {
                            take_one::<true>(open)
                        } else {
                            take_one::<false>(open)
                        };
                    }
                }
                if is_end {
                    ends.push((values[x as usize], x));
                }
            }
            ends
        };
        let mut ends = each(parts, look).concat();
        ends.sort_unstable();
        ends
    }

    /// Forgets the values of earlier rounds, and says which of the next are forbidden.
    fn open_window(&self, members: &[u32], infinite: &[(u32, u32)], round: u32, solver: &Solver<'_>) {
        if round > 0 {
            members.iter().for_each(|&v| self.told[v as usize].values.store(0, Relaxed));
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
                add_bits::<true>(&self.barred[p as usize], !allowed);
            }
        }
    }

    /// Tells the predecessors of `ends`, of the round's value, which has one `bit`; those that are
    /// told it for the first time are `fresh`. Of `ends` inside they have one less without value.
    fn tell<const ALONE: bool>(&self, ends: &[u32], bit: u32, inside: bool, batch: &mut Batch) {
        self.reverse.gather(ends, &mut batch.near);
        batch.fresh.clear();
        batch.fresh.resize(batch.near.len(), 0);
        let mut len = 0;
        for &p in &batch.near {
            let told = &self.told[p as usize];
            let open = told.open.load(Relaxed);
            let is_open = open != NONE;
            if ALONE {
                told.open.store(open - u32::from(is_open && inside), Relaxed);
            } else if is_open && inside {
                told.open.fetch_sub(1, Relaxed);
            }
            batch.fresh[len] = p;
            len += usize::from(is_open & (add_bits::<ALONE>(&told.values, bit) & bit == 0));
        }
        batch.fresh.truncate(len);
    }

    /// Lowers the counts of those that lead to fresh ones, which can be reverted now.
    fn revert<const ALONE: bool>(&self, ready: &mut Vec<u32>, batch: &mut Batch) {
        self.reverse.gather(&batch.fresh, &mut batch.near);
        let mut len = ready.len();
        ready.resize(len + batch.near.len(), 0);
        for &q in &batch.near {
            let count = &self.count[q as usize];
            let before = count.load(Relaxed);
            let counts = before != NONE;
            ready[len] = q;
            if ALONE {
                count.store(before - u32::from(counts), Relaxed);
                len += usize::from(before == 1);
            } else if counts {
                len += usize::from(count.fetch_sub(1, Relaxed) == 1);
            }
        }
        ready.truncate(len);
    }

    /// Begins the counts of the candidates, and returns how many followers those have.
    fn begin_round(
        &self,
        graph: &Digraph,
        candidates: &[u32],
        bit: u32,
        some_barred: bool,
        ready: &mut Vec<u32>,
    ) -> u64 {
        let parts = if candidates.len() < self.shared { 1 } else { self.threads };
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
        let mut work = 0;
        for (more, count) in each(parts, begin) {
            work += count;
            ready.extend(more);
        }
        work
    }

    /// Gives the round's value to all that are ready, and to those that become so.
    fn run_round(&self, round: u32, ready: &mut Vec<u32>, values: &mut [u32]) {
        let bit = 1 << (round % WINDOW);
        let mut batch = Batch::default();
        let mut steps = Checked::default();
        while !ready.is_empty() {
            if self.threads > 1 && ready.len() >= self.shared {
                let begun = std::mem::take(ready);
                let most = 4 * begun.len() / self.threads;
                let run = |at| {
                    let mut batch = Batch::default();
                    let mut ready = part(&begun, at, self.threads).to_vec();
                    let (mut valued, mut steps) = (Vec::new(), Checked::default());
                    while valued.len() < most && self.step::<false>(bit, &mut ready, &mut batch) {
                        steps.step();
                        valued.extend_from_slice(&batch.valued);
                    }
                    (valued, ready)
                };
                for (valued, left) in each(self.threads, run) {
                    valued.iter().for_each(|&v| values[v as usize] = round);
                    ready.extend(left);
                }
            } else if self.step::<true>(bit, ready, &mut batch) {
                steps.step();
                batch.valued.iter().for_each(|&v| values[v as usize] = round);
            }
        }
        interrupt::check();
    }

    /// Gives the round's value to some that are ready; was there one?
    ///
    /// None of their predecessors is ready: one of these counted among the followers that cannot be reverted.
    fn step<const ALONE: bool>(&self, bit: u32, ready: &mut Vec<u32>, batch: &mut Batch) -> bool {
        let mut valued = std::mem::take(&mut batch.valued);
        valued.clear();
        valued.extend(ready.drain(ready.len().saturating_sub(BATCH)..));
        for &v in &valued {
            self.told[v as usize].open.store(NONE, Relaxed);
            self.count[v as usize].store(NONE, Relaxed);
        }
        self.tell::<ALONE>(&valued, bit, true, batch);
        self.revert::<ALONE>(ready, batch);
        batch.valued = valued;
        !batch.valued.is_empty()
    }

    /// Labels the members without value by what they were told, or if that does not fit by their followers.
    fn finish(&self, solver: &mut Solver<'_>, members: &[u32], fit: bool) {
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

/// How many vertices get their value together: what they read of memory comes at the same time.
const BATCH: usize = 256;

#[derive(Default)]
struct Batch {
    valued: Vec<u32>,
    fresh: Vec<u32>,
    /// The predecessors of those that are at hand.
    near: Vec<u32>,
}
