//! Heaps: Grundy values by their definition, and theorems that carry them to any heap.
//!
//! - *Subtraction*: a value depends on the max(S) values before it. So values that repeat with
//!   period p over max(S) heaps from e repeat for ever.
//! - *Octal games* (Guy and Smith 1956): values that repeat with period p over e + p + t heaps from
//!   e, t the largest take, repeat for ever.
//! - *Take-and-break codes*: the same for any digits ([`code`]); values that rise each period ([`rising`]). *Rings* of
//!   them leave rows ([`ring`]).
//! - *Subtraction of one range of amounts* and *Lasker's Nim*: closed forms ([`range`], [`lasker`]).

pub(crate) mod code;
mod lasker;
mod mirror;
mod options;
mod range;
mod ring;
mod rising;
mod rules;
mod values;
mod window;

use std::cell::RefCell;
use std::ops::ControlFlow;

use fxhash::FxHashMap;

use super::sums::{self, Sum, Visitor};
use super::{CELLS, Checked, Meter, paths, rejected, unproved};
use crate::certificate::Cycle;
use grundy_record::{Ask, Field, Move, Period, Range, Record, Tuple};
use range::OneRange;
use ring::Rings;
use rising::Rise;
use rules::Remainder;

pub(super) use rising::derive_rising;
pub use rising::range_of_rising;
pub use rules::{Rules, merge};
use values::{Known, Splits};

pub use values::Memo;

/// Checks that the terms, known to some range, have this cycle over a window that proves it.
pub(super) fn check_cycle(terms: &[u32], cycle: Cycle, window: u64) -> Checked<()> {
    let Cycle { preperiod, period } = cycle;
    let end = preperiod.checked_add(window).and_then(|end| end.checked_add(period));
    if end.is_none_or(|end| end > terms.len() as u64) {
        return rejected("the range is too short to prove this period");
    }
    let (from, period) = (preperiod as usize, period as usize);
    let repeats = (from..from + window as usize).all(|i| terms[i] == terms[i + period]);
    if repeats { Ok(()) } else { rejected("the terms do not repeat with this period") }
}

/// Checks that a proved cycle is the least one; `at` gives any term.
pub(super) fn check_least(cycle: Cycle, at: impl Fn(u64) -> u32) -> Checked<()> {
    check_least_by(cycle, |i, by| at(i) == at(i + by))
}

/// The same, where `keeps` says whether a term of some index goes with the one so much further.
fn check_least_by(cycle: Cycle, keeps: impl Fn(u64, u64) -> bool) -> Checked<()> {
    let Cycle { preperiod, period } = cycle;
    if preperiod > 0 && keeps(preperiod - 1, period) {
        return rejected("the preperiod is shorter");
    }
    let repeats = |shorter: u64| (preperiod..preperiod + period).all(|i| keeps(i, shorter));
    let mut rest = period;
    for prime in 2.. {
        if prime * prime > rest {
            break;
        }
        if rest.is_multiple_of(prime) {
            if repeats(period / prime) {
                return rejected("the period is shorter");
            }
            while rest.is_multiple_of(prime) {
                rest /= prime;
            }
        }
    }
    if rest > 1 && repeats(period / rest) { rejected("the period is shorter") } else { Ok(()) }
}

/// The most counts of splits that are remembered from one record to the next.
const SPLITS: usize = 1 << 16;

/// What a certificate of heaps claims.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    pub(super) range: u64,
    pub(super) cycle: Option<Cycle>,
    pub(super) mask: u64,
    pub(super) checksum: u64,
}

pub(super) fn derive(
    record: &Record<'_>,
    rules: &Rules,
    claim: Claim,
    memo: &mut Memo,
    meter: &Meter,
) -> Checked<Vec<Field>> {
    let Claim { range, cycle, mask, checksum } = claim;
    let heaps = &record.position.numbers;
    // What is neither needed nor enough is not computed.
    let needed = match cycle {
        None => Some(heaps.iter().copied().max().unwrap_or(0)),
        Some(cycle) => rules.range_for(cycle),
    };
    match needed {
        None => return rejected("no theorem proves this period of these rules"),
        Some(needed) if needed != range => {
            return rejected(format!("the range that proves what is claimed is {needed}, not {range}"));
        }
        Some(_) => {}
    }
    if mask > u64::from(u32::MAX) || (mask != 0 && !rules.splits_by_mask()) {
        return rejected("this mask serves no purpose");
    }
    let known = memo.values(rules, mask, range)?;
    if known.checksum(range) != checksum {
        return rejected("the values have another checksum");
    }
    if let Some(cycle) = cycle.filter(|_| known.cycle != cycle) {
        let values = known.to(range);
        check_cycle(values, cycle, rules.window_for(cycle).unwrap_or(u64::MAX))?;
        check_least(cycle, |i| term(values, Some(cycle), i).unwrap_or(0))?;
        known.cycle = Some(cycle);
        known.splits.clear();
    }
    if known.splits.len() > SPLITS {
        known.splits.clear();
    }
    let Known { values, splits, .. } = known;
    let values = &values[..=range as usize];
    answer(record, rules, Terms::Listed { values, cycle, splits: RefCell::new(splits) }, meter)
}

