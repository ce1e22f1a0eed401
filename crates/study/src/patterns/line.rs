//! Patterns of the values of one number: cycles, and functions of something simpler.

#![expect(
    clippy::cast_possible_truncation,
    reason = "keys of a table are from 0 to 2¹⁶, and remainders at most 12"
)]

use super::digits::{self, KeyedValue, by_key};
use super::features::{self, Feature};
use super::formula::{Formula, Function, Op};
use super::sample::Sample;

/// The number of rounds of a cycle that must be seen. A guess.
const MIN_ROUNDS: usize = 3;

/// The number of positions that must speak for each number fitted. A guess.
const POSITIONS_A_NUMBER: usize = 3;

/// The number of positions that must speak for each term of a table without a rule. A guess.
const POSITIONS_A_TERM: usize = 16;

/// The longest table without a rule. A guess.
const MAX_TABLE_TERMS: usize = 12;

/// Finds a formula for values by their number; none stands for what is no position.
pub(super) fn find(line: &[Option<i64>]) -> Option<Formula> {
    simple(line).or_else(|| by_digits(line))
}

/// Finds a cycle, or a function of something simpler.
pub(super) fn simple(line: &[Option<i64>]) -> Option<Formula> {
    repeats(line).or_else(|| of_features(&features::of_one_number(), &positions(line)))
}

/// Finds a pattern of digits.
pub(super) fn by_digits(line: &[Option<i64>]) -> Option<Formula> {
    digits::folds(line)
        .or_else(|| digits::places(line))
        .or_else(|| digits::automaton(line))
}

/// Lists the numbers that have values, as positions.
pub(super) fn positions(line: &[Option<i64>]) -> Sample {
    let mut sample = Sample {
        arity: 1,
        numbers: Vec::new(),
        values: Vec::new(),
    };
    for (n, value) in (0..).zip(line) {
        if let Some(value) = value {
            sample.numbers.push(n);
            sample.values.push(*value);
        }
    }
    sample
}

/// Finds a cycle, rising or not: the shortest with a short beginning.
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

