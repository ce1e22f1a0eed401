//! Flags: outcomes of one heap by their definition.
//!
//! The outcome of `left` + k depends, for k at least max(S), on the max(S) outcomes before it: what
//! repeats over so many repeats for ever.
//!
//! Where the amounts are all from a to b, and a = 1 or nothing can be left below `left`, there is a
//! closed form: with r = k mod (a + b), `left` + k is lost for r = 0, won for a ≤ r ≤ b and drawn
//! otherwise. By induction on k > 0; moves lead to k − b, …, k − a, as far as these are not below 0:
//!
//! - They include a multiple of a + b, which is lost, exactly where a ≤ r ≤ b.
//! - For r = 0 they are the heaps with remainders a to b, all won.
//! - For 0 < r < a there is no move, or one to k − a, whose remainder is b + r; for r > b there is one
//!   to k − b, whose remainder is r − b < a: both drawn.
//!
//! For a = 1 the moves that leave fewer than `left` change nothing, since k ≤ b is won in any case.

use std::ops::RangeInclusive;

use super::heaps::{check_cycle, check_least, merge, term};
use super::{CELLS, Checked, Meter, paths, rejected, sets, unproved};
use crate::certificate::{Checksum, Cycle};
use grundy_record::{Ask, Field, Move, Period, Range, Record, Verdict};

const LOSE: u32 = 0;
const WIN: u32 = 1;
const DRAW: u32 = 2;

/// The rules of one record.
pub struct Flags {
    amounts: Vec<Range>,
    /// The set has a name: there are only those amounts that the heap can spare.
    named: bool,
    left: u64,
    overshoot: bool,
    or_less: bool,
}

impl Flags {
    /// The rules; rejected when an amount is 0.
    pub fn of(record: &Record<'_>) -> Checked<Flags> {
        let largest = record.position.numbers.iter().copied().max().unwrap_or(0);
        let (amounts, named) = match &record.rules.amounts {
            sets if !sets.is_plain() => (sets::amounts_to(sets, largest)?, true),
            sets => (merge(&sets.ranges), false),
        };
        match record.modifiers.left {
            Some(left) if named || amounts.first().is_some_and(|first| first.low > 0) => Ok(Flags {
                amounts,
                named,
                left,
                overshoot: record.modifiers.overshoot,
                or_less: record.modifiers.or_less,
            }),
            _ => rejected("the rules are not those of flags"),
        }
    }

    /// The last outcome that must be known for this cycle to be proved.
    pub fn range_for(&self, cycle: Cycle) -> Option<u64> {
        if self.named {
            return None;
        }
        cycle.preperiod.checked_add(cycle.period)?.checked_add(self.window())?.checked_sub(1)
    }

    fn window(&self) -> u64 {
        self.amounts.last().map_or(0, |range| range.high)
    }

