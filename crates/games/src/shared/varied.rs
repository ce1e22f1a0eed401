//! Positions that vary: a record whose numbers are ranges stands for many positions, and is asked how
//! many of them the player to move loses.
//!
//! Sums of heaps are counted by their values ([`convolution`]), other positions one by one.

use grundy_base::budget::{Budget, Limit};
use grundy_base::shares;
use num_bigint::BigUint;

use crate::shared::sum::Play;
use crate::{Context, Counted, Goal, OpenPosition, PositionResult, Visit, Visited};
use grundy_base::range::Range;
use grundy_base::sync::interrupt::Checked;
use grundy_heaps::convolution::{self, Histogram, SmallValues, SumComponent, dyadic};
use grundy_heaps::sequence::Pattern;
use grundy_record::{
    Ask, Fault, Keyword, Outcome, Place, Position, PositionKind, Record, Signature, Structure,
    Value,
};
use grundy_rules::tree::Rule;
use smallvec::smallvec;

/// A record whose position varies, as the function that counts the positions it stands for.
struct Varied<'v>(Box<dyn Fn(Counted) -> Result<BigUint, Fault> + Send + 'v>);

impl OpenPosition for Varied<'_> {
    fn outcome(&mut self) -> Result<Outcome, Fault> {
        Err(varies(Ask::Winner))
    }

    fn visit(&mut self, _: Goal, _: &mut Visit<'_>) -> Visited {
        Err(varies(Ask::Moves))
    }

    fn positions(&mut self, counted: Counted) -> Result<BigUint, Fault> {
        (self.0)(counted)
    }
}

/// Returns the fault of another ask about positions that vary. The language lets no such record pass.
fn varies(ask: Ask) -> Fault {
    Fault::new(
        Place::EndOfPosition,
        format!("`{ask}` is about one position, and this one varies"),
        "a number stands here in place of each range; ranges are answered in batches",
    )
}

/// Opens a record all of whose tuples of numbers are positions; `count_lost` counts those that are lost.
pub fn open<'a>(
    record: &'a Record<'a>,
    count_lost: impl Fn() -> Result<BigUint, Fault> + Send + 'a,
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
    counted(move |counted| match counted {
        Counted::All => Ok(all()),
        Counted::Lost => count_lost(),
    })
}

/// Opens a record whose positions are counted by a function.
pub fn counted<'a>(
    count: impl Fn(Counted) -> Result<BigUint, Fault> + Send + 'a,
) -> Box<dyn OpenPosition + 'a> {
    Box::new(Varied(Box::new(count)))
}

/// The form of the positions that ranges stand for, if a game has no theorem that counts them: each is opened.
#[derive(Clone, Copy)]
pub struct RangeForm {
    /// Whether the components are a sum, so that the values of each are enough.
    is_sum: bool,
    /// Whether components are tuples, not numbers.
    as_tuples: bool,
    /// Whether some numbers of the ranges need not be a position: coins stand on different squares, or the definition of
    /// the game forbids some numbers.
    has_gaps: bool,
}

impl RangeForm {
    /// Finds the form of the positions of a game.
    pub fn of(signature: &Signature) -> RangeForm {
        let has_squares = matches!(signature.position, PositionKind::Squares { .. });
        let forbids = signature
            .definition
            .is_some_and(|rule| rule.contains("legal"));
        RangeForm {
            is_sum: signature.structure == Structure::Sum,
            as_tuples: matches!(signature.position, PositionKind::Tuples { .. }),
            has_gaps: has_squares || forbids,
        }
    }

    /// Finds the form of the positions of a user-defined rule.
    pub fn of_rule(rule: &Rule) -> RangeForm {
        RangeForm {
            is_sum: rule.has_values(),
            as_tuples: true,
            has_gaps: !rule.legal.is_empty(),
        }
    }

