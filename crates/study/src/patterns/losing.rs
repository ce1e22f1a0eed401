//! Patterns of P-positions.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions of a sample are small, and orders are 1 or 2"
)]

use itertools::{Itertools, iproduct};

use super::formula::{Formula, Function, Op, joined, next_term};
use super::sample::Sample;
use super::{features, irrational, line, several};

/// The fewest losing positions that a recurrence is fitted to. A guess.
const MIN_LOSING: usize = 8;

/// The largest number of terms before a term on which it depends in a recurrence. A guess.
const MAX_ORDER: usize = 2;

/// The most losing positions at the beginning that need not fit a recurrence. A guess.
const MAX_SKIPPED: usize = 2;

/// The fewest terms that a recurrence must give; its summand is chosen for the first of them. A guess.
const MIN_TERMS_GIVEN: usize = 5;

/// The largest factor of a recurrence; the least one is its negative. A guess.
const MAX_FACTOR: i64 = 3;

/// The largest summand of a recurrence; the least one is its negative. A guess.
const MAX_SUMMAND: i64 = 9;

/// The fewest rows whose bounds a formula is fitted to. A guess.
const MIN_BOUNDED_ROWS: usize = 24;

/// Finds a formula of the only number that gives 1 for P-positions, from the values by that number: 1, or 0 for other
/// positions, or none.
pub(super) fn in_line(values: &[Option<i64>]) -> Option<Formula> {
    let set: Vec<i64> = (0..)
        .zip(values)
        .filter(|(_, value)| **value == Some(1))
        .map(|(n, _)| n)
        .collect();
    line::simple(values)
        .or_else(|| recurrence(&set))
        .or_else(|| irrational::sequence(&set))
}

/// Finds a linear recurrence with small factors whose terms are the losing numbers.
fn recurrence(set: &[i64]) -> Option<Formula> {
    if set.len() < MIN_LOSING || !has_growing_gaps(set) {
        return None;
    }
    // The shortest recurrences come first. The first terms, which often do not fit, are skipped.
    for (order, skipped) in iproduct!(1..=MAX_ORDER, 0..=MAX_SKIPPED) {
        let terms = &set[skipped..];
        if terms.len() < order + MIN_TERMS_GIVEN {
            continue;
        }
        for factors in small_factors(order as u32) {
            let plus = terms[order] - next_term(&terms[..order], &factors, 0)?;
            if plus.abs() <= MAX_SUMMAND && fits(terms, &factors, plus) {
                let first = set[..skipped + order].to_vec();
                return Some(Formula::call(
                    Function::Recurs {
                        first,
                        factors,
                        plus,
                    },
                    Formula::Of(0),
                ));
            }
        }
    }
    None
}

/// Says whether the second half of these numbers is at least one and a half times as wide as the first. Numbers whose gaps
/// do not grow repeat in some way, and a recurrence would have to make very many of them to reach a large number.
fn has_growing_gaps(set: &[i64]) -> bool {
    let middle = set.len() / 2;
    let last = set.len() - 1;
    2 * (set[last] - set[middle]) >= 3 * (set[middle] - set[0])
}

/// Lists all choices of this many small factors.
fn small_factors(order: u32) -> impl Iterator<Item = Vec<i64>> {
    let choices = 2 * MAX_FACTOR + 1;
    (0..choices.pow(order)).map(move |code| {
        let digits = (0..order).map(|i| code / choices.pow(i) % choices);
        digits.map(|digit| digit - MAX_FACTOR).collect()
    })
}

/// Says whether a recurrence gives each of these terms but for the first ones, from which it begins.
fn fits(terms: &[i64], factors: &[i64], plus: i64) -> bool {
    (factors.len()..terms.len()).all(|i| next_term(&terms[..i], factors, plus) == Some(terms[i]))
}

/// Finds a formula of several numbers that gives 1 for P-positions.
pub(super) fn in_several(sample: &Sample) -> Option<Formula> {
    if let Ok(&same) = sample.values.iter().all_equal_value() {
        return Some(Formula::Number(same));
    }
    let arity = sample.arity;
    let each = || (0..arity).map(Formula::Of).collect::<Vec<_>>();
    let columns = (2..=arity as i64 + 1)
        .map(|q| Formula::Columns(each(), q))
        .find(|f| sample.agrees(f));
    let of_two =
        |look: fn(&Sample) -> Option<Formula>| if arity == 2 { look(sample) } else { None };
    columns
        .or_else(|| line::of_features(&features::of_several(arity), sample))
        .or_else(|| two_conditions(sample))
        .or_else(|| of_two(irrational::pairs))
        .or_else(|| of_two(bounded))
        .or_else(|| several::find(sample))
}

/// Finds P-positions of nim-sum 0 if some number is above a bound, and of another nim-sum if none is. Misère play often has
/// these.
fn two_conditions(sample: &Sample) -> Option<Formula> {
    let each = || (0..sample.arity).map(Formula::Of);
    let zero = joined(Op::Xor, each()).is(0);
    (0..=4).find_map(|bound| {
        let low = Formula::of(Op::AtMost, joined(Op::Max, each()), Formula::Number(bound));
        let formula = Formula::of(Op::Xor, zero.clone(), low);
        sample.agrees(&formula).then_some(formula)
    })
}

/// The positions of a sample that have the same first number.
#[derive(Clone)]
struct Row {
    /// The largest second number of a P-position; −1 if the row has none.
    last_lost: i64,
    /// Whether some position is no P-position.
    has_won: bool,
}

/// Collects the rows of a sample, by their first numbers.
fn rows(sample: &Sample) -> Option<Vec<Row>> {
    let largest = sample.iter().map(|(position, _)| position[0]).max()?;
    let empty = Row {
        last_lost: -1,
        has_won: false,
    };
    let mut rows = vec![empty; largest as usize + 1];
    for (position, value) in sample.iter() {
        let row = &mut rows[position[0] as usize];
        if value == 1 {
            row.last_lost = row.last_lost.max(position[1]);
        }
        row.has_won |= value == 0;
    }
    Some(rows)
}

/// Finds P-positions whose second number is below a function of the first, as if it bounds the move.
fn bounded(sample: &Sample) -> Option<Formula> {
    let top = sample.iter().map(|(position, _)| position[1]).max()?;
    let rows = rows(sample)?;
    let is_bounded = sample.iter().all(|(position, value)| {
        let row = &rows[position[0] as usize];
        (position[1] <= row.last_lost) == (value == 1)
    });
    if !is_bounded {
        return None;
    }
    // The bound of a row that is lost to its end is larger than all numbers of the sample, and so not known.
    let bounds: Vec<Option<i64>> = rows
        .iter()
        .map(|row| (row.has_won && row.last_lost < top).then(|| row.last_lost + 1))
        .collect();
    let known = bounds.iter().flatten().count();
    if known * 2 < rows.len() || known < MIN_BOUNDED_ROWS {
        return None;
    }
    let bound = line::of_features(&features::of_one_number(), &line::positions(&bounds))
        .or_else(|| line::find(&bounds))?;
    let below = Formula::of(Op::AtMost, Formula::Of(1).plus(1), bound);
    sample.agrees(&below).then_some(below)
}