    /// The amounts that may be taken from `left` + k, ascending.
    fn takes(&self, k: u64) -> impl Iterator<Item = u64> + '_ {
        let most = if self.overshoot || self.or_less { self.left.saturating_add(k) } else { k };
        let most = if k == 0 { 0 } else { most };
        self.amounts.iter().flat_map(move |range| range.low..=range.high.min(most))
    }

    /// Those that leave fewer than `left`.
    fn takes_below(&self, k: u64) -> Option<RangeInclusive<u64>> {
        let &[Range { low, high }] = &self.amounts[..] else { return None };
        let below = low.max(k.checked_add(1)?)..=high.min(self.left.saturating_add(k));
        Some(below).filter(|below| !below.is_empty())
    }

    /// The least and the largest amount, when all between are in the set and there is a closed form.
    pub fn one_range(&self) -> Option<(u64, u64)> {
        let exact = self.left == 0 || !(self.overshoot || self.or_less);
        match self.amounts[..] {
            [Range { low, high }] if !self.named && (low == 1 || exact) => Some((low, high)),
            _ => None,
        }
    }

    /// How much the heap of a record is above `left`.
    fn start(&self, record: &Record<'_>) -> Checked<u64> {
        let heap = match record.position.numbers[..] {
            [heap] => heap,
            // The period is asked of the rules alone: any start will do.
            [] if record.asks.iter().all(|&ask| ask == Ask::Period) => self.left,
            _ => return rejected("flags is played with one heap"),
        };
        match heap.checked_sub(self.left) {
            Some(k) => Ok(k),
            None => rejected("the start is below `left`"),
        }
    }

    /// The outcomes of `left`, …, `left + range`, for the player to move.
    fn outcomes(&self, range: u64, meter: &Meter) -> Checked<Vec<u32>> {
        if range >= CELLS {
            return unproved(format!("{range} outcomes are too many to compute"));
        }
        let mut outcomes = Vec::with_capacity(range as usize + 1);
        outcomes.push(LOSE);
        // Single amounts need none of it.
        let wide = self.amounts.iter().any(|range| range.low < range.high);
        let mut before = if wide { vec![(0, 0), (1, 0)] } else { Vec::new() };
        for k in 1..=range {
            meter.spend(self.amounts.len() as u64)?;
            let outcome = self.outcome(k, &outcomes, &before);
            outcomes.push(outcome);
            if wide {
                let (lost, drawn) = before[k as usize];
                before.push((lost + u32::from(outcome == LOSE), drawn + u32::from(outcome == DRAW)));
            }
        }
        Ok(outcomes)
    }

    /// The checksum of these outcomes.
    pub fn checksum(&self, range: u64, meter: &Meter) -> Checked<u64> {
        Ok(Checksum::of(self.outcomes(range, meter)?.into_iter().map(u64::from)))
    }

    /// The outcome of `left` + k from those before it, and, where amounts are ranges, how many before
    /// each are lost, and drawn.
    #[inline]
    fn outcome(&self, k: u64, outcomes: &[u32], before: &[(u32, u32)]) -> u32 {
        let (mut moves, mut draws) = (false, false);
        for range in &self.amounts {
            // Those that leave `left` or more.
            if let Some(most) = k.checked_sub(range.low) {
                let (loses, draw) = if range.low == range.high {
                    let outcome = outcomes[most as usize];
                    (outcome == LOSE, outcome == DRAW)
                } else {
                    let least = k.saturating_sub(range.high);
                    let (after, first) = (before[most as usize + 1], before[least as usize]);
                    (after.0 > first.0, after.1 > first.1)
                };
                if loses {
                    return WIN;
                }
                draws |= draw;
                moves = true;
            }
            // Those that leave fewer, but no less than nothing.
            if range.high > k && range.low.max(k + 1) <= self.left.saturating_add(k) {
                if self.or_less {
                    return WIN;
                }
                (moves, draws) = (moves || self.overshoot, draws || self.overshoot);
            }
        }
        if draws || !moves { DRAW } else { LOSE }
    }
}

/// What gives the outcomes.
enum Terms {
    Listed { outcomes: Vec<u32>, cycle: Option<Cycle> },
    Range { low: u128, high: u128 },
}

pub(super) fn derive(
    record: &Record<'_>,
    range: u64,
    cycle: Option<Cycle>,
    checksum: u64,
    meter: &Meter,
) -> Checked<Vec<Field>> {
    let flags = Flags::of(record)?;
    let k = flags.start(record)?;
    // What is neither needed nor enough is not computed.
    let needed = cycle.map_or(Some(k), |cycle| flags.range_for(cycle));
    if needed != Some(range) {
        return rejected("the range is not the one that proves what is claimed");
    }
    let outcomes = flags.outcomes(range, meter)?;
    if Checksum::of(outcomes.iter().map(|&outcome| u64::from(outcome))) != checksum {
        return rejected("the outcomes have another checksum");
    }
    if let Some(cycle) = cycle {
        check_cycle(&outcomes, cycle, flags.window())?;
        check_least(cycle, |k| term(&outcomes, Some(cycle), k).unwrap_or(DRAW))?;
    }
    Heap { flags, k, terms: Terms::Listed { outcomes, cycle }, meter }.answer(&record.asks)
}

/// The same where the amounts are said to be all of one range.
pub(super) fn derive_range(
    record: &Record<'_>,
    (low, high): (u64, u64),
    meter: &Meter,
) -> Checked<Vec<Field>> {
    let flags = Flags::of(record)?;
    if flags.one_range() != Some((low, high)) {
        return rejected("the amounts, and what may be left, have no closed form like this");
    }
    let k = flags.start(record)?;
    Heap { flags, k, terms: Terms::Range { low: low.into(), high: high.into() }, meter }.answer(&record.asks)
}

/// A heap of `left` + k whose outcome is proved.
struct Heap<'m> {
    flags: Flags,
    k: u64,
    terms: Terms,
    meter: &'m Meter,
}

