//! Tables of who wins, 64 heaps a word: for subtraction games and for games of flags.
//!
//! Bit `n mod 64` of word `n / 64` of the history says that heap `n` is *lost*: the player to move loses it.
//!
//! ```text
//!           word w - 1                     word w (being found)
//!     … 1 0 0 0 1 0 0 0 1   |   ? ? ? ? … ?     bit 0 is heap 64 w
//!           \_______________________/
//!        a heap is won if a lost one lies an amount below it
//! ```
//!
//! Every other heap of a subtraction game is lost. A heap of a game of flags may also be drawn, so there is a second
//! history (*plane*), of the *open* heaps, which are lost or drawn: a heap that is not won is lost if it has a move and
//! no open heap lies an amount below it, else drawn.
//!
//! Two ways find the next words. *Pull* looks up, for each amount above 64, the word of the history that lies that
//! amount below, and then walks the 64 heaps with the amounts up to 64 as one mask. *Push* adds the whole set to the
//! heaps above each lost (and each open) one: a large set has few lost heaps, as each of them makes many others won.

#![expect(
    clippy::cast_possible_truncation,
    reason = "heaps that are kept are bits of words in memory"
)]

use std::ops::ControlFlow;

use super::ahead::{self, Ahead};
use crate::choice::HeapEngine;
use crate::sequence::store::Terms;
use crate::sequence::{Engine, Growing, Pattern, Verdict, find_recurrence, visit_bits};
use grundy_base::bits::below;
use grundy_base::budget::Budget;

/// The largest number of words that are pulled together, so that each amount larger than they are is looked up once for
/// all of them.
const PULLED_WORDS: usize = 32;

/// The steps for eight words of the set that are added above a heap, a quarter of a nanosecond a word
/// (`subtraction primes: 9000000`).
const STEPS_OF_EIGHT_WORDS: u64 = 5;

/// Imagined heaps below heap 0, and the first heap with a move. Only games of flags have such heaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Below {
    /// The number of heaps below heap 0 that are lost, and of those that are open.
    pub heaps: [u64; 2],
    /// The least heap that has a move.
    pub movable: u64,
}

/// The outcomes of heaps 0, 1, …: the lost ones, and with two planes the open ones.
#[derive(Debug)]
pub struct Outcomes<const PLANES: usize> {
    /// The amounts, ascending.
    amounts: Vec<u32>,
    /// The least heap that has a move.
    movable: u64,
    /// The way in which the next words are found.
    way: OutcomeMethod<PLANES>,
    /// The words of each plane: `pad` words of the heaps below 0, then the history.
    planes: [Vec<u64>; PLANES],
    /// The number of words of the heaps below 0.
    pad: usize,
    /// The steps taken so far.
    work: u64,
}

/// The way in which the next words are found.
#[derive(Debug)]
enum OutcomeMethod<const PLANES: usize> {
    /// The heaps below are looked up.
    Pull {
        /// The amounts 1..=64 as bits 0..=63.
        small: u64,
        /// The other amounts.
        large: Vec<u32>,
        /// The last 64 heaps of each plane, as a word whose bit i is the heap i + 1 below.
        last: [u64; PLANES],
    },
    /// The heaps ahead are marked.
    Push {
        /// The set of amounts as bits.
        set: Vec<u64>,
        /// The heaps ahead that lie an amount above a heap of each plane.
        marks: [Ahead; PLANES],
    },
}

impl<const PLANES: usize> Outcomes<PLANES> {
    /// Begins without heaps. `amounts` ascend, are not empty and do not repeat.
    pub fn new(amounts: Vec<u32>, start: Below) -> Self {
        let max = amounts[amounts.len() - 1] as usize;
        let pad = max / 64 + 1;
        let heaps = start.heaps.map(|heaps| heaps.min(max as u64) as usize);
        let planes: [Vec<u64>; PLANES] = std::array::from_fn(|plane| {
            let mut words = vec![0; pad];
            for bit in pad * 64 - heaps[plane]..pad * 64 {
                words[bit / 64] |= 1 << (bit % 64);
            }
            words
        });
        // A word costs a pull |S| steps, and a push max/64 steps for each heap of a plane. Measured on random sets, k
        // amounts have about max·8/k lost heaps among max; but all heaps may be open.
        let count = amounts.len();
        let is_sparse = if PLANES == 1 {
            count * count <= 2 * max
        } else {
            8 * count <= max
        };
        let way = if is_sparse || max <= 64 {
            let mut small = 0;
            for &amount in amounts.iter().filter(|&&amount| amount <= 64) {
                small |= 1 << (amount - 1);
            }
            OutcomeMethod::Pull {
                small,
                large: amounts.iter().copied().filter(|&s| s > 64).collect(),
                last: std::array::from_fn(|plane| planes[plane][pad - 1].reverse_bits()),
            }
        } else {
            let set = ahead::bits_of(&amounts);
            let marks = std::array::from_fn(|plane| {
                marks_from_below(&amounts, heaps[plane], Ahead::new(&set))
            });
            OutcomeMethod::Push { set, marks }
        };
        Outcomes {
            amounts,
            movable: start.movable,
            way,
            planes,
            pad,
            work: 0,
        }
    }

