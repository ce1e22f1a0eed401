//! Patterns of P-positions.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions of a sample are small, and orders are 1 or 2"
)]

use itertools::iproduct;

use super::formula::{Formula, Function, Op, joined, next_term};
use super::sample::Sample;
use super::{features, irrational, line, several};

/// The fewest losing positions that a recurrence is fitted to. A guess.
const MIN_LOSING: usize = 8;

/// Finds a formula of the only number that gives 1 for P-positions.
pub(super) fn in_line(line: &[Option<i64>]) -> Option<Formula> {
    let set: Vec<i64> = (0..)
        .zip(line)
        .filter(|(_, value)| **value == Some(1))
        .map(|(n, _)| n)
        .collect();
    line::simple(line)
        .or_else(|| recurrence(&set))
        .or_else(|| irrational::sequence(&set))
}

/// Finds a linear recurrence with small factors whose terms are the losing numbers.
fn recurrence(set: &[i64]) -> Option<Formula> {
    if set.len() < MIN_LOSING {
        return None;
    }
    // Terms whose gaps do not grow repeat in some way, and very many of them would be made for a large number.
    let middle = set.len() / 2;
    let last = set.len() - 1;
    if 2 * (set[last] - set[middle]) < 3 * (set[middle] - set[0]) {
        return None;
    }
    let fits = |skipped: usize, factors: &[i64], plus: i64| {
        let terms = &set[skipped..];
        (factors.len()..terms.len())
            .all(|i| next_term(&terms[..i], factors, plus) == Some(terms[i]))
    };
    // The shortest first. The first terms, which often do not fit, are skipped.
    for (order, skipped) in iproduct!(1..=2, 0..=2) {
        let terms = &set[skipped..];
        if terms.len() < order + 5 {
            continue;
        }
        for code in 0..7i64.pow(order as u32) {
            let factors: Vec<i64> = (0..order as u32)
                .map(|i| code / 7i64.pow(i) % 7 - 3)
                .collect();
            let plus = terms[order] - next_term(&terms[..order], &factors, 0)?;
            if plus.abs() <= 9 && fits(skipped, &factors, plus) {
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

/// Finds a formula of several numbers that gives 1 for P-positions.
pub(super) fn in_several(sample: &Sample) -> Option<Formula> {
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

/// Finds P-positions whose second number is at most a function of the first, as if it bounds the move.
fn bounded(sample: &Sample) -> Option<Formula> {
    let top = sample.iter().map(|(position, _)| position[1]).max()?;
    let rows = sample.iter().map(|(position, _)| position[0]).max()? as usize + 1;
    let mut most: Vec<Option<i64>> = vec![None; rows];
    let mut open = vec![false; rows];
    for (position, value) in sample.iter() {
        let row = position[0] as usize;
        if value == 1 {
            most[row] = Some(most[row].unwrap_or(-1).max(position[1]));
        }
        open[row] |= value == 0;
    }
    let bound = |row: usize| most[row].unwrap_or(-1);
    if !sample
        .iter()
        .all(|(position, value)| (position[1] <= bound(position[0] as usize)) == (value == 1))
    {
        return None;
    }
    // A row that is lost to its end is bounded by something beyond it.
    let line: Vec<Option<i64>> = (0..rows)
        .map(|row| (open[row] && bound(row) < top).then(|| bound(row) + 1))
        .collect();
    let known = line.iter().flatten().count();
    if known * 2 < rows || known < 24 {
        return None;
    }
    let bound = line::of_features(&features::of_one_number(), &line::positions(&line))
        .or_else(|| line::find(&line))?;
    let below = Formula::of(Op::AtMost, Formula::Of(1).plus(1), bound);
    sample.agrees(&below).then_some(below)
}
