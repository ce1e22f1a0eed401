//! Euclid's game: two numbers; a move subtracts a positive multiple of one from the other.
//!
//! A. J. Cole, A. J. T. Davie, "A game based on the Euclidean algorithm and a winning strategy for it",
//! 1969, play to 0. J. W. Grossman's variant (1997) stops while both numbers are at least 1.
//!
//! If a = qb + r with 0 < r < b, only a can be lowered, to r + jb for j < q, and play goes on from (r, b) after the last
//! of these moves: the game is a heap of q before the position (b, r) (see [`sequential`]). If r = 0, play to
//! 0 is a heap of q before nothing, of value q, and play to 1 is a heap of q − 1. So the value follows from
//! the quotients of Euclid's algorithm, the last one first.
//!
//! For play to 1, G. Nivasch, "The Sprague–Grundy function of the game Euclid", 2006, has the closed form
//! ⌊|a/b − b/a|⌋, with which the tests compare this. For play to 0 the values are those of G. Cairns,
//! N. B. Ho, T. Lengyel, "The Sprague–Grundy function of the real game Euclid", 2011.
//!
//! All functions of one position take O(log min(a, b)). Lost pairs within bounds are counted by sums of ⌊iφ⌋ and ⌊i/φ⌋,
//! as a pair of numbers above 0 is lost if its ratio is below φ = (1 + √5) / 2, in play to 0 unless its numbers are equal.

#![expect(clippy::cast_possible_truncation, reason = "⌊nφ⌋ − n is below n")]

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::pair::HeapPair;
use super::sequential;
use super::wythoff::Wythoff;

/// The end of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// No number falls below 0.
    Zero,
    /// No number falls below 1.
    One,
}

/// Returns the Grundy value of the position (a, b). A position with a number 0 has no moves.
pub fn value(a: u64, b: u64, end: End) -> u64 {
    match Chain::new(a, b, end) {
        Some(chain) => sequential::value(chain.heap, chain.value_after),
        None => 0,
    }
}

/// Counts the lost pairs of one number of each range.
pub fn lost_pairs(first: &RangeInclusive<u64>, second: &RangeInclusive<u64>, end: End) -> u128 {
    let up_to = |a: Option<u64>, b: Option<u64>| match (a, b) {
        (Some(a), Some(b)) => lost_up_to(a, b, end),
        _ => 0,
    };
    let last = Some(*first.end());
    let before = first.start().checked_sub(1);
    let last_of_second = Some(*second.end());
    let before_second = second.start().checked_sub(1);
    // The number fits, so sums that are too large on the way do no harm.
    up_to(last, last_of_second)
        .wrapping_add(up_to(before, before_second))
        .wrapping_sub(up_to(before, last_of_second))
        .wrapping_sub(up_to(last, before_second))
}

/// Lists the lost pairs of one number of each range, ascending, in about a step for each.
pub fn each_lost_pair(
    first: &RangeInclusive<u64>,
    second: &RangeInclusive<u64>,
    end: End,
) -> impl Iterator<Item = HeapPair> {
    let low = *second.start();
    let high = *second.end();
    // For i above 0, a pair (i, j) is lost if i/φ < j < iφ, from the least of these numbers to the largest.
    let least = |i: u64| (Wythoff::CLASSIC.lower(i) - u128::from(i)) as u64 + 1;
    let most = |i: u64| u64::try_from(Wythoff::CLASSIC.lower(i)).unwrap_or(u64::MAX);
    let zero = (low > 0 && first.contains(&0)).then_some(0);
    let others = if low > 0 {
        least(low).max(*first.start())..=most(high).min(*first.end())
    } else {
        first.clone()
    };
    zero.into_iter().chain(others).flat_map(move |a| {
        let partners = if a > 0 {
            least(a).max(low)..=most(a).min(high)
        } else {
            low..=high
        };
        let is_lost = move |b: &u64| *b != a || end == End::One || a == 0;
        let zero = (low == 0 && a > 0).then_some(0);
        zero.into_iter()
            .chain(partners.filter(is_lost))
            .map(move |b| HeapPair::new(a, b))
    })
}