/// The same where the amounts are said to be all of one range.
pub(super) fn derive_range(
    record: &Record<'_>,
    (low, high): (u64, u64),
    meter: &Meter,
) -> Checked<Vec<Field>> {
    let amounts = merge(record.rules.amounts());
    if low == 0 || amounts != [Range { low, high }] {
        return rejected("these are not the amounts");
    }
    let terms = Terms::Range(OneRange::new(Range { low, high }));
    answer(record, &Rules::Subtraction(amounts), terms, meter)
}

/// The same in Lasker's Nim.
pub(super) fn derive_lasker(record: &Record<'_>, meter: &Meter) -> Checked<Vec<Field>> {
    answer(record, &Rules::Lasker, Terms::Lasker, meter)
}

fn answer<'a>(
    record: &'a Record<'_>,
    rules: &'a Rules,
    terms: Terms<'a>,
    meter: &'a Meter,
) -> Checked<Vec<Field>> {
    let (heaps, misere) = (&record.position.numbers, record.modifiers.misere);
    let rows = Heaps { rules, terms, heaps, misere, meter, counts: RefCell::default() };
    if record.modifiers.ring {
        return sums::answer(&Rings { rows }, misere, &record.asks);
    }
    sums::answer(&rows, misere, &record.asks)
}

/// The term of this index, when it is known.
pub(super) fn term(terms: &[u32], cycle: Option<Cycle>, index: u64) -> Option<u32> {
    if let Some(&term) = usize::try_from(index).ok().and_then(|index| terms.get(index)) {
        return Some(term);
    }
    let Cycle { preperiod, period } = cycle?;
    terms.get((preperiod + (index - preperiod) % period) as usize).copied()
}

/// What gives the values.
enum Terms<'a> {
    Listed {
        values: &'a [u32],
        cycle: Option<Cycle>,
        /// What is known of the splits of large heaps, see [`Splits`].
        splits: RefCell<&'a mut FxHashMap<(u64, u64), Splits>>,
    },
    Rising {
        values: &'a [u32],
        rise: Rise,
    },
    Range(OneRange),
    Lasker,
}

struct Heaps<'a> {
    rules: &'a Rules,
    terms: Terms<'a>,
    heaps: &'a [u64],
    misere: bool,
    meter: &'a Meter,
    /// How many moves take a heap to a value, for heaps that come again.
    counts: RefCell<FxHashMap<(u64, u64), u128>>,
}

