//! Positions that vary: a record whose numbers are ranges stands for many positions, and is asked how
//! many of them the player to move loses.
//!
//! Sums of heaps are counted by their values ([`convolution`]), other positions one by one.

use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;
use num_bigint::BigUint;

use crate::shared::sum::Play;
use crate::{Goal, OpenPosition, Visit, Visited};
use grundy_base::range::Range;
use grundy_base::sync::interrupt::Checked;
use grundy_heaps::convolution::{self, Histogram, SmallValues, SumComponent, dyadic};
use grundy_heaps::sequence::Pattern;
use grundy_record::{Ask, Fault, Outcome, Place, Record};

/// A record whose position varies: how many positions it stands for, or with `true` in how many of them the player
/// to move loses.
struct Varied<'v>(Box<dyn Fn(bool) -> Result<BigUint, Fault> + Send + 'v>);

/// Opens a record all of whose tuples of numbers are positions, counted as [`counted`] does if those lost are asked
/// for.
pub fn open<'a>(
    record: &'a Record<'a>,
    p_positions: impl Fn() -> Result<BigUint, Fault> + Send + 'a,
) -> Box<dyn OpenPosition + 'a> {
    let all = || {
        record
            .position
            .ranges
            .iter()
            .flat_map(|tuple| tuple.iter())
            .map(size)
            .product()
    };
    counted(move |lost| if lost { p_positions() } else { Ok(all()) })
}

/// Opens a record whose positions are counted: all of them, or with `true` those that are lost.
pub fn counted<'a>(
    count: impl Fn(bool) -> Result<BigUint, Fault> + Send + 'a,
) -> Box<dyn OpenPosition + 'a> {
    Box::new(Varied(Box::new(count)))
}

/// Counts the numbers of a range.
pub fn size(range: &Range) -> BigUint {
    BigUint::from(range.count())
}

/// Returns the ranges of heaps.
pub fn heaps(record: &Record<'_>) -> Vec<Range> {
    record
        .position
        .ranges
        .iter()
        .flat_map(|tuple| tuple.iter().copied())
        .collect()
}

/// Returns the largest heap.
pub fn largest(ranges: &[Range]) -> u64 {
    ranges.iter().map(|range| range.high).max().unwrap_or(0)
}

/// Counts lost sums of heaps of nim: their values are given as disjoint ranges.
///
/// # Errors
///
/// Fails if counting would pass a limit.
pub fn nim(values: &[Vec<Range>], play: Play, budget: &Budget) -> Result<BigUint, Fault> {
    let normal = dyadic::losing(values, budget)?;
    Ok(match play {
        Play::Normal => normal,
        Play::Misere => {
            let has = |ranges: &[Range], value: u64| {
                u64::from(ranges.iter().any(|range| range.contains(value)))
            };
            let small_values = values.iter().map(|ranges| SmallValues {
                zeros: has(ranges, 0),
                ones: has(ranges, 1),
            });
            convolution::misere(normal, small_values)
        }
    })
}

/// The length from which on a period is looked for; shorter ranges are gone through without one. A guess.
const MIN_PERIOD_RANGE: u64 = 1 << 20;

/// Counts how often each value occurs among the heaps of a range, by the game's sequence: heap by heap, and in
/// long ranges by its period, if there is one.
///
/// # Errors
///
/// The error of `value`, or if too many heaps would have to be gone through.
pub fn histogram(
    range: Range,
    budget: &Budget,
    mut period: impl FnMut() -> Option<Pattern>,
    mut value: impl FnMut(u64) -> Result<u64, Fault>,
) -> Result<SumComponent, Fault> {
    let Range { low, high } = range;
    if low == high {
        return Ok(SumComponent::Fixed(value(low)?));
    }
    let mut histogram = Histogram::default();
    let mut add = |heap: u64, times: u64| count(&mut histogram, value(heap)?, times, budget);
    let period = if high - low < MIN_PERIOD_RANGE {
        None
    } else {
        period()
    };
    // Heaps up to here are counted one by one; then each heap of one period stands for all that follow it in steps.
    let (single, step) = match period {
        Some(Pattern {
            preperiod, period, ..
        }) => (preperiod.max(low).min(high), period),
        None => (high, 1),
    };
    if (single - low).saturating_add(step.min(high - single))
        > shares::heaps::heaps_of_a_range(budget.work)
    {
        let message = format!(
            "the heaps from {low} to {high} are too many to go through in {} steps",
            budget.work
        );
        return Err(too_many(u128::from(high - low).saturating_mul(64), message));
    }
    let mut steps = Checked::default();
    for heap in low..single {
        steps.step();
        add(heap, 1)?;
    }
    let rest = high - single;
    for i in 0..step.min(rest.saturating_add(1)) {
        add(single + i, (rest - i) / step + 1)?;
    }
    Ok(SumComponent::Varied(histogram))
}