    /// Returns whether heap `n` belongs to a plane.
    fn bit(&self, plane: usize, n: usize) -> bool {
        self.planes[plane][self.pad + n / 64] >> (n % 64) & 1 == 1
    }

    /// Returns the largest amount.
    fn largest(&self) -> usize {
        self.amounts[self.amounts.len() - 1] as usize
    }

    /// Finds the next words by looking at the heaps below.
    fn pull(&mut self) {
        let OutcomeMethod::Pull { small, large, last } = &mut self.way else {
            return;
        };
        let word = self.planes[0].len();
        let found = word - self.pad;
        // The length is doubled at most, so that short sequences stay short.
        let block = found.clamp(1, PULLED_WORDS);
        let near = large.partition_point(|&s| s as usize <= 64 * block);
        // Amounts that no heap of the block has reach only what lies below heap 0, where one plane has no heaps.
        let far = if PLANES > 1 {
            large.len()
        } else {
            large
                .partition_point(|&s| (s as usize) < 64 * (found + block))
                .max(near)
        };
        let steps = (32 + 16 * PLANES) + PLANES * (near + (far - near) / 2);
        self.work += (steps * block) as u64;
        let mut above = [[0u64; PULLED_WORDS]; PLANES];
        for (above, plane) in above.iter_mut().zip(&self.planes) {
            for &s in &large[near..far] {
                let back = s as usize / 64;
                let bits = s % 64;
                let below = &plane[word - back - 1..word - back + block];
                for (above, pair) in above.iter_mut().zip(below.windows(2)) {
                    *above |= pair[1] << bits | pair[0] >> 1 >> (63 - bits);
                }
            }
        }
        for i in 0..block {
            let mut reaches = above.map(|above| above[i]);
            for (reaches, plane) in reaches.iter_mut().zip(&self.planes) {
                for &s in &large[..near] {
                    *reaches |= below(plane, word + i, s);
                }
            }
            let start = ((found + i) * 64) as u64;
            let mut new = [0u64; PLANES];
            for bit in 0..64 {
                let reached =
                    |plane: usize| u64::from(last[plane] & *small != 0) | reaches[plane] >> bit & 1;
                let outcome =
                    decide::<PLANES>(std::array::from_fn(reached), start + bit, self.movable);
                for plane in 0..PLANES {
                    last[plane] = last[plane] << 1 | outcome[plane];
                    new[plane] |= outcome[plane] << bit;
                }
            }
            for (plane, new) in self.planes.iter_mut().zip(new) {
                plane.push(new);
            }
        }
    }

    /// Finds the next word by marking the heaps ahead.
    fn push(&mut self) {
        let OutcomeMethod::Push { set, marks } = &mut self.way else {
            return;
        };
        let start = ((self.planes[0].len() - self.pad) * 64) as u64;
        self.work += 16 * PLANES as u64;
        let mut new = [0u64; PLANES];
        let mut left = !0u64;
        loop {
            // Heap 0 is lost, whatever it reaches.
            let free = (!marks[0].next() | u64::from(start == 0)) & left;
            if free == 0 {
                break;
            }
            let bit = free.trailing_zeros();
            left = !1 << bit;
            let reached = |plane: usize| {
                if plane == 0 {
                    0
                } else {
                    marks[plane].next() >> bit & 1
                }
            };
            let outcome = decide::<PLANES>(
                std::array::from_fn(reached),
                start + u64::from(bit),
                self.movable,
            );
            for plane in (0..PLANES).filter(|&plane| outcome[plane] == 1) {
                new[plane] |= 1 << bit;
                marks[plane].mark_above(set, bit);
                self.work += set.len() as u64 * STEPS_OF_EIGHT_WORDS / 8;
            }
        }
        for marks in marks {
            marks.advance();
        }
        for (plane, new) in self.planes.iter_mut().zip(new) {
            plane.push(new);
        }
    }
}