/// Counts the lost pairs of a number from 0 to `a` and one from 0 to `b`.
fn lost_up_to(a: u64, b: u64, end: End) -> u128 {
    let golden = Wythoff::CLASSIC;
    // The sum of min(term, b) over the numbers from 1 to a, where the terms of the first `fit` numbers, which are at most
    // b, have this sum.
    let cut = |fit: u64, sum: u128| sum + u128::from(a - fit) * u128::from(b);
    // A pair (i, j) of numbers above 0 is lost for i/φ < j < iφ.
    let below = a.min(b - golden.uppers_up_to(b));
    let above = b
        .checked_add(1)
        .and_then(|end| u64::try_from(golden.lower(end)).ok())
        .map_or(a, |n| n.min(a));
    let apart = cut(below, sum_of_lower(below)) - cut(above, sum_of_difference(above));
    let equal = if end == End::Zero { a.min(b) } else { 0 };
    apart - u128::from(equal) + u128::from(a) + u128::from(b) + 1
}

/// Returns the sum of ⌊iφ⌋ for i up to n, if ⌊nφ⌋ is below 2⁶⁴. These are all numbers up to ⌊nφ⌋ but the numbers ⌊jφ⌋ + j
/// (Wythoff's game).
fn sum_of_lower(n: u64) -> u128 {
    let triangle = |n: u128| n * (n + 1) / 2;
    let all = Wythoff::CLASSIC.lower(n);
    match all - u128::from(n) {
        0 => triangle(all),
        others => triangle(all) - triangle(others) - sum_of_lower(others as u64),
    }
}

/// Returns the sum of ⌊i/φ⌋ for i up to n: each j adds 1 for all i above jφ.
fn sum_of_difference(n: u64) -> u128 {
    let most = (Wythoff::CLASSIC.lower(n) - u128::from(n)) as u64;
    u128::from(most) * u128::from(n) - sum_of_lower(most)
}

/// The moves from a position as a heap before another position.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    /// The number of multiples of the smaller number that may be taken.
    heap: u64,
    /// The value of the position after all of them are taken.
    value_after: u64,
    /// The number that all multiples leave, in place of the larger number.
    rest: u64,
    /// The smaller number, which is taken.
    smaller: u64,
}

impl Chain {
    /// Makes the chain of the position (a, b), unless a number is 0.
    fn new(a: u64, b: u64, end: End) -> Option<Chain> {
        let mut larger = a.max(b);
        let mut smaller = a.min(b);
        if smaller == 0 {
            return None;
        }
        let first = Chain::before_nothing(larger, smaller, end);
        // There are at most 92 quotients, since the numbers fall at least as fast as those of Fibonacci.
        let mut heaps: SmallVec<[u64; 96]> = SmallVec::new();
        while smaller > 0 {
            heaps.push(Chain::before_nothing(larger, smaller, end).heap);
            let remainder = larger % smaller;
            larger = smaller;
            smaller = remainder;
        }
        Some(Chain {
            value_after: sequential::row(&heaps[1..]),
            ..first
        })
    }

    /// Makes the chain of two numbers, as if no position followed.
    fn before_nothing(larger: u64, smaller: u64, end: End) -> Chain {
        let quotient = larger / smaller;
        let remainder = larger % smaller;
        let kept = u64::from(end == End::One && remainder == 0);
        Chain {
            heap: quotient - kept,
            value_after: 0,
            rest: remainder + kept * smaller,
            smaller,
        }
    }

    /// Returns the larger number once a move leaves `heap` multiples of the smaller one in it.
    fn left(&self, heap: u64) -> u64 {
        self.rest + heap * self.smaller
    }
}

/// Returns the moves from (a, b), as the positions they lead to: those that lower the first number, then those that lower
/// the second, the least amount first. If a target is given, it returns only moves that reach this value.
pub fn moves(a: u64, b: u64, end: End, target: Option<u64>) -> impl Iterator<Item = HeapPair> {
    let chain = Chain::new(a, b, end);
    let lines = chain.into_iter().flat_map(move |chain| {
        let left = match target {
            None => 0..chain.heap,
            Some(value) => {
                match sequential::smaller_of_value(chain.heap, chain.value_after, value) {
                    Some(heap) => heap..heap + 1,
                    None => 0..0,
                }
            }
        };
        left.rev().map(move |heap| chain.left(heap))
    });
    // If the numbers are equal, either can be lowered, else only the larger.
    let first = lines
        .clone()
        .filter(move |_| a >= b)
        .map(move |left| HeapPair::new(left, b));
    let second = lines
        .filter(move |_| b >= a)
        .map(move |left| HeapPair::new(a, left));
    first.chain(second)
}