/// Writes a cycle as simply as it can be written.
fn written(before: Vec<i64>, cycle: Vec<i64>, rise: i64, start: i64) -> Formula {
    let n = Formula::Of(0);
    let m = cycle.len() as i64;
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

/// Finds the first feature of which the values are a simple function, and writes that as a formula.
pub(super) fn of_features(features: &[Feature], sample: &Sample) -> Option<Formula> {
    for Feature { formula, deep } in features {
        if let Some(found) = of_feature(formula, *deep, sample) {
            return Some(found);
        }
    }
    None
}

/// Finds a simple function of a feature that gives the values.
fn of_feature(feature: &Formula, deep: bool, sample: &Sample) -> Option<Formula> {
    let values = by_key(sample.iter().map(|(position, value)| {
        let key = feature.at(position)?;
        Some(KeyedValue { key, value })
    }))?;
    let positions_a_key = if deep { 2 } else { POSITIONS_A_NUMBER };
    if values.len() * positions_a_key > sample.len() && *feature != Formula::Of(0) {
        return None;
    }
    let formula = function(&values, sample.len(), deep)?.with(&|_| feature.clone());
    sample.agrees(&formula).then_some(formula)
}

/// Finds a formula for values by key, if it is shorter than they are. The keys ascend.
fn function(values: &[KeyedValue], positions: usize, deep: bool) -> Option<Formula> {
    let first = values.first()?;
    let first_key = first.key;
    let last_key = values.last()?.key;
    if values.iter().all(|keyed| keyed.value == first.value) {
        return Some(Formula::Number(first.value));
    }
    if let Some(formula) = nearly_the_key(values)
        .or_else(|| one_against_the_rest(values))
        .or_else(|| by_remainder(values))
    {
        return Some(formula);
    }
    let is_table = values.len() <= MAX_TABLE_TERMS && values.len() * POSITIONS_A_TERM <= positions;
    if is_table && first_key >= 0 && last_key < 64 {
        return Some(table(values, last_key));
    }
    // The values may be a pattern of one number, seen at enough numbers.
    if deep && first_key >= 0 && values.len() >= 24 && last_key < 1 << 16 {
        let mut by_number = vec![None; last_key as usize + 1];
        for &KeyedValue { key, value } in values {
            by_number[key as usize] = Some(value);
        }
        return find(&by_number);
    }
    None
}

/// Finds values that are the keys with a constant added, or divided by a small constant, perhaps except for a few first
/// keys.
fn nearly_the_key(values: &[KeyedValue]) -> Option<Formula> {
    let first_key = values.first()?.key;
    let key = Formula::Of(0);
    if values.len() < 4 {
        return None;
    }
    if let Some(by) = offset(values) {
        return Some(key.plus(by));
    }
    let is_quotient = |by: &i64| values.iter().all(|keyed| keyed.value == keyed.key / by);
    if first_key >= 0
        && let Some(by) = (2..=4).find(is_quotient)
    {
        return Some(Formula::of(Op::Div, key, Formula::Number(by)));
    }
    for apart in 1..=3usize {
        let (few, rest) = values.split_at(apart.min(values.len()));
        let are_first = few.iter().map(|keyed| keyed.key).eq(0..apart as i64);
        if rest.len() >= 6
            && are_first
            && let Some(by) = offset(rest)
        {
            let repeats = Function::Repeats {
                before: few.iter().map(|keyed| keyed.value).collect(),
                cycle: vec![apart as i64 + by],
                rise: 1,
            };
            return Some(Formula::call(repeats, key));
        }
    }
    None
}

/// Finds one value for one key, or for all keys to some key, and another value for the rest.
fn one_against_the_rest(values: &[KeyedValue]) -> Option<Formula> {
    if values.len() < 3 {
        return None;
    }
    let key = Formula::Of(0);
    let first_value = values.first()?.value;
    let last_value = values.last()?.value;
    for value in [first_value, values[1].value, last_value] {
        let rest = values.iter().find(|keyed| keyed.value != value)?.value;
        let are_two = values
            .iter()
            .all(|keyed| keyed.value == value || keyed.value == rest);
        if !are_two {
            break;
        }
        let mut with_value = values.iter().filter(|keyed| keyed.value == value);
        if let (Some(only), None) = (with_value.next(), with_value.next()) {
            return Some(two(key.is(only.key), value, rest));
        }
    }
    if first_value == last_value {
        return None;
    }
    let split = values.partition_point(|keyed| keyed.value == first_value);
    if values[split..]
        .iter()
        .any(|keyed| keyed.value != last_value)
    {
        return None;
    }
    let last_of_first = Formula::Number(values[split - 1].key);
    let is_first = Formula::of(Op::AtMost, key, last_of_first);
    Some(two(is_first, first_value, last_value))
}

/// Finds values that depend on the remainder of the key.
fn by_remainder(values: &[KeyedValue]) -> Option<Formula> {
    let first_key = values.first()?.key;
    let last_key = values.last()?.key;
    // If nearly all keys are missing, as between powers of 2, remainders give no simple rule.
    let is_sparse = (last_key - first_key) / 4 > values.len() as i64;
    if first_key < 0 || is_sparse {
        return None;
    }
    for m in 2..=12i64 {
        // Few positions for each key say little, unless the keys repeat.
        if values.len() < POSITIONS_A_NUMBER * m as usize {
            return None;
        }
        let by = by_key(values.iter().map(|&KeyedValue { key, value }| {
            let key = key % m;
            Some(KeyedValue { key, value })
        }));
        if let Some(by) = by.filter(|by| by.len() == m as usize) {
            let key = Formula::Of(0);
            let cycle: Vec<i64> = by.iter().map(|keyed| keyed.value).collect();
            if cycle.iter().copied().eq(0..m) {
                return Some(key.modulo(m));
            }
            let repeats = Function::Repeats {
                before: Vec::new(),
                cycle,
                rise: 0,
            };
            return Some(Formula::call(repeats, key));
        }
    }
    None
}

/// Writes values as a table, whose last value goes on for ever.
fn table(values: &[KeyedValue], last_key: i64) -> Formula {
    let mut before = vec![0; last_key as usize + 1];
    for &KeyedValue { key, value } in values {
        before[key as usize] = value;
    }
    let cycle = before.pop().into_iter().collect();
    let repeats = Function::Repeats {
        before,
        cycle,
        rise: 0,
    };
    Formula::call(repeats, Formula::Of(0))
}

/// Writes a choice of one of two values as simply as it can be written.
fn two(condition: Formula, then: i64, otherwise: i64) -> Formula {
    match (then, otherwise) {
        (1, 0) => condition,
        _ => Formula::when(condition, Formula::Number(then), Formula::Number(otherwise)),
    }
}

/// Computes the constant by which all values are higher than their keys, if there is one.
fn offset(values: &[KeyedValue]) -> Option<i64> {
    let first = values.first()?;
    let offset = first.value - first.key;
    values
        .iter()
        .all(|keyed| keyed.value - keyed.key == offset)
        .then_some(offset)
}
