//! Grundy values, by the size of the set.
//!
//! Up to 63 amounts the followers' values fit one word as one-hot bits. Above that, heaps are
//! found 64 at a time, layer by layer: value 0 goes to the heaps greedily (it is the win/lose
//! game), value 1 to those of the rest that no heap of value 1 lies an amount below, and so on.

use super::ahead::{self, Ahead};
use super::gaps::Gaps;
use super::marks::Marks;
use crate::budget::{Budget, Limit};
use crate::period::{Period, last_recurrence, least_preperiod};
use crate::platform::LOADED_ANEW;
use crate::sync::growing::Grow;
use crate::sync::interrupt::Checked;
use crate::sync::progress::SEQUENCES;
use crate::sync::store::{Keep, Keeping, Kept, Pattern, Slot, Terms};

/// Most amounts for which the values fit a word: the mex of k values is at most k.
const ONE_WORD: usize = 63;

/// From which mean distance on amounts are far apart.
const FAR_APART: usize = 64;

/// The Grundy sequence of a finite set of amounts, growing until its period is proved.
#[derive(Debug)]
pub struct Values {
    amounts: Vec<u32>,
    way: Way,
    values: Vec<u32>,
    look_at: usize,
    period: Option<Period>,
    work: u64,
    budget: Budget,
    keeping: Keeping,
}

#[derive(Debug)]
enum Way {
    Masks,
    /// The followers' values are marked one by one: for amounts so far apart that a word of 64 heaps
    /// meets fewer of them than it would pass layers.
    Marks(Box<Marks>),
    /// All amounts may be taken but few.
    Gaps(Box<Gaps>),
    Layers {
        set: Vec<u64>,
        layers: Vec<Ahead>,
        bytes: u64,
    },
}

impl Values {
    /// No heaps yet. `amounts` ascending, not empty, without repeats.
    pub fn new(amounts: Vec<u32>, budget: Budget) -> Self {
        let max = amounts[amounts.len() - 1] as usize;
        let far_apart = (amounts.len() * FAR_APART < max).then(|| Marks::new(&amounts)).flatten();
        let way = if amounts.len() <= ONE_WORD {
            Way::Masks
        } else if let Some(marks) = far_apart {
            Way::Marks(Box::new(marks))
        } else {
            Way::Layers { set: ahead::bits_of(&amounts), layers: Vec::new(), bytes: 0 }
        };
        let look_at = (2 * (max + 32)).next_power_of_two();
        let keeping = Keeping::default();
        Values { amounts, way, values: Vec::new(), look_at, period: None, work: 0, budget, keeping }
    }

    /// The same for heaps up to `heap` only, where that is known to be all that is asked for.
    pub fn to_heap(amounts: Vec<u32>, heap: u64, budget: Budget) -> Self {
        let gaps = if LOADED_ANEW { None } else { Gaps::new(&amounts, heap) };
        let mut values = Values::new(amounts, budget);
        if let Some(gaps) = gaps {
            values.way = Way::Gaps(Box::new(gaps));
        }
        values
    }

    /// Keeps the sequence in this slot from one run to the next.
    pub fn keep_at(&mut self, slot: Option<Slot>) {
        self.keeping = Keeping::at(slot);
    }

    /// The least preperiod and period, once proved.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The Grundy value of heap `n`, which must be within reach.
    pub fn grundy(&self, n: u64) -> u32 {
        let n = self.period.map_or(n, |period| period.reduce(n));
        self.values[n as usize]
    }

    fn grow_one_heap(&mut self) {
        let heap = self.values.len();
        self.work += 4 + 2 * self.amounts.len() as u64;
        let mut seen = 0u64;
        for &s in &self.amounts {
            let Some(follower) = heap.checked_sub(s as usize) else { break };
            seen |= 1 << self.values[follower];
        }
        self.values.push((!seen).trailing_zeros());
    }

    fn mark_heaps(&mut self) {
        let Way::Marks(marks) = &mut self.way else { return };
        let found = marks.next(&self.amounts);
        self.work += found.len() as u64 * (4 + 2 * marks.spared() as u64);
        self.values.extend(found);
    }

    fn fit_heap(&mut self) {
        let Way::Gaps(gaps) = &mut self.way else { return };
        let (value, steps) = gaps.next(&self.values);
        self.work += 4 + 4 * steps;
        self.values.push(value);
    }

    /// Steps to heap `n`, as far as they can be told before.
    fn cost(&self, n: u64) -> u128 {
        let spared = |amounts: &[u32]| -> u128 {
            amounts.iter().map(|&s| u128::from(n.saturating_sub(s.into()))).sum()
        };
        match &self.way {
            Way::Masks | Way::Marks(_) => 4 * u128::from(n) + 2 * spared(&self.amounts),
            Way::Gaps(gaps) => 4 * spared(gaps.missing()),
            Way::Layers { .. } => 0,
        }
    }

