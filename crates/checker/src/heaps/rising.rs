//! Arithmetic periods of take-and-break codes: g(n + p) = g(n) + s for all n ≥ e.
//!
//! Known are the values of heaps 0 to some range, by definition; they rise so within it. q is a multiple of p that
//! the number of repeated digits divides, σ its rise, and the range is at least e + 2q − 1. That it is true of every
//! larger heap is proved by induction: it is true of all before heap n. Then no move of n leads to the value claimed,
//! and moves lead to all below.
//!
//! *One heap left at most* ([`one_heap`]). Let L be the largest value below e + q, and let every heap of the last q
//! and of `from` more before them, `from` the take from which on digits repeat, have a value above L + σ. Let N = n − q.
//!
//! - n does not reach g(N) + σ: that value belongs to a heap y ≥ e + q, and N would reach y − q by the same take.
//! - It reaches each v < g(N) + σ. If N reaches v by a take that repeats, n does by q more. Otherwise v ≥ g(N), or v
//!   is left by a take below `from`; either way v > L + σ. So v − σ, which N reaches, belongs to a heap z ≥ e, and n
//!   reaches z + q by the same take.
//!
//! *Several heaps* ([`Heights`]), as Austin (1976) and Howse and Nowakowski (2004) part values: σ is a power of 2, heaps
//! below e ≥ 1 have values below σ, no heap must differ from another. A value is *height* · σ + *low*. Nim-sums work
//! on heights and lows apart. The heaps e + i, e + i + q, … are a *class*: lows are the same, heights rise by 1.
//! Consider the moves of n by one take that leave certain small heaps (below e) and heaps of certain classes. The heights of
//! these have the same sum S in every such move; S and the height H that is claimed of n both rise by 1 from n to
//! n + q. So what is said of S − H holds for the whole class of n, if for one heap of it.
//!
//! - The nim-sum of heights with the sum S is at most S, and has its parity. One height alone is S. Takes that
//!   repeat give S, S − 1, …; and where S < 0, there is no such move yet. So no move leads to the value claimed where no sum
//!   with its low is H (one heap of a class), or is H or above in its parity (several); in any parity, and H or above
//!   in either case, where the take repeats. Small heaps alone have height 0, and H > 0.
//! - Three classes that begin with height 0 give all heights v ≤ S of its parity: v, t, and t. If the take repeats,
//!   all v ≤ S; so do one such class and a heap of height 0. One class that begins with height h gives h to S
//!   where the take repeats; those below h must be reached by leaving certain heaps.
//! - A height just below H is reached by leaving a heap of that height, by a certain take, and beside it heaps of height
//!   0. From n to n + q that heap grows by q, too.
//!
//! [`Heights::holds`] checks this for the last heap of each class.

use super::code::{Code, gcd};
use super::{Cycle, Memo, Rules, Terms, answer, check_least_by};
use crate::{CELLS, Checked, Meter, WORK, rejected, unproved};
use grundy_record::{Field, Record};

/// A period by which values rise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rise {
    pub(super) cycle: Cycle,
    pub(super) saltus: u64,
}

impl Rise {
    /// The value of a heap, when it is known and of 64 bits.
    pub(super) fn value(self, values: &[u32], heap: u64) -> Option<u64> {
        let Cycle { preperiod, period } = self.cycle;
        if let Some(&value) = usize::try_from(heap).ok().and_then(|heap| values.get(heap)) {
            return Some(value.into());
        }
        let after = heap.checked_sub(preperiod)?;
        let value = values.get((preperiod + after % period) as usize)?;
        (after / period).checked_mul(self.saltus)?.checked_add(u64::from(*value))
    }

    /// The heaps to `last` of this value, in descending order.
    pub(super) fn heaps_of(self, values: &[u32], value: u64, last: u64) -> Vec<u64> {
        let Cycle { preperiod, period } = self.cycle;
        let end = preperiod + period;
        let heap = |(first, &at): (u64, &u32)| {
            let more = value.checked_sub(at.into())?;
            match more {
                0 => Some(first),
                _ if first < preperiod || !more.is_multiple_of(self.saltus) => None,
                _ => (more / self.saltus).checked_mul(period)?.checked_add(first),
            }
        };
        let known = (0..end).zip(values).filter_map(heap);
        let mut heaps: Vec<u64> = known.filter(|&heap| heap <= last).collect();
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        heaps
    }

