//! Lose, draw or win, 64 heaps a word.
//!
//! Two histories of one bit a heap: *lost*, and *open*, which is lost or drawn. A heap wins if an
//! amount leads to a lost one; else it loses if none leads to an open one (and there is a move);
//! else it is drawn. What lies below the end, `left`, enters as history before heap 0: under
//! `overshoot` as drawn, under `or-less` as lost, else as heaps that no amount leads to.
//!
//! Both histories are read (*pull*) or written ahead (*push*) as in the subtraction games.

use super::{Outcome, Variant};
use crate::budget::{Budget, Limit};
use crate::period::{Period, last_recurrence, least_preperiod, visit_set_bits};
use crate::subtraction::ahead::{self, Ahead};
use crate::sync::growing::Grow;
use crate::sync::interrupt::Checked;
use crate::sync::progress::SEQUENCES;

/// The outcomes of left, left + 1, …, growing until their period is proved. Heaps are counted
/// from `left` here.
#[derive(Debug)]
pub struct Outcomes {
    amounts: Vec<u32>,
    /// The least heap from which there is a move.
    movable: u64,
    way: Way,
    lost: Vec<u64>,
    open: Vec<u64>,
    /// Words of history below heap 0.
    pad: usize,
    look_at: u64,
    period: Option<Period>,
    work: u64,
    budget: Budget,
}

#[derive(Debug)]
enum Way {
    /// Amounts 1..=64 as bits 0..=63, and the others; the last 64 heaps as words whose bit i is
    /// the heap i + 1 below.
    Pull { small: u64, large: Vec<u32>, last_lost: u64, last_open: u64 },
    /// The set as bits, and what it says ahead: heaps that reach a lost one, or an open one.
    Push { set: Vec<u64>, winning: Ahead, escaping: Ahead },
}

impl Outcomes {
    /// No heaps yet. `amounts` ascending, not empty, without repeats.
    pub fn new(amounts: Vec<u32>, left: u64, variant: Variant, budget: Budget) -> Self {
        let max = amounts[amounts.len() - 1] as usize;
        let pad = max / 64 + 1;
        let below = left.min(max as u64) as usize;
        let (lost_below, open_below) = match variant {
            Variant::Exact => (0, 0),
            Variant::Overshoot => (0, below),
            Variant::OrLess => (below, below),
        };
        let movable = match variant {
            Variant::Exact => u64::from(amounts[0]),
            Variant::Overshoot | Variant::OrLess => u64::from(amounts[0]).saturating_sub(left),
        };
        let history = |heaps: usize| {
            let mut words = vec![0u64; pad];
            for i in 1..=heaps {
                let bit = pad * 64 - i;
                words[bit / 64] |= 1 << (bit % 64);
            }
            words
        };
        let (lost, open) = (history(lost_below), history(open_below));
        // A word costs pull |S| steps, push max/64 for each open heap, and heaps may all be open.
        let way = if amounts.len() * 8 <= max || max <= 64 {
            Way::Pull {
                small: amounts.iter().filter(|&&s| s <= 64).fold(0, |bits, &s| bits | 1 << (s - 1)),
                large: amounts.iter().copied().filter(|&s| s > 64).collect(),
                last_lost: lost[pad - 1].reverse_bits(),
                last_open: open[pad - 1].reverse_bits(),
            }
        } else {
            let set = ahead::bits_of(&amounts);
            Way::Push {
                winning: marks_from_below(&amounts, lost_below, Ahead::new(&set)),
                escaping: marks_from_below(&amounts, open_below, Ahead::new(&set)),
                set,
            }
        };
        let look_at = (2 * (max as u64 + 64)).next_power_of_two();
        Outcomes { amounts, movable, way, lost, open, pad, look_at, period: None, work: 0, budget }
    }

    fn len(&self) -> u64 {
        (self.lost.len() - self.pad) as u64 * 64
    }

    /// The least preperiod and period, once proved.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The outcome of heap left + `k`, which must be within reach.
    pub fn outcome(&self, k: u64) -> Outcome {
        let k = self.period.map_or(k, |period| period.reduce(k));
        self.at(k as usize)
    }

    /// Calls `each` with the heaps up to `k` that lose, ascending, until it returns false.
    pub fn visit_losing(&self, k: u64, each: impl FnMut(u64) -> bool) {
        visit_set_bits(&self.lost[self.pad..], self.period, k, each);
    }

    #[inline]
    fn at(&self, k: usize) -> Outcome {
        let bit = |words: &[u64]| words[self.pad + k / 64] >> (k % 64) & 1 == 1;
        match (bit(&self.lost), bit(&self.open)) {
            (true, _) => Outcome::Lose,
            (false, true) => Outcome::Draw,
            (false, false) => Outcome::Win,
        }
    }

