//! Positions of one's own that vary: how many of them are lost.
//!
//! Under normal play every component has a histogram of values, and sums are counted by their
//! exclusive-or convolution. Under other rules the one position is counted number by number. Numbers for
//! which a `legal if` fails are no position and not counted.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigUint;

use super::{Opened, numbers};
use crate::games::{Context, Instance, varied};
use crate::record::{Fault, Place, Range, Record};
use crate::theory::budget::Limit;
use crate::theory::convolution::{Component, Histogram, losing};
use crate::theory::rules::{Outcome, Rule};

/// A record of this rule whose numbers are ranges.
pub(super) fn open<'a>(
    opened: Opened<'a>,
    rule: &Rule,
    record: &'a Record<'a>,
    context: &'a Context,
) -> Result<Box<dyn Instance + 'a>, Fault> {
    let ranges = &record.position.ranges;
    let mut tops = Vec::with_capacity(ranges.len());
    for (i, tuple) in ranges.iter().enumerate() {
        let highest: Vec<u64> = tuple.iter().map(|range| range.high).collect();
        tops.push(numbers(&highest, rule, i)?);
    }
    let opened = Rc::new(opened);
    if rule.has_values() {
        let known: Rc<OnceCell<Vec<Component>>> = Rc::default();
        let counted = move || -> Result<Vec<Component>, Fault> {
            if known.get().is_none() {
                let _ = known.set(components(&opened, ranges)?);
            }
            Ok(known.get().cloned().unwrap_or_default())
        };
        let count = counted.clone();
        let positions = move || {
            let size = |component: &Component| match component {
                Component::Fixed(_) => BigUint::from(1u32),
                Component::Varied(histogram) => BigUint::from(histogram.positions()),
            };
            Ok(count()?.iter().map(size).product())
        };
        return Ok(varied::counters(positions, move || Ok(losing(&counted()?, &context.budget)?)));
    }
    let loses = move |numbers: &[i64]| -> Result<Option<bool>, Fault> {
        let fault = |trouble| opened.fault(trouble);
        let mut solver = opened.known.lock();
        if !solver.is_position(numbers, opened.budget).map_err(fault)? {
            return Ok(None);
        }
        Ok(Some(solver.outcome(numbers, opened.budget).map_err(fault)? == Outcome::Lost))
    };
    let begun = Rc::new(Cell::new(false));
    Ok(varied::one_by_one(record, &context.budget, move |numbers| {
        if !begun.replace(true) {
            // The largest first: what is asked next is mostly known then.
            loses(&tops[0])?;
        }
        loses(&numbers.iter().map(|&n| n as i64).collect::<Vec<_>>())
    }))
}

/// The histogram of the values of each component. Equal ranges have equal histograms.
fn components(opened: &Opened<'_>, ranges: &[Box<[Range]>]) -> Result<Vec<Component>, Fault> {
    let mut known: HashMap<&[Range], Component> = HashMap::new();
    let mut all = Vec::with_capacity(ranges.len());
    for (i, tuple) in ranges.iter().enumerate() {
        let component = match known.get(&tuple[..]) {
            Some(component) => component.clone(),
            None => component(opened, i, tuple)?,
        };
        known.insert(tuple, component.clone());
        all.push(component);
    }
    Ok(all)
}

/// How often each value occurs among the positions of a tuple of ranges.
fn component(opened: &Opened<'_>, index: usize, ranges: &[Range]) -> Result<Component, Fault> {
    let budget = opened.budget;
    let mut solver = opened.known.lock();
    let fault = |trouble| opened.fault(trouble);
    if let ([range], true) = (ranges, solver.rule().legal.is_empty()) {
        let solver = RefCell::new(&mut *solver);
        solver.borrow_mut().value(&[range.high as i64], budget).map_err(fault)?;
        return varied::histogram(
            *range,
            budget,
            || solver.borrow_mut().period(budget),
            |n| solver.borrow_mut().value(&[n as i64], budget).map_err(fault),
        );
    }
    let size =
        ranges.iter().fold(1u128, |all, range| all.saturating_mul(u128::from(range.high - range.low) + 1));
    let work = size.saturating_mul(64);
    if work > u128::from(budget.work) {
        let message =
            format!("these positions are looked at one by one, in {work} steps; {} are allowed", budget.work);
        return Err(Fault::limit(Place::Position(index), &Limit::work(message)));
    }
    let mut histogram = Histogram::default();
    let mut numbers: Vec<i64> = ranges.iter().map(|range| range.high as i64).collect();
    loop {
        if solver.is_position(&numbers, budget).map_err(fault)? {
            histogram.add(solver.value(&numbers, budget).map_err(fault)?, 1);
        }
        // The last number that can go down does; those behind it begin anew.
        let Some(at) = (0..ranges.len()).rev().find(|&at| numbers[at] as u64 > ranges[at].low) else {
            return Ok(Component::Varied(histogram));
        };
        numbers[at] -= 1;
        for (number, range) in numbers.iter_mut().zip(ranges).skip(at + 1) {
            *number = range.high as i64;
        }
    }
}