/// Counts positions one by one: those that are legal, and those of them that are lost. `loses` gives `None` for
/// a tuple of numbers that is no position.
pub fn one_by_one<'a>(
    record: &'a Record<'a>,
    budget: &'a Budget,
    loses: impl Fn(&[u64]) -> Result<Option<bool>, Fault> + Send + 'a,
) -> Box<dyn OpenPosition + 'a> {
    counted(move |lost_only| {
        let mut count = 0u64;
        let ranges = heaps(record);
        looked_at_one_by_one(&ranges, steps_of_one(&ranges), budget)?;
        each_position(&ranges, |numbers| {
            count += u64::from(loses(numbers)?.is_some_and(|loses| loses || !lost_only));
            Ok(())
        })?;
        Ok(BigUint::from(count))
    })
}

/// Opens a record of several components that are tuples: it is counted by how often each value occurs among those of
/// each.
pub fn by_tuples<'a>(
    record: &'a Record<'a>,
    budget: &'a Budget,
    value: impl Fn(&[u64]) -> Result<u64, Fault> + Send + 'a,
) -> Box<dyn OpenPosition + 'a> {
    open(record, move || {
        let value = |tuple: &[u64]| value(tuple).map(Some);
        let components = record
            .position
            .ranges
            .iter()
            .map(|ranges| tuples(ranges, budget, value));
        Ok(convolution::losing(
            &components.collect::<Result<Vec<_>, Fault>>()?,
            budget,
        )?)
    })
}

/// Counts how often each value occurs among the positions with one number from each range; `value` gives `None` for a
/// tuple of numbers that is no position.
///
/// # Errors
///
/// The errors of `value`, or a limit if there are too many tuples.
pub fn tuples(
    ranges: &[Range],
    budget: &Budget,
    value: impl Fn(&[u64]) -> Result<Option<u64>, Fault>,
) -> Result<SumComponent, Fault> {
    let mut histogram = Histogram::default();
    looked_at_one_by_one(ranges, steps_of_one(ranges), budget)?;
    each_position(ranges, |tuple| {
        if let Some(value) = value(tuple)? {
            count(&mut histogram, value, 1, budget)?;
        }
        Ok(())
    })?;
    Ok(SumComponent::Varied(histogram))
}

/// Returns the fault of more positions than the steps allow.
fn too_many(work: u128, message: String) -> Fault {
    Fault {
        help: "shorter ranges can be gone through".into(),
        ..Limit::steps(work, message).into()
    }
}

/// Adds a number of positions of one value to a histogram, unless the value is too large for the memory.
fn count(histogram: &mut Histogram, value: u64, times: u64, budget: &Budget) -> Result<(), Fault> {
    if value > shares::heaps::largest_counted_value(budget.memory) {
        let message =
            format!("a histogram of values up to {value} needs more than the memory allowed");
        return Err(Limit::memory(message).into());
    }
    histogram.add(value, times);
    Ok(())
}

/// The steps of a position that is looked at, for each of its numbers.
const STEPS_A_NUMBER: u64 = 64;

/// Checks that all tuples of one number from each range may be looked at, in this many steps each.
///
/// # Errors
///
/// Fails if there are too many.
pub fn looked_at_one_by_one(ranges: &[Range], steps: u64, budget: &Budget) -> Result<(), Fault> {
    let size = |range: &Range| u128::from(range.high - range.low) + 1;
    let all = ranges
        .iter()
        .fold(1u128, |all, range| all.saturating_mul(size(range)));
    let work = all.saturating_mul(steps.into());
    if work > u128::from(budget.work) {
        let message = format!(
            "these positions are looked at one by one, in {work} steps; {} are allowed",
            budget.work
        );
        return Err(too_many(work, message));
    }
    Ok(())
}

/// Returns the steps of opening or solving a position with as many numbers as these ranges.
pub fn steps_of_one(ranges: &[Range]) -> u64 {
    STEPS_A_NUMBER * (ranges.len() as u64 + 1)
}

/// Visits all tuples of one number from each range, ascending.
///
/// # Errors
///
/// The error of `visit`.
pub fn each_position(
    ranges: &[Range],
    mut visit: impl FnMut(&[u64]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut numbers: Vec<u64> = ranges.iter().map(|range| range.low).collect();
    let mut steps = Checked::every(64);
    loop {
        steps.step();
        visit(&numbers)?;
        // The last number that can go up does; those after it begin anew.
        let Some(at) = (0..ranges.len())
            .rev()
            .find(|&at| numbers[at] < ranges[at].high)
        else {
            return Ok(());
        };
        numbers[at] += 1;
        for (number, range) in numbers.iter_mut().zip(ranges).skip(at + 1) {
            *number = range.low;
        }
    }
}

/// Returns the fault of another ask about positions that vary. The language lets no such record pass.
fn varies(ask: Ask) -> Fault {
    Fault::new(
        Place::EndOfPosition,
        format!("`{ask}` is about one position, and this one varies"),
        "ask `p-positions`, `p-list` or `positions`",
    )
}

impl OpenPosition for Varied<'_> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Err(varies(Ask::Winner))
    }

    fn visit(&mut self, _: Goal, _: &mut Visit<'_>) -> Visited {
        Err(varies(Ask::Moves))
    }

    fn positions(&mut self, lost: bool) -> Result<BigUint, Fault> {
        (self.0)(lost)
    }
}