    /// Finds the next 64 heaps.
    fn grow_one_word(&mut self) {
        let Way::Layers { set, layers, bytes } = &mut self.way else { return };
        let heap = self.values.len();
        self.values.resize(heap + 64, 0);
        let (mut left, mut value) = (!0u64, 0);
        while left != 0 {
            if value == layers.len() {
                layers.push(Ahead::new(set));
                *bytes += layers[value].bytes();
            }
            let mut taken = layers[value].take_greedily(set, left);
            left &= !taken;
            self.work += 8 + u64::from(taken.count_ones()) * set.len() as u64 / 2;
            while taken != 0 {
                self.values[heap + taken.trailing_zeros() as usize] = value as u32;
                taken &= taken - 1;
            }
            value += 1;
        }
        for layer in layers {
            layer.advance();
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let ahead = match &self.way {
            Way::Layers { bytes, .. } => *bytes,
            Way::Marks(marks) => marks.bytes(),
            Way::Gaps(gaps) => gaps.bytes(),
            Way::Masks => 0,
        };
        (self.values.len() + self.amounts.len()) as u64 * 4 + ahead
    }

    fn look_for_a_period(&mut self) {
        let (len, window) = (self.values.len(), self.amounts[self.amounts.len() - 1] as usize);
        self.work += 4 * len as u64;
        if let Some(p) = last_recurrence(len, window, |n| self.values[n]) {
            let e = least_preperiod(len - window - p, p, |n| self.values[n]);
            self.period = Some(Period { preperiod: e as u64, period: p as u64 });
            self.values.truncate(e + p);
            self.values.shrink_to_fit();
            self.way = Way::Masks;
        }
        self.look_at *= 2;
    }
}

impl Grow for Values {
    fn reach(&mut self, n: u64) -> Result<(), Limit> {
        if !self.has(n) && n < self.look_at as u64 && self.cost(n) > u128::from(self.budget.work) {
            return Err(Limit::work(format!(
                "the Grundy values of heaps to {n} by {} amounts take some {} steps, and {} are allowed",
                self.amounts.len(),
                self.cost(n),
                self.budget.work
            )));
        }
        let _growth = self.begin_to_grow(self.budget.memory / 4);
        let growing = SEQUENCES.begin(n);
        let mut steps = Checked::every(64);
        while !self.has(n) {
            steps.step();
            self.keep_up();
            growing.stand(self.values.len());
            if self.values.len() >= self.look_at {
                self.look_for_a_period();
                continue;
            }
            if matches!(&self.way, Way::Gaps(gaps) if self.values.len() > gaps.most()) {
                return Err(Limit::fixed(format!(
                    "no period shows in the Grundy values to {}",
                    self.values.len() - 1
                )));
            }
            if self.work >= self.budget.work || self.bytes() >= self.budget.memory / 2 {
                let message = format!(
                    "no period shows in the first {} Grundy values of this set of amounts",
                    self.values.len()
                );
                self.save(1);
                return Err(if self.work >= self.budget.work {
                    Limit::work(message)
                } else {
                    Limit::memory(message)
                });
            }
            match self.way {
                Way::Masks => self.grow_one_heap(),
                Way::Marks(_) => self.mark_heaps(),
                Way::Gaps(_) => self.fit_heap(),
                Way::Layers { .. } => self.grow_one_word(),
            }
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

impl Keep for Values {
    fn keeping(&mut self) -> &mut Keeping {
        &mut self.keeping
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn kept(&self) -> Kept<'_> {
        Kept { terms: Terms::Long((&self.values[..]).into()), pattern: self.period.map(Pattern::from) }
    }

    fn restore(&mut self, kept: Kept<'static>) {
        let Terms::Long(values) = kept.terms else { return };
        let known = values.len() as u64;
        // The mex of k values is at most k.
        if known <= self.values.len() as u64 || values.iter().any(|&v| v as usize > self.amounts.len()) {
            return;
        }
        self.values = values.into_owned();
        if let Some(Pattern { preperiod, period, saltus: 0 }) = kept.pattern
            && period > 0
            && preperiod.checked_add(period).is_some_and(|end| end <= known)
        {
            self.period = Some(Period { preperiod, period });
            self.way = Way::Masks;
            return;
        }
        // Heaps are found up to 64 at a time.
        self.values.truncate(self.values.len() / 64 * 64);
        match &mut self.way {
            Way::Masks => {}
            Way::Marks(marks) => marks.restore(&self.values),
            Way::Gaps(gaps) => gaps.restore(&self.values),
            Way::Layers { set, layers, bytes } => {
                let top = self.values.iter().max().map_or(0, |&top| top as usize + 1);
                layers.resize_with(top, || Ahead::new(set));
                *bytes = layers.iter().map(Ahead::bytes).sum();
                // Only the heaps within reach of those to come have marked any of them.
                let reached = (set.len() + 1) * 64;
                for word in self.values[self.values.len().saturating_sub(reached)..].chunks(64) {
                    for (bit, &v) in (0..).zip(word) {
                        layers[v as usize].mark_above(set, bit);
                    }
                    layers.iter_mut().for_each(Ahead::advance);
                }
            }
        }
        while self.look_at < self.values.len() {
            self.look_at *= 2;
        }
    }
}

impl Drop for Values {
    fn drop(&mut self) {
        self.rest(true);
    }
}