    fn grow_one_word(&mut self) {
        let (word, start) = (self.lost.len(), self.len());
        let (mut lost, mut open) = (0u64, 0u64);
        match &mut self.way {
            Way::Pull { small, large, last_lost, last_open } => {
                self.work += 64 + 2 * large.len() as u64;
                let (mut winning, mut escaping) = (0, 0);
                for &s in large.iter() {
                    let (words, bits) = (s as usize / 64, s % 64);
                    // Two shifts: a shift by 64 at once is no shift at all.
                    let below = |h: &[u64]| h[word - words] << bits | h[word - words - 1] >> 1 >> (63 - bits);
                    winning |= below(&self.lost);
                    escaping |= below(&self.open);
                }
                for bit in 0..64 {
                    let wins = *last_lost & *small != 0 || winning >> bit & 1 == 1;
                    let escapes = *last_open & *small != 0 || escaping >> bit & 1 == 1;
                    let k = start + bit;
                    let stuck = k < self.movable;
                    let loses = k == 0 || !(wins || escapes || stuck);
                    let opens = loses || !wins;
                    *last_lost = *last_lost << 1 | u64::from(loses);
                    *last_open = *last_open << 1 | u64::from(opens);
                    lost |= u64::from(loses) << bit;
                    open |= u64::from(opens) << bit;
                }
            }
            Way::Push { set, winning, escaping } => {
                self.work += 64;
                for bit in 0..64u32 {
                    let k = start + u64::from(bit);
                    let wins = k > 0 && winning.next() >> bit & 1 == 1;
                    if wins {
                        continue;
                    }
                    let stuck = k < self.movable;
                    let loses = k == 0 || !(escaping.next() >> bit & 1 == 1 || stuck);
                    open |= 1 << bit;
                    escaping.mark_above(set, bit);
                    self.work += set.len() as u64 / 2;
                    if loses {
                        lost |= 1 << bit;
                        winning.mark_above(set, bit);
                        self.work += set.len() as u64 / 2;
                    }
                }
                winning.advance();
                escaping.advance();
            }
        }
        self.lost.push(lost);
        self.open.push(open);
    }

    fn look_for_a_period(&mut self) {
        let (len, window) = (self.len() as usize, self.amounts[self.amounts.len() - 1] as usize);
        self.work += 2 * len as u64;
        if let Some(p) = last_recurrence(len, window, |k| self.at(k)) {
            let e = least_preperiod(len - window - p, p, |k| self.at(k));
            self.period = Some(Period { preperiod: e as u64, period: p as u64 });
            for history in [&mut self.lost, &mut self.open] {
                history.truncate(self.pad + (e + p) / 64 + 1);
                history.shrink_to_fit();
            }
            self.way = Way::Pull { small: 0, large: Vec::new(), last_lost: 0, last_open: 0 };
        }
        self.look_at *= 2;
    }

    /// Steps to heap `k`, as far as they can be told before.
    fn cost(&self, k: u64) -> u128 {
        let Way::Pull { large, .. } = &self.way else { return 0 };
        u128::from(k / 64) * (64 + 2 * large.len() as u128)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let ahead = match &self.way {
            Way::Pull { .. } => 0,
            Way::Push { winning, escaping, .. } => winning.bytes() + escaping.bytes(),
        };
        (self.lost.len() + self.open.len()) as u64 * 8 + self.amounts.len() as u64 * 4 + ahead
    }
}

/// Marks the heaps from which an amount leads to one of the `heaps` just below heap 0.
fn marks_from_below(amounts: &[u32], heaps: usize, mut ahead: Ahead) -> Ahead {
    // Heap k is marked if an amount lies in k + 1 ..= k + heaps.
    let mut next = 0;
    for k in 0..amounts[amounts.len() - 1] as usize {
        while amounts[next] as usize <= k {
            next += 1;
        }
        if amounts[next] as usize <= k + heaps {
            ahead.mark(k);
        }
    }
    ahead
}

impl Grow for Outcomes {
    fn reach(&mut self, k: u64) -> Result<(), Limit> {
        if !self.has(k) && k < self.look_at && self.cost(k) > u128::from(self.budget.work) {
            return Err(Limit::work(format!(
                "the outcomes of {k} flags by {} amounts take some {} steps, and {} are allowed",
                self.amounts.len(),
                self.cost(k),
                self.budget.work
            )));
        }
        let mut steps = Checked::every(16);
        let growing = SEQUENCES.begin(k);
        while !self.has(k) {
            steps.step();
            growing.stand(self.len() as usize);
            if self.len() >= self.look_at {
                self.look_for_a_period();
                continue;
            }
            let message = || format!("no period shows in the first {} outcomes of these flags", self.len());
            if self.work >= self.budget.work {
                return Err(Limit::work(message()));
            }
            if self.bytes() >= self.budget.memory / 2 {
                return Err(Limit::memory(message()));
            }
            self.grow_one_word();
        }
        Ok(())
    }

    fn has(&self, k: u64) -> bool {
        self.period.is_some() || k < self.len()
    }

    fn is_settled(&self) -> bool {
        self.period.is_some()
    }
}
