//! Patterns by digits: finite automata, folds, and nim-sums over binary places.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::formula::{Formula, Function};

/// The most states of an automaton that is looked for. A guess.
const MAX_STATES_FOUND: usize = 24;

/// The least number of terms that must agree before two states are merged. A guess.
const MIN_TERMS: usize = 12;

/// The most different values of an automaton. A guess.
const MAX_OUTPUTS: usize = 8;

/// Finds an automaton that reads binary or ternary digits, the lowest first.
///
/// Each state is a sequence s(n) = g(kᵉn + r), of which there are finitely many exactly if the
/// sequence is k-automatic (Eilenberg 1974). Here two of them are one state if they agree as far as they are known.
pub(super) fn automaton(line: &[Option<i64>]) -> Option<Formula> {
    if !(2..=MAX_OUTPUTS).contains(&line.iter().flatten().unique().count()) {
        return None;
    }
    let found = [2, 3].into_iter().filter_map(|base| in_base(line, base));
    let Found { next, gives } = found.min_by_key(|found| found.gives.len())?;
    let function = Function::Automaton { next, gives };
    Some(Formula::call(function, Formula::Of(0)))
}

/// An automaton that was found.
struct Found {
    /// The state that each digit leads to, by the state.
    next: Vec<Vec<usize>>,
    /// The output of each state.
    gives: Vec<i64>,
}

/// Finds an automaton that reads digits in a base.
fn in_base(line: &[Option<i64>], base: usize) -> Option<Found> {
    /// The sequence g(step·n + shift).
    #[derive(Clone, Copy)]
    struct Kernel {
        /// The step, a power of the base.
        step: usize,
        /// The shift, below the step.
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
        if states.len() > MAX_STATES_FOUND {
            return None;
        }
        next.push(row);
    }
    let gives = states
        .iter()
        .map(|state| line[state.shift].unwrap_or_default())
        .collect();
    // Each state stands for some terms that nothing else explains.
    (states.len() * 16 <= line.len()).then_some(Found { next, gives })
}

/// Finds the rule g(kn + r) = a·g(n) + b·n + c for n ≥ 1, with small a, b, c for each r.
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

/// Finds a, b and c for one remainder r.
fn fold(line: &[Option<i64>], base: usize, r: usize) -> Option<[i64; 3]> {
    /// The terms g(n) and g(kn + r).
    struct Terms {
        /// The number n.
        n: i64,
        /// The term g(n).
        of_n: i64,
        /// The term g(kn + r).
        of_multiple: i64,
    }
    let terms: Vec<Terms> = (1..)
        .take_while(|n| base * n + r < line.len())
        .filter_map(|n| {
            Some(Terms {
                n: n as i64,
                of_n: line[n]?,
                of_multiple: line[base * n + r]?,
            })
        })
        .collect();
    let first = terms.first()?;
    for a in [0, 1] {
        for b in 0..=base as i64 {
            let rest = |terms: &Terms| terms.of_multiple - a * terms.of_n - b * terms.n;
            let c = rest(first);
            if terms.iter().all(|terms| rest(terms) == c) {
                return Some([a, b, c]);
            }
        }
    }
    None
}

/// Writes values as the nim-sum of the values of the places with a one, if these values are a formula of the place.
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
    let closed = closed?;
    if !(1..line.len()).all(is_sum) {
        return None;
    }
    Some(Formula::call(Function::Places(Box::new(closed)), i()))
}

/// The value that all positions with a key have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyedValue {
    /// The key: a feature of positions, or a number.
    pub(super) key: i64,
    /// The value.
    pub(super) value: i64,
}

/// Lists values by key, with keys ascending, if equal keys have equal values.
pub(super) fn by_key(keyed: impl Iterator<Item = Option<KeyedValue>>) -> Option<Vec<KeyedValue>> {
    let mut values = BTreeMap::new();
    for keyed in keyed {
        let KeyedValue { key, value } = keyed?;
        if *values.entry(key).or_insert(value) != value {
            return None;
        }
    }
    let keyed = values.into_iter();
    Some(
        keyed
            .map(|(key, value)| KeyedValue { key, value })
            .collect(),
    )
}