impl Heap<'_> {
    /// The outcome of `left` + k, for any k.
    fn outcome(&self, k: u64) -> Checked<u32> {
        let outcome = match &self.terms {
            Terms::Listed { outcomes, cycle } => term(outcomes, *cycle, k),
            &Terms::Range { low, high } => Some(match u128::from(k) % (low + high) {
                0 => LOSE,
                rest if (low..=high).contains(&rest) => WIN,
                _ => DRAW,
            }),
        };
        match outcome {
            Some(outcome) => Ok(outcome),
            None => rejected(format!("nothing is claimed of {k} above `left`")),
        }
    }

    /// What the opponent faces when this is taken.
    fn faced(&self, taken: u64) -> Checked<u32> {
        match self.k.checked_sub(taken) {
            Some(k) => self.outcome(k),
            None if self.flags.or_less => Ok(LOSE),
            None => Ok(DRAW),
        }
    }

    /// The amounts that win, in closed form: one that leaves k a multiple of the period, and all that
    /// leave fewer than `left` where that loses.
    fn winning(&self, period: u128) -> impl Iterator<Item = u64> + '_ {
        // Below the period, which is a remainder of k.
        let exact = (u128::from(self.k) % period) as u64;
        let below = self.flags.takes_below(self.k).filter(|_| self.flags.or_less);
        std::iter::once(exact).chain(below.into_iter().flatten())
    }

    /// The amounts that reach the outcome.
    fn reaching(&self) -> Checked<Box<dyn Iterator<Item = Checked<u64>> + '_>> {
        let outcome = self.outcome(self.k)?;
        let goal = if outcome == WIN { LOSE } else { DRAW };
        let one = |taken: u64| self.meter.spend(1).map(|()| taken);
        Ok(match self.terms {
            _ if outcome == LOSE => Box::new(std::iter::empty()),
            Terms::Range { low, high } if outcome == WIN => Box::new(self.winning(low + high).map(one)),
            _ => Box::new(self.flags.takes(self.k).filter_map(move |taken| {
                match one(taken).and_then(|taken| self.faced(taken)) {
                    Ok(faced) => (faced == goal).then_some(Ok(taken)),
                    Err(stop) => Some(Err(stop)),
                }
            })),
        })
    }

    /// How many amounts win.
    fn count(&self) -> Checked<u128> {
        if self.outcome(self.k)? != WIN {
            return Ok(0);
        }
        match self.terms {
            Terms::Range { .. } => {
                let below = self.flags.takes_below(self.k).filter(|_| self.flags.or_less);
                Ok(1 + below.map_or(0, |range| u128::from(range.end() - range.start()) + 1))
            }
            Terms::Listed { .. } => self.reaching()?.try_fold(0, |count, taken| taken.map(|_| count + 1)),
        }
    }

    fn take(&self, taken: u64) -> Move {
        let heap = self.flags.left + self.k;
        Move::Heap { index: 0, from: heap, to: heap - taken }
    }

    fn losing(&self) -> Checked<Vec<u64>> {
        if self.flags.left + self.k > CELLS {
            return unproved("the outcomes are too many to list");
        }
        let below = if self.flags.or_less { 0..self.flags.left } else { 0..0 };
        let mut losing: Vec<u64> = below.collect();
        for k in 0..=self.k {
            if self.outcome(k)? == LOSE {
                losing.push(self.flags.left + k);
            }
        }
        Ok(losing)
    }

    fn period(&self) -> Option<Cycle> {
        match self.terms {
            Terms::Listed { cycle, .. } => cycle,
            Terms::Range { low, high } => Some(Cycle { preperiod: 0, period: (low + high).try_into().ok()? }),
        }
    }

    fn answer(&self, asks: &[Ask]) -> Checked<Vec<Field>> {
        let outcome = self.outcome(self.k)?;
        let verdict = |count: u128| match outcome {
            WIN => Verdict::Win(count),
            LOSE => Verdict::Lose,
            _ => Verdict::Draw,
        };
        let moves = || self.reaching()?.map(|taken| Ok(self.take(taken?))).collect::<Checked<Vec<Move>>>();
        let field = |&ask: &Ask| {
            Ok(match ask {
                Ask::Verdict => Field::Verdict(verdict(self.count()?)),
                Ask::Winner => Field::Winner(verdict(0).outcome()),
                Ask::Count => Field::Count(self.count()?),
                Ask::Moves => Field::Moves(moves()?),
                Ask::Best if outcome == LOSE => {
                    Field::Best(self.flags.takes(self.k).next().map(|taken| self.take(taken)))
                }
                Ask::Best => Field::Best(self.reaching()?.next().transpose()?.map(|taken| self.take(taken))),
                Ask::Losing => Field::Losing(self.losing()?),
                Ask::Period => match self.period() {
                    Some(Cycle { preperiod, period }) => {
                        Field::Period(Period { preperiod, period, saltus: 0 })
                    }
                    None => return unproved("that no period is found within the limit is not proved"),
                },
                Ask::Paths(modulus) => paths::derive(&self.flags.amounts, self.k, modulus, self.meter)?,
                _ => return rejected(format!("this game has no `{ask}`")),
            })
        };
        asks.iter().map(field).collect()
    }
}
