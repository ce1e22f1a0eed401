//! The moves of a heap: counted and listed by the value they lead to.

use std::ops::Range;

use super::code::Code;
use super::{Break, Left};
use crate::sequence::{Engine, Growing, Pattern, visit_recurring};
use grundy_machine::budget::{Budget, Limit};

/// Grundy values of a code, as an engine finds them.
pub trait HeapValues: Engine {
    /// The value of a heap that is known.
    fn value(&self, place: usize) -> u32;

    /// Of this many pairs of known heaps, `low` and `high`, `low` + 1 and `high` − 1, and so on, how many have values that
    /// add up to `value`.
    fn count_pairs(&self, low: usize, high: usize, pairs: usize, value: u32) -> u64;
}

/// Grundy values of a code, whatever engine finds them.
pub type Sequence = Growing<dyn HeapValues>;

impl Sequence {
    /// The Grundy value of heap `n`, which must be within reach; `None` beyond 64 bits.
    pub fn grundy(&self, n: u64) -> Option<u64> {
        let Some(pattern) = self.pattern() else {
            return Some(self.engine().value(n as usize).into());
        };
        let (heap, times) = pattern.reduce(n);
        times
            .checked_mul(pattern.saltus)?
            .checked_add(self.engine().value(heap as usize).into())
    }

    /// In how many ways `r` splits into two heaps, `unequal` ones or any, whose values add up to `value`; `r` is known, or
    /// the values are periodic.
    fn count_splits(&self, r: u64, unequal: bool, value: u32) -> u64 {
        let last = splits(r, unequal);
        let Some(Pattern {
            preperiod,
            period,
            saltus: 0,
        }) = self.pattern()
        else {
            return self.count_parts(r, 1..last + 1, value);
        };
        // Parts from here on repeat.
        let start = preperiod.max(1);
        if last < start + 2 * period {
            return self.count_parts(r, 1..last + 1, value);
        }
        // Ordered pairs. One part before `start`: the other is not. Both from `start` on: the parts start, start + 1, …,
        // r − start, by their classes.
        let few = self.count_parts(r, 1..start, value);
        let both = r - 2 * start + 1;
        let count = |parts| self.count_parts(r, start..start + parts, value);
        let many = both / period * count(period) + count(both % period);
        // Two equal heaps have one order only. 2·few + many ≤ r − 1, so nothing overflows.
        let halves = u64::from(r.is_multiple_of(2) && value == 0);
        (2 * few + many - halves) / 2 + if unequal { 0 } else { halves }
    }

    /// For how many of these parts `a` the values of `a` and `r - a` add up to `value`: counted in runs of heaps whose
    /// values stand side by side.
    fn count_parts(&self, r: u64, mut parts: Range<u64>, value: u32) -> u64 {
        let known = self.engine().known();
        // A heap that is not known has the value of the lowest, and of the highest known heap, that is whole periods
        // away: from the one upwards and from the other downwards most values stand.
        let beyond = |heap: u64| self.pattern().filter(|_| heap >= known);
        let low_place = |heap| beyond(heap).map_or(heap, |pattern| pattern.place(heap));
        let high_place = |heap| match beyond(heap) {
            Some(pattern) => {
                let high = known - 1 - (known - 1 - pattern.place(heap)) % pattern.period;
                (high, high - pattern.preperiod + 1)
            }
            None => (heap, heap + 1),
        };
        let mut count = 0;
        while parts.start < parts.end {
            let low = low_place(parts.start);
            let (high, below) = high_place(r - parts.start);
            let pairs = (known - low).min(below).min(parts.end - parts.start);
            count += self
                .engine()
                .count_pairs(low as usize, high as usize, pairs as usize, value);
            parts.start += pairs;
        }
        count
    }
}

/// The smaller parts of `r` split into two heaps end here.
pub fn splits(r: u64, unequal: bool) -> u64 {
    if unequal {
        r.saturating_sub(1) / 2
    } else {
        r / 2
    }
}

