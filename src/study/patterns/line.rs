//! Patterns of the values of one number: cycles, and functions of something simpler.

use super::digits::{self, by_key};
use super::features::{self, Feature};
use super::{Formula, Function, Op, Sample};

/// How many rounds of a cycle must be seen.
const MIN_ROUNDS: usize = 3;

/// How many positions speak for each number fitted.
const POSITIONS_A_NUMBER: usize = 3;

/// How many for each term of a table without a rule.
const POSITIONS_A_TERM: usize = 16;

/// The longest table without a rule.
const MAX_TABLE: usize = 12;

/// A formula for values by their number; none stands for what is no position.
pub(super) fn find(line: &[Option<i64>]) -> Option<Formula> {
    simple(line).or_else(|| by_digits(line))
}

/// A cycle, or a function of something simpler.
pub(super) fn simple(line: &[Option<i64>]) -> Option<Formula> {
    repeats(line).or_else(|| of_features(&features::of_one_number(), &positions(line)))
}

/// Patterns of digits.
pub(super) fn by_digits(line: &[Option<i64>]) -> Option<Formula> {
    digits::folds(line)
        .or_else(|| digits::places(line))
        .or_else(|| digits::automaton(line))
}

/// The numbers with values, as positions.
pub(super) fn positions(line: &[Option<i64>]) -> Sample {
    let (numbers, values) = (0..)
        .zip(line)
        .filter_map(|(n, value)| Some((n, (*value)?)))
        .unzip();
    Sample {
        arity: 1,
        numbers,
        values,
    }
}

/// A cycle, rising or not: the shortest with a short beginning.
pub(super) fn repeats(line: &[Option<i64>]) -> Option<Formula> {
    let start = line.iter().position(Option::is_some)?;
    let values: Option<Vec<i64>> = line[start..].iter().copied().collect();
    let values = values?;
    let len = values.len();
    for period in 1..=len / (MIN_ROUNDS + 1) {
        let rise = values[len - 1] - values[len - 1 - period];
        let holds = |i: usize| values[i + period] - values[i] == rise;
        let mut preperiod = len - period;
        while preperiod > 0 && holds(preperiod - 1) {
            preperiod -= 1;
        }
        // The cycle is seen three times, and nearly all that is seen is the cycle: exceptions at powers
        // of 4 or less, however far one looks, are not taken for a beginning.
        if preperiod + MIN_ROUNDS * period + 12 <= len && preperiod * 5 <= len {
            let before = values[..preperiod].to_vec();
            let cycle = values[preperiod..preperiod + period].to_vec();
            return Some(written(before, cycle, rise, start as i64));
        }
    }
    None
}

/// A cycle, written as simply as it can be.
fn written(before: Vec<i64>, cycle: Vec<i64>, rise: i64, start: i64) -> Formula {
    let (n, m) = (Formula::Of(0), cycle.len() as i64);
    let counts = || start <= 1 && m > 1 && (start..).zip(&cycle).all(|(n, &value)| n % m == value);
    match (&cycle[..], rise) {
        ([value], 0) if before.is_empty() => Formula::Number(*value),
        ([value], 1) if before.is_empty() => n.plus(*value - start),
        (_, 0) if before.is_empty() && counts() => n.modulo(m),
        _ => Formula::call(
            Function::Repeats {
                before,
                cycle,
                rise,
            },
            n.plus(-start),
        ),
    }
}

/// The first feature that the values are a simple function of, as a formula.
pub(super) fn of_features(features: &[Feature], sample: &Sample) -> Option<Formula> {
    features.iter().find_map(
        |Feature {
             formula: feature,
             deep,
         }| {
            let values = by_key(
                sample
                    .iter()
                    .map(|(position, value)| Some((feature.at(position)?, value))),
            )?;
            let enough = values.len() * if *deep { 2 } else { POSITIONS_A_NUMBER };
            if enough > sample.len() && *feature != Formula::Of(0) {
                return None;
            }
            let formula = function(&values, sample.len(), *deep)?.with(&|_| feature.clone());
            sample.agrees(&formula).then_some(formula)
        },
    )
}

