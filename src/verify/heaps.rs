//! Heaps: Grundy values by their definition, and two theorems that carry them to any heap.
//!
//! Values of heaps 0, 1, …, range are computed one by one. For games that split heaps, a parity
//! mask M saves most of the work, whatever M is: call a value *rare* when M ∧ value has an even
//! number of ones, *common* otherwise. The nim-sum of two values is common exactly when one of them
//! is rare and one common. So the options of common value are all found among splits with a rare
//! part; and the least common value that is none of them is the heap's value, unless a smaller
//! rare value is no option either, for which the other splits are looked at until all smaller
//! values are seen. With M = 0 every value is rare and every split is looked at.
//!
//! - *Subtraction*: a value depends on the max(S) values before it. So values that repeat with
//!   period p over max(S) heaps from e repeat for ever.
//! - *Octal games* (Guy and Smith 1956): values that repeat with period p for all heaps from e to
//!   2e + p + t, t the largest take, repeat for ever.

use std::ops::ControlFlow;

use super::sums::{self, Sum, Visitor};
use super::{CELLS, Checked, WORK, paths, rejected, unproved};
use crate::certificate::{Checksum, Cycle};
use crate::record::{Ask, Field, Move, Range, Record};

/// What moves a heap has.
#[derive(Clone, Debug)]
pub(crate) enum Rules {
    /// Take an amount: disjoint ascending ranges.
    Subtraction(Vec<Range>),
    /// `digits[k]`: what taking k allows.
    Octal(Vec<u8>),
    /// Split into two unequal heaps.
    Grundy,
    /// Take any amount, or split in two.
    Lasker,
}

impl Rules {
    /// The rules of a record of this game, when they are about heaps with values.
    pub(crate) fn of(record: &Record<'_>, name: &str) -> Option<Checked<Rules>> {
        let code = match name {
            "subtraction" => {
                let amounts = merge(&record.rules.amounts);
                return Some(match amounts.first() {
                    Some(first) if first.low > 0 => Ok(Rules::Subtraction(amounts)),
                    _ => rejected("an amount is 0"),
                });
            }
            "grundys-game" => return Some(Ok(Rules::Grundy)),
            "lasker" => return Some(Ok(Rules::Lasker)),
            "octal" => record.rules.code,
            "kayles" => "0.77",
            "dawson-kayles" => "0.07",
            "dawson-chess" => "0.137",
            "treblecross" => "0.007",
            _ => return None,
        };
        Some(Ok(Rules::Octal(code.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect())))
    }

    /// The heaps whose values must be known for this cycle to be proved, less one; none when no
    /// theorem is about these rules.
    pub(crate) fn range_for(&self, cycle: Cycle) -> Option<u64> {
        let Cycle { preperiod, period } = cycle;
        match self {
            Rules::Subtraction(amounts) => preperiod.checked_add(period)?.checked_add(amounts.last()?.high),
            Rules::Octal(digits) => {
                preperiod.checked_add(period)?.checked_mul(2)?.checked_add(digits.len() as u64 - 1)
            }
            Rules::Grundy | Rules::Lasker => None,
        }
    }

    /// Where the period must hold to hold for ever: that many heaps from the preperiod on.
    fn window_for(&self, cycle: Cycle) -> u64 {
        match self {
            Rules::Subtraction(amounts) => amounts.last().map_or(0, |last| last.high),
            Rules::Octal(digits) => cycle.preperiod + cycle.period + digits.len() as u64 - 1,
            Rules::Grundy | Rules::Lasker => u64::MAX,
        }
    }

    /// The splits of what is left after each take, `None` for no split: (taken, left, whether a
    /// single heap may be left, whether two may).
    fn remainders(&self, heap: u64) -> Box<dyn Iterator<Item = Remainder> + '_> {
        let remainder = move |taken, whole, split| Remainder { left: heap - taken, whole, split };
        match self {
            Rules::Subtraction(amounts) => Box::new(
                amounts
                    .iter()
                    .flat_map(move |range| range.low..=range.high.min(heap))
                    .map(move |taken| remainder(taken, true, false)),
            ),
            Rules::Octal(digits) => Box::new((0..).zip(digits).take_while(move |&(k, _)| k <= heap).map(
                move |(taken, &digit)| {
                    let whole = if taken == heap { digit & 1 != 0 } else { digit & 2 != 0 && taken > 0 };
                    remainder(taken, whole, digit & 4 != 0)
                },
            )),
            Rules::Grundy => Box::new(std::iter::once(remainder(0, false, true))),
            Rules::Lasker => Box::new((0..=heap).map(move |taken| remainder(taken, taken > 0, taken == 0))),
        }
    }

    /// The larger part of a split must be larger.
    fn unequal(&self) -> bool {
        matches!(self, Rules::Grundy)
    }
}

