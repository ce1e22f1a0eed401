//! The moves of a heap: counted and listed by the value they lead to.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the heaps whose values are read are among the terms that are kept"
)]

use std::ops::{ControlFlow, Range};

use super::code::Code;
use super::code::{Break, Left};
use super::rising::RisingSplits;
use crate::sequence::{Engine, Growing, Pattern, ReducedIndex, visit_recurring};
use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;

/// Grundy values of a code, as an engine finds them.
pub trait HeapValues: Engine {
    /// Returns the value of a heap that is known.
    fn value(&self, place: usize) -> u32;

    /// Counts, among this many pairs of known heaps `low` and `high`, `low` + 1 and `high` − 1, and so on, those whose
    /// values add up to `value`.
    fn count_pairs(&self, low: usize, high: usize, pairs: usize, value: u32) -> u64;
}

/// Grundy values of a code, whatever engine finds them.
pub type Sequence = Growing<dyn HeapValues>;

/// A known heap, and how many known heaps, itself and others below it, have the values of those for which it stands.
struct HighPlace {
    /// The heap.
    heap: u64,
    /// The number of heaps, itself and others below it, that stand for others.
    run: u64,
}

impl Sequence {
    /// Returns the Grundy value of heap `n`, which must be within reach; `None` beyond 64 bits.
    pub fn grundy(&self, n: u64) -> Option<u64> {
        let Some(pattern) = self.pattern() else {
            return Some(self.engine().value(n as usize).into());
        };
        let ReducedIndex { place, periods } = pattern.reduce(n);
        periods
            .checked_mul(pattern.saltus)?
            .checked_add(self.engine().value(place as usize).into())
    }

    /// Returns the pattern if values repeat without rising.
    fn periodic(&self) -> Option<Pattern> {
        self.pattern().filter(|pattern| pattern.saltus == 0)
    }

    /// Counts the ways in which `r` splits into two heaps, `unequal` ones or any, whose values add up to `value`. Heap
    /// `r` is known, or the values are periodic.
    fn count_splits(&self, r: u64, unequal: bool, value: u32) -> u64 {
        let last = last_split(r, unequal);
        let Some(Pattern {
            preperiod, period, ..
        }) = self.periodic()
        else {
            return self.count_parts(r, 1..last + 1, value);
        };
        // Values of heaps from here on repeat.
        let start = preperiod.max(1);
        if last < start + 2 * period {
            return self.count_parts(r, 1..last + 1, value);
        }
        // Ordered pairs are counted. If one part lies before `start`, the other does not. If both lie from `start` on,
        // the parts start, start + 1, …, r − start are counted by their classes.
        let few = self.count_parts(r, 1..start, value);
        let both = r - 2 * start + 1;
        let count = |parts| self.count_parts(r, start..start + parts, value);
        let many = both / period * count(period) + count(both % period);
        // Two equal heaps have one order only. 2·few + many ≤ r − 1, so nothing overflows.
        let halves = u64::from(r.is_multiple_of(2) && value == 0);
        let different = (2 * few + many - halves) / 2;
        if unequal {
            different
        } else {
            different + halves
        }
    }

    /// Counts these parts `a` for which the values of `a` and `r - a` add up to `value`. It counts in runs of heaps whose
    /// values stand next to each other in memory.
    fn count_parts(&self, r: u64, mut parts: Range<u64>, value: u32) -> u64 {
        let known = self.engine().known();
        let mut count = 0;
        while parts.start < parts.end {
            let low = self.low_place(parts.start);
            let high = self.high_place(r - parts.start);
            let pairs = (known - low).min(high.run).min(parts.end - parts.start);
            count +=
                self.engine()
                    .count_pairs(low as usize, high.heap as usize, pairs as usize, value);
            parts.start += pairs;
        }
        count
    }

    /// Returns the heap itself if it is known, else the lowest known heap that is whole periods below it: most values
    /// stand from there upwards.
    fn low_place(&self, heap: u64) -> u64 {
        match self.pattern() {
            Some(pattern) if heap >= self.engine().known() => pattern.place(heap),
            _ => heap,
        }
    }