    /// Opens a record whose numbers are ranges: `open` opens the positions that are counted. Of several components of a
    /// sum, each is opened alone, and its values are counted.
    ///
    /// # Errors
    ///
    /// Fails if the first of the positions is wrong.
    pub fn open<'a>(
        self,
        open: impl for<'r> Fn(&'r Record<'r>, &'r Context) -> PositionResult<'r> + Copy + Send + 'a,
        record: &'a Record<'a>,
        context: &'a Context,
    ) -> PositionResult<'a> {
        let budget = &context.budget;
        let ranges = &record.position.ranges;
        let is_misere = record.modifiers.has(Keyword::Misere);
        if !self.is_sum || self.has_gaps || is_misere || ranges.len() == 1 {
            let outcome = move |asked: &Record<'_>| open(asked, context)?.outcome();
            return Ok(self.each_alone(outcome, record, budget));
        }
        // What is wrong with the numbers of a component is wrong with all of them.
        let lowest = heaps(record)
            .iter()
            .map(|range| range.low)
            .collect::<Vec<_>>();
        let outcome = |asked: &Record<'_>| open(asked, context)?.outcome();
        self.is_lost(record, &sizes_of_components(record), &lowest, outcome)?;
        let value = move |numbers: &[u64]| {
            let asked = self.record_at(record, Ask::Grundy, &[numbers.len()], numbers);
            match open(&asked, context)?.grundy()? {
                Value::Finite(value) => Ok(value),
                Value::Infinite(_) => Err(Fault::unsupported(Ask::PPositions)),
            }
        };
        Ok(by_tuples(record, budget, value))
    }

    /// Opens a record whose numbers are ranges: `outcome` finds who wins each of the positions.
    pub fn each_alone<'a>(
        self,
        outcome: impl Fn(&Record<'_>) -> Result<Outcome, Fault> + Send + 'a,
        record: &'a Record<'a>,
        budget: &'a Budget,
    ) -> Box<dyn OpenPosition + 'a> {
        let components = sizes_of_components(record);
        one_by_one(record, budget, move |numbers| {
            self.is_lost(record, &components, numbers, &outcome)
        })
    }

    /// Says whether a record is lost with these numbers in the place of its ranges; `components` says how many of them each
    /// component has. `None` if they are no position.
    fn is_lost(
        self,
        record: &Record<'_>,
        components: &[usize],
        numbers: &[u64],
        outcome: impl Fn(&Record<'_>) -> Result<Outcome, Fault>,
    ) -> Result<Option<bool>, Fault> {
        let asked = self.record_at(record, Ask::Winner, components, numbers);
        let outcome = self.unless_gap(outcome(&asked))?;
        Ok(outcome.map(|outcome| outcome == Outcome::Lose))
    }

    /// Returns the record at another position, whose components have this many numbers.
    fn record_at(
        self,
        record: &Record<'_>,
        ask: Ask,
        components: &[usize],
        numbers: &[u64],
    ) -> Record<'static> {
        let mut position = Position::default();
        put(&mut position, self.as_tuples, components, numbers);
        Record {
            rules: record.rules.clone(),
            size: record.size,
            rows: None,
            modifiers: record.modifiers.clone(),
            position,
            asks: smallvec![ask],
            part: false,
        }
    }

    /// Returns nothing for numbers that are no position, if the game has such.
    fn unless_gap<T>(self, found: Result<T, Fault>) -> Result<Option<T>, Fault> {
        match found {
            Err(fault) if self.has_gaps && is_no_position(&fault) => Ok(None),
            found => found.map(Some),
        }
    }
}

/// Says whether a fault is about numbers that a clause forbids, or about coins on one square: they are no position.
pub fn is_no_position(fault: &Fault) -> bool {
    fault.limit.is_none() && matches!(fault.place, Place::Position(_))
}

/// Puts components of this many numbers in the place of a position.
pub fn put(position: &mut Position, as_tuples: bool, components: &[usize], numbers: &[u64]) {
    position.numbers.clear();
    position.tuples.clear();
    if !as_tuples {
        position.numbers.extend_from_slice(numbers);
        return;
    }
    let mut rest = numbers;
    for &size in components {
        let (component, after) = rest.split_at(size);
        position.tuples.push_any(component);
        rest = after;
    }
}

/// Returns how many numbers each component of ranges has.
pub fn sizes_of_components(record: &Record<'_>) -> Vec<usize> {
    let ranges = record.position.ranges.iter();
    ranges.map(|component| component.len()).collect()
}

