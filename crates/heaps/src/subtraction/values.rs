//! Grundy values of subtraction games, in ways that depend on the size of the set.
//!
//! The values of the followers of a heap fit one word as bits if there are 63 amounts at most. For larger sets, heaps are
//! found 64 at a time, layer by layer: value 0 goes to the heaps greedily (it is the win/lose
//! game), value 1 to those of the rest that no heap of value 1 lies an amount below, and so on.

#![expect(
    clippy::cast_possible_truncation,
    reason = "layers are values, at most as many as amounts, which have 32 bits; terms of a pattern are kept"
)]

use super::ahead::{self, Ahead};
use super::gaps::Gaps;
use crate::choice::HeapEngine;
use crate::sequence::store::Terms;
use crate::sequence::{Engine, Growing, Pattern, Verdict, find_recurrence};
use grundy_base::bits::ones;
use grundy_base::budget::{Budget, Limit};
use grundy_values::mex::ValueSet;

/// The largest number of amounts for which the values fit a word: the mex of k values is at most k.
const MASK_AMOUNTS: usize = 63;

/// The mean distance from which on amounts are far apart: `subtraction triangular: 300000 ? grundy`, whose amounts are 390
/// apart, takes 0.25 s by marks and 0.40 by layers.
const FAR_APART_HEAPS: usize = 64;

/// The Grundy values of a finite set of amounts.
#[derive(Debug)]
pub struct SubtractionValues {
    /// The amounts, ascending.
    amounts: Vec<u32>,
    /// The way in which the next values are found.
    way: ValueMethod,
    /// The values of heaps 0, 1, …
    values: Vec<u32>,
    /// The steps taken so far.
    work: u64,
}

/// The way in which the next values are found.
#[derive(Debug)]
enum ValueMethod {
    /// The values of a heap's followers are the bits of a word.
    Masks,
    /// The values of a heap's followers are marked one by one. This is for amounts so far apart that a word of 64 heaps
    /// meets fewer of them than it would pass layers.
    Marks(ValueSet),
    /// All amounts may be taken but few.
    Gaps(Box<Gaps>),
    /// Heaps are found 64 at a time, a value after another.
    Layers {
        /// The set of amounts as bits.
        set: Vec<u64>,
        /// The heaps ahead that lie an amount above a heap of each value.
        layers: Vec<Ahead>,
        /// The bytes of the layers.
        bytes: u64,
    },
}

impl SubtractionValues {
    /// Begins without heaps. `amounts` ascend, are not empty and do not repeat.
    pub fn new(amounts: Vec<u32>) -> Self {
        let max = amounts[amounts.len() - 1] as usize;
        let way = if amounts.len() <= MASK_AMOUNTS {
            ValueMethod::Masks
        } else if amounts.len() * FAR_APART_HEAPS < max {
            ValueMethod::Marks(ValueSet::default())
        } else {
            ValueMethod::Layers {
                set: ahead::bits_of(&amounts),
                layers: Vec::new(),
                bytes: 0,
            }
        };
        SubtractionValues {
            amounts,
            way,
            values: Vec::new(),
            work: 0,
        }
    }

    /// Begins without heaps, of which none beyond `heap` will be asked for.
    pub fn to_heap(amounts: Vec<u32>, heap: u64) -> Self {
        let gaps = Gaps::new(&amounts, heap);
        let mut values = SubtractionValues::new(amounts);
        if let Some(gaps) = gaps {
            values.way = ValueMethod::Gaps(Box::new(gaps));
        }
        values
    }

    /// Finds the next heap by masks.
    fn grow_one_heap(&mut self) {
        let heap = self.values.len();
        self.work += 4 + 2 * self.amounts.len() as u64;
        let mut seen = 0u64;
        for &s in &self.amounts {
            let Some(follower) = heap.checked_sub(s as usize) else {
                break;
            };
            seen |= 1 << self.values[follower];
        }
        self.values.push((!seen).trailing_zeros());
    }

    /// Finds the next heap by marks.
    fn mark_heap(&mut self) {
        let ValueMethod::Marks(seen) = &mut self.way else {
            return;
        };
        let heap = self.values.len();
        let spared = &self.amounts[..self.amounts.partition_point(|&s| s as usize <= heap)];
        seen.clear();
        for &s in spared {
            seen.insert(self.values[heap - s as usize]);
        }
        self.work += 4 + 2 * spared.len() as u64;
        self.values.push(seen.mex());
    }

    /// Finds the next heap by gaps.
    fn fit_heap(&mut self) {
        let ValueMethod::Gaps(gaps) = &mut self.way else {
            return;
        };
        let (value, steps) = gaps.next(&self.values);
        self.work += 4 + 4 * steps;
        self.values.push(value);
    }

    /// Finds the next 64 heaps by layers.
    fn grow_one_word(&mut self) {
        let ValueMethod::Layers { set, layers, bytes } = &mut self.way else {
            return;
        };
        let heap = self.values.len();
        self.values.resize(heap + 64, 0);
        let mut left = !0u64;
        let mut value = 0;
        while left != 0 {
            if value == layers.len() {
                layers.push(Ahead::new(set));
                *bytes += layers[value].bytes();
            }
            let taken = layers[value].take_greedily(set, left);
            left &= !taken;
            self.work += 8 + u64::from(taken.count_ones()) * set.len() as u64 / 2;
            for bit in ones(taken) {
                self.values[heap + bit as usize] = value as u32;
            }
            value += 1;
        }
        for layer in layers {
            layer.advance();
        }
    }
}

