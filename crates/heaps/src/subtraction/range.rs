//! Sets of amounts that are one range a..=b. Everything has a closed form, for any a ≤ b.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a value is at most its heap, and what a move takes also"
)]

use crate::sequence::Pattern;
use grundy_base::range::Range;

/// The subtraction game of the amounts a, a + 1, …, b.
///
/// Heap n has Grundy value ⌊(n mod (a + b)) / a⌋ (Winning Ways, chapter 4: for a = 1 the game of
/// at most b; the general case follows by induction over one block of a + b heaps, and is compared with the naive
/// sequence in the tests).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeGame {
    /// The least amount.
    a: u64,
    /// The largest amount.
    b: u64,
}

impl RangeGame {
    /// Makes the game of the amounts `a..=b` with 1 ≤ a ≤ b.
    ///
    /// # Panics
    /// Panics if the amounts are others.
    pub fn new(a: u64, b: u64) -> Self {
        assert!(1 <= a && a <= b);
        RangeGame { a, b }
    }

    /// Returns the period of the values.
    fn cycle(self) -> u128 {
        u128::from(self.a) + u128::from(self.b)
    }

    /// Returns the Grundy value of heap `n`.
    pub fn grundy(self, n: u64) -> u64 {
        ((u128::from(n) % self.cycle()) / u128::from(self.a)) as u64
    }

    /// Returns the pattern of the values, which are purely periodic with period a + b; `None` if that has more than 64
    /// bits (no heap is large enough to show it).
    pub fn period(self) -> Option<Pattern> {
        Some(Pattern::periodic(0, self.a.checked_add(self.b)?))
    }

    /// Returns the amounts that leave Grundy value `value`, as ascending ranges: at most two.
    pub fn amounts_to(self, n: u64, value: u64) -> impl Iterator<Item = Range> {
        let first = u128::from(value) * u128::from(self.a);
        let end = (first + u128::from(self.a)).min(self.cycle());
        self.amounts_leaving(n, first, end - 1)
    }

    /// Returns the amounts that leave a heap with one of these remainders, `first..=last`, modulo a + b, as
    /// ascending ranges: at most two, since a heap's followers are a window shorter than one cycle.
    pub fn amounts_leaving(self, n: u64, first: u128, last: u128) -> impl Iterator<Item = Range> {
        let n = u128::from(n);
        let cycle = self.cycle();
        let is_possible = n >= u128::from(self.a) && first < cycle;
        // The heaps that can be left.
        let from = n.saturating_sub(u128::from(self.b));
        let to = n.saturating_sub(u128::from(self.a));
        let start = from / cycle;
        (0..2).rev().filter_map(move |block| {
            let base = (start + block) * cycle;
            let low = from.max(base + first);
            let high = to.min(base + last);
            if !is_possible || low > high {
                return None;
            }
            Some(Range::new((n - high) as u64, (n - low) as u64))
        })
    }
}