struct Remainder {
    left: u64,
    whole: bool,
    split: bool,
}

/// Sorted, overlaps joined.
fn merge(amounts: &[Range]) -> Vec<Range> {
    let mut sorted = amounts.to_vec();
    sorted.sort_unstable();
    let mut merged: Vec<Range> = Vec::new();
    for range in sorted {
        match merged.last_mut() {
            Some(last) if range.low <= last.high.saturating_add(1) => last.high = last.high.max(range.high),
            _ => merged.push(range),
        }
    }
    merged
}

/// The values of heaps 0 to `range`, by definition.
pub(crate) fn values(rules: &Rules, range: u64, mask: u64) -> Checked<Vec<u32>> {
    if range >= CELLS {
        return unproved(format!("{range} values are too many to compute"));
    }
    let mut computed =
        Computed { values: Vec::new(), rare: Vec::new(), mask, largest: 0, seen: Vec::new(), work: 0 };
    for heap in 0..=range {
        computed.extend(rules, heap)?;
        if computed.work > WORK {
            return unproved("computing the values takes too many steps");
        }
    }
    Ok(computed.values)
}

struct Computed {
    values: Vec<u32>,
    /// The heaps with a rare value.
    rare: Vec<u32>,
    mask: u64,
    /// The largest value.
    largest: u32,
    /// `seen[v] == heap + 1`: an option of the heap has value v.
    seen: Vec<u32>,
    work: u64,
}

impl Computed {
    fn is_rare(&self, value: u32) -> bool {
        (u64::from(value) & self.mask).count_ones().is_multiple_of(2)
    }

    fn see(&mut self, value: u32, stamp: u32) {
        let at = value as usize;
        if at >= self.seen.len() {
            self.seen.resize((at + 1).next_power_of_two(), 0);
        }
        self.seen[at] = stamp;
    }

    fn is_seen(&self, value: u32, stamp: u32) -> bool {
        self.seen.get(value as usize) == Some(&stamp)
    }

    fn extend(&mut self, rules: &Rules, heap: u64) -> Checked<()> {
        let stamp = heap as u32 + 1;
        for Remainder { left, whole, split } in rules.remainders(heap) {
            self.work += 1;
            if self.work > WORK {
                return unproved("computing the values takes too many steps");
            }
            if whole {
                self.see(self.values[left as usize], stamp);
            }
            if split {
                for i in 0..self.rare.len() {
                    let a = u64::from(self.rare[i]);
                    if a >= left {
                        break;
                    }
                    let b = left - a;
                    if a > 0 && !(rules.unequal() && a == b) {
                        self.work += 1;
                        self.see(self.values[a as usize] ^ self.values[b as usize], stamp);
                    }
                }
            }
        }
        // Every common option is seen now, and some rare ones.
        // Below this bound there is an unseen common value, or no value at all is common so far; then
        // all splits have rare parts, and all options are seen.
        let bound = 2 * (self.seen.len().max(self.largest as usize) + 1).next_power_of_two() as u32;
        let common = (0..if self.mask == 0 { 0 } else { bound })
            .find(|&v| !self.is_rare(v) && !self.is_seen(v, stamp));
        let most = common.unwrap_or_else(|| (0..).find(|&v| !self.is_seen(v, stamp)).unwrap_or(0));
        let mut missing = (0..most).filter(|&v| !self.is_seen(v, stamp)).count();
        if missing > 0 {
            'looking: for Remainder { left, split, .. } in rules.remainders(heap) {
                for a in (1..=left / 2).filter(|_| split) {
                    let b = left - a;
                    self.work += 1;
                    let value = self.values[a as usize] ^ self.values[b as usize];
                    if value < most && !(rules.unequal() && a == b) && !self.is_seen(value, stamp) {
                        self.see(value, stamp);
                        missing -= 1;
                        if missing == 0 {
                            break 'looking;
                        }
                    }
                }
            }
        }
        let value = (0..most).find(|&v| !self.is_seen(v, stamp)).unwrap_or(most);
        if self.is_rare(value) {
            self.rare.push(heap as u32);
        }
        self.largest = self.largest.max(value);
        self.values.push(value);
        Ok(())
    }
}

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
    let Cycle { preperiod, period } = cycle;
    if preperiod > 0 && at(preperiod - 1) == at(preperiod - 1 + period) {
        return rejected("the preperiod is shorter");
    }
    let repeats = |shorter: u64| (preperiod..preperiod + period).all(|i| at(i) == at(i + shorter));
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