/// A formula for values by key, if it is shorter than they are.
fn function(values: &[(i64, i64)], positions: usize, deep: bool) -> Option<Formula> {
    let (&(k0, v0), &(last_key, last)) = (values.first()?, values.last()?);
    let k = || Formula::Of(0);
    if values.iter().all(|&(_, value)| value == v0) {
        return Some(Formula::Number(v0));
    }
    if values.len() >= 4 {
        if let Some(by) = offset(values) {
            return Some(k().plus(by));
        }
        if let Some(by) =
            (2..=4).find(|by| k0 >= 0 && values.iter().all(|&(key, value)| value == key / by))
        {
            return Some(Formula::of(Op::Div, k(), Formula::Number(by)));
        }
        // A few keys apart, then the key itself.
        for apart in 1..=3usize {
            let (few, rest) = values.split_at(apart.min(values.len()));
            if rest.len() >= 6
                && few.iter().map(|&(key, _)| key).eq(0..apart as i64)
                && let Some(by) = offset(rest)
            {
                let before: Vec<i64> = few.iter().map(|&(_, value)| value).collect();
                let cycle = vec![apart as i64 + by];
                return Some(Formula::call(
                    Function::Repeats {
                        before,
                        cycle,
                        rise: 1,
                    },
                    k(),
                ));
            }
        }
    }
    // One key, or all to some key, against the rest.
    if values.len() >= 3 {
        for (_, value) in [values[0], values[1], (last_key, last)] {
            let mut of_it = values.iter().filter(|&&(_, other)| other == value);
            let rest = values.iter().find(|&&(_, other)| other != value)?.1;
            if values
                .iter()
                .any(|&(_, other)| other != value && other != rest)
            {
                break;
            }
            if let (Some(&(key, _)), None) = (of_it.next(), of_it.next()) {
                return Some(two(k().is(key), value, rest));
            }
        }
        if let [(_, one), (_, other)] = [values[0], (last_key, last)]
            && one != other
        {
            let split = values.partition_point(|&(_, value)| value == one);
            if values[split..].iter().all(|&(_, value)| value == other) {
                let is = Formula::of(Op::AtMost, k(), Formula::Number(values[split - 1].0));
                return Some(two(is, one, other));
            }
        }
    }
    // Few positions a key say little, unless the keys repeat.
    for m in 2..=12i64 {
        // If nearly all keys are missing, as between powers of 2, remainders give no simple rule.
        let sparse = (last_key - k0) / 4 > values.len() as i64;
        if k0 < 0 || sparse || values.len() < POSITIONS_A_NUMBER * m as usize {
            break;
        }
        let by = by_key(values.iter().map(|&(key, value)| Some((key % m, value))));
        if let Some(by) = by.filter(|by| by.len() == m as usize) {
            let cycle: Vec<i64> = by.iter().map(|&(_, value)| value).collect();
            if cycle.iter().copied().eq(0..m) {
                return Some(k().modulo(m));
            }
            return Some(Formula::call(
                Function::Repeats {
                    before: Vec::new(),
                    cycle,
                    rise: 0,
                },
                k(),
            ));
        }
    }
    let table = values.len() <= MAX_TABLE && values.len() * POSITIONS_A_TERM <= positions;
    if table && k0 >= 0 && last_key < 64 {
        let mut before = vec![0; last_key as usize + 1];
        for &(key, value) in values {
            before[key as usize] = value;
        }
        let cycle = before.pop().into_iter().collect();
        return Some(Formula::call(
            Function::Repeats {
                before,
                cycle,
                rise: 0,
            },
            k(),
        ));
    }
    // A pattern of one number, seen at enough of them.
    if deep && k0 >= 0 && values.len() >= 24 && last_key < 1 << 16 {
        let mut by_number = vec![None; last_key as usize + 1];
        for &(key, value) in values {
            by_number[key as usize] = Some(value);
        }
        return find(&by_number);
    }
    None
}

/// One of two values, as simply as it can be written.
fn two(condition: Formula, then: i64, otherwise: i64) -> Formula {
    match (then, otherwise) {
        (1, 0) => condition,
        _ => Formula::when(condition, Formula::Number(then), Formula::Number(otherwise)),
    }
}

fn offset(values: &[(i64, i64)]) -> Option<i64> {
    let &(key, value) = values.first()?;
    values
        .iter()
        .all(|&(k, v)| v - k == value - key)
        .then_some(value - key)
}
