//! The Grundy sequence of a game that splits heaps, as far as it has been asked for.
//!
//! It grows by blocks ([`block`]): what the heaps before a block tell of its heaps is found on all threads,
//! the rest heap by heap.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::block::{Group, Known, VALUES, Way};
use super::rules::Rules;
use super::search::{Kernels, LANES, Rare};
use super::space::Space;
use crate::simd::Simd;
use crate::sync::growing::Grow;
use crate::sync::interrupt;
use crate::sync::progress::SEQUENCES;
use crate::sync::store::{Keep, Keeping, Kept, Pattern, Slot, Terms};
use crate::sync::threads;
use crate::theory::budget::{Budget, Limit};
use crate::theory::period::{Period, Verdict, guy_smith};

/// First splits tried in every heap, at least. Not fewer than [`LANES`].
const FIRST_SPLITS: usize = LANES;

/// Heaps in a block, at most: each looks at all those before it in the block, one after the other.
const LONGEST_BLOCK: usize = 512;

/// How often a value is marked on average by the first splits of a heap.
const OFTEN_DENSE: usize = 2;
const OFTEN_SPARSE: usize = 2;

/// Work of a block from which other threads take part: some two hundred microseconds.
const SHARED: u64 = 1 << 20;

/// The sequence, growing until its period is proved.
#[derive(Debug)]
pub struct Sequence {
    rules: Rules,
    values: Vec<u16>,
    way: Way,
    /// Rare heaps ≥ 1, ascending.
    rares: Vec<Rare>,
    /// How many splits mark what they reach, for each take, at least.
    first_splits: usize,
    /// A power of two above all values.
    width: usize,
    /// Memory for the groups of a block.
    groups: Vec<Mutex<Group>>,
    /// The work of the last block.
    last_work: u64,
    kernels: Kernels,
    look_at: usize,
    review_at: usize,
    period: Option<Period>,
    work: u64,
    budget: Budget,
    keeping: Keeping,
}

impl Sequence {
    /// Heap 0 and no further.
    pub fn new(rules: Rules, budget: Budget) -> Self {
        Sequence {
            rules,
            values: vec![0],
            way: Way::Dense,
            rares: Vec::new(),
            first_splits: FIRST_SPLITS,
            width: 1,
            groups: Vec::new(),
            last_work: 0,
            kernels: Kernels::of(Simd::current()),
            look_at: 128,
            review_at: 512,
            period: None,
            work: 0,
            budget,
            keeping: Keeping::default(),
        }
    }

    /// Keeps the sequence in this slot from one run to the next.
    pub fn keep_at(&mut self, slot: Option<Slot>) {
        self.keeping = Keeping::at(slot);
    }