    /// q, when it is a number of 64 bits, and the number of periods in it.
    fn multiple(self, code: &Code, times: u64) -> Option<(u64, u64)> {
        let modulus = code.modulus().unwrap_or(1);
        let period = self.cycle.period.checked_mul(times)?;
        let more = modulus / gcd(period, modulus);
        (code.most_heaps() <= 1 || more == 1).then_some((period.checked_mul(more)?, times * more))
    }

    /// The ranges that are worth trying: for the proof that needs few.
    pub(super) fn ranges(self, code: &Code) -> Vec<u64> {
        let Some((q, _)) = [1, 2, 4, 8].iter().find_map(|&times| self.multiple(code, times)) else {
            return Vec::new();
        };
        let range = |more: u64| {
            let before = self.cycle.preperiod.checked_add(q)?.checked_mul(3)?.checked_add(code.from())?;
            before.checked_add(q.checked_mul(2 + more)?)
        };
        [0, 2, 6, 14, 30].into_iter().filter_map(range).collect()
    }

    /// Checks that values rise so for ever, given those of heaps 0 to the end of `values`; and that the
    /// preperiod and the period are the least.
    pub(super) fn check(self, code: &Code, values: &[u32]) -> Checked<()> {
        let (Cycle { preperiod, period }, saltus) = (self.cycle, self.saltus);
        let known = values.len() as u64;
        if preperiod.checked_add(period.saturating_mul(2)).is_none_or(|end| end > known) {
            return rejected("the range is too short to prove this period");
        }
        let rises = |i: u64, by: u64, rise: u64| {
            u64::from(values[(i + by) as usize]) == u64::from(values[i as usize]).saturating_add(rise)
        };
        if !(preperiod..known - period).all(|i| rises(i, period, saltus)) {
            return rejected("the values do not rise with this period");
        }
        check_least_by(self.cycle, |i, by| {
            (saltus * by).is_multiple_of(period) && rises(i, by, saltus * by / period)
        })?;
        if code.has_unequal() {
            return rejected("no theorem proves this period of these rules");
        }
        let mut steps = 0;
        for times in [1, 2, 4, 8] {
            let Some((q, times)) = self.multiple(code, times) else { continue };
            let edge = preperiod.max(1);
            if edge.checked_add(q.saturating_mul(2)).is_none_or(|end| end > known) {
                break;
            }
            let rise = saltus * times;
            let proved = if code.most_heaps() <= 1 {
                one_heap(code, values, edge as usize, q as usize, rise)
            } else {
                let heights = Heights::new(code, values, edge as usize, q as usize, rise, &mut steps);
                heights.is_some_and(|mut heights| heights.holds())
            };
            if proved {
                return Ok(());
            }
            if steps > WORK {
                return unproved("proving the period takes too many steps");
            }
        }
        rejected("no theorem proves this period of these rules")
    }
}

/// The fields of a record where the values of a code are said to rise each period.
pub(crate) fn derive_rising(
    record: &Record<'_>,
    rules: &Rules,
    (range, cycle, saltus, checksum): (u64, Cycle, u64, u64),
    memo: &mut Memo,
    meter: &Meter,
) -> Checked<Vec<Field>> {
    let Rules::Code(code) = rules else { return rejected("no theorem proves this period of these rules") };
    let rise = Rise { cycle, saltus };
    let known = memo.values(rules, 0, range)?;
    if known.checksum(range) != checksum {
        return rejected("the values have another checksum");
    }
    if known.rise != Some((range, rise)) {
        rise.check(code, known.to(range))?;
        known.rise = Some((range, rise));
    }
    answer(record, rules, Terms::Rising { values: known.to(range), rise }, meter)
}

/// The range and the checksum of the values that prove that they rise so.
pub fn range_of_rising(rules: &Rules, cycle: Cycle, saltus: u64, memo: &mut Memo) -> Checked<(u64, u64)> {
    let Rules::Code(code) = rules else { return rejected("no theorem proves this period of these rules") };
    let rise = Rise { cycle, saltus };
    let mut why = rejected("no theorem proves this period of these rules");
    for range in rise.ranges(code) {
        let known = memo.values(rules, 0, range)?;
        match rise.check(code, known.to(range)) {
            Ok(()) => return Ok((range, known.checksum(range))),
            Err(stop) => why = Err(stop),
        }
    }
    why
}

