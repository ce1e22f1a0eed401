//! Wythoff's game: two heaps; take from one, or as many from both; in Fraenkel's generalisation, i from
//! one and j from the other with |i − j| < K. A queen that moves up, left or up-left on an undamaged
//! board is the game with K = 1, its row and column the heaps.
//!
//! The P-positions are (a_n, b_n) and (b_n, a_n) for n = 0, 1, 2, …, with a_n the least number not among
//! the a and b before, and b_n = a_n + Kn: W. A. Wythoff, "A modification of the game of Nim", 1907, and
//! A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts", 1982, who proves a_n = ⌊nα⌋
//! with α = (2 − K + √(K² + 4)) / 2. Each number above 0 is exactly one of all a_n and b_n, and
//! each difference nK one pair: so every row and column holds one P-position.
//!
//! The answers are exact: ⌊nα⌋ and how many b_n are at most m follow from square roots rounded down, as K² + 4
//! is no square, while these fit in 128 bits. Beyond that, ⌊nα⌋ = n + x with x the largest number for which
//! x (x + nK) ≤ n², and b_n ≤ m is also an inequality between products: both are solved by 64 steps of halving. Heaps
//! may be up to 2⁶⁴ − 1.
//!
//! The Grundy values have no known closed form: A. Dress, A. Flammenkamp, N. Pink, "Additive
//! periodicity of the Sprague–Grundy function of certain Nim games", 1999. `PairTable` finds them.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a count of numbers up to m is at most m"
)]

pub mod table;

use crate::pair::HeapPair;
use std::ops::RangeInclusive;

/// The number from which on results are found by halving. Five times the square of a number below it fits in 128 bits.
const HALVED_FROM: u128 = 1 << 61;

/// The game in which the numbers taken from both heaps differ by less than K.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wythoff {
    /// The number K.
    less_than: u64,
}

impl Wythoff {
    /// Wythoff's own game: as many from both.
    pub const CLASSIC: Wythoff = Wythoff { less_than: 1 };

    /// Returns the game with this K; 0 is read as 1.
    pub fn new(less_than: u64) -> Wythoff {
        Wythoff {
            less_than: less_than.max(1),
        }
    }

    /// Returns K.
    pub fn less_than(self) -> u64 {
        self.less_than
    }

    /// Returns a_n, the smaller heap of the n-th pair that is lost, for Kn at most 2⁶⁴ − 1.
    pub fn lower(self, n: u64) -> u128 {
        let n = u128::from(n);
        let gap = n * u128::from(self.less_than);
        if n.max(gap) < HALVED_FROM {
            return n + ((gap * gap + 4 * n * n).isqrt() - gap) / 2;
        }
        // x² + Kn·x ≤ n² has its largest solution at most n / K and n.
        let fits = |x: u128| {
            x.checked_mul(x + gap)
                .is_some_and(|product| product <= n * n)
        };
        n + largest(n / u128::from(self.less_than), fits)
    }

    /// Returns how many of b_1, b_2, … are at most `m`.
    pub(crate) fn uppers_up_to(self, m: u64) -> u64 {
        let end = u128::from(m) + 1;
        let factor = u128::from(self.less_than);
        if end < HALVED_FROM && factor < HALVED_FROM && end * (factor + 2) < HALVED_FROM {
            // (m + 1) / β with β = (2 + K + √(K² + 4)) / 2, which is no integer.
            let root = (end * end * (factor * factor + 4)).isqrt();
            return ((end * (factor + 2) - root - 1) / (2 * factor)) as u64;
        }
        // b_n ≤ m means n (1 + γ) < m + 1, with γ² = Kγ + 1: that is n² < r (r − Kn), r = m + 1 − n.
        let fits = |n: u128| {
            let rest = end - n;
            let Some(less) = rest.checked_sub(factor * n) else {
                return false;
            };
            rest.checked_mul(less).is_none_or(|product| n * n < product)
        };
        // The number 0 fits, since there is no b_0 to be counted.
        largest(end / (factor + 1), fits) as u64
    }