    /// Returns the heap itself if it is known, else the highest known heap that is whole periods below it: most values
    /// stand from there downwards.
    fn high_place(&self, heap: u64) -> HighPlace {
        let known = self.engine().known();
        match self.pattern() {
            Some(pattern) if heap >= known => {
                let high = known - 1 - (known - 1 - pattern.place(heap)) % pattern.period;
                HighPlace {
                    heap: high,
                    run: high - pattern.preperiod + 1,
                }
            }
            _ => HighPlace {
                heap,
                run: heap + 1,
            },
        }
    }
}

/// Returns the largest part of `r` that is the smaller one, or a half, if `r` is split into two heaps.
pub fn last_split(r: u64, unequal: bool) -> u64 {
    if unequal {
        r.saturating_sub(1) / 2
    } else {
        r / 2
    }
}

/// A visit that goes on.
const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// A walk through the moves of one heap, which counts its steps. Splits into two heaps that are in the table cost none:
/// they are fewer than the steps that made the table.
struct Walk<'a> {
    /// The rules.
    code: &'a Code,
    /// The values.
    sequence: &'a Sequence,
    /// The heap moved from.
    n: u64,
    /// The steps taken so far.
    work: u64,
    /// The steps that may be taken.
    limit: u64,
}

/// Makes the error of a heap with too many moves: more than there are ways to split it, by one take or by any.
fn too_long(code: &Code, n: u64) -> Limit {
    let message = format!("the moves of heap {n} are too many to look at one by one");
    let splits = u128::from(n / 2);
    let splits_at_any = code.repeat().iter().any(|digit| digit.leaves(2));
    let takes = if splits_at_any { splits } else { 1 };
    Limit::steps(splits * takes.max(1), message)
}