fn one_heap(code: &Code, values: &[u32], e: usize, q: usize, rise: u64) -> bool {
    let high = values.len().checked_sub(q).and_then(|rest| rest.checked_sub(code.from() as usize));
    let low = values[..e + q].iter().copied().max().unwrap_or(0);
    code.modulus().is_some()
        && high.is_some_and(|high| values[high..].iter().all(|&v| u64::from(v) > u64::from(low) + rise))
}

/// What one heap or several bring: their low, and q times their height less their size, as if those of classes were
/// the first ones.
type Part = (usize, i64);

/// A take, and whether it repeats.
type Take = (i64, bool);

/// No parts.
const NONE: i64 = i64::MIN;

struct Heights<'a> {
    code: &'a Code,
    values: &'a [u32],
    e: i64,
    q: i64,
    sigma: usize,
    /// The first heaps of the classes; the small heaps; the heaps of height 0 among both.
    classes: Vec<Part>,
    small: Vec<Part>,
    flat: Vec<Part>,
    steps: &'a mut u64,
}

impl<'a> Heights<'a> {
    fn new(
        code: &'a Code,
        values: &'a [u32],
        e: usize,
        q: usize,
        rise: u64,
        steps: &'a mut u64,
    ) -> Option<Self> {
        let sigma = usize::try_from(rise).ok().filter(|rise| rise.is_power_of_two())?;
        let cells = sigma.checked_mul(2 * (e + q))?;
        if cells as u64 > CELLS / 4 || values[1..e].iter().any(|&v| v as usize >= sigma) {
            return None;
        }
        let part = |heap: usize| {
            let value = values[heap] as usize;
            (value % sigma, (value / sigma * q) as i64 - heap as i64)
        };
        let classes: Vec<Part> = (e..e + q).map(part).collect();
        let small: Vec<Part> = (1..e).map(part).collect();
        let flat = (1..e + q).filter(|&heap| (values[heap] as usize) < sigma).map(part).collect();
        Some(Heights { code, values, e: e as i64, q: q as i64, sigma, classes, small, flat, steps })
    }

    /// The low and the height that a heap of this size has, or would have if it was of a class.
    fn of(&self, heap: i64) -> (usize, i64) {
        let first = self.e + (heap - self.e).rem_euclid(self.q);
        let value = self.values[first as usize] as usize;
        (value % self.sigma, (value / self.sigma) as i64 + (heap - first) / self.q)
    }

    /// The takes that may leave so many heaps, and whether they repeat: of those the first ones.
    fn takes(&self, heaps: u32) -> Vec<Take> {
        let from = self.code.from() as i64;
        let last = from + self.code.modulus().map_or(0, |_| self.q);
        let takes = (0..last).filter(|&take| self.code.digit(take as u64).leaves(heaps));
        takes.map(|take| (take, take >= from)).collect()
    }

    /// Whether heaps of these classes or sizes may be left by taking so many.
    fn may_leave(&self, take: i64, heaps: u32) -> bool {
        take >= 0 && self.code.digit(take as u64).leaves(heaps)
    }

    /// One part of each list: the largest sum, by low and by remainder modulo 2q.
    fn sums(&mut self, lists: &[&[Part]]) -> Vec<i64> {
        let width = 2 * self.q as usize;
        let mut sums = vec![NONE; self.sigma * width];
        sums[0] = 0;
        for list in lists {
            let mut next = vec![NONE; sums.len()];
            for (at, &sum) in sums.iter().enumerate().filter(|&(_, &sum)| sum != NONE) {
                *self.steps += list.len() as u64;
                if *self.steps > WORK {
                    return next;
                }
                for &(low, part) in *list {
                    let place = (low ^ (at / width)) * width + (sum + part).rem_euclid(width as i64) as usize;
                    next[place] = next[place].max(sum + part);
                }
            }
            sums = next;
        }
        sums
    }

    /// The largest sums of heights of both parities, of what has this low and `rest` heaps in all.
    fn heights_of(&self, sums: &[i64], low: usize, rest: i64) -> impl Iterator<Item = i64> + use<> {
        let width = 2 * self.q;
        let sum = |part: i64| sums[low * width as usize + part.rem_euclid(width) as usize];
        let found = [sum(-rest), sum(self.q - rest)];
        let q = self.q;
        found.into_iter().filter(|&sum| sum != NONE).map(move |sum| (rest + sum) / q)
    }

