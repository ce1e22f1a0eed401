//! The moves from one heap: how many reach a Grundy value, and which.

use std::ops::Range;

use super::rules::Rules;
use super::sequence::Sequence;

/// A move: `take` are taken and two heaps are left, either or both of which may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Break {
    /// The amount taken.
    pub take: u64,
    /// The smaller heap left, 0 for none.
    pub small: u64,
    /// The larger heap left, 0 for none.
    pub large: u64,
}

/// How many moves from heap `n` lead to Grundy value `value`; terms up to `n` are within reach.
///
/// # Complexity
///
/// For each take that splits: O(n) while n is small, O(preperiod + period) beyond, since the
/// parts that both lie in the periodic part are counted by residue classes.
pub fn count(rules: &Rules, sequence: &Sequence, n: u64, value: u16) -> u128 {
    let left = |k: &u32| n.checked_sub(u64::from(*k));
    let cleared = rules.clears.iter().filter(|k| left(k) == Some(0) && value == 0).count();
    let kept = rules.keeps.iter().filter_map(left).filter(|&r| r > 0 && sequence.grundy(r) == value).count();
    let split: u128 = rules
        .splits
        .iter()
        .filter_map(left)
        .map(|r| u128::from(count_splits(rules, sequence, r, value)))
        .sum();
    (cleared + kept) as u128 + split
}

/// In how many ways `r` splits into two heaps whose values add up to `value`.
fn count_splits(rules: &Rules, sequence: &Sequence, r: u64, value: u16) -> u64 {
    let splits = rules.split_count(r);
    let Some(period) = sequence.period() else {
        return count_pairs(sequence, r, 1..splits + 1, value);
    };
    // Parts from here on repeat with the period.
    let start = period.preperiod.max(1);
    if splits < start + 2 * period.period {
        return count_pairs(sequence, r, 1..splits + 1, value);
    }
    // Ordered pairs. One part before `start`: the other is not. Both from `start` on: the parts
    // start, start + 1, …, r − start, by residue.
    let few = count_pairs(sequence, r, 1..start, value);
    let both = r - 2 * start + 1;
    let (whole, rest) = (both / period.period, both % period.period);
    let count = |parts| count_pairs(sequence, r, start..start + parts, value);
    let many = whole * count(period.period) + count(rest);
    let halves = u64::from(r.is_multiple_of(2) && value == 0);
    // Of the two equal heaps there is one order only. 2·few + many ≤ r − 1, nothing overflows.
    let unordered = (2 * few + many - halves) / 2;
    if rules.halves { unordered + halves } else { unordered }
}

/// For how many of these parts `a` the values of `a` and `r - a` add up to `value`.
fn count_pairs(sequence: &Sequence, r: u64, mut parts: Range<u64>, value: u16) -> u64 {
    let values = sequence.values();
    let period = sequence.period();
    // Where the value of a heap is kept, and how many stand there side by side from it on, upwards
    // and downwards.
    let place = |heap: u64| match period {
        Some(period) if heap >= values.len() as u64 => {
            let at = period.reduce(heap);
            (at, period.terms() - at, at - period.preperiod + 1)
        }
        _ => (heap, values.len() as u64 - heap, heap + 1),
    };
    let mut count = 0;
    while parts.start < parts.end {
        let (low, above, _) = place(parts.start);
        let (high, _, below) = place(r - parts.start);
        let run = above.min(below).min(parts.end - parts.start);
        parts.start += run;
        let lows = &values[low as usize..(low + run) as usize];
        let highs = &values[(high + 1 - run) as usize..=high as usize];
        count += sequence.kernels().count_pairs(lows, highs, value);
    }
    count
}

/// Calls `each` with the moves from heap `n` that lead to Grundy value `value` (all moves for
/// `None`), by the amount taken, then by the smaller heap left, until it returns false.
pub fn list(
    rules: &Rules,
    sequence: &Sequence,
    n: u64,
    value: Option<u16>,
    mut each: impl FnMut(Break) -> bool,
) {
    let wanted = |v: u16| value.is_none_or(|value| v == value);
    let takes = itertools::kmerge([&rules.clears, &rules.keeps, &rules.splits].map(|takes| takes.iter()));
    for take in itertools::Itertools::dedup(takes) {
        let Some(r) = n.checked_sub(u64::from(*take)) else { break };
        let left = |small, large| Break { take: u64::from(*take), small, large };
        let may = |takes: &[u32]| takes.binary_search(take).is_ok();
        if r == 0 && may(&rules.clears) && wanted(0) && !each(left(0, 0)) {
            return;
        }
        if r > 0 && may(&rules.keeps) && wanted(sequence.grundy(r)) && !each(left(0, r)) {
            return;
        }
        if may(&rules.splits) && !list_splits(rules, sequence, r, wanted, |a| each(left(a, r - a))) {
            return;
        }
    }
}

/// The smaller parts of the splits of `r` that are wanted, until `each` returns false; whether it
/// never did.
fn list_splits(
    rules: &Rules,
    sequence: &Sequence,
    r: u64,
    wanted: impl Fn(u16) -> bool,
    mut each: impl FnMut(u64) -> bool,
) -> bool {
    let splits = rules.split_count(r);
    let hits = |a: u64| wanted(sequence.grundy(a) ^ sequence.grundy(r - a));
    let Some(period) = sequence.period() else {
        return (1..=splits).filter(|&a| hits(a)).all(each);
    };
    // From `start` on both parts repeat: one period of smaller parts shows which ones hit.
    let start = period.preperiod.max(1);
    let first = splits.min(start.saturating_add(period.period - 1));
    let mut cycle = Vec::new();
    for a in (1..=first).filter(|&a| hits(a)) {
        if !each(a) {
            return false;
        }
        if a >= start {
            cycle.push(a);
        }
    }
    if cycle.is_empty() {
        return true;
    }
    let mut offset = 0u64;
    loop {
        let Some(next) = offset.checked_add(period.period) else { return true };
        offset = next;
        for a in &cycle {
            match a.checked_add(offset) {
                Some(a) if a <= splits => {
                    if !each(a) {
                        return false;
                    }
                }
                _ => return true,
            }
        }
    }
}