impl Engine for SubtractionValues {
    fn chosen(&self) -> HeapEngine {
        match self.way {
            ValueMethod::Masks => HeapEngine::Masks,
            ValueMethod::Marks(_) => HeapEngine::Marks,
            ValueMethod::Gaps(_) => HeapEngine::Gaps,
            ValueMethod::Layers { .. } => HeapEngine::Layers,
        }
    }

    fn known(&self) -> u64 {
        self.values.len() as u64
    }

    fn grow(&mut self) {
        match self.way {
            ValueMethod::Masks => self.grow_one_heap(),
            ValueMethod::Marks(_) => self.mark_heap(),
            ValueMethod::Gaps(_) => self.fit_heap(),
            ValueMethod::Layers { .. } => self.grow_one_word(),
        }
    }

    /// Returns the least length at which the last max(S) values can have occurred twice.
    fn first_look(&self) -> u64 {
        (2 * (u64::from(self.amounts[self.amounts.len() - 1]) + 32)).next_power_of_two()
    }

    fn look(&mut self) -> Verdict {
        let len = self.values.len();
        let window = self.amounts[self.amounts.len() - 1] as usize;
        self.work += 4 * len as u64;
        find_recurrence(len, window, |n| self.values[n])
    }

    fn settle(&mut self, pattern: Pattern) {
        self.values.truncate(pattern.terms() as usize);
        self.values.shrink_to_fit();
        self.way = ValueMethod::Masks;
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn cost(&self, n: u64) -> Option<(u128, String)> {
        let spared = |amounts: &[u32]| -> u128 {
            amounts
                .iter()
                .map(|&s| u128::from(n.saturating_sub(s.into())))
                .sum()
        };
        let cost = match &self.way {
            ValueMethod::Masks | ValueMethod::Marks(_) => {
                4 * u128::from(n) + 2 * spared(&self.amounts)
            }
            ValueMethod::Gaps(gaps) => 4 * spared(&gaps.missing),
            ValueMethod::Layers { .. } => return None,
        };
        let count = self.amounts.len();
        Some((
            cost,
            format!("the Grundy values of heaps to {n} by {count} amounts take"),
        ))
    }

    fn bytes(&self) -> u64 {
        let ahead = match &self.way {
            ValueMethod::Layers { bytes, .. } => *bytes,
            ValueMethod::Marks(marks) => marks.bytes(),
            ValueMethod::Gaps(gaps) => gaps.bytes(),
            ValueMethod::Masks => 0,
        };
        (self.values.len() + self.amounts.len()) as u64 * 4 + ahead
    }

    fn needed(&self) -> u64 {
        2 * self.bytes()
    }

    fn stopped(&self, _: &str) -> String {
        format!(
            "no period shows in the first {} Grundy values of this set of amounts",
            self.values.len()
        )
    }

    fn end(&self) -> Option<Limit> {
        match &self.way {
            ValueMethod::Gaps(gaps) if self.values.len() > gaps.heap as usize => {
                Some(Limit::fixed(format!(
                    "no period shows in the Grundy values to {}",
                    self.values.len() - 1
                )))
            }
            _ => None,
        }
    }

    fn terms(&self) -> Terms<'_> {
        Terms::Long((&self.values[..]).into())
    }

    fn restore(&mut self, terms: Terms<'static>, settled: bool, _: &Budget) -> bool {
        let Terms::Long(values) = terms else {
            return false;
        };
        // The mex of k values is at most k.
        if values.iter().any(|&v| v as usize > self.amounts.len()) {
            return false;
        }
        self.values = values.into_owned();
        if settled {
            return true;
        }
        // Heaps are found up to 64 at a time.
        self.values.truncate(self.values.len() / 64 * 64);
        match &mut self.way {
            ValueMethod::Masks | ValueMethod::Marks(_) => {}
            ValueMethod::Gaps(gaps) => gaps.restore(&self.values),
            ValueMethod::Layers { set, layers, bytes } => {
                let top = self.values.iter().max().map_or(0, |&top| top as usize + 1);
                layers.resize_with(top, || Ahead::new(set));
                *bytes = layers.iter().map(Ahead::bytes).sum();
                // Only the heaps within reach of those to come have marked any of them.
                let reached = (set.len() + 1) * 64;
                for word in self.values[self.values.len().saturating_sub(reached)..].chunks(64) {
                    for (bit, &v) in (0..).zip(word) {
                        layers[v as usize].mark_above(set, bit);
                    }
                    for layer in &mut *layers {
                        layer.advance();
                    }
                }
            }
        }
        true
    }
}

impl Growing<SubtractionValues> {
    /// Returns the Grundy value of heap `n`, which must be within reach.
    #[inline]
    pub fn grundy(&self, n: u64) -> u32 {
        self.engine().values[self.place(n)]
    }
}