    /// The least preperiod and period, once proved.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let rules = self.rules.splits.len() + self.rules.keeps.len() + self.rules.clears.len();
        let marks = self.groups.len() * LANES * self.width;
        (self.values.len() * 2 + self.rares.len() * 8 + marks + rules * 4) as u64
    }

    /// The values known: all, or those up to the end of the first period.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// The Grundy value of heap `n`, which must be within reach.
    pub fn grundy(&self, n: u64) -> u16 {
        let n = self.period.map_or(n, |period| period.reduce(n));
        self.values[n as usize]
    }

    /// Grows with these instructions.
    #[cfg(test)]
    pub fn use_instructions(&mut self, simd: Simd) {
        self.kernels = Kernels::of(simd);
    }

    /// Never looks for a period: what the tests hold to the definition is then all computed.
    #[cfg(test)]
    pub fn never_look(&mut self) {
        self.look_at = usize::MAX;
    }

    fn is_common(&self, v: u16, n: usize) -> bool {
        match self.way {
            Way::Dense => false,
            Way::Sparse(space) => space.is_common(v, n),
        }
    }

    fn push(&mut self, v: u16) {
        let n = self.values.len();
        if self.way != Way::Dense && !self.is_common(v, n) {
            self.rares.push((n as u32, v));
        }
        self.width = self.width.max((usize::from(v) + 1).next_power_of_two());
        self.values.push(v);
    }

    /// How many heaps the next block has. It depends on the heaps known only, and never has more than those.
    fn block(&self) -> usize {
        let known = self.values.len();
        known.min((known / 64 / LANES * LANES).clamp(LANES, LONGEST_BLOCK))
    }

    /// Finds the next block of heaps.
    fn grow_one_block(&mut self) {
        let (start, heaps) = (self.values.len(), self.block());
        let count = heaps.div_ceil(LANES);
        let mut groups = std::mem::take(&mut self.groups);
        groups.resize_with(count.max(groups.len()), Mutex::default);
        let known = Known {
            rules: &self.rules,
            values: &self.values,
            rares: &self.rares,
            way: self.way,
            first_splits: self.first_splits,
            kernels: self.kernels,
            width: self.width,
        };
        let threads = if self.last_work < SHARED { 1 } else { self.budget.threads.clamp(1, count) };
        let next = AtomicUsize::new(0);
        threads::each(threads, |_| {
            loop {
                let at = next.fetch_add(1, Relaxed);
                let Some(group) = groups[..count].get(at) else { break };
                interrupt::check();
                let group = &mut *group.lock().unwrap_or_else(PoisonError::into_inner);
                known.look(start + at * LANES, heaps - at * LANES, group);
            }
        });
        let mut fresh = Vec::with_capacity(heaps);
        let mut work = 0;
        for group in &mut groups[..count] {
            let group = group.get_mut().unwrap_or_else(PoisonError::into_inner);
            for lane in 0..LANES.min(heaps - fresh.len()) {
                fresh.push(known.settle(group, lane, &fresh));
                // Xors of greater values are not marked.
                if usize::from(fresh[fresh.len() - 1]) >= self.width {
                    break;
                }
            }
            work += group.work;
            if fresh.last().is_some_and(|&v| usize::from(v) >= self.width) {
                break;
            }
        }
        self.groups = groups;
        self.last_work = work;
        self.work += work;
        fresh.into_iter().for_each(|v| self.push(v));
    }

    /// Chooses the way on, by what the heaps so far look like. Done at fixed lengths, so that the
    /// work spent up to a heap does not depend on what was asked for.
    fn review(&mut self) {
        let n = self.values.len();
        let (space, rares) = Space::fewest_rares(&self.values, &self.rules.splits);
        self.work += 2 * n as u64 + (1 << 16);
        self.way = if rares * 16 > n { Way::Dense } else { Way::Sparse(space) };
        // Enough first splits to meet most values that some split reaches.
        let often = if self.way == Way::Dense { OFTEN_DENSE } else { OFTEN_SPARSE };
        let wanted = often * self.width / self.rules.splits.len().max(1);
        self.first_splits = wanted.max(FIRST_SPLITS);
        self.rares.clear();
        if let Way::Sparse(space) = self.way {
            let rare = |&(n, v): &(u32, u16)| n > 0 && !space.is_common(v, n as usize);
            self.rares.extend((0u32..).zip(self.values.iter().copied()).filter(rare));
        }
        self.review_at = n + n / 4;
    }

    fn look_for_a_period(&mut self) {
        let len = self.values.len();
        self.work += 4 * len as u64;
        self.look_at = match guy_smith(&self.values, self.rules.largest_take, self.rules.halves) {
            Verdict::Proved(period) => {
                self.period = Some(period);
                self.values.truncate(period.terms() as usize);
                self.values.shrink_to_fit();
                self.rares = Vec::new();
                self.groups = Vec::new();
                len
            }
            // Not before the sequence has grown by a sixteenth, nor after it has doubled.
            Verdict::LookAgainAt(needed) => needed.clamp(len + len / 16, 2 * len),
        };
    }

    fn limit(&self) -> Option<Limit> {
        let solved =
            || format!("Grundy values of this game are known to heap {} only", self.values.len() - 1);
        // Values, a doubling of them, and the period test.
        let bytes = self.values.len() as u64 * 6 + self.rares.len() as u64 * 8;
        if self.work >= self.budget.work {
            Some(Limit::work(format!("{}: the work is used up and no period shows", solved())))
        } else if bytes >= self.budget.memory || self.values.len() >= u32::MAX as usize - 2 * LANES {
            Some(Limit::memory(format!("{}: the memory is used up and no period shows", solved())))
        } else if self.values.last().is_some_and(|&v| usize::from(v) >= VALUES / 2) {
            // Met only by codes with as many digits.
            Some(Limit::fixed(format!("Grundy values are kept up to {}", VALUES / 2)))
        } else {
            None
        }
    }
}

impl Grow for Sequence {
    fn reach(&mut self, n: u64) -> Result<(), Limit> {
        let _growth = self.begin_to_grow(self.budget.memory / 3);
        let growing = SEQUENCES.begin(n);
        while !self.has(n) {
            interrupt::check();
            self.keep_up();
            let len = self.values.len();
            growing.stand(len);
            if self.rules.may_repeat && len >= self.look_at {
                self.look_for_a_period();
                continue;
            }
            if len >= self.review_at {
                self.review();
            }
            if let Some(limit) = self.limit() {
                self.save(1);
                return Err(limit);
            }
            self.grow_one_block();
        }
        self.rest(self.is_settled());
        Ok(())
    }

    fn has(&self, n: u64) -> bool {
        self.period.is_some() || n < self.values.len() as u64
    }

    fn is_settled(&self) -> bool {
        self.period.is_some()
    }
}

impl Keep for Sequence {
    fn keeping(&mut self) -> &mut Keeping {
        &mut self.keeping
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn kept(&self) -> Kept<'_> {
        Kept { terms: Terms::Short((&self.values[..]).into()), pattern: self.period.map(Pattern::from) }
    }

    fn restore(&mut self, kept: Kept<'static>) {
        let Terms::Short(values) = kept.terms else { return };
        let known = values.len() as u64;
        let period =
            kept.pattern.filter(|_| self.rules.may_repeat).map(|p| (p, p.preperiod.checked_add(p.period)));
        if known <= self.values.len() as u64 || values.iter().any(|&v| usize::from(v) >= VALUES) {
            return;
        }
        self.values = values.into_owned();
        self.width = usize::from(self.values.iter().copied().max().unwrap_or(0)) + 1;
        self.width = self.width.next_power_of_two();
        match period {
            Some((Pattern { preperiod, period, saltus: 0 }, Some(end))) if period > 0 && end <= known => {
                self.period = Some(Period { preperiod, period });
            }
            // What the heaps look like is found out anew, and whether they repeat.
            _ => {
                self.look_at = self.values.len();
                self.review_at = self.values.len();
            }
        }
    }
}

impl Drop for Sequence {
    fn drop(&mut self) {
        self.rest(true);
    }
}
