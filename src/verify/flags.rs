//! Flags: outcomes of one heap by their definition.
//!
//! The outcome of `left` + k depends, for k at least max(S), on the max(S) outcomes before it: what
//! repeats over so many repeats for ever.

use super::heaps::{check_cycle, check_least, merge, term};
use super::{CELLS, Checked, Meter, paths, rejected, unproved};
use crate::certificate::{Checksum, Cycle};
use crate::record::{Ask, Field, Move, Range, Record, Verdict};

const LOSE: u32 = 0;
const WIN: u32 = 1;
const DRAW: u32 = 2;

/// The rules of one record.
pub(crate) struct Flags {
    amounts: Vec<Range>,
    left: u64,
    overshoot: bool,
    or_less: bool,
}

impl Flags {
    /// The rules; rejected when an amount is 0.
    pub(crate) fn of(record: &Record<'_>) -> Checked<Flags> {
        let amounts = merge(&record.rules.amounts);
        match (record.rules.left, amounts.first()) {
            (Some(left), Some(first)) if first.low > 0 => {
                Ok(Flags { amounts, left, overshoot: record.rules.overshoot, or_less: record.rules.or_less })
            }
            _ => rejected("the rules are not those of flags"),
        }
    }

    /// The last outcome that must be known for this cycle to be proved.
    pub(crate) fn range_for(&self, cycle: Cycle) -> Option<u64> {
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

    /// What the opponent then faces.
    fn faced(&self, k: u64, taken: u64, outcome: impl Fn(u64) -> Option<u32>) -> Option<u32> {
        match k.checked_sub(taken) {
            Some(k) => outcome(k),
            None if self.or_less => Some(LOSE),
            None => Some(DRAW),
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
    pub(crate) fn checksum(&self, range: u64, meter: &Meter) -> Checked<u64> {
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

pub(super) fn derive(
    record: &Record<'_>,
    range: u64,
    cycle: Option<Cycle>,
    checksum: u64,
    meter: &Meter,
) -> Checked<Vec<Field>> {
    let flags = Flags::of(record)?;
    // The period is asked of the rules alone: any start will do.
    let heap = match record.position.numbers[..] {
        [heap] => heap,
        [] if record.asks.iter().all(|&ask| ask == Ask::Period) => flags.left,
        _ => return rejected("flags is played with one heap"),
    };
    let Some(k) = heap.checked_sub(flags.left) else { return rejected("the start is below `left`") };
    // What is neither needed nor enough is not computed.
    let needed = cycle.map_or(Some(k), |cycle| flags.range_for(cycle));
    if needed != Some(range) {
        return rejected("the range is not the one that proves what is claimed");
    }
    let outcomes = flags.outcomes(range, meter)?;
    if Checksum::of(outcomes.iter().map(|&outcome| u64::from(outcome))) != checksum {
        return rejected("the outcomes have another checksum");
    }
    let at = |k: u64| term(&outcomes, cycle, k);
    if let Some(cycle) = cycle {
        check_cycle(&outcomes, cycle, flags.window())?;
        check_least(cycle, |k| at(k).unwrap_or(DRAW))?;
    }
    let known = |k: u64| match at(k) {
        Some(outcome) => Ok(outcome),
        None => rejected(format!("nothing is claimed of {k} above `left`")),
    };
    let outcome = known(k)?;
    let reaching = || -> Checked<Vec<Move>> {
        let goal = if outcome == WIN { LOSE } else { DRAW };
        let mut moves = Vec::new();
        for taken in flags.takes(k).filter(|_| outcome != LOSE) {
            meter.spend(1)?;
            match flags.faced(k, taken, at) {
                Some(faced) if faced == goal => {
                    moves.push(Move::Heap { index: 0, from: heap, to: heap - taken });
                }
                Some(_) => {}
                None => return rejected(format!("nothing is claimed of {} above `left`", k - taken)),
            }
        }
        Ok(moves)
    };
    let verdict = |count: usize| match outcome {
        WIN => Verdict::Win(count as u128),
        LOSE => Verdict::Lose,
        _ => Verdict::Draw,
    };
    record
        .asks
        .iter()
        .map(|&ask| {
            Ok(match ask {
                Ask::Verdict => Field::Verdict(verdict(reaching()?.len())),
                Ask::Winner => Field::Winner(verdict(0)),
                Ask::Count => Field::Count(if outcome == WIN { reaching()?.len() as u128 } else { 0 }),
                Ask::Moves => Field::Moves(reaching()?),
                Ask::Best => {
                    let first = || {
                        flags.takes(k).next().map(|taken| Move::Heap {
                            index: 0,
                            from: heap,
                            to: heap - taken,
                        })
                    };
                    Field::Best(if outcome == LOSE { first() } else { reaching()?.first().copied() })
                }
                Ask::Losing => {
                    if heap > CELLS {
                        return unproved("the outcomes are too many to list");
                    }
                    let below = if flags.or_less { 0..flags.left } else { 0..0 };
                    let mut losing: Vec<u64> = below.collect();
                    for k in 0..=k {
                        if known(k)? == LOSE {
                            losing.push(flags.left + k);
                        }
                    }
                    Field::Losing(losing)
                }
                Ask::Period => match cycle {
                    Some(Cycle { preperiod, period }) => Field::Period(Some((preperiod, period))),
                    None => return unproved("that no period is found within the limit is not proved"),
                },
                Ask::Paths(modulus) => paths::derive(&flags.amounts, k, modulus, meter)?,
                _ => return rejected(format!("this game has no `{ask}`")),
            })
        })
        .collect()
}