/// Returns whether heap `n` belongs to each plane, by whether it reaches heaps of each plane.
#[inline(always)]
fn decide<const PLANES: usize>(reaches: [u64; PLANES], n: u64, movable: u64) -> [u64; PLANES] {
    if PLANES == 1 {
        return reaches.map(|reaches| reaches ^ 1);
    }
    let is_end = u64::from(n == 0);
    let wins = reaches[0] & !is_end;
    let loses = is_end | 1 ^ (wins | reaches[PLANES - 1] | u64::from(n < movable));
    let mut planes = [loses; PLANES];
    planes[PLANES - 1] |= wins ^ 1;
    planes
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

impl<const PLANES: usize> Engine for Outcomes<PLANES> {
    fn chosen(&self) -> HeapEngine {
        match self.way {
            OutcomeMethod::Pull { .. } => HeapEngine::Pulled,
            OutcomeMethod::Push { .. } => HeapEngine::Pushed,
        }
    }

    fn known(&self) -> u64 {
        (self.planes[0].len() - self.pad) as u64 * 64
    }

    fn grow(&mut self) {
        match self.way {
            OutcomeMethod::Pull { .. } => self.pull(),
            OutcomeMethod::Push { .. } => self.push(),
        }
    }

    /// Returns the least length at which the last max(S) heaps can have occurred twice.
    fn first_look(&self) -> u64 {
        (2 * (self.largest() as u64 + 64)).next_power_of_two()
    }

    fn look(&mut self) -> Verdict {
        let len = self.known() as usize;
        let window = self.largest();
        self.work += (PLANES * len) as u64;
        let term = |n| std::array::from_fn::<bool, PLANES, _>(|plane| self.bit(plane, n));
        find_recurrence(len, window, term)
    }

    fn settle(&mut self, pattern: Pattern) {
        for plane in &mut self.planes {
            plane.truncate(self.pad + pattern.terms() as usize / 64 + 1);
            plane.shrink_to_fit();
        }
        self.way = OutcomeMethod::Pull {
            small: 0,
            large: Vec::new(),
            last: [0; PLANES],
        };
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn cost(&self, n: u64) -> Option<(u128, String)> {
        let OutcomeMethod::Pull { large, .. } = &self.way else {
            return None;
        };
        let pulled = large
            .iter()
            .map(|&s| u128::from(n.saturating_sub(s.into())))
            .sum::<u128>()
            / 128;
        let count = self.amounts.len();
        let task = match PLANES {
            1 => format!("who wins heaps to {n} by {count} amounts takes"),
            _ => format!("the outcomes of {n} flags by {count} amounts take"),
        };
        Some((u128::from(n / 2) + PLANES as u128 * pulled, task))
    }

    fn bytes(&self) -> u64 {
        let ahead = match &self.way {
            OutcomeMethod::Pull { .. } => 0,
            OutcomeMethod::Push { marks, .. } => marks.iter().map(Ahead::bytes).sum(),
        };
        (PLANES * self.planes[0].len()) as u64 * 8 + self.amounts.len() as u64 * 4 + ahead
    }

    fn needed(&self) -> u64 {
        2 * self.bytes()
    }

    fn stopped(&self, _: &str) -> String {
        match PLANES {
            1 => format!(
                "no period shows in the first {} heaps of this set of amounts",
                self.known()
            ),
            _ => format!(
                "no period shows in the first {} outcomes of these flags",
                self.known()
            ),
        }
    }

    fn terms(&self) -> Terms<'_> {
        Terms::Bits((&self.planes[0][self.pad..]).into(), self.known())
    }

    fn restore(&mut self, terms: Terms<'static>, settled: bool, _: &Budget) -> bool {
        let Terms::Bits(words, count) = terms else {
            return false;
        };
        // Only one plane is saved, and only its whole words count, since heaps are found 64 at a time.
        let words = &words[..words.len().min((count / 64) as usize)];
        if PLANES > 1 || words.len() as u64 * 64 <= self.known() {
            return false;
        }
        self.planes[0].truncate(self.pad);
        self.planes[0].extend_from_slice(words);
        match &mut self.way {
            _ if settled => {}
            OutcomeMethod::Pull { last, .. } => {
                *last = [words[words.len() - 1].reverse_bits(); PLANES];
            }
            OutcomeMethod::Push { set, marks } => {
                // Only the heaps within reach of those to come have marked any of them.
                for &word in &words[words.len().saturating_sub(set.len() + 1)..] {
                    for bit in grundy_base::bits::ones(word) {
                        marks[0].mark_above(set, bit);
                    }
                    marks[0].advance();
                }
            }
        }
        true
    }
}

impl<const PLANES: usize> Growing<Outcomes<PLANES>> {
    /// Returns whether the player to move loses heap `n`, which must be within reach.
    #[inline]
    pub fn loses(&self, n: u64) -> bool {
        self.engine().bit(0, self.place(n))
    }

    /// Returns whether heap `n`, which must be within reach, is lost or drawn.
    pub fn is_open(&self, n: u64) -> bool {
        self.engine().bit(PLANES - 1, self.place(n))
    }

    /// Shows `each` the heaps up to `n` that lose, ascending, until it breaks.
    pub fn visit_losing(
        &self,
        n: u64,
        each: impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        visit_bits(
            &self.engine().planes[0][self.engine().pad..],
            self.pattern(),
            n,
            each,
        )
    }
}