/// Counts the positions of a component.
pub fn size_of(component: &SumComponent) -> BigUint {
    match component {
        SumComponent::Fixed(_) => BigUint::from(1u32),
        SumComponent::Varied(histogram) => BigUint::from(histogram.positions()),
    }
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
                u128::from(ranges.iter().any(|range| range.contains(value)))
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
/// Fails where `value` fails, and if too many heaps would have to be gone through.
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
    let mut add = |heap: u64, times: u128| add_value(&mut histogram, value(heap)?, times, budget);
    // Heaps below `first_repeated` are counted one by one. From there on, each heap of one period stands for all that
    // follow it in steps of the period; without a period, the last heap is left, which stands for itself.
    let mut first_repeated = high;
    let mut step = 1;
    if high - low >= MIN_PERIOD_RANGE
        && let Some(found) = period()
    {
        first_repeated = found.preperiod.max(low).min(high);
        step = found.period;
    }
    let heaps_seen = (first_repeated - low).saturating_add(step.min(high - first_repeated));
    if heaps_seen > shares::heaps::heaps_of_a_range(budget.work) {
        let message = format!(
            "the heaps from {low} to {high} are too many to go through in {} steps",
            budget.work
        );
        let steps_of_a_heap = u128::from(shares::heaps::STEPS_OF_A_HEAP);
        let work = u128::from(high - low).saturating_mul(steps_of_a_heap);
        return Err(too_many(work, message));
    }
    let mut steps = Checked::default();
    for heap in low..first_repeated {
        steps.step();
        add(heap, 1)?;
    }
    let rest = high - first_repeated;
    for i in 0..step.min(rest.saturating_add(1)) {
        add(first_repeated + i, u128::from((rest - i) / step) + 1)?;
    }
    Ok(SumComponent::Varied(histogram))
}

/// Opens a record whose positions are counted one by one. `loses` gives `None` for a tuple of numbers that is no
/// position.
pub fn one_by_one<'a>(
    record: &'a Record<'a>,
    budget: &'a Budget,
    loses: impl Fn(&[u64]) -> Result<Option<bool>, Fault> + Send + 'a,
) -> Box<dyn OpenPosition + 'a> {
    counted(move |counted| {
        let mut count = 0u64;
        let ranges = heaps(record);
        check_steps_of_all(&ranges, steps_of_one(&ranges), budget)?;
        each_position(&ranges, &mut |numbers| {
            let counts = match loses(numbers)? {
                None => false,
                Some(loses) => loses || counted == Counted::All,
            };
            count += u64::from(counts);
            Ok(())
        })?;
        Ok(BigUint::from(count))
    })
}

/// Opens a record of several components that are tuples: its positions are counted by how often each value occurs
/// among the tuples of each component.
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
/// Fails where `value` fails, and if there are too many tuples.
pub fn tuples(
    ranges: &[Range],
    budget: &Budget,
    value: impl Fn(&[u64]) -> Result<Option<u64>, Fault>,
) -> Result<SumComponent, Fault> {
    let mut histogram = Histogram::default();
    check_steps_of_all(ranges, steps_of_one(ranges), budget)?;
    each_position(ranges, &mut |tuple| {
        if let Some(value) = value(tuple)? {
            add_value(&mut histogram, value, 1, budget)?;
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

/// Adds a value that occurs a number of times to a histogram, unless the value is too large for the memory.
fn add_value(
    histogram: &mut Histogram,
    value: u64,
    times: u128,
    budget: &Budget,
) -> Result<(), Fault> {
    if value > shares::heaps::largest_counted_value(budget.memory) {
        let message =
            format!("a histogram of values up to {value} needs more than the memory allowed");
        return Err(Limit::memory(message).into());
    }
    histogram.add(value, times);
    Ok(())
}

/// The steps of a position that is looked at, for each of its numbers.
const STEPS_A_VARIED_NUMBER: u64 = 64;

/// Checks that the budget has the steps to look at all tuples of one number from each range, this many for each.
///
/// # Errors
///
/// Fails if there are too many.
pub fn check_steps_of_all(ranges: &[Range], steps: u64, budget: &Budget) -> Result<(), Fault> {
    let all = ranges
        .iter()
        .fold(1u128, |all, range| all.saturating_mul(range.count()));
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
    STEPS_A_VARIED_NUMBER * (ranges.len() as u64 + 1)
}

/// Visits all tuples of one number from each range, ascending.
///
/// # Errors
///
/// Fails where `visit` fails.
pub fn each_position(
    ranges: &[Range],
    visit: &mut dyn FnMut(&[u64]) -> Result<(), Fault>,
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
