//! Positions of a rule that vary: how many there are, and how many of them the player to move loses.

use std::sync::Arc;

use grundy_automata::CountedSums;
use grundy_base::budget::Budget;
use num_bigint::BigUint;

use super::faults::{check_numbers, fault};
use super::lowered;
use super::lowered::lost_heaps;
use super::pattern;
use super::shared_solver::{SharedSolver, signed};
use crate::shared::varied;
use crate::{Context, Counted, PositionResult};
use grundy_base::range::Range;
use grundy_heaps::convolution::{self, Histogram, SumComponent};
use grundy_own_rules::{SolvedRule, Trouble, shape};
use grundy_record::{Ask, Fault, Record};
use grundy_rules::options::RulePosition;
use grundy_rules::tree::Rule;

/// The most positions that are counted one by one; more of them are counted by a pattern, if one is proved.
const MAX_EXPLORED_POSITIONS: u32 = 1 << 22;

/// Opens a record of a rule whose numbers vary. Numbers for which a `legal if` fails are no position, and
/// do not count.
///
/// # Errors
///
/// Fails if the ranges are not of the rule's form, or positions have no outcome together.
pub(super) fn open<'a>(
    known: SharedSolver<'a>,
    rule: &Arc<Rule>,
    record: &'a Record<'a>,
    context: &'a Context,
) -> PositionResult<'a> {
    let ranges = &record.position.ranges;
    for (i, component) in ranges.iter().enumerate() {
        check_numbers(
            i,
            component.len(),
            component.iter().map(|range| range.high),
            rule,
        )?;
    }
    let budget = &context.budget;
    let each: Vec<&[Range]> = ranges.iter().map(|component| &component[..]).collect();
    let size: BigUint = each.iter().copied().flatten().map(varied::size).product();
    if size > BigUint::from(MAX_EXPLORED_POSITIONS)
        && let Some(CountedSums { lost, all }) = counted_by_pattern(&known, rule, &each, budget)
    {
        return Ok(varied::counted(move |counted| match counted {
            Counted::All => Ok(all.clone()),
            Counted::Lost => Ok(lost.clone()),
        }));
    }
    // Who wins takes fewer values of positions than their Grundy values do, and more patterns are proved of it.
    let asks_who_wins = rule.arity() > 1 && ranges.len() == 1 && !rule.splits();
    if !rule.has_values() || asks_who_wins && record.asks.contains(&Ask::PPositions) {
        let loses = move |numbers: &[u64]| {
            about(&known, numbers, budget, |solver, position| {
                solver.is_lost(position, budget)
            })
        };
        return Ok(varied::one_by_one(record, budget, loses));
    }
    let large = varied::largest(&varied::heaps(record)) >= lowered::MIN_KNOWN_NUMBER;
    let found = if rule.arity() == 1 && large {
        shape::known(rule)
    } else {
        None
    };
    let rule = rule.clone();
    Ok(varied::counted(move |counted| {
        if counted == Counted::All && rule.legal.is_empty() {
            return Ok(size.clone());
        }
        if counted == Counted::Lost
            && let Some(lost) = found
                .as_ref()
                .and_then(|found| lost_heaps(found, record, context))
        {
            return Ok(lost);
        }
        let components = record
            .position
            .ranges
            .iter()
            .map(|ranges| component(&known, &rule, ranges, budget));
        let components = components.collect::<Result<Vec<_>, Fault>>()?;
        match counted {
            Counted::All => Ok(components.iter().map(varied::size_of).product()),
            Counted::Lost => Ok(convolution::losing(&components, budget)?),
        }
    }))
}

/// Counts sums by a proved pattern of the rule, unless the values of one number repeat, which counts them faster.
fn counted_by_pattern(
    known: &SharedSolver<'_>,
    rule: &Rule,
    ranges: &[&[Range]],
    budget: &Budget,
) -> Option<CountedSums> {
    let mut solver = known.lock();
    let repeats = rule.arity() == 1 && solver.period(budget).is_some();
    if repeats {
        None
    } else {
        pattern::count(&mut solver, ranges, budget)
    }
}

/// Finds the answer about a position; `None` if the numbers are no position.
fn about<T>(
    known: &SharedSolver<'_>,
    numbers: &[u64],
    budget: &Budget,
    ask: impl FnOnce(&mut SolvedRule, &RulePosition) -> Result<T, Trouble>,
) -> Result<Option<T>, Fault> {
    let mut solver = known.lock();
    let position = signed(numbers);
    let answer = solver.is_position(&position, budget).and_then(|legal| {
        if legal {
            ask(&mut solver, &position).map(Some)
        } else {
            Ok(None)
        }
    });
    answer.map_err(|trouble| fault(trouble, budget))
}

/// Says how often each value occurs in a component.
fn component(
    known: &SharedSolver<'_>,
    rule: &Rule,
    ranges: &[Range],
    budget: &Budget,
) -> Result<SumComponent, Fault> {
    let value = |numbers: &[u64]| {
        about(known, numbers, budget, |solver, position| {
            solver.value(position, budget)
        })
    };
    if ranges.len() > 1 {
        varied::check_steps_of_all(ranges, varied::steps_of_one(ranges), budget)?;
    }
    // The largest position is looked at first: what comes after is mostly known then.
    let top: Vec<u64> = ranges.iter().map(|range| range.high).collect();
    let first = value(&top)?;
    if ranges.iter().all(|range| range.low == range.high) {
        let nothing = SumComponent::Varied(Histogram::default());
        return Ok(first.map_or(nothing, SumComponent::Fixed));
    }
    if let ([range], true) = (ranges, rule.legal.is_empty()) {
        // Without clauses every number is a position.
        let heap = |heap: u64| value(&[heap]).map(|value| value.unwrap_or(0));
        return varied::histogram(*range, budget, || known.lock().period(budget), heap);
    }
    varied::tuples(ranges, budget, value)
}
