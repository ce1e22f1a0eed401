//! Win or lose, 64 heaps a word.
//!
//! Bit `n mod 64` of word `n / 64` of the history says that heap `n` loses (normal play):
//!
//! ```text
//!           word w - 1                     word w (being found)
//!     … 1 0 0 0 1 0 0 0 1   |   ? ? ? ? … ?     bit 0 is heap 64 w
//!           \_______________________/
//!        a heap wins if a loser lies one amount below it
//! ```
//!
//! Two ways to find a word. *Pull* ORs in, for each amount ≥ 64, the word of the history that
//! lies that amount below, and then walks the 64 heaps with the amounts up to 64 as one mask.
//! *Push* ORs the whole set into the heaps above each loser: a large set has few losers, as
//! each of them makes winners of so many heaps.

use super::ahead::{self, Ahead};
use crate::budget::{Budget, Limit};
use crate::period::{Period, last_recurrence, least_preperiod, visit_set_bits};
use crate::platform::LOADED_ANEW;
use crate::sync::growing::Grow;
use crate::sync::interrupt::Checked;
use crate::sync::progress::SEQUENCES;
use crate::sync::store::{Keep, Keeping, Kept, Pattern, Slot, Terms};

/// So many words are found together where amounts are larger than what they span.
const BLOCK: usize = 32;

/// From so many of these amounts on.
const MANY: usize = 32;

/// The win/lose sequence of a finite set of amounts, growing until its period is proved.
#[derive(Debug)]
pub struct Outcomes {
    amounts: Vec<u32>,
    way: Way,
    /// `pad` words of no losers (heaps below 0), then the history.
    losers: Vec<u64>,
    pad: usize,
    look_at: u64,
    period: Option<Period>,
    work: u64,
    budget: Budget,
    keeping: Keeping,
}

#[derive(Debug)]
enum Way {
    /// Amounts 1..=64 as bits 0..=63, and the others; the last 64 outcomes as a word whose bit i
    /// is the heap i + 1 below.
    Pull { small: u64, large: Vec<u32>, last: u64 },
    /// The set, and the winners known ahead.
    Push { set: Vec<u64>, winners: Ahead },
}

impl Outcomes {
    /// Heap 0 and no further. `amounts` ascending, not empty, without repeats.
    pub fn new(amounts: Vec<u32>, budget: Budget) -> Self {
        let max = amounts[amounts.len() - 1] as usize;
        // A word costs pull |S| steps, push max/64 for each loser; measured on random sets a set
        // of k amounts has about max·8/k losers in max heaps.
        let k = amounts.len() as u64;
        let way = if k * k <= 2 * max as u64 || max <= 64 {
            Way::Pull {
                small: amounts.iter().filter(|&&s| s <= 64).fold(0, |bits, &s| bits | 1 << (s - 1)),
                large: amounts.iter().copied().filter(|&s| s > 64).collect(),
                last: 0,
            }
        } else {
            let set = ahead::bits_of(&amounts);
            Way::Push { winners: Ahead::new(&set), set }
        };
        let pad = max / 64 + 1;
        let (losers, keeping) = (vec![0; pad], Keeping::default());
        let mut outcomes =
            Outcomes { amounts, way, losers, pad, look_at: 0, period: None, work: 0, budget, keeping };
        // The first look: when the set can have come round at all.
        outcomes.look_at = (2 * (max as u64 + 64)).next_power_of_two();
        outcomes
    }

    /// Keeps the sequence in this slot from one run to the next.
    pub fn keep_at(&mut self, slot: Option<Slot>) {
        self.keeping = Keeping::at(slot);
    }

    /// Heaps known so far.
    pub fn len(&self) -> u64 {
        (self.losers.len() - self.pad) as u64 * 64
    }

    /// Does the player to move lose heap `n`? Must be within reach.
    pub fn loses(&self, n: u64) -> bool {
        let n = self.period.map_or(n, |period| period.reduce(n));
        self.bit(n as usize)
    }

    /// Calls `each` with the heaps up to `n` that lose, ascending, until it returns false.
    pub fn visit_losing(&self, n: u64, each: impl FnMut(u64) -> bool) {
        visit_set_bits(&self.losers[self.pad..], self.period, n, each);
    }

    /// Steps to heap `n`, as far as they can be told before.
    fn cost(&self, n: u64) -> u128 {
        let Way::Pull { large, .. } = &self.way else { return 0 };
        u128::from(n) + large.iter().map(|&s| u128::from(n.saturating_sub(s.into()))).sum::<u128>() / 128
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let ahead = match &self.way {
            Way::Pull { .. } => 0,
            Way::Push { winners, .. } => winners.bytes(),
        };
        self.losers.len() as u64 * 8 + self.amounts.len() as u64 * 4 + ahead
    }

    #[inline]
    fn bit(&self, n: usize) -> bool {
        self.losers[self.pad + n / 64] >> (n % 64) & 1 == 1
    }

    /// The next words, several at a time: each large amount is looked up once for all of them.
    fn grow_block(&mut self) -> bool {
        let Way::Pull { small, large, last } = &mut self.way else { return false };
        let near = large.partition_point(|&s| s as usize <= 64 * BLOCK);
        let known = (self.losers.len() - self.pad) * 64;
        // Amounts that no heap of the block can spare meet no losers.
        let far = large.partition_point(|&s| (s as usize) < known + 64 * BLOCK);
        if far < near + MANY {
            return false;
        }
        self.work += (48 * BLOCK + near * BLOCK + (far - near) * BLOCK / 2) as u64;
        let word = self.losers.len();
        let mut above = [0u64; BLOCK];
        for &s in &large[near..far] {
            let (words, bits) = (s as usize / 64, s % 64);
            let Some(below) = self.losers[word - words - 1..].first_chunk::<{ BLOCK + 1 }>() else {
                continue;
            };
            for i in 0..BLOCK {
                above[i] |= below[i + 1] << bits | below[i] >> 1 >> (63 - bits);
            }
        }
        for winners in above {
            let found = pulled(&self.losers, &large[..near], winners, *small, last);
            self.losers.push(found);
        }
        true
    }