impl Heaps<'_> {
    fn value_of(&self, heap: u64) -> Checked<u64> {
        let value = match &self.terms {
            Terms::Listed { values, cycle, .. } => term(values, *cycle, heap).map(u64::from),
            Terms::Rising { values, rise } => rise.value(values, heap),
            Terms::Range(range) => Some(range.value(heap)),
            Terms::Lasker => lasker::value(heap),
        };
        match value {
            Some(value) => Ok(value),
            None => rejected(format!("nothing is claimed of heap {heap}")),
        }
    }

    /// The least cycle, where one is known by which values repeat.
    fn cycle(&self) -> Option<Cycle> {
        match &self.terms {
            Terms::Listed { cycle, .. } => *cycle,
            Terms::Range(range) => Some(Cycle { preperiod: 0, period: range.period().try_into().ok()? }),
            Terms::Rising { .. } | Terms::Lasker => None,
        }
    }

    fn period(&self) -> Option<Period> {
        let (Cycle { preperiod, period }, saltus) = match self.terms {
            Terms::Rising { rise, .. } => (rise.cycle, rise.saltus),
            _ => (self.cycle()?, 0),
        };
        Some(Period { preperiod, period, saltus })
    }

    /// Where values rise and moves leave one heap at most: what is left of this one with this value, the most
    /// first.
    fn left_of_rising(&self, heap: u64, value: u64) -> Checked<Option<Vec<u64>>> {
        let (Terms::Rising { values, rise }, Rules::Code(code)) = (&self.terms, self.rules) else {
            return Ok(None);
        };
        if code.most_heaps() > 1 {
            return Ok(None);
        }
        self.meter.spend(values.len() as u64)?;
        let mut left = rise.heaps_of(values, value, heap.saturating_sub(1));
        left.retain(|&left| code.digit(heap - left).leaves(u32::from(left > 0)));
        Ok(Some(left))
    }

    /// The one heap, when its terms can be listed.
    fn listed_heap(&self) -> Checked<u64> {
        match self.only_heap()? {
            heap if heap <= CELLS => Ok(heap),
            heap => unproved(format!("the terms up to {heap} are too many to list")),
        }
    }

    fn only_heap(&self) -> Checked<u64> {
        match self.heaps {
            [heap] => Ok(*heap),
            _ => rejected("this ask is for one heap"),
        }
    }

    /// Where any amount may be taken, it is known beforehand how many moves there are to look at.
    fn expect_to_look_at(&self, heap: u64) -> Checked<()> {
        let is_any = *self.rules == Rules::Lasker || self.rules.repeated().1.is_some();
        if is_any && self.meter.left() < heap {
            return unproved("the moves are too many to look at");
        }
        Ok(())
    }

    /// How many splits of `left`, smaller part first, have this value.
    fn count_splits(&self, left: u64, unequal: bool, target: u64) -> Checked<u128> {
        let periodic = match &self.terms {
            Terms::Listed { values, cycle: Some(cycle), splits } if left >= values.len() as u64 => {
                Some((*cycle, splits))
            }
            _ => None,
        };
        let Some((Cycle { preperiod, period }, splits)) = periodic else {
            self.meter.spend(left / 2)?;
            let mut count = 0;
            for a in 1..=left / 2 {
                let equal = unequal && 2 * a == left;
                count += u128::from(!equal && self.value_of(a)? ^ self.value_of(left - a)? == target);
            }
            return Ok(count);
        };
        // In order: those with one part before the periodic ones, twice, and the others by the class
        // of a part modulo the period. Parts beyond what is known are many periods long together, and
        // what there is of each class depends on `left` modulo the period but for one summand.
        let edge = preperiod.max(1);
        self.meter.spend(edge + period)?;
        // Of left − 1 parts, where `left` may be the largest number.
        let middle = left - (2 * edge - 1);
        let key = (left % period, target);
        let before = splits.borrow().get(&key).copied();
        let Splits { edge: at_edge, classes, longer } = match before {
            Some(splits) => splits,
            None => {
                let hits = |a: u64| Ok(self.value_of(a)? ^ self.value_of(left - a)? == target);
                let mut counted = Splits { edge: 0, classes: 0, longer: 0 };
                for a in 1..edge {
                    counted.edge += u64::from(hits(a)?);
                }
                for i in 0..period {
                    let hit = hits(edge + i)?;
                    counted.classes += u64::from(hit);
                    counted.longer += u64::from(hit && i < middle % period);
                }
                splits.borrow_mut().insert(key, counted);
                counted
            }
        };
        let ordered =
            2 * u128::from(at_edge) + u128::from(classes) * u128::from(middle / period) + u128::from(longer);
        // Both parts equal: once in order, value 0.
        let even = left.is_multiple_of(2) && target == 0;
        Ok((ordered + u128::from(even)) / 2 - u128::from(even && unequal))
    }
}

