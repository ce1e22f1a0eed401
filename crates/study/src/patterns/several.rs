//! Patterns of the values of several numbers.

use itertools::iproduct;

use super::formula::{Formula, Function, Op, joined, place};
use super::sample::Sample;
use super::{features, line};

/// The most linear forms in one nim-sum of up to three numbers. A guess.
const MAX_FORMS: usize = 3;

/// Finds a formula for values of positions of two numbers or more.
pub(super) fn find(sample: &Sample) -> Option<Formula> {
    line::of_features(&features::of_several(sample.arity), sample)
        .or_else(|| nim_sum(sample))
        .or_else(|| blocks(sample))
        .or_else(|| remainders(sample))
        .or_else(|| apart(sample).filter(|formula| sample.agrees(formula)))
}

/// Finds values that are the nim-sum of some numbers or gaps, with a constant added.
fn nim_sum(sample: &Sample) -> Option<Formula> {
    let arity = sample.arity;
    let mut forms: Vec<Formula> = (0..arity).map(Formula::Of).collect();
    for (i, j) in iproduct!(0..arity, 0..arity).filter(|(i, j)| i != j) {
        let gap = Formula::of(Op::Sub, Formula::Of(i), Formula::Of(j));
        forms.extend([gap.clone().plus(-1), gap]);
    }
    forms.extend((0..arity).flat_map(|i| [-1, 1].map(|by| Formula::Of(i).plus(by))));
    choose(sample, &forms, 0, &mut Vec::new())
}

/// Chooses further forms for a nim-sum, from one on.
fn choose(
    sample: &Sample,
    forms: &[Formula],
    from: usize,
    chosen: &mut Vec<usize>,
) -> Option<Formula> {
    if !chosen.is_empty() {
        let sum = joined(Op::Xor, chosen.iter().map(|&i| forms[i].clone()));
        let (position, value) = sample.iter().next()?;
        if let Some(by) = sum.at(position).map(|first| value - first)
            && by.abs() <= 1
        {
            let formula = sum.plus(by);
            if sample.agrees(&formula) {
                return Some(formula);
            }
        }
    }
    // Many numbers give too many forms for sums of more.
    let most = if sample.arity > 4 {
        2
    } else {
        MAX_FORMS.max(sample.arity)
    };
    if chosen.len() == most {
        return None;
    }
    (from..forms.len()).find_map(|i| {
        chosen.push(i);
        let found = choose(sample, forms, i + 1, chosen);
        chosen.pop();
        found
    })
}

/// Finds values that are m times the nim-sum of the numbers divided by m, and their sum modulo m (Nimhoff games).
fn blocks(sample: &Sample) -> Option<Formula> {
    (2..=16).find_map(|m| {
        let each = || (0..sample.arity).map(Formula::Of);
        let high = joined(
            Op::Xor,
            each().map(|n| Formula::of(Op::Div, n, Formula::Number(m))),
        );
        let low = joined(Op::Add, each()).modulo(m);
        let formula = Formula::of(Op::Add, Formula::of(Op::Mul, Formula::Number(m), high), low);
        sample.agrees(&formula).then_some(formula)
    })
}

/// Finds values that depend on the remainders of all numbers, and writes them as a table.
fn remainders(sample: &Sample) -> Option<Formula> {
    (2..=8i64).find_map(|m| {
        let size = usize::try_from(m)
            .ok()?
            .checked_pow(u32::try_from(sample.arity).ok()?)?;
        if size * 16 > sample.len() {
            return None;
        }
        let index = place((0..sample.arity).map(|i| (Formula::Of(i).modulo(m), m)));
        let mut table = vec![None; size];
        for (position, value) in sample.iter() {
            let cell = table.get_mut(usize::try_from(index.at(position)?).ok()?)?;
            if *cell.get_or_insert(value) != value {
                return None;
            }
        }
        let cycle = table.into_iter().collect::<Option<Vec<i64>>>()?;
        Some(Formula::call(
            Function::Repeats {
                before: Vec::new(),
                cycle,
                rise: 0,
            },
            index,
        ))
    })
}

/// Finds a sum of games of one number each: the nim-sum of the values that the numbers have if all others are 0.
fn apart(sample: &Sample) -> Option<Formula> {
    let mut lines: Vec<Vec<Option<i64>>> = vec![Vec::new(); sample.arity];
    for (position, value) in sample.iter() {
        for (i, line) in lines.iter_mut().enumerate() {
            if position.iter().enumerate().all(|(j, &n)| j == i || n == 0) {
                let n = usize::try_from(position[i]).ok()?;
                line.resize(line.len().max(n + 1), None);
                line[n] = Some(value);
            }
        }
    }
    let worth = |i: usize, n: i64| -> Option<i64> { *lines[i].get(usize::try_from(n).ok()?)? };
    let agrees = sample.iter().all(|(position, value)| {
        let sum = (0..)
            .zip(position)
            .try_fold(0, |sum, (i, &n)| Some(sum ^ worth(i, n)?));
        sum == Some(value)
    });
    if !agrees {
        return None;
    }
    let formula = |(i, line): (usize, &Vec<_>)| Some(line::find(line)?.with(&|_| Formula::Of(i)));
    let formulas: Option<Vec<Formula>> = lines.iter().enumerate().map(formula).collect();
    Some(joined(Op::Xor, formulas?))
}