    fn holds(&mut self) -> bool {
        let last = self.values.len() as i64 - self.q..self.values.len() as i64;
        last.clone().all(|n| self.of(n).1 > 0)
            && self.none_leads_there(last.clone())
            && self.moves_lead_below(last)
            && *self.steps <= WORK
    }

    fn none_leads_there(&mut self, last: std::ops::Range<i64>) -> bool {
        let [ones, twos, threes] = [1, 2, 3].map(|heaps| self.takes(heaps));
        let (classes, small) = (self.classes.clone(), self.small.clone());
        // One heap of a class, and the small ones beside it.
        let mut beside: Vec<(&[Take], Vec<Part>)> = vec![(&ones, vec![(0, 0)]), (&twos, small.clone())];
        if !threes.is_empty() {
            *self.steps += (small.len() as u64).pow(2);
            if *self.steps > WORK {
                return false;
            }
            let with = |a: &Part| small.iter().map(|b| (a.0 ^ b.0, a.1 + b.1)).collect::<Vec<_>>();
            let mut pairs: Vec<Part> = small.iter().flat_map(with).collect();
            pairs.sort_unstable();
            pairs.dedup();
            beside.push((&threes, pairs));
        }
        for (takes, beside) in &beside {
            *self.steps += takes.len() as u64 * beside.len() as u64 * self.q as u64;
            if *self.steps > WORK {
                return false;
            }
            for n in last.clone() {
                let (low, height) = self.of(n);
                let leads = |&(take, repeats): &Take| {
                    beside.iter().any(|&(other, size)| {
                        let (left, sum) = self.of(n - take + size);
                        left ^ other == low && if repeats { sum >= height } else { sum == height }
                    })
                };
                if takes.iter().any(leads) {
                    return false;
                }
            }
        }
        // Several of classes.
        let mut several: Vec<(&[Take], Vec<i64>)> = Vec::new();
        if !twos.is_empty() {
            several.push((&twos, self.sums(&[&classes, &classes])));
        }
        if !threes.is_empty() {
            several.push((&threes, self.sums(&[&classes, &classes, &classes])));
            several.push((&threes, self.sums(&[&classes, &classes, &small])));
        }
        *self.steps += self.q as u64 * 2 * (twos.len() + 2 * threes.len()) as u64;
        !several.iter().any(|(takes, sums)| {
            last.clone().any(|n| {
                let (low, height) = self.of(n);
                takes.iter().any(|&(take, repeats)| {
                    let may = |sum: i64| sum >= height && (repeats || (sum - height) % 2 == 0);
                    self.heights_of(sums, low, n - take).any(may)
                })
            })
        })
    }

    fn moves_lead_below(&mut self, last: std::ops::Range<i64>) -> bool {
        let [ones, twos, threes] = [1, 2, 3].map(|heaps| self.takes(heaps));
        // What is flat has the height 0, so that its part is its size, negative.
        let e = self.e;
        let flat_classes: Vec<Part> = self.flat.iter().copied().filter(|&(_, size)| size <= -e).collect();
        let flat = self.flat.clone();
        let two = self.sums(&[&flat_classes, &flat]);
        let three = self.sums(&[&flat_classes, &flat_classes, &flat_classes]);
        for n in last {
            let (own, height) = self.of(n);
            for low in 0..self.sigma {
                // All heights of each parity up to these are reached.
                let mut reached = [NONE; 2];
                let mut reach = |sum: i64, both: bool| {
                    for sum in [sum, sum - 1].into_iter().take(1 + usize::from(both)).filter(|&sum| sum >= -2)
                    {
                        let most = &mut reached[sum.rem_euclid(2) as usize];
                        *most = (*most).max(sum);
                    }
                };
                *self.steps += (ones.len() + 2 * (twos.len() + threes.len())) as u64;
                for &(take, _) in ones.iter().filter(|take| take.1) {
                    let (left, sum) = self.of(n - take);
                    let first = sum - (n - take - self.e).div_euclid(self.q);
                    if left == low && (0..first).all(|height| self.always_leads_to(n, height, low)) {
                        reach(sum, true);
                    }
                }
                for &(take, repeats) in &threes {
                    self.heights_of(&three, low, n - take).for_each(|sum| reach(sum, repeats));
                }
                for &(take, _) in twos.iter().filter(|take| take.1) {
                    self.heights_of(&two, low, n - take).for_each(|sum| reach(sum, true));
                }
                let wanted = height - i64::from(low >= own);
                for parity in [0, 1] {
                    let most = reached[parity as usize];
                    if most == NONE {
                        return false;
                    }
                    for height in ((most + 2).max(parity)..=wanted).step_by(2) {
                        if *self.steps > WORK || !self.leads_to(n, height, low, &threes) {
                            return false;
                        }
                    }
                }
                if *self.steps > WORK {
                    return false;
                }
            }
        }
        true
    }