impl Heaps<'_> {
    /// Visits the ways to part `left` into three heaps, smaller ones first, that have this value or any.
    fn visit_threes(
        &self,
        left: u64,
        unequal: bool,
        target: Option<u64>,
        visit: &mut dyn FnMut([u64; 3]) -> ControlFlow<()>,
    ) -> Checked<ControlFlow<()>> {
        let apart = u64::from(unequal);
        for small in 1..=left / 3 {
            for middle in small + apart..left - small {
                self.meter.spend(1)?;
                let large = left - small - middle;
                if middle.saturating_add(apart) > large {
                    break;
                }
                let value = || Ok(self.value_of(small)? ^ self.value_of(middle)? ^ self.value_of(large)?);
                if (target.is_none() || target == Some(value()?)) && visit([small, middle, large]).is_break()
                {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Sum for Heaps<'_> {
    fn components(&self) -> usize {
        self.heaps.len()
    }

    fn value(&self, index: usize) -> Checked<u64> {
        self.value_of(self.heaps[index])
    }

    fn count_to(&self, index: usize, target: u64) -> Checked<u128> {
        let heap = self.heaps[index];
        if let Terms::Range(range) = &self.terms {
            return Ok(range.count_to(heap, target));
        }
        if let Some(&count) = self.counts.borrow().get(&(heap, target)) {
            return Ok(count);
        }
        if let Some(left) = self.left_of_rising(heap, target)? {
            return Ok(left.len() as u128);
        }
        self.expect_to_look_at(heap)?;
        let mut count = 0;
        for Remainder { left, whole, split, in_three, unequal } in self.rules.remainders(heap) {
            self.meter.spend(1)?;
            count += u128::from(whole && self.value_of(left)? == target);
            if split {
                count += self.count_splits(left, unequal, target)?;
            }
            if in_three {
                let _ = self.visit_threes(left, unequal, Some(target), &mut |_| {
                    count += 1;
                    ControlFlow::Continue(())
                })?;
            }
        }
        self.counts.borrow_mut().insert((heap, target), count);
        Ok(count)
    }

    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let from = self.heaps[index];
        if let Terms::Range(range) = &self.terms {
            for left in range.left(from, target) {
                self.meter.spend(1)?;
                if visitor(Move::Heap { index, from, to: left }) == ControlFlow::Break(()) {
                    break;
                }
            }
            return Ok(());
        }
        if let Some(target) = target {
            if let Some(left) = self.left_of_rising(from, target)? {
                let _ = left.into_iter().try_for_each(|to| visitor(Move::Heap { index, from, to }));
                return Ok(());
            }
            self.expect_to_look_at(from)?;
        }
        for Remainder { left, whole, split, in_three, unequal } in self.rules.remainders(from) {
            self.meter.spend(1)?;
            if whole
                && (target.is_none() || target == Some(self.value_of(left)?))
                && visitor(Move::Heap { index, from, to: left }) == ControlFlow::Break(())
            {
                return Ok(());
            }
            let parts = if split { left / 2 } else { 0 };
            for a in 1..=parts {
                self.meter.spend(1)?;
                let b = left - a;
                if (unequal && a == b)
                    || (target.is_some() && target != Some(self.value_of(a)? ^ self.value_of(b)?))
                {
                    continue;
                }
                if visitor(Move::Split { index, from, parts: [a, b] }) == ControlFlow::Break(()) {
                    return Ok(());
                }
            }
            let mut visit = |parts: [u64; 3]| {
                let parts = parts.iter().map(|&heap| Tuple::new(&[heap])).collect();
                visitor(Move::Parts { index, from: Tuple::new(&[from]), parts })
            };
            if in_three && self.visit_threes(left, unequal, target, &mut visit)?.is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn own(&self, ask: Ask) -> Checked<Field> {
        Ok(match ask {
            Ask::Sequence => {
                let heap = self.listed_heap()?;
                Field::Sequence((0..=heap).map(|h| self.value_of(h)).collect::<Checked<_>>()?)
            }
            Ask::Slice(first, last) => {
                if last > self.listed_heap()? {
                    return rejected("the slice ends beyond the heap");
                }
                let values = (first..=last).map(|h| self.value_of(h)).collect::<Checked<_>>()?;
                Field::Slice { first, values }
            }
            Ask::Losing => {
                let losing = if self.misere { 1 } else { 0 };
                let mut heaps = Vec::new();
                for heap in 0..=self.listed_heap()? {
                    if self.value_of(heap)? == losing {
                        heaps.push(heap);
                    }
                }
                Field::Losing(heaps)
            }
            Ask::Period => match self.period() {
                Some(period) => Field::Period(period),
                None => return unproved("that no period is found within the limit is not proved"),
            },
            Ask::Paths(modulus) => match self.rules {
                Rules::Subtraction(amounts) | Rules::Spared(amounts) => {
                    paths::derive(amounts, self.only_heap()?, modulus, self.meter)?
                }
                _ => return rejected("this game has no `paths`"),
            },
            _ => return rejected(format!("this game has no `{ask}`")),
        })
    }
}
