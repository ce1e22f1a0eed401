//! Patterns of the values of several numbers.

use super::{Formula, Function, Op, Sample, features, joined, line};

/// The most linear forms in one nim-sum of up to three numbers.
const MAX_FORMS: usize = 3;

/// A formula for values of positions of two numbers or more.
pub(super) fn find(sample: &Sample) -> Option<Formula> {
    line::of_features(&features::of_several(sample.arity), &sample.positions())
        .or_else(|| nim_sum(sample))
        .or_else(|| blocks(sample))
        .or_else(|| remainders(sample))
        .or_else(|| apart(sample).filter(|formula| sample.agrees(formula)))
}

/// The nim-sum of some numbers or gaps, with a constant added.
fn nim_sum(sample: &Sample) -> Option<Formula> {
    let arity = sample.arity;
    let mut forms: Vec<Formula> = Vec::new();
    for i in 0..arity {
        forms.push(Formula::Of(i));
    }
    for i in 0..arity {
        for j in (0..arity).filter(|&j| j != i) {
            let gap = Formula::of(Op::Sub, Formula::Of(i), Formula::Of(j));
            forms.push(gap.clone().plus(-1));
            forms.push(gap);
        }
    }
    for i in 0..arity {
        forms.push(Formula::Of(i).plus(-1));
        forms.push(Formula::Of(i).plus(1));
    }
    let mut chosen = Vec::new();
    choose(sample, &forms, 0, &mut chosen)
}

fn choose(sample: &Sample, forms: &[Formula], from: usize, chosen: &mut Vec<usize>) -> Option<Formula> {
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
    // Of many numbers there are too many forms for more.
    let most = if sample.arity > 4 { 2 } else { MAX_FORMS.max(sample.arity) };
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

/// m times the nim-sum of the numbers divided by m, and their sum modulo m (Nimhoff games).
fn blocks(sample: &Sample) -> Option<Formula> {
    (2..=16).find_map(|m| {
        let m = || Formula::Number(m);
        let each = || (0..sample.arity).map(Formula::Of);
        let high = joined(Op::Xor, each().map(|n| Formula::of(Op::Div, n, m())));
        let low = Formula::of(Op::Mod, joined(Op::Add, each()), m());
        let formula = Formula::of(Op::Add, Formula::of(Op::Mul, m(), high), low);
        sample.agrees(&formula).then_some(formula)
    })
}

/// A table by the remainders of all numbers.
fn remainders(sample: &Sample) -> Option<Formula> {
    (2..=8i64).find_map(|m| {
        let size = usize::try_from(m).ok()?.checked_pow(u32::try_from(sample.arity).ok()?)?;
        if size * 16 > sample.len() {
            return None;
        }
        let remainder = |n: Formula| Formula::of(Op::Mod, n, Formula::Number(m));
        let index = (1..sample.arity).fold(remainder(Formula::Of(0)), |index, i| {
            let row = Formula::of(Op::Mul, index, Formula::Number(m));
            Formula::of(Op::Add, row, remainder(Formula::Of(i)))
        });
        let mut table = vec![None; size];
        for (position, value) in sample.iter() {
            let cell = table.get_mut(usize::try_from(index.at(position)?).ok()?)?;
            if *cell.get_or_insert(value) != value {
                return None;
            }
        }
        let cycle = table.into_iter().collect::<Option<Vec<i64>>>()?;
        Some(Formula::call(Function::Repeats { before: Vec::new(), cycle, rise: 0 }, index))
    })
}

/// A sum of games of one number each: the nim-sum of the values that the numbers have if all others are 0.
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
        let mut sum = Some(0);
        for (i, &n) in position.iter().enumerate() {
            sum = sum.zip(worth(i, n)).map(|(sum, worth)| sum ^ worth);
        }
        sum == Some(value)
    });
    if !agrees {
        return None;
    }
    let formulas: Option<Vec<Formula>> = lines
        .iter()
        .enumerate()
        .map(|(i, line)| line::find(line).map(|formula| formula.with(&|_| Formula::Of(i))))
        .collect();
    Some(joined(Op::Xor, formulas?))
}