    /// Whether heap n and all larger ones of its class have moves, by takes that repeat, to no heap or to certain
    /// ones of this height and low.
    fn always_leads_to(&mut self, n: i64, height: i64, low: usize) -> bool {
        let (value, from) = (height as usize * self.sigma + low, self.code.from() as i64);
        let end = (self.e + 2 * self.q).min(n - from + 1).max(1);
        *self.steps += end as u64;
        (value == 0 && n >= from && self.may_leave(n, 0))
            || (1..end)
                .any(|heap| self.values[heap as usize] as usize == value && self.may_leave(n - heap, 1))
    }

    /// Whether heap n has a move to one heap of a class, of this height, and to others of height 0 that leave
    /// this low.
    fn leads_to(&mut self, n: i64, height: i64, low: usize, threes: &[Take]) -> bool {
        for class in self.e..self.e + self.q {
            let (own, first) = self.of(class);
            if height < first {
                continue;
            }
            let rest = n - class - (height - first) * self.q;
            let other = own ^ low;
            *self.steps += 1 + self.flat.len() as u64;
            if *self.steps > WORK {
                return false;
            }
            let flat = |wanted: usize| self.flat.iter().filter(move |part| part.0 == wanted);
            if (other == 0 && self.may_leave(rest, 1))
                || flat(other).any(|&(_, size)| self.may_leave(rest + size, 2))
            {
                return true;
            }
            for &(take, _) in threes.iter().filter(|take| !take.1) {
                *self.steps += self.flat.len() as u64;
                let two = |&(a, size): &Part| {
                    let b = rest - take + size;
                    b > 0 && b < self.e + self.q && self.values[b as usize] as usize == a ^ other
                };
                if self.flat.iter().any(two) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::code::Reach;

    #[test]
    fn what_is_proved_of_few_values_is_true_of_more() {
        let mut x = 11u64;
        let mut dice = |n: u64| {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (x >> 33) % n
        };
        let (mut proved, mut refused) = (0, 0);
        for _ in 0..300 {
            let mut digits =
                |count: u64| -> Vec<u8> { (0..count).map(|_| (dice(16) & dice(16)) as u8).collect() };
            let mut code = digits(4);
            code[0] &= 12;
            let code = Code::of(&code, &digits(3));
            let (mut reach, mut values, mut steps) = (Reach::default(), Vec::new(), 0);
            (0..240).for_each(|_| values.push(reach.mex(&code, &values, &mut steps).unwrap()));
            for known in [12, 20, 40, 80] {
                for period in 1..known / 3 {
                    let rises = |i: usize| i64::from(values[i + period]) - i64::from(values[i]);
                    let saltus = rises(known - 1 - period);
                    let fits = (0..known - period).rev().take_while(|&i| rises(i) == saltus).count();
                    let preperiod = known - period - fits;
                    if saltus <= 0 || fits < period {
                        continue;
                    }
                    let cycle = Cycle { preperiod: preperiod as u64, period: period as u64 };
                    let true_later = (preperiod..values.len() - period).all(|i| rises(i) == saltus);
                    match (Rise { cycle, saltus: saltus as u64 }.check(&code, &values[..known]), true_later) {
                        (Ok(()), _) => {
                            assert!(true_later, "{code:?}, {known} values: {cycle:?} +{saltus}");
                            proved += 1;
                        }
                        (Err(_), false) => refused += 1,
                        (Err(_), true) => {}
                    }
                }
            }
        }
        assert!(proved > 100 && refused > 100, "{proved} {refused}");
    }
}
