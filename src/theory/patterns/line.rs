//! Patterns of the values of one number.

use super::features::{self, Feature};
use super::{Formula, digits};

/// How many rounds of a cycle must be seen.
const ROUNDS: usize = 3;

/// A formula for values by their number; none stands for what is no position.
pub(super) fn find(line: &[Option<i64>]) -> Option<Formula> {
    simple(line).or_else(|| by_digits(line))
}

/// A cycle, or a function of something simpler.
pub(super) fn simple(line: &[Option<i64>]) -> Option<Formula> {
    repeats(line).or_else(|| features::find(&features::of_one_number(), &positions(line)))
}

/// What digits say.
pub(super) fn by_digits(line: &[Option<i64>]) -> Option<Formula> {
    digits::folds(line).or_else(|| digits::places(line)).or_else(|| digits::automaton(line))
}

/// The numbers with values, as positions.
pub(super) fn positions(line: &[Option<i64>]) -> Vec<(Vec<i64>, i64)> {
    (0..).zip(line).filter_map(|(n, value)| value.map(|value| (vec![n], value))).collect()
}

/// A cycle, rising or not: the shortest with a short beginning.
pub(super) fn repeats(line: &[Option<i64>]) -> Option<Formula> {
    let start = line.iter().position(Option::is_some)?;
    let values: Option<Vec<i64>> = line[start..].iter().copied().collect();
    let values = values?;
    let len = values.len();
    for period in 1..=len / (ROUNDS + 1) {
        let rise = values[len - 1] - values[len - 1 - period];
        let holds = |i: usize| values[i + period] - values[i] == rise;
        let mut preperiod = len - period;
        while preperiod > 0 && holds(preperiod - 1) {
            preperiod -= 1;
        }
        // The cycle is seen three times, and nearly all that is seen is the cycle: exceptions at powers
        // of 4 or less, however far one looks, are not taken for a beginning.
        if preperiod + ROUNDS * period + 12 <= len && preperiod * 5 <= len {
            let before = values[..preperiod].to_vec();
            let cycle = values[preperiod..preperiod + period].to_vec();
            return Some(written(before, cycle, rise, start as i64));
        }
    }
    None
}

/// A cycle, written as simply as it can be.
fn written(before: Vec<i64>, cycle: Vec<i64>, rise: i64, start: i64) -> Formula {
    let n = Formula::Of(0);
    let at_start = before.is_empty() && start <= 1;
    if let ([value], true) = (&cycle[..], before.is_empty()) {
        match rise {
            0 => return Formula::Number(*value),
            1 => return n.plus(*value - start),
            _ => {}
        }
    }
    let m = cycle.len() as i64;
    if at_start && rise == 0 && m > 1 && (start..).zip(&cycle).all(|(n, &value)| n % m == value) {
        return Formula::of(super::Op::Mod, n, Formula::Number(m));
    }
    Formula::Repeats { at: Box::new(n.plus(-start)), before, cycle, rise }
}

/// The only number itself, as a feature.
pub(super) fn identity() -> Feature {
    Feature { formula: Formula::Of(0), deep: false }
}
