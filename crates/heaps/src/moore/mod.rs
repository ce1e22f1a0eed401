//! Moore's nim: heaps; a move takes any numbers from one heap or up to K heaps at once.
//!
//! E. H. Moore, "A generalization of the game called nim", 1910: the player to move loses exactly when,
//! for each binary digit, the number of heaps that have it is a multiple of K + 1.
//!
//! The winning moves are found digit by digit, the highest first. A heap whose size falls is *lowered*
//! at the highest digit it loses, and it is *free* below. Let the number of heaps that are not lowered so far and have
//! a digit be r modulo K + 1, and let f heaps be free. Then d more heaps lose the digit and u of the free ones take it
//! with d − u ≡ r. This can always be done with f + d ≤ K: by d = r if f + r ≤ K, and else by u = K + 1 − r ≤ f.
//! So no choice is in vain, and listing costs a step for each digit of each move.
//!
//! The Grundy values are the nim-sum for K = 1, and the sum of all heaps if all can be lowered at once:
//! a position then reaches all positions below it. No formula is known in general
//! ([`values`]).

#![expect(
    clippy::cast_possible_truncation,
    reason = "numbers of heaps that are chosen are at most the length of the list of heaps"
)]

mod count;
mod digits;
pub mod values;

use std::cmp::Ordering;
use std::ops::ControlFlow;

use smallvec::SmallVec;

pub use count::count;
pub use digits::loses;
use digits::{DIGITS, at_once, digits};

/// A move: the indices of the heaps it takes from, ascending, with the amount it takes from each.
pub type Taken = SmallVec<[(usize, u64); 4]>;

/// Compares two moves by the order in which they are listed: by the first heap they take from, the first one first;
/// then by how many they take from it, the least first; then those that take from no other heap before
/// those that do, and these in the same order by the next heap.
pub fn order(left: &Taken, right: &Taken) -> Ordering {
    left.cmp(right)
}

/// Returns one winning move, if there is one: at each digit it lowers the first heaps that have it, and as few as
/// possible.
///
/// # Complexity
/// O(64) a heap.
pub fn a_winning_move(heaps: &[u64], most: u64) -> Option<Taken> {
    let mut found = None;
    winning_moves(heaps, most, &mut |taken| {
        found = Some(taken);
        ControlFlow::Break(())
    });
    found
}

/// Visits all winning moves, in no particular order, until the visitor breaks.
///
/// # Complexity
/// O(64) a move, and O(1) a heap whenever heaps are chosen.
pub fn winning_moves(heaps: &[u64], most: u64, visit: &mut dyn FnMut(Taken) -> ControlFlow<()>) {
    let mut search = MooreSearch {
        heaps,
        most: at_once(heaps, most),
        counts: digits(heaps),
        lowered: SmallVec::new(),
        visit,
    };
    let _ = search.digit(DIGITS);
}

/// A heap that is lowered.
#[derive(Clone, Copy)]
struct LoweredHeap {
    /// The place of the heap.
    index: usize,
    /// The heap that is left of it, as far as digits are chosen.
    left: u64,
}

/// A search for winning moves.
struct MooreSearch<'a> {
    /// The heaps.
    heaps: &'a [u64],
    /// The most heaps that a move may lower.
    most: u64,
    /// The number of heaps with each digit among those that are not lowered.
    counts: [u64; DIGITS],
    /// The heaps that are lowered so far.
    lowered: SmallVec<[LoweredHeap; 8]>,
    /// The function that is shown each winning move.
    visit: &'a mut dyn FnMut(Taken) -> ControlFlow<()>,
}

