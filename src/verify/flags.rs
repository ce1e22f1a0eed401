//! Flags: outcomes of one heap by their definition.
//!
//! The outcome of `left` + k depends, for k at least max(S), on the max(S) outcomes before it: what
//! repeats over so many repeats for ever.

use super::heaps::{amounts, check_cycle, check_least, term};
use super::{CELLS, Checked, WORK, paths, rejected, unproved};
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
        let amounts = amounts(record);
        match (record.rules.left, amounts.first()) {
            (Some(left), Some(first)) if first.low > 0 => {
                Ok(Flags { amounts, left, overshoot: record.rules.overshoot, or_less: record.rules.or_less })
            }
            _ => rejected("the rules are not those of flags"),
        }
    }

    /// The last outcome that must be known for this cycle to be proved.
    pub(crate) fn range_for(&self, cycle: Cycle) -> Option<u64> {
        cycle.preperiod.checked_add(cycle.period)?.checked_add(self.window())
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
    pub(crate) fn outcomes(&self, range: u64) -> Checked<Vec<u32>> {
        if range >= CELLS {
            return unproved(format!("{range} outcomes are too many to compute"));
        }
        let mut outcomes = vec![LOSE];
        let mut work = 0;
        for k in 1..=range {
            let mut best = LOSE;
            let mut moves = false;
            for taken in self.takes(k) {
                work += 1;
                moves = true;
                let known = |k: u64| outcomes.get(k as usize).copied();
                match self.faced(k, taken, known) {
                    Some(LOSE) => {
                        best = WIN;
                        break;
                    }
                    Some(DRAW) => best = DRAW,
                    _ => {}
                }
                if work > WORK {
                    return unproved("computing the outcomes takes too many steps");
                }
            }
            outcomes.push(if moves { best } else { DRAW });
        }
        Ok(outcomes)
    }
}

pub(super) fn derive(
    record: &Record<'_>,
    range: u64,
    cycle: Option<Cycle>,
    checksum: u64,
) -> Checked<Vec<Field>> {
    let flags = Flags::of(record)?;
    let outcomes = flags.outcomes(range)?;
    if Checksum::of(outcomes.iter().map(|&outcome| u64::from(outcome))) != checksum {
        return rejected("the outcomes have another checksum");
    }
    let at = |k: u64| term(&outcomes, cycle, k);
    if let Some(cycle) = cycle {
        check_cycle(&outcomes, cycle, flags.window())?;
        check_least(cycle, |k| at(k).unwrap_or(DRAW))?;
    }
    let [heap] = record.position.numbers[..] else { return rejected("flags is played with one heap") };
    let Some(k) = heap.checked_sub(flags.left) else { return unproved("the start is below `left`") };
    let known = |k: u64| match at(k) {
        Some(outcome) => Ok(outcome),
        None => rejected(format!("nothing is claimed of {k} above `left`")),
    };
    let outcome = known(k)?;
    let reaching = || -> Checked<Vec<Move>> {
        let goal = if outcome == WIN { LOSE } else { DRAW };
        let mut moves = Vec::new();
        for (step, taken) in flags.takes(k).enumerate().filter(|_| outcome != LOSE) {
            if step as u64 > CELLS {
                return unproved("enumerating the moves takes too many steps");
            }
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
                Ask::Paths(modulus) => paths::derive(&flags.amounts, k, modulus)?,
                _ => return rejected(format!("this game has no `{ask}`")),
            })
        })
        .collect()
}
