//! Lasker's Nim: take any number from a heap, or split a heap in two.
//!
//! Grundy values (Winning Ways, chapter 4): g(4k + 3) = 4k + 4, g(4k + 4) = 4k + 3, else g(n) = n.
//! g is a permutation and its own inverse, so one taking at most leads to a value, and the splits
//! that do are found bit by bit.

#![expect(
    clippy::cast_possible_truncation,
    reason = "only the last two bits are used"
)]

use std::ops::ControlFlow;

use crate::breaking::{Break, Left};

/// Lasker's Nim, which has a closed form for every heap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lasker;

/// Returns the difference g(n) − n, by the last two bits of n.
fn shift(heap: u64) -> i128 {
    match heap & 3 {
        3 => 1,
        0 if heap > 0 => -1,
        _ => 0,
    }
}

/// Returns the value of a heap, which may have more than 64 bits: heap 2⁶⁴ − 1 has value 2⁶⁴.
fn grundy(heap: u64) -> u128 {
    (i128::from(heap) + shift(heap)) as u128
}

/// Returns the heap that has a value, as g is its own inverse; `None` if the heap has more than 64 bits.
fn heap_of(value: u128) -> Option<u64> {
    if value == 1 << 64 {
        return Some(u64::MAX);
    }
    u64::try_from(value)
        .ok()
        .and_then(|value| u64::try_from(grundy(value)).ok())
}

impl Lasker {
    /// Returns the Grundy value of heap `n`.
    pub fn grundy(self, n: u64) -> u128 {
        grundy(n)
    }

    /// Counts the moves from heap `n` that lead to Grundy value `value`, in O(1).
    pub fn count_moves_to(self, n: u64, value: u128) -> u128 {
        let taking = u128::from(heap_of(value).is_some_and(|m| m < n));
        let ordered: u128 = families(n, value).map(Family::count).sum();
        // Splits are counted in both orders, unless the heaps are equal, which they are for value 0.
        let splits = if value == 0 { ordered } else { ordered / 2 };
        taking + splits
    }

    /// Shows `each` the moves from heap `n` that lead to `value` (all moves for `None`) until
    /// it breaks: first the splits (nothing taken), by the smaller heap, then the takings.
    ///
    /// # Complexity
    /// O(log) a move if a `value` is given.
    pub fn moves_to(
        self,
        n: u64,
        value: Option<u128>,
        mut each: impl FnMut(Break) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let split = |small: u64| Break {
            take: 0,
            left: Left::from_slice(&[small, n - small]),
        };
        let taking = |take: u64| Break {
            take,
            left: [n - take].into_iter().filter(|&heap| heap > 0).collect(),
        };
        let Some(value) = value else {
            let splits = (1..=n / 2).map(split);
            let takings = (1..=n).map(taking);
            return splits.chain(takings).try_for_each(each);
        };
        for small in itertools::kmerge(families(n, value).map(Family::smaller_heaps)) {
            each(split(small))?;
        }
        match heap_of(value) {
            Some(m) if m < n => each(taking(n - m)),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Returns the splits n = a + b with g(a) ⊕ g(b) = value, by the last two bits of g(a).
///
/// Let u = g(a) and w = u ⊕ value = g(b). Then a + b = u + w + s, where s depends on the last two
/// bits of u and w only, and u + w = value + 2·(u & !value). So u & !value is known, and the bits
/// of u under value are free.
fn families(n: u64, value: u128) -> impl Iterator<Item = Family> {
    (0..4u64).filter_map(move |low| {
        let partner = low ^ (value as u64 & 3);
        // The function g is its own inverse, so the heap of a value is as far from it as the value of a heap is. The
        // remainders are raised by 4, so that 0 stands for the positive multiples of four.
        let sum = i128::from(n) - shift(low + 4) - shift(partner + 4);
        let twice = u128::try_from(sum).ok()?.checked_sub(value)?;
        let fixed = twice / 2;
        let fits =
            twice % 2 == 0 && fixed & value == 0 && fixed as u64 & 3 == low & !(value as u64);
        fits.then_some(Family {
            n,
            value,
            fixed: fixed & !3 | u128::from(low),
        })
    })
}

/// The splits for which g of one part is `fixed` with any choice of the bits of `value` from 4 up.
#[derive(Clone, Copy, Debug)]
struct Family {
    /// The heap that is split.
    n: u64,
    /// The value of both parts together.
    value: u128,
    /// The bits of g of the part that are the same in all splits.
    fixed: u128,
}

impl Family {
    /// Returns the bits that may be chosen.
    fn free(self) -> u128 {
        self.value & !3
    }

    /// Counts the splits, without those that have an empty part (value 0).
    fn count(self) -> u128 {
        let first_empty = self.fixed == 0;
        let second_empty = self.value != 0 && self.fixed == self.value & 3;
        (1 << self.free().count_ones()) - u128::from(first_empty) - u128::from(second_empty)
    }

    /// Returns the parts that are the smaller one, ascending.
    fn smaller_heaps(self) -> impl Iterator<Item = u64> {
        let free = self.free();
        // The subsets of `free`, ascending: the next one is (subset − free) & free.
        let subsets = std::iter::successors(Some(0u128), move |&subset| {
            (subset != free).then(|| subset.wrapping_sub(free) & free)
        });
        // The last two bits being fixed, heaps ascend with values.
        subsets
            .map(move |subset| self.fixed | subset)
            .filter(move |&u| u != 0 && u != self.value)
            .map_while(heap_of)
            .take_while(move |&a| a <= self.n / 2)
    }
}