/// Shows `each` the moves from heap `n` that lead to Grundy value `value` (all moves for `None`), by
/// the amount taken, then by how many heaps are left, then by the smaller ones, until it breaks.
pub fn list(
    code: &Code,
    sequence: &Sequence,
    n: u64,
    value: Option<u64>,
    budget: Budget,
    each: &mut dyn FnMut(Break) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Limit> {
    let mut walk = Walk::new(code, sequence, n, budget);
    if code.most_heaps() <= 1
        && let Some(value) = value
    {
        return walk.one_heap(value, &mut |take| {
            let left = [n - take].into_iter().filter(|&heap| heap > 0).collect();
            each(Break { take, left })
        });
    }
    for take in 0..=code.last_take(n) {
        walk.step()?;
        let digit = code.digit(take);
        for heaps in 0..=3 {
            if digit.leaves(heaps)
                && (heaps != 2 || walk.may_split(take, digit.unequal, value))
                && walk
                    .list_heaps(take, heaps, digit.unequal, value, each)?
                    .is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(CONTINUE)
}

/// Counts the moves from heap `n` that lead to Grundy value `value`.
pub fn count(
    code: &Code,
    sequence: &Sequence,
    n: u64,
    value: u64,
    budget: Budget,
) -> Result<u128, Limit> {
    let mut walk = Walk::new(code, sequence, n, budget);
    let mut count = 0u128;
    if code.most_heaps() <= 1 {
        let _ = walk.one_heap(value, &mut |_| {
            count += 1;
            CONTINUE
        })?;
        return Ok(count);
    }
    if let Some(splits) = walk.rising_splits(value) {
        walk.work = splits.steps();
        walk.check()?;
        // The values of small heaps are looked for among the terms that show the pattern.
        let heaps_of_value = |value| walk.known_heaps_of_value(splits.pattern(), value);
        let splits = splits.count(heaps_of_value);
        let _ = walk.one_heap(value, &mut |_| {
            count += 1;
            CONTINUE
        })?;
        return Ok(splits + count);
    }
    for take in 0..=code.last_take(n) {
        walk.step()?;
        let digit = code.digit(take);
        let r = n - take;
        if r == 0 && digit.leaves(0) && value == 0 {
            count += 1;
        }
        if r > 0 && digit.leaves(1) && sequence.grundy(r) == Some(value) {
            count += 1;
        }
        for heaps in 2..=3 {
            if digit.leaves(heaps) {
                count += walk.count_heaps(take, heaps, digit.unequal, value)?;
            }
        }
    }
    Ok(count)
}

impl<'a> Walk<'a> {
    /// Begins a walk.
    fn new(code: &'a Code, sequence: &'a Sequence, n: u64, budget: Budget) -> Self {
        Walk {
            code,
            sequence,
            n,
            work: 0,
            limit: shares::heaps::moves_of_a_heap(budget.work),
        }
    }

    /// Returns the splits of the heap that lead to this value, if the heap is not known, the values rise for ever and no
    /// move leaves three heaps.
    fn rising_splits(&self, value: u64) -> Option<RisingSplits<'a>> {
        let pattern = self
            .sequence
            .pattern()
            .filter(|pattern| pattern.saltus > 0)?;
        let is_far = self.n >= self.sequence.engine().known();
        if !is_far || self.code.most_heaps() > 2 || self.code.has_unequal() {
            return None;
        }
        let grundy = |heap| self.sequence.grundy(heap);
        RisingSplits::new(self.code, pattern, grundy, self.n, value)
    }

    /// Counts one step.
    fn step(&mut self) -> Result<(), Limit> {
        self.work += 1;
        self.check()
    }

    /// Ends the walk if it has taken too many steps.
    fn check(&self) -> Result<(), Limit> {
        if self.work > self.limit {
            Err(too_long(self.code, self.n))
        } else {
            Ok(())
        }
    }

    /// Returns the Grundy value of a heap.
    fn grundy(&self, heap: u64) -> Option<u64> {
        self.sequence.grundy(heap)
    }

    /// Returns the Grundy value of some heaps together.
    fn nim_sum(&self, heaps: &[u64]) -> Option<u64> {
        heaps
            .iter()
            .try_fold(0, |sum, &heap| Some(sum ^ self.grundy(heap)?))
    }

    /// Returns whether a take with splits into two heaps must be looked at split by split. The splits of known heaps are
    /// counted in vectors first, and there may be none.
    fn may_split(&self, take: u64, unequal: bool, value: Option<u64>) -> bool {
        let r = self.n - take;
        let Some(value) = value else {
            return true;
        };
        if r >= self.sequence.engine().known() {
            return true;
        }
        u32::try_from(value).is_ok_and(|value| self.sequence.count_splits(r, unequal, value) > 0)
    }

    /// Counts the moves that take `take`, leave two heaps or three, and lead to this value.
    fn count_heaps(
        &mut self,
        take: u64,
        heaps: u32,
        unequal: bool,
        value: u64,
    ) -> Result<u128, Limit> {
        let r = self.n - take;
        let is_known = r < self.sequence.engine().known();
        let periodic = self.sequence.periodic();
        if heaps == 2 && (is_known || periodic.is_some()) {
            if !is_known {
                self.work += periodic.map_or(0, Pattern::terms);
                self.step()?;
            }
            let Ok(value) = u32::try_from(value) else {
                return Ok(0);
            };
            return Ok(self.sequence.count_splits(r, unequal, value).into());
        }
        if !is_known && let Some(pattern) = periodic {
            return self.count_far(pattern, r, unequal, value);
        }
        let mut count = 0;
        let _ = self.list_heaps(take, heaps, unequal, Some(value), &mut |_| {
            count += 1;
            CONTINUE
        })?;
        Ok(count)
    }

    /// Lists the moves that take `take` and leave `heaps` heaps.
    fn list_heaps(
        &mut self,
        take: u64,
        heaps: u32,
        unequal: bool,
        value: Option<u64>,
        each: &mut dyn FnMut(Break) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        let r = self.n - take;
        let mut each_left = |left: &[u64]| {
            each(Break {
                take,
                left: Left::from_slice(left),
            })
        };
        match heaps {
            0 => {
                let is_move = r == 0 && value.is_none_or(|value| value == 0);
                Ok(if is_move { each_left(&[]) } else { CONTINUE })
            }
            1 => {
                // Values of more than 64 bits are asked for by nobody.
                let is_move = r > 0 && (value.is_none() || self.grundy(r) == value);
                Ok(if is_move { each_left(&[r]) } else { CONTINUE })
            }
            2 => self.list_pairs(r, unequal, value, &mut each_left),
            _ => self.list_triples(r, unequal, value, &mut each_left),
        }
    }

    /// Lists the splits of `r` into two heaps.
    fn list_pairs(
        &mut self,
        r: u64,
        unequal: bool,
        value: Option<u64>,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        let last = last_split(r, unequal);
        // If values repeat, so do the smaller parts from here on.
        let pattern = self
            .sequence
            .periodic()
            .map(|pattern| Pattern::periodic(pattern.preperiod.max(1), pattern.period));
        let end = pattern.map_or(u64::MAX, Pattern::terms);
        let cost = u64::from(r >= self.sequence.engine().known());
        let limit = self.limit;
        let mut work = self.work;
        let parts = (1..end.min(last + 1)).take_while(|_| {
            work += cost;
            work <= limit
        });
        let hits = parts.filter(|&a| value.is_none() || self.nim_sum(&[a, r - a]) == value);
        let flow = visit_recurring(hits, pattern, last, |a| each(&[a, r - a]));
        self.work = work;
        self.check()?;
        Ok(flow)
    }

    /// Lists the splits of `r` into three heaps.
    fn list_triples(
        &mut self,
        r: u64,
        unequal: bool,
        value: Option<u64>,
        each: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        let apart = u64::from(unequal);
        let mut a = 1;
        while a <= r / 3 && (!unequal || a < r / 3) {
            let mut b = a + apart;
            while b < r - a && b + apart <= r - a - b {
                self.step()?;
                let left = [a, b, r - a - b];
                let is_wanted = value.is_none() || self.nim_sum(&left) == value;
                if is_wanted && each(&left).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                b += 1;
            }
            self.step()?;
            a += 1;
        }
        Ok(CONTINUE)
    }

    /// Shows `each` the takes that lead to this value, of a code whose moves leave one heap at most, until it
    /// breaks. If the values rise for ever, it goes by the heaps that have the value.
    fn one_heap(
        &mut self,
        value: u64,
        each: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        let Some(pattern) = self.sequence.pattern().filter(|pattern| pattern.saltus > 0) else {
            for take in 0..=self.code.last_take(self.n) {
                self.step()?;
                let heap = self.n - take;
                if (heap == 0 || self.grundy(heap) == Some(value))
                    && self.may_leave(heap, value)
                    && each(take).is_break()
                {
                    return Ok(ControlFlow::Break(()));
                }
            }
            return Ok(CONTINUE);
        };
        for heap in self.heaps_of_value(pattern, value)? {
            if heap <= self.n && self.may_leave(heap, value) && each(self.n - heap).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(CONTINUE)
    }

    /// Returns whether the code lets a move leave this heap, or nothing if that has this value.
    fn may_leave(&self, heap: u64, value: u64) -> bool {
        let digit = self.code.digit(self.n - heap);
        if heap == 0 {
            digit.leaves(0) && value == 0
        } else {
            digit.leaves(1)
        }
    }

    /// Returns the heaps that have this value, the largest first, if the values rise: one of each class at most.
    fn heaps_of_value(&mut self, pattern: Pattern, value: u64) -> Result<Vec<u64>, Limit> {
        self.work += pattern.terms();
        self.check()?;
        Ok(self.known_heaps_of_value(pattern, value))
    }

    /// Returns these heaps, whatever that takes.
    fn known_heaps_of_value(&self, pattern: Pattern, value: u64) -> Vec<u64> {
        let mut heaps: Vec<u64> = Vec::new();
        for base in 0..pattern.terms() {
            let own = u64::from(self.sequence.engine().value(base as usize));
            let Some(above) = value.checked_sub(own) else {
                continue;
            };
            if base < pattern.preperiod {
                if above == 0 {
                    heaps.push(base);
                }
            } else if above.is_multiple_of(pattern.saltus) {
                let periods = above / pattern.saltus;
                let heap = periods
                    .checked_mul(pattern.period)
                    .and_then(|distance| distance.checked_add(base));
                heaps.extend(heap);
            }
        }
        if value == 0 && !heaps.contains(&0) {
            heaps.push(0);
        }
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        heaps
    }

    /// Counts the ways to split `r` into three heaps with value `value`, if the values are periodic.
    fn count_far(
        &mut self,
        pattern: Pattern,
        r: u64,
        unequal: bool,
        value: u64,
    ) -> Result<u128, Limit> {
        self.work += pattern.terms().saturating_mul(pattern.terms());
        self.step()?;
        let triples = Triples {
            sequence: self.sequence,
            pattern,
            r,
            value,
        };
        let ordered = triples.count_ordered();
        let twins = triples.count_twins();
        let all_equal = u128::from(triples.has_all_equal());
        // A triple of different heaps has 6 orders, one with twins 3, and one of equal heaps 1; `twins` has those of
        // equal heaps also.
        Ok(if unequal {
            (ordered + 2 * all_equal - 3 * twins) / 6
        } else {
            (ordered + 3 * twins + 2 * all_equal) / 6
        })
    }
}

/// The splits of `r` into three heaps with value `value`, if values repeat. Heaps are *small* below
/// [`first`](Triples::first), and belong to classes from there on.
struct Triples<'a> {
    /// The values.
    sequence: &'a Sequence,
    /// The way in which they repeat.
    pattern: Pattern,
    /// The sum of the three heaps.
    r: u64,
    /// The value that they must have.
    value: u64,
}

/// The last one of some large heaps with a known sum.
struct LastHeap {
    /// The first heap of its class.
    class: u64,
    /// The number of periods by which the large heaps are above the first heaps of their classes, together.
    periods: u64,
}

impl Triples<'_> {
    /// Returns the Grundy value of a heap.
    fn grundy(&self, heap: u64) -> u64 {
        let place = self.pattern.place(heap) as usize;
        u64::from(self.sequence.engine().value(place))
    }

    /// Returns the first large heap.
    fn first(&self) -> u64 {
        self.pattern.preperiod.max(1)
    }

    /// Returns the first heap of each class.
    fn classes(&self) -> Range<u64> {
        self.first()..self.first() + self.pattern.period
    }

    /// Finds the last one of large heaps that add up to `sum`, if the first heaps of the classes of the others add up to
    /// `firsts`. There is none if the sum is too small.
    fn last(&self, sum: u64, firsts: u64) -> Option<LastHeap> {
        let rest = sum.checked_sub(firsts)?.checked_sub(self.first())?;
        Some(LastHeap {
            class: self.first() + rest % self.pattern.period,
            periods: rest / self.pattern.period,
        })
    }

    /// Counts the triples in every order.
    fn count_ordered(&self) -> u128 {
        let small = (1..self.first()).filter(|&a| a < self.r);
        small.map(|a| self.count_with_small(a)).sum::<u128>() + self.count_large()
    }

    /// Counts the ordered triples whose first small heap is `a`.
    fn count_with_small(&self, a: u64) -> u128 {
        let sum = self.r - a;
        let rest = self.value ^ self.grundy(a);
        let mut count = 0;
        for b in (1..self.first()).filter(|&b| b < sum) {
            if self.grundy(b) ^ self.grundy(sum - b) == rest {
                // A large heap may come first, second or last.
                count += if sum - b >= self.first() { 3 } else { 1 };
            }
        }
        for b in self.classes() {
            if let Some(last) = self.last(sum, b)
                && self.grundy(b) ^ self.grundy(last.class) == rest
            {
                // The small heap may come first, second or last.
                count += 3 * (u128::from(last.periods) + 1);
            }
        }
        count
    }

    /// Counts the ordered triples of large heaps.
    fn count_large(&self) -> u128 {
        let mut count = 0;
        for a in self.classes() {
            for b in self.classes() {
                if let Some(firsts) = a.checked_add(b)
                    && let Some(last) = self.last(self.r, firsts)
                    && self.grundy(a) ^ self.grundy(b) ^ self.grundy(last.class) == self.value
                {
                    // The periods are distributed among three heaps in (x over 2) ways; one factor is halved before they
                    // are multiplied, since their product may not fit.
                    let x = u128::from(last.periods) + 2;
                    count += if x % 2 == 0 {
                        x / 2 * (x - 1)
                    } else {
                        (x - 1) / 2 * x
                    };
                }
            }
        }
        count
    }

    /// Counts the triples a, a, c.
    fn count_twins(&self) -> u128 {
        let mut count = 0u128;
        for c in (1..self.first()).filter(|&c| c < self.r) {
            count += u128::from((self.r - c).is_multiple_of(2) && self.grundy(c) == self.value);
        }
        for a in (1..self.first()).filter(|&a| 2 * a < self.r) {
            let c = self.r - 2 * a;
            count += u128::from(c >= self.first() && self.grundy(c) == self.value);
        }
        for a in self.classes() {
            if let Some(firsts) = a.checked_mul(2)
                && let Some(last) = self.last(self.r, firsts)
                && self.grundy(last.class) == self.value
            {
                count += u128::from(last.periods / 2) + 1;
            }
        }
        count
    }

    /// Returns whether three equal heaps have the value.
    fn has_all_equal(&self) -> bool {
        self.r > 0 && self.r.is_multiple_of(3) && self.grundy(self.r / 3) == self.value
    }
}
