//! Patterns by digits: finite automata, folds, and nim-sums over binary places.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::{Formula, Function};

/// The most states of an automaton.
const MAX_STATES: usize = 24;

/// The least number of terms that must agree before two states are merged.
const MIN_TERMS: usize = 12;

/// The most different values of an automaton.
const MAX_OUTPUTS: usize = 8;

/// An automaton that reads binary or ternary digits, the lowest first.
///
/// Its states are the sequences s(n) = g(kᵉn + r), of which there are finitely many exactly if the
/// sequence is k-automatic (Eilenberg 1974); here they are compared as far as they are known.
pub(super) fn automaton(line: &[Option<i64>]) -> Option<Formula> {
    if !(2..=MAX_OUTPUTS).contains(&line.iter().flatten().unique().count()) {
        return None;
    }
    let (_, formula) = [2, 3]
        .into_iter()
        .filter_map(|base| with_base(line, base))
        .min_by_key(|found| found.0)?;
    Some(formula)
}

fn with_base(line: &[Option<i64>], base: usize) -> Option<(usize, Formula)> {
    /// g(step·n + shift).
    #[derive(Clone, Copy)]
    struct Kernel {
        step: usize,
        shift: usize,
    }
    let terms = |kernel: Kernel| line.iter().skip(kernel.shift).step_by(kernel.step);
    let same = |a: Kernel, b: Kernel| {
        terms(a)
            .zip(terms(b))
            .all(|(a, b)| a == b || a.is_none() || b.is_none())
    };
    let mut states = vec![Kernel { step: 1, shift: 0 }];
    let mut next: Vec<Vec<usize>> = Vec::new();
    while next.len() < states.len() {
        let from = states[next.len()];
        let mut row = Vec::new();
        for digit in 0..base {
            let child = Kernel {
                step: from.step * base,
                shift: from.shift + from.step * digit,
            };
            if terms(child).len() < MIN_TERMS {
                return None;
            }
            let known = states.iter().position(|&state| same(state, child));
            row.push(known.unwrap_or_else(|| {
                states.push(child);
                states.len() - 1
            }));
        }
        if states.len() > MAX_STATES {
            return None;
        }
        next.push(row);
    }
    let gives = states
        .iter()
        .map(|state| line[state.shift].unwrap_or_default())
        .collect();
    // Each state stands for some terms that nothing else explains.
    (states.len() * 16 <= line.len()).then(|| {
        (
            states.len(),
            Formula::call(Function::Automaton { next, gives }, Formula::Of(0)),
        )
    })
}

/// g(kn + r) = a·g(n) + b·n + c for n ≥ 1, with small a, b, c for each r.
pub(super) fn folds(line: &[Option<i64>]) -> Option<Formula> {
    [2, 3, 4, 5].into_iter().find_map(|base| {
        if line.len() < base * 16 {
            return None;
        }
        let first: Vec<i64> = line[..base]
            .iter()
            .map(|value| value.unwrap_or_default())
            .collect();
        let rules = (0..base)
            .map(|r| fold(line, base, r))
            .collect::<Option<Vec<[i64; 3]>>>()?;
        // If nothing is folded the sequence repeats; periods are looked for before.
        let folds = rules.iter().any(|rule| rule[0] != 0);
        folds.then(|| Formula::call(Function::Folds { first, rules }, Formula::Of(0)))
    })
}

fn fold(line: &[Option<i64>], base: usize, r: usize) -> Option<[i64; 3]> {
    let terms: Vec<(i64, i64, i64)> = (1..)
        .take_while(|n| base * n + r < line.len())
        .filter_map(|n| Some((n as i64, line[n]?, line[base * n + r]?)))
        .collect();
    let &(n0, small, large) = terms.first()?;
    for a in [0, 1] {
        for b in 0..=base as i64 {
            let c = large - a * small - b * n0;
            if terms
                .iter()
                .all(|&(n, small, large)| a * small + b * n + c == large)
            {
                return Some([a, b, c]);
            }
        }
    }
    None
}

/// The nim-sum of the values of the places with a one, if these values are a formula of the place.
pub(super) fn places(line: &[Option<i64>]) -> Option<Formula> {
    let worth: Option<Vec<i64>> = (0..)
        .map_while(|i| line.get(1usize << i).copied())
        .collect();
    let worth = worth?;
    if worth.len() < 5 || line.first() != Some(&Some(0)) {
        return None;
    }
    let is_sum = |s: usize| {
        let low = s & s.wrapping_neg();
        line[s]
            .zip(line[s - low])
            .is_some_and(|(all, rest)| all == rest ^ worth[low.ilog2() as usize])
    };
    let i = || Formula::Of(0);
    let next = || Formula::Of(0).plus(1);
    let candidates = [
        i(),
        next(),
        Formula::call(Function::Lowbit, next()),
        Formula::call(Function::Odious, i()),
        Formula::call(Function::Valuation(2), next()),
        Formula::call(Function::Valuation(2), next()).plus(1),
        Formula::Number(worth[0]),
    ];
    let closed = candidates
        .into_iter()
        .find(|f| (0..).zip(&worth).all(|(i, &w)| f.at(&[i]) == Some(w)));
    let closed = closed.filter(|_| (1..line.len()).all(is_sum))?;
    Some(Formula::call(Function::Places(Box::new(closed)), i()))
}

/// Values by key, if equal keys have equal values: the keys ascending.
pub(super) fn by_key(pairs: impl Iterator<Item = Option<(i64, i64)>>) -> Option<Vec<(i64, i64)>> {
    let mut values = BTreeMap::new();
    for pair in pairs {
        let (key, value) = pair?;
        if *values.entry(key).or_insert(value) != value {
            return None;
        }
    }
    Some(values.into_iter().collect())
}