    fn grow_one_word(&mut self) {
        let found = match &mut self.way {
            Way::Pull { small, large, last } => {
                self.work += 48 + large.len() as u64;
                pulled(&self.losers, large, 0, *small, last)
            }
            Way::Push { set, winners } => {
                self.work += 16;
                let lost = winners.take_greedily(&set[..], !0);
                self.work += u64::from(lost.count_ones()) * set.len() as u64 / 2;
                winners.advance();
                lost
            }
        };
        self.losers.push(found);
    }

    fn look_for_a_period(&mut self) {
        let (len, window) = (self.len() as usize, self.amounts[self.amounts.len() - 1] as usize);
        self.work += len as u64;
        let found = last_recurrence(len, window, |n| self.bit(n));
        if let Some(p) = found {
            let e = least_preperiod(len - window - p, p, |n| self.bit(n));
            self.period = Some(Period { preperiod: e as u64, period: p as u64 });
            self.losers.truncate(self.pad + (e + p) / 64 + 1);
            self.losers.shrink_to_fit();
            self.way = Way::Pull { small: 0, large: Vec::new(), last: 0 };
        }
        self.look_at *= 2;
    }
}

/// The next word of losers: of its heaps, the `winners` are known already.
fn pulled(losers: &[u64], amounts: &[u32], mut winners: u64, small: u64, last: &mut u64) -> u64 {
    let word = losers.len();
    for &s in amounts {
        let (words, bits) = (s as usize / 64, s % 64);
        // Two shifts: a shift by 64 at once is no shift at all.
        winners |= losers[word - words] << bits | losers[word - words - 1] >> 1 >> (63 - bits);
    }
    let mut lost = 0;
    for bit in 0..64 {
        let loses = u64::from(*last & small == 0) & !(winners >> bit);
        *last = *last << 1 | loses;
        lost |= loses << bit;
    }
    lost
}

impl Grow for Outcomes {
    fn reach(&mut self, n: u64) -> Result<(), Limit> {
        if !self.has(n) && n < self.look_at && self.cost(n) > u128::from(self.budget.work) {
            return Err(Limit::work(format!(
                "who wins heaps to {n} by {} amounts takes some {} steps, and {} are allowed",
                self.amounts.len(),
                self.cost(n),
                self.budget.work
            )));
        }
        let _growth = self.begin_to_grow(self.budget.memory / 4);
        let growing = SEQUENCES.begin(n);
        let mut steps = Checked::every(16);
        while !self.has(n) {
            steps.step();
            self.keep_up();
            growing.stand(self.len() as usize);
            if self.len() >= self.look_at {
                self.look_for_a_period();
                continue;
            }
            if self.work >= self.budget.work || self.len() / 8 >= self.budget.memory / 4 {
                let message =
                    format!("no period shows in the first {} heaps of this set of amounts", self.len());
                self.save(1);
                return Err(if self.work >= self.budget.work {
                    Limit::work(message)
                } else {
                    Limit::memory(message)
                });
            }
            if LOADED_ANEW || !self.grow_block() {
                self.grow_one_word();
            }
        }
        self.rest(self.is_settled());
        Ok(())
    }

    fn has(&self, n: u64) -> bool {
        self.period.is_some() || n < self.len()
    }

    fn is_settled(&self) -> bool {
        self.period.is_some()
    }
}

impl Keep for Outcomes {
    fn keeping(&mut self) -> &mut Keeping {
        &mut self.keeping
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn kept(&self) -> Kept<'_> {
        Kept {
            terms: Terms::Bits((&self.losers[self.pad..]).into(), self.len()),
            pattern: self.period.map(Pattern::from),
        }
    }

    fn restore(&mut self, kept: Kept<'static>) {
        let Terms::Bits(words, count) = kept.terms else { return };
        // Whole words only: heaps are found 64 at a time.
        let words = &words[..words.len().min((count / 64) as usize)];
        let known = words.len() as u64 * 64;
        if known <= self.len() {
            return;
        }
        self.losers.truncate(self.pad);
        self.losers.extend_from_slice(words);
        if let Some(Pattern { preperiod, period, saltus: 0 }) = kept.pattern
            && period > 0
            && preperiod.checked_add(period).is_some_and(|end| end <= known)
        {
            self.period = Some(Period { preperiod, period });
            self.way = Way::Pull { small: 0, large: Vec::new(), last: 0 };
            return;
        }
        match &mut self.way {
            Way::Pull { last, .. } => *last = words[words.len() - 1].reverse_bits(),
            Way::Push { set, winners } => {
                // Only the heaps within reach of those to come have marked any of them.
                for &word in &words[words.len().saturating_sub(set.len() + 1)..] {
                    (0..64).filter(|bit| word >> bit & 1 != 0).for_each(|bit| winners.mark_above(set, bit));
                    winners.advance();
                }
            }
        }
        while self.look_at < self.len() {
            self.look_at *= 2;
        }
    }
}

impl Drop for Outcomes {
    fn drop(&mut self) {
        self.rest(true);
    }
}