/// A walk through the moves of one heap, which counts its steps. Splits into two heaps that are in the table cost none:
/// they are fewer than the steps that made the table.
struct Walk<'a> {
    code: &'a Code,
    sequence: &'a Sequence,
    n: u64,
    work: u64,
    limit: u64,
}

fn too_long(n: u64) -> Limit {
    Limit::work(format!(
        "the moves of heap {n} are too many to look at one by one"
    ))
}

/// Calls `each` with the moves from heap `n` that lead to Grundy value `value` (all moves for `None`), by
/// the amount taken, then by how many heaps are left, then by the smaller ones, until it returns false.
pub fn list(
    code: &Code,
    sequence: &Sequence,
    n: u64,
    value: Option<u64>,
    budget: Budget,
    each: &mut dyn FnMut(Break) -> bool,
) -> Result<(), Limit> {
    let mut walk = Walk {
        code,
        sequence,
        n,
        work: 0,
        limit: budget.work / 64,
    };
    if let Some(value) = value.filter(|_| code.most_heaps() <= 1) {
        return walk.one_heap(value, &mut |take| {
            let left = [n - take].into_iter().filter(|&heap| heap > 0).collect();
            each(Break { take, left })
        });
    }
    let known = sequence.engine().known();
    for take in 0..=code.last_take(n) {
        let (digit, r) = (code.digit(take), n - take);
        walk.step()?;
        // Splits of known heaps are counted in vectors, and looked at one by one where there are some.
        let has_splits = value.is_none_or(|value| {
            !digit.leaves(2)
                || r >= known
                || u32::try_from(value)
                    .is_ok_and(|value| sequence.count_splits(r, digit.unequal, value) > 0)
        });
        for heaps in (0..=3).filter(|&heaps| digit.leaves(heaps) && (heaps != 2 || has_splits)) {
            if !walk.list_heaps(take, heaps, digit.unequal, value, each)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// How many moves from heap `n` lead to Grundy value `value`.
pub fn count(
    code: &Code,
    sequence: &Sequence,
    n: u64,
    value: u64,
    budget: Budget,
) -> Result<u128, Limit> {
    let mut walk = Walk {
        code,
        sequence,
        n,
        work: 0,
        limit: budget.work / 64,
    };
    let mut count = 0u128;
    if code.most_heaps() <= 1 {
        walk.one_heap(value, &mut |_| {
            count += 1;
            true
        })?;
        return Ok(count);
    }
    let known = sequence.engine().known();
    let repeats = sequence.pattern().filter(|pattern| pattern.saltus == 0);
    for take in 0..=code.last_take(n) {
        walk.step()?;
        let (digit, r) = (code.digit(take), n - take);
        count += u128::from(r == 0 && digit.leaves(0) && value == 0);
        count += u128::from(r > 0 && digit.leaves(1) && sequence.grundy(r) == Some(value));
        for heaps in (2..=3).filter(|&heaps| digit.leaves(heaps)) {
            match repeats {
                repeats if heaps == 2 && (r < known || repeats.is_some()) => {
                    if r >= known {
                        walk.work += repeats.map_or(0, Pattern::terms);
                        walk.step()?;
                    }
                    let splits = |value| sequence.count_splits(r, digit.unequal, value);
                    count += u128::from(u32::try_from(value).map_or(0, splits));
                }
                Some(pattern) if r >= known => {
                    count += walk.count_far(pattern, r, digit.unequal, value)?;
                }
                _ => {
                    walk.list_heaps(take, heaps, digit.unequal, Some(value), &mut |_| {
                        count += 1;
                        true
                    })?;
                }
            }
        }
    }
    Ok(count)
}

impl Walk<'_> {
    fn step(&mut self) -> Result<(), Limit> {
        self.work += 1;
        if self.work > self.limit {
            Err(too_long(self.n))
        } else {
            Ok(())
        }
    }

    fn grundy(&self, heap: u64) -> Option<u64> {
        self.sequence.grundy(heap)
    }

    /// Lists the moves that take `take` and leave `heaps` heaps; false when `each` has enough.
    fn list_heaps(
        &mut self,
        take: u64,
        heaps: u32,
        unequal: bool,
        value: Option<u64>,
        each: &mut dyn FnMut(Break) -> bool,
    ) -> Result<bool, Limit> {
        let r = self.n - take;
        let apart = u64::from(unequal);
        // Values beyond 64 bits are nobody's target.
        let wanted = |v: Option<u64>| value.is_none() || v == value;
        match heaps {
            0 => Ok(r > 0
                || !wanted(Some(0))
                || each(Break {
                    take,
                    left: Left::new(),
                })),
            1 => Ok(r == 0
                || !wanted(self.grundy(r))
                || each(Break {
                    take,
                    left: Left::from_slice(&[r]),
                })),
            2 => {
                let last = splits(r, unequal);
                // Smaller parts from here on are reached again and again, if values repeat.
                let pattern = self
                    .sequence
                    .pattern()
                    .filter(|pattern| pattern.saltus == 0);
                let pattern = pattern.map(|p| Pattern::periodic(p.preperiod.max(1), p.period));
                let end = pattern.map_or(u64::MAX, Pattern::terms);
                let cost = u64::from(r >= self.sequence.engine().known());
                let (mut work, limit) = (self.work, self.limit);
                let parts = (1..end.min(last + 1)).take_while(|_| {
                    work += cost;
                    work <= limit
                });
                let hits = parts.filter(|&a| value.is_none() || self.xor(&[a, r - a]) == value);
                let all = visit_recurring(hits, pattern, last, |a| {
                    each(Break {
                        take,
                        left: Left::from_slice(&[a, r - a]),
                    })
                });
                self.work = work;
                if work > limit {
                    Err(too_long(self.n))
                } else {
                    Ok(all)
                }
            }
            _ => {
                let mut a = 1;
                while a <= r / 3 && (!unequal || a < r / 3) {
                    let mut b = a + apart;
                    while b < r - a && b + apart <= r - a - b {
                        self.step()?;
                        let left = [a, b, r - a - b];
                        if wanted(self.xor(&left))
                            && !each(Break {
                                take,
                                left: Left::from_slice(&left),
                            })
                        {
                            return Ok(false);
                        }
                        b += 1;
                    }
                    self.step()?;
                    a += 1;
                }
                Ok(true)
            }
        }
    }

    fn xor(&self, heaps: &[u64]) -> Option<u64> {
        heaps
            .iter()
            .try_fold(0, |sum, &heap| Some(sum ^ self.grundy(heap)?))
    }

    /// The moves to one heap or none if no move leaves more, by the heaps that have the value.
    fn one_heap(&mut self, value: u64, each: &mut dyn FnMut(u64) -> bool) -> Result<(), Limit> {
        let n = self.n;
        let mut reached = |walk: &Self, heap: u64| {
            let digit = walk.code.digit(n - heap);
            (if heap == 0 {
                digit.leaves(0) && value == 0
            } else {
                digit.leaves(1)
            }) && !each(n - heap)
        };
        let Some(pattern) = self.sequence.pattern().filter(|pattern| pattern.saltus > 0) else {
            for take in 0..=self.code.last_take(n) {
                self.step()?;
                let heap = n - take;
                if (heap == 0 || self.grundy(heap) == Some(value)) && reached(self, heap) {
                    return Ok(());
                }
            }
            return Ok(());
        };
        // One heap of each class has the value, if any.
        let mut heaps: Vec<u64> = Vec::new();
        for base in 0..pattern.preperiod + pattern.period {
            self.step()?;
            let own = u64::from(self.sequence.engine().value(base as usize));
            let Some(above) = value.checked_sub(own) else {
                continue;
            };
            if base < pattern.preperiod {
                if above == 0 {
                    heaps.push(base);
                }
            } else if above.is_multiple_of(pattern.saltus)
                && let Some(heap) = (above / pattern.saltus)
                    .checked_mul(pattern.period)
                    .and_then(|up| up.checked_add(base))
            {
                heaps.push(heap);
            }
        }
        if value == 0 && !heaps.contains(&0) {
            heaps.push(0);
        }
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        for heap in heaps.into_iter().filter(|&heap| heap <= n) {
            if reached(self, heap) {
                break;
            }
        }
        Ok(())
    }

    /// How many ways there are to split `r` into three heaps with value `value`, if the values are periodic.
    fn count_far(
        &mut self,
        pattern: Pattern,
        r: u64,
        unequal: bool,
        value: u64,
    ) -> Result<u128, Limit> {
        let far = Far {
            sequence: self.sequence,
            pattern,
            r,
            value,
        };
        self.work += pattern.terms().saturating_mul(pattern.terms());
        self.step()?;
        // Burnside: every unordered triple is counted 6 times, fewer if two or three are equal.
        let (ordered, twins, all) = (far.triples(), far.twins(), u128::from(far.all_equal()));
        Ok(if unequal {
            (ordered + 2 * all - 3 * twins) / 6
        } else {
            (ordered + 3 * twins + 2 * all) / 6
        })
    }
}

/// Counting splits if heaps repeat: *small* ones below `first`, and classes from there on.
struct Far<'a> {
    sequence: &'a Sequence,
    pattern: Pattern,
    r: u64,
    value: u64,
}

impl Far<'_> {
    fn grundy(&self, heap: u64) -> u64 {
        u64::from(
            self.sequence
                .engine()
                .value(self.pattern.place(heap) as usize),
        )
    }

    /// The first large heap.
    fn first(&self) -> u64 {
        self.pattern.preperiod.max(1)
    }

    fn classes(&self) -> Range<u64> {
        self.first()..self.first() + self.pattern.period
    }

    /// Of large heaps that add up to `sum`, the last one's class, and by how many periods they exceed
    /// their classes' first heaps, given that those of the others add up to `firsts`.
    fn last(&self, sum: u64, firsts: u64) -> Option<(u64, u64)> {
        let rest = sum.checked_sub(firsts)?.checked_sub(self.first())?;
        Some((
            self.first() + rest % self.pattern.period,
            rest / self.pattern.period,
        ))
    }

    /// Ordered triples.
    fn triples(&self) -> u128 {
        let mut count = 0u128;
        for a in (1..self.first()).filter(|&a| a < self.r) {
            // One small heap and two others, by how many of them are small.
            let (sum, rest) = (self.r - a, self.value ^ self.grundy(a));
            for b in (1..self.first()).filter(|&b| b < sum) {
                if self.grundy(b) ^ self.grundy(sum - b) == rest {
                    count += if sum - b >= self.first() { 3 } else { 1 };
                }
            }
            for b in self.classes() {
                if let Some((c, periods)) = self.last(sum, b)
                    && self.grundy(b) ^ self.grundy(c) == rest
                {
                    count += 3 * (u128::from(periods) + 1);
                }
            }
        }
        for a in self.classes() {
            for b in self.classes() {
                if let Some(firsts) = a.checked_add(b)
                    && let Some((c, periods)) = self.last(self.r, firsts)
                    && self.grundy(a) ^ self.grundy(b) ^ self.grundy(c) == self.value
                {
                    let periods = u128::from(periods);
                    // Halved first: the product of both may not fit.
                    let (x, y) = (periods + 1, periods + 2);
                    count += if x % 2 == 0 { x / 2 * y } else { x * (y / 2) };
                }
            }
        }
        count
    }

    /// Triples a, a, c.
    fn twins(&self) -> u128 {
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
                && let Some((c, periods)) = self.last(self.r, firsts)
                && self.grundy(c) == self.value
            {
                count += u128::from(periods / 2) + 1;
            }
        }
        count
    }

    fn all_equal(&self) -> bool {
        self.r > 0 && self.r.is_multiple_of(3) && self.grundy(self.r / 3) == self.value
    }
}