impl MooreSearch<'_> {
    /// Goes through all choices for the digits below this one.
    fn digit(&mut self, above: usize) -> ControlFlow<()> {
        let Some(digit) = above.checked_sub(1) else {
            return self.show();
        };
        let free = self.lowered.len() as u64;
        let multiple = self.most + 1;
        let remainder = self.counts[digit] % multiple;
        for lower in 0..=(self.most - free).min(self.counts[digit]) {
            // The number of free ones that take the digit: `taking` ≡ lower − remainder.
            let taking = (lower + multiple - remainder) % multiple;
            if taking <= free {
                self.choose(digit, free as usize, taking as usize, lower as usize)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Lowers `lower` of the heaps that have a digit and are not lowered yet, and lets `taking` of those that were
    /// lowered take it, in all ways.
    fn choose(
        &mut self,
        digit: usize,
        free: usize,
        taking: usize,
        lower: usize,
    ) -> ControlFlow<()> {
        let heaps = self.heaps;
        let with_digit = if lower == 0 {
            Vec::new()
        } else {
            self.with_digit(digit)
        };
        let mut chosen: Vec<usize> = (0..lower).collect();
        loop {
            for &heap in &chosen {
                let index = with_digit[heap];
                self.recount(index, digit, |count| count - 1);
                self.lowered.push(LoweredHeap {
                    index,
                    left: heaps[index] >> digit >> 1 << digit << 1,
                });
            }
            let mut takers: Vec<usize> = (0..taking).collect();
            loop {
                let bit = 1 << digit;
                for &taker in &takers {
                    self.lowered[taker].left |= bit;
                }
                let flow = self.digit(digit);
                for &taker in &takers {
                    self.lowered[taker].left &= !bit;
                }
                flow?;
                if !next_choice(&mut takers, free) {
                    break;
                }
            }
            self.lowered.truncate(free);
            for &heap in &chosen {
                self.recount(with_digit[heap], digit, |count| count + 1);
            }
            if !next_choice(&mut chosen, with_digit.len()) {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Returns the heaps that have a digit and are not lowered.
    fn with_digit(&self, digit: usize) -> Vec<usize> {
        let mut lowered: Vec<usize> = self.lowered.iter().map(|heap| heap.index).collect();
        lowered.sort_unstable();
        let has = |index: &usize| self.heaps[*index] >> digit & 1 == 1;
        (0..self.heaps.len())
            .filter(has)
            .filter(|index| lowered.binary_search(index).is_err())
            .collect()
    }

    /// Counts a heap in or out at the digits below this one.
    fn recount(&mut self, index: usize, digit: usize, count: impl Fn(u64) -> u64) {
        for below in 0..digit {
            if self.heaps[index] >> below & 1 == 1 {
                self.counts[below] = count(self.counts[below]);
            }
        }
    }

    /// Shows the move whose digits are all chosen.
    fn show(&mut self) -> ControlFlow<()> {
        if self.lowered.is_empty() {
            // Nothing needs to change: the position is lost, and this is no move.
            return ControlFlow::Continue(());
        }
        let mut taken: Taken = self
            .lowered
            .iter()
            .map(|heap| (heap.index, self.heaps[heap.index] - heap.left))
            .collect();
        taken.sort_unstable();
        (self.visit)(taken)
    }
}

/// Goes on to the next choice of as many of the places 0 to `of` − 1, ascending. Returns `false` after the
/// last one.
fn next_choice(chosen: &mut [usize], of: usize) -> bool {
    let count = chosen.len();
    // The last place that can go up, if those after it follow it closely.
    let Some(at) = (0..count).rev().find(|&at| chosen[at] < of - count + at) else {
        return false;
    };
    let first = chosen[at] + 1;
    for (place, next) in chosen[at..].iter_mut().zip(first..) {
        *place = next;
    }
    true
}

/// Visits all legal moves in their [`order`], until the visitor breaks.
pub fn legal_moves(heaps: &[u64], most: u64, visit: &mut dyn FnMut(&Taken) -> ControlFlow<()>) {
    let most = at_once(heaps, most) as usize;
    let heap_from = |first: usize| (first..heaps.len()).find(|&index| heaps[index] > 0);
    let mut taken = Taken::new();
    let mut next = if most > 0 { heap_from(0) } else { None };
    loop {
        if let Some(index) = next {
            taken.push((index, 1));
        } else {
            // No further heap can be added: one more is taken from the last heap, or the heap after it takes its place.
            let Some((index, amount)) = taken.last_mut() else {
                return;
            };
            if *amount < heaps[*index] {
                *amount += 1;
            } else {
                let after = heap_from(*index + 1);
                taken.pop();
                let Some(index) = after else {
                    continue;
                };
                taken.push((index, 1));
            }
        }
        if visit(&taken).is_break() {
            return;
        }
        next = match taken.last() {
            Some(&(index, _)) if taken.len() < most => heap_from(index + 1),
            _ => None,
        };
    }
}