pub(super) fn derive(
    record: &Record<'_>,
    rules: Rules,
    range: u64,
    cycle: Option<Cycle>,
    mask: u64,
    checksum: u64,
) -> Checked<Vec<Field>> {
    let values = values(&rules, range, mask)?;
    if Checksum::of(values.iter().map(|&value| u64::from(value))) != checksum {
        return rejected("the values have another checksum");
    }
    if let Some(cycle) = cycle {
        if rules.range_for(cycle).is_none() {
            return rejected("no theorem proves a period of these rules");
        }
        check_cycle(&values, cycle, rules.window_for(cycle))?;
        check_least(cycle, |i| term(&values, Some(cycle), i).unwrap_or(0))?;
    }
    let heaps = &record.position.numbers;
    let misere = record.rules.misere;
    sums::answer(&Heaps { rules, values, cycle, heaps, misere }, misere, &record.asks)
}

/// The term of this index, when it is known.
pub(super) fn term(terms: &[u32], cycle: Option<Cycle>, index: u64) -> Option<u32> {
    if let Some(&term) = usize::try_from(index).ok().and_then(|index| terms.get(index)) {
        return Some(term);
    }
    let Cycle { preperiod, period } = cycle?;
    terms.get((preperiod + (index - preperiod) % period) as usize).copied()
}

struct Heaps<'a> {
    rules: Rules,
    values: Vec<u32>,
    cycle: Option<Cycle>,
    heaps: &'a [u64],
    misere: bool,
}

impl Heaps<'_> {
    fn value_of(&self, heap: u64) -> Checked<u64> {
        match term(&self.values, self.cycle, heap) {
            Some(value) => Ok(u64::from(value)),
            None => rejected(format!("nothing is claimed of heap {heap}")),
        }
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

    /// How many splits of `left`, smaller part first, have this value.
    fn count_splits(&self, left: u64, target: u64) -> Checked<u128> {
        let unequal = self.rules.unequal();
        let known = self.values.len() as u64;
        let Some(Cycle { preperiod, period }) = self.cycle.filter(|_| left >= known) else {
            let mut count = 0;
            for a in 1..=left / 2 {
                let equal = unequal && 2 * a == left;
                count += u128::from(!equal && self.value_of(a)? ^ self.value_of(left - a)? == target);
            }
            return Ok(count);
        };
        // In order: those with one part before the periodic one, twice, and the others by residue.
        let mut ordered = 0;
        let edge = preperiod.max(1);
        for a in 1..edge {
            ordered += 2 * u128::from(self.value_of(a)? ^ self.value_of(left - a)? == target);
        }
        let middle = left + 1 - 2 * edge;
        for i in 0..period.min(middle) {
            let a = edge + i;
            if self.value_of(a)? ^ self.value_of(left - a)? == target {
                ordered += u128::from((middle - i).div_ceil(period));
            }
        }
        // Both parts equal: once in order, value 0.
        let even = left.is_multiple_of(2) && target == 0;
        Ok((ordered + u128::from(even)) / 2 - u128::from(even && unequal))
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
        let mut count = 0;
        for (step, Remainder { left, whole, split }) in (0..).zip(self.rules.remainders(heap)) {
            if step > WORK {
                return unproved("counting the moves takes too many steps");
            }
            count += u128::from(whole && self.value_of(left)? == target);
            if split {
                count += self.count_splits(left, target)?;
            }
        }
        Ok(count)
    }

    fn visit(&self, index: usize, target: Option<u64>, visitor: &mut Visitor<'_>) -> Checked<()> {
        let from = self.heaps[index];
        let mut work = 0;
        for Remainder { left, whole, split } in self.rules.remainders(from) {
            work += 1;
            if whole
                && (target.is_none() || target == Some(self.value_of(left)?))
                && visitor(Move::Heap { index, from, to: left }) == ControlFlow::Break(())
            {
                return Ok(());
            }
            for a in (1..=left / 2).filter(|_| split) {
                work += 1;
                if work > WORK {
                    return unproved("enumerating the moves takes too many steps");
                }
                let b = left - a;
                if (self.rules.unequal() && a == b)
                    || (target.is_some() && target != Some(self.value_of(a)? ^ self.value_of(b)?))
                {
                    continue;
                }
                if visitor(Move::Split { index, from, parts: [a, b] }) == ControlFlow::Break(()) {
                    return Ok(());
                }
            }
            if work > WORK {
                return unproved("enumerating the moves takes too many steps");
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
            Ask::Period => match self.cycle {
                Some(Cycle { preperiod, period }) => Field::Period(Some((preperiod, period))),
                None => return unproved("that no period is found within the limit is not proved"),
            },
            Ask::Paths(modulus) => match &self.rules {
                Rules::Subtraction(amounts) => paths::derive(amounts, self.only_heap()?, modulus)?,
                _ => return rejected("this game has no `paths`"),
            },
            _ => return rejected(format!("this game has no `{ask}`")),
        })
    }
}

/// The amounts of a record, disjoint and ascending.
pub(super) fn amounts(record: &Record<'_>) -> Vec<Range> {
    merge(&record.rules.amounts)
}
