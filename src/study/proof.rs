//! The formulas of a study, compared with patterns that are proved for all positions.

use std::collections::BTreeMap;

use super::patterns::{Formula, Function, Op, Pattern};
use crate::Position;
use crate::games::Context;
use crate::record::{self, Automaton};

/// Formulas of one number are compared with an automaton up to here.
const MAX_COMPARED: u64 = 1 << 20;

/// Formulas are compared with the values up to here if no automaton is proved.
const MAX_TABLE: u64 = 1 << 16;

/// The work limit of this table.
const MAX_TABLE_WORK: u64 = 1 << 30;

/// The most states of an automaton that becomes a formula.
const MAX_STATES: usize = 64;

/// The automaton of the lost positions, if one is proved.
pub(super) fn automaton(position: &Position<'_>) -> Option<Automaton> {
    match position.pattern() {
        Ok(Some(record::Pattern::Automaton(automaton))) => Some(automaton),
        _ => None,
    }
}

/// Holds a formula for the lost numbers against a proved automaton in a base: if both have few states,
/// they agree for all numbers if they do for short ones. A formula that is not proved so gives way to the automaton;
/// the first number at which it is wrong is given.
pub(super) fn judge(losing: Option<Pattern>, automaton: &Automaton) -> (Option<Pattern>, Option<u64>) {
    let Some(proved) = lowest_first(automaton) else { return (losing, None) };
    let Formula::Call(Function::Automaton { next, .. }, _) = &proved else { return (losing, None) };
    let (base, mine) = (automaton.digits as u64, next.len() as u64);
    let differs = |found: &Pattern| {
        (0..MAX_COMPARED).find(|&n| {
            let at = [n as i64];
            !(found.from_one && n == 0) && found.formula.at(&at) != proved.at(&at)
        })
    };
    let refuted = losing.as_ref().and_then(differs);
    let is_proved = |found: &Pattern| {
        // Automata that differ do so on a word shorter than they have states together.
        let enough = states(&found.formula, base).and_then(|states| base.checked_pow((states + mine) as u32));
        refuted.is_none() && !found.from_one && enough.is_some_and(|enough| enough <= MAX_COMPARED)
    };
    let formula = losing.filter(is_proved).map_or(proved.clone(), |found| found.formula);
    (Some(Pattern { formula, from_one: false, verified: 0, proved: true }), refuted)
}

/// Holds a formula for the values, or for the lost numbers, to the values up to some ten thousands; gives it back
/// if it is right there or proved, else the first number at which it is wrong.
pub(super) fn held_to_the_table(
    position: &Position<'_>,
    found: Option<Pattern>,
    of_losing: bool,
) -> (Option<Pattern>, Option<u64>) {
    let wrong = found.as_ref().filter(|found| !found.proved).and_then(|found| {
        // The table is an extra: it may take a few seconds, whatever the record may take.
        let context = position.context();
        let mut context = Context::with(context.catalogue.clone(), context.budget);
        context.budget.work = context.budget.work.min(MAX_TABLE_WORK);
        let values = super::one(position, MAX_TABLE).within(&context).sequence().ok();
        let values = values.filter(|values| values.len() as u64 == MAX_TABLE + 1)?;
        let wrong = |(n, value): &(usize, &u64)| {
            let value = if of_losing { i64::from(**value == 0) } else { **value as i64 };
            found.formula.at(&[*n as i64]) != Some(value)
        };
        let (n, _) = values.iter().enumerate().skip(usize::from(found.from_one)).find(wrong)?;
        Some(n as u64)
    });
    (found.filter(|_| wrong.is_none()), wrong)
}

/// The automaton of one number in a base, turned round: it reads the lowest digit first.
fn lowest_first(automaton: &Automaton) -> Option<Formula> {
    let is_base = automaton.system.starts_with("base ");
    if automaton.tracks != 1 || !is_base {
        return None;
    }
    let states = automaton.lost.len();
    let ends: Vec<usize> = (0..states).filter(|&state| automaton.lost[state]).collect();
    let mut numbers = BTreeMap::from([(ends.clone(), 0)]);
    let mut list = vec![ends];
    let (mut next, mut gives) = (Vec::new(), Vec::new());
    while let Some(set) = list.get(next.len()).cloned() {
        gives.push(i64::from(set.contains(&0)));
        let mut row = Vec::new();
        for digit in 0..automaton.digits {
            let leads = |&state: &usize| {
                automaton.next[state][digit].is_some_and(|to| set.binary_search(&(to as usize)).is_ok())
            };
            let before: Vec<usize> = (0..states).filter(leads).collect();
            let fresh = list.len();
            let number = *numbers.entry(before.clone()).or_insert(fresh);
            if number == fresh {
                list.push(before);
            }
            row.push(number);
        }
        next.push(row);
        if list.len() > MAX_STATES {
            return None;
        }
    }
    Some(Formula::call(Function::Automaton { next, gives }, Formula::Of(0)))
}

/// An upper bound on the states that compute a formula of one number, reading its digits in this base from the lowest.
fn states(formula: &Formula, base: u64) -> Option<u64> {
    match formula {
        Formula::Number(_) => Some(1),
        Formula::Call(Function::Automaton { next, .. }, at) if **at == Formula::Of(0) => {
            Some(next.len() as u64)
        }
        Formula::Binary(Op::Mod, at, m) => match (&**at, &**m) {
            // The remainder so far, and that of the next place.
            (Formula::Of(0), Formula::Number(m @ 1..)) => (*m as u64).checked_mul(*m as u64),
            (Formula::Call(Function::Valuation(p), of), Formula::Number(m @ 1..))
                if **of == Formula::Of(0) && u64::from(*p) == base =>
            {
                Some(2 * *m as u64)
            }
            _ => None,
        },
        Formula::Binary(Op::Equal, a, b) => match (&**a, &**b) {
            (Formula::Of(0), Formula::Number(0)) => Some(2),
            (inner, Formula::Number(_)) => states(inner, base),
            _ => None,
        },
        Formula::If(a, b, c) => {
            [a, b, c].iter().try_fold(1u64, |product, part| product.checked_mul(states(part, base)?))
        }
        _ => None,
    }
}