    /// Returns the heap that makes a P-position together with one of `m`; `None` if it is above 2⁶⁴ − 1.
    pub fn partner(self, m: u64) -> Option<u64> {
        let uppers = self.uppers_up_to(m);
        // Up to m there are m − uppers of the a, without a_0.
        let n = m - uppers;
        if let Some(gap) = n.checked_mul(self.less_than)
            && self.lower(n) == u128::from(m)
        {
            return m.checked_add(gap);
        }
        if uppers > 0 && self.upper(uppers) == Some(m) {
            return Some(m - uppers * self.less_than);
        }
        None
    }

    /// Returns b_n, if it is at most 2⁶⁴ − 1.
    fn upper(self, n: u64) -> Option<u64> {
        let gap = n.checked_mul(self.less_than)?;
        u64::try_from(self.lower(n) + u128::from(gap)).ok()
    }

    /// Counts the lost pairs of one heap of each range.
    pub fn lost_pairs(self, first: &RangeInclusive<u64>, second: &RangeInclusive<u64>) -> u128 {
        let both_empty = u128::from(*first.start() == 0 && *second.start() == 0);
        self.ordered_pairs(first, second) + self.ordered_pairs(second, first) + both_empty
    }

    /// Counts the pairs (a_n, b_n), n ≥ 1, with a_n in one range and b_n in the other.
    fn ordered_pairs(self, lower: &RangeInclusive<u64>, upper: &RangeInclusive<u64>) -> u128 {
        // Both a_n and b_n rise with n, so those up to some number come first.
        let last = self
            .lowers_up_to(*lower.end())
            .min(self.uppers_up_to(*upper.end()));
        let mut before = 0;
        if *lower.start() > 0 {
            before = before.max(self.lowers_up_to(lower.start() - 1));
        }
        if *upper.start() > 0 {
            before = before.max(self.uppers_up_to(upper.start() - 1));
        }
        u128::from(last.saturating_sub(before))
    }

    /// Counts those of a_1, a_2, … that are at most `m`.
    fn lowers_up_to(self, m: u64) -> u64 {
        m - self.uppers_up_to(m)
    }

    /// Returns whether the player to move loses.
    pub fn loses(self, pair: HeapPair) -> bool {
        self.partner(pair.first) == Some(pair.second)
    }

    /// Returns the winning moves, as the heaps they leave: those that lower the first heap, then those that
    /// lower the second, then both, the least amount from the first heap first. There is at most one of
    /// each of the first two kinds, and of both at most two.
    pub fn winning_moves(self, from: HeapPair) -> impl Iterator<Item = HeapPair> {
        let HeapPair {
            first: a,
            second: b,
        } = from;
        let first = self.partner(b).map(|a| HeapPair::new(a, b));
        let second = self.partner(a).map(|b| HeapPair::new(a, b));
        let mut winning: Vec<HeapPair> = Vec::new();
        winning.extend(first.filter(|to| to.first < a));
        winning.extend(second.filter(|to| to.second < b));
        // Moves from both heaps lead to a difference within K of a − b: there one difference nK lies, or two neighbours.
        let difference = i128::from(a) - i128::from(b);
        let factor = i128::from(self.less_than);
        let n = difference.div_euclid(factor);
        let mut both: Vec<HeapPair> = Vec::new();
        both.extend(self.of_difference(n));
        if difference.rem_euclid(factor) != 0 {
            both.extend(self.of_difference(n + 1));
        }
        both.retain(|to| to.first < a && to.second < b);
        // Larger heaps are left by lesser amounts.
        both.sort_unstable_by(|x, y| y.cmp(x));
        winning.extend(both);
        if self.loses(from) {
            winning.clear();
        }
        winning.into_iter()
    }

    /// Returns the P-position with heaps whose difference is nK.
    fn of_difference(self, n: i128) -> Option<HeapPair> {
        let order = u64::try_from(n.unsigned_abs()).ok()?;
        let upper = self.upper(order)?;
        let lower = upper - order * self.less_than;
        Some(if n < 0 {
            HeapPair::new(lower, upper)
        } else {
            HeapPair::new(upper, lower)
        })
    }
}

/// Returns the largest number up to `most` that fits, if 0 does and all numbers that fit come first.
fn largest(most: u128, fits: impl Fn(u128) -> bool) -> u128 {
    let mut low = 0;
    let mut high = most;
    while low < high {
        let middle = high - (high - low) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}
