//! Vector kernels that say whether a split reaches a value, and which guessed values stand.
//!
//! Each kernel is one plain loop, compiled for several instruction sets. Every version gives equal answers.

#![expect(
    clippy::cast_possible_truncation,
    reason = "half a heap is less than the heap"
)]

use super::super::moves::last_split;
use super::rules::OctalRules;
use grundy_base::simd::{Simd, dispatch};

/// The number of heaps guessed at a time.
pub const LANES: usize = 64;

/// The number of pairs compared between two looks at the result.
const STRIDE: usize = 128;

/// The number of values looked for in one pass, which loads and adds each pair once for all of them. For 0.007 to 2·10⁵
/// heaps two save a twentieth, and four no more.
pub const VALUES_AT_ONCE: usize = 2;

/// The outcome of a search for pairs of heaps with some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairSearch<const VALUES: usize> {
    /// Whether each value was found. A search ends once all are.
    pub found: [bool; VALUES],
    /// The number of pairs compared, which is the same for every version of the kernel.
    pub compared: usize,
}

/// Looks for values among the nim-sums of pairs of values, the first of one list with the last of the other and so on.
#[inline(always)]
fn pairs_with<const VALUES: usize>(
    low: &[u16],
    high: &[u16],
    values: &[u16; VALUES],
) -> PairSearch<VALUES> {
    let pairs = low.len().min(high.len());
    let low = &low[..pairs];
    let high = &high[high.len() - pairs..];
    let mut lows = low.chunks_exact(STRIDE);
    let mut highs = high.rchunks_exact(STRIDE);
    let mut found = [false; VALUES];
    for (stride, (l, h)) in (1..).zip((&mut lows).zip(&mut highs)) {
        let mut hits = [0u16; VALUES];
        for i in 0..STRIDE {
            let sum = l[i] ^ h[STRIDE - 1 - i];
            for (hit, value) in hits.iter_mut().zip(values) {
                *hit |= u16::from(sum == *value);
            }
        }
        for (found, hit) in found.iter_mut().zip(hits) {
            *found |= hit != 0;
        }
        if found == [true; VALUES] {
            return PairSearch {
                found,
                compared: stride * STRIDE,
            };
        }
    }
    for (l, h) in lows.remainder().iter().zip(highs.remainder().iter().rev()) {
        for (found, value) in found.iter_mut().zip(values) {
            *found |= l ^ h == *value;
        }
    }
    PairSearch {
        found,
        compared: pairs,
    }
}

/// Counts the pairs of values, the first of one list with the last of the other and so on, that add up to `value`.
#[inline(always)]
fn pairs_that_hit(low: &[u16], high: &[u16], value: u16) -> u64 {
    // Runs are so short that a counter as wide as a value holds their hits, so that all of a run are compared at once.
    const RUN: usize = 1 << 15;
    let mut count = 0;
    // These are loops, since a fold of iterators may be compiled as a function of its own, for every processor.
    for (low, high) in low.chunks(RUN).zip(high.rchunks(RUN)) {
        let mut hits = 0u16;
        for (l, h) in low.iter().zip(high.iter().rev()) {
            hits += u16::from(l ^ h == value);
        }
        count += u64::from(hits);
    }
    count
}

/// Notes a hit in each lane where `rare` and the lane's partner add up to the lane's guess.
#[inline(always)]
fn mark_lanes(partners: &[u16], hits: &mut [u16; LANES], guesses: &[u16; LANES], rare: u16) {
    let partners = &partners[..LANES];
    for lane in 0..LANES {
        hits[lane] |= u16::from(partners[lane] ^ rare == guesses[lane]);
    }
}

dispatch! {
    /// Looks for values among the nim-sums of pairs of values, the first of one list with the last of the other and so on.
    pub fn any_pair[const VALUES: usize](low: &[u16], high: &[u16], values: &[u16; VALUES]) -> PairSearch<VALUES> {
        pairs_with(low, high, values)
    }
}

dispatch! {
    /// Counts the pairs of values, the first of one list with the last of the other and so on, that add up to `value`.
    pub fn count_pairs(low: &[u16], high: &[u16], value: u16) -> u64 { pairs_that_hit(low, high, value) }
}

dispatch! {
    /// Notes a hit in each lane where `rare` and the lane's partner add up to the lane's guess.
    pub fn mark_hits(partners: &[u16], hits: &mut [u16; LANES], guesses: &[u16; LANES], rare: u16) {
        mark_lanes(partners, hits, guesses, rare)
    }
}

/// Returns the least of the values in `open`, at most [`VALUES_AT_ONCE`] of them, that no split of the next heap
/// reaches, and adds the work. `values` are those of the heaps before it.
pub fn unreached(
    simd: Simd,
    rules: &OctalRules,
    values: &[u16],
    open: &[u16],
    work: &mut u64,
) -> Option<u16> {
    let n = values.len();
    let mut found = [false; VALUES_AT_ONCE];
    let lefts = rules
        .splits
        .iter()
        .map(|&k| k as usize)
        .take_while(|k| k + 2 <= n)
        .map(|k| n - k);
    for left in lefts {
        let SplitValues { smaller, larger } = split_values(values, left, rules.halves);
        if let [value] = *open {
            let search = any_pair(simd, smaller, larger, &[value]);
            *work += 8 + search.compared as u64 / 16;
            found[0] |= search.found[0];
        } else {
            let wanted: [u16; VALUES_AT_ONCE] =
                std::array::from_fn(|i| open[i.min(open.len() - 1)]);
            let search = any_pair(simd, smaller, larger, &wanted);
            *work += 8 + search.compared as u64 / 16;
            for (found, also) in found.iter_mut().zip(search.found) {
                *found |= also;
            }
        }
        if found[..open.len()].iter().all(|found| *found) {
            return None;
        }
    }
    open.iter()
        .zip(found)
        .find(|(_, found)| !found)
        .map(|(&value, _)| value)
}

/// The values of the parts of all splits of a heap.
#[derive(Clone, Copy, Debug)]
pub struct SplitValues<'v> {
    /// The values of the smaller parts, ascending by the part.
    pub smaller: &'v [u16],
    /// The values of the larger parts, ascending by the part: the last belongs to the first smaller one.
    pub larger: &'v [u16],
}

/// Returns the values of the parts of the splits of `r`, where `halves` says whether two equal parts may be left.
pub fn split_values(values: &[u16], r: usize, halves: bool) -> SplitValues<'_> {
    // There are as many parts below the middle as above it, and a half pairs with itself.
    let last = last_split(r as u64, !halves) as usize;
    if last == 0 {
        return SplitValues {
            smaller: &[],
            larger: &[],
        };
    }
    SplitValues {
        smaller: &values[1..=last],
        larger: &values[r - last..r],
    }
}

/// The state of the search for the value of the next heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The heap's value.
    Exact(u16),
    /// The heap's value, unless a rare part that was not tried reaches this one.
    Guess(u16),
}
