//! Values as functions of something simpler: a remainder, an exponent of 2, a nim-sum, a difference.

use super::digits::by_key;
use super::{Formula, Function, Op, joined, line};

/// Something that values may be a function of.
#[derive(Clone, Debug)]
pub(super) struct Feature {
    /// How it is computed.
    pub formula: Formula,
    /// Whether the function may be any pattern of one number.
    pub deep: bool,
}

/// How many positions speak for each number fitted.
const SUPPORT: usize = 3;

/// How many for each term of a table without a rule.
const TABLE_SUPPORT: usize = 16;

/// The longest table without a rule.
const LONGEST_TABLE: usize = 12;

fn shallow(formula: Formula) -> Feature {
    Feature { formula, deep: false }
}

fn deep(formula: Formula) -> Feature {
    Feature { formula, deep: true }
}

/// What the values of one number may depend on.
pub(super) fn of_one_number() -> Vec<Feature> {
    let n = || Formula::Of(0);
    let mut features = vec![line::identity()];
    let functions = [
        Function::Valuation(2),
        Function::Valuation(3),
        Function::Valuation(5),
        Function::Popcount,
        Function::Lowbit,
        Function::Log2,
        Function::Sqrt,
        Function::PrimeFactors,
        Function::LeastPrime,
        Function::Zeckendorf,
        Function::DigitSum,
    ];
    features.extend(functions.map(|function| shallow(Formula::call(function, n()))));
    features.push(shallow(Formula::call(Function::Valuation(2), n().plus(1))));
    features.push(shallow(Formula::call(Function::Popcount, n().plus(1))));
    features
}

/// What the values of several numbers may depend on.
pub(super) fn of_several(arity: usize) -> Vec<Feature> {
    let each = || (0..arity).map(Formula::Of);
    let nim_sum = || joined(Op::Xor, each());
    let most = || joined(Op::Max, each());
    let mut features: Vec<Feature> = vec![
        deep(nim_sum()),
        deep(joined(Op::Add, each())),
        deep(joined(Op::Min, each())),
        deep(joined(Op::Max, each())),
    ];
    features.extend(each().map(deep));
    // How often the greatest occurs.
    let equal = |formula: Formula| Formula::of(Op::Equal, formula, most());
    features.push(shallow(joined(Op::Add, each().map(equal))));
    for i in 0..arity {
        for j in i + 1..arity {
            let (a, b) = (|| Formula::Of(i), || Formula::Of(j));
            let least = || Formula::of(Op::Min, a(), b());
            let most = || Formula::of(Op::Max, a(), b());
            let apart = || Formula::of(Op::Sub, most(), least());
            features.push(deep(Formula::of(Op::Sub, a(), b())));
            features.push(deep(apart()));
            features.push(deep(Formula::of(Op::Xor, a(), b())));
            features.push(deep(Formula::of(Op::Mul, a(), b())));
            features.push(shallow(Formula::of(Op::Or, a(), b())));
            for shift in [0, -1] {
                let either = Formula::of(Op::Or, a().plus(shift), b().plus(shift));
                features.push(shallow(Formula::call(Function::Valuation(2), either.plus(1))));
            }
            let quotient = Formula::of(Op::Div, most(), least());
            features.push(shallow(quotient));
            // The whole part of greater/lesser − lesser/greater.
            let squares = Formula::of(
                Op::Sub,
                Formula::of(Op::Mul, most(), most()),
                Formula::of(Op::Mul, least(), least()),
            );
            features.push(shallow(Formula::of(Op::Div, squares, Formula::of(Op::Mul, a(), b()))));
        }
    }
    features
}

/// The first feature that the values are a simple function of, as a formula.
pub(super) fn find(features: &[Feature], positions: &[(Vec<i64>, i64)]) -> Option<Formula> {
    features.iter().find_map(|feature| {
        let values = by_key(
            positions.iter().map(|(position, value)| feature.formula.at(position).map(|key| (key, *value))),
        )?;
        let deep = feature.deep;
        if values.len() * if deep { 2 } else { SUPPORT } > positions.len()
            && feature.formula != Formula::Of(0)
        {
            return None;
        }
        let formula = function(&values, positions.len(), deep)?.applied_to(&feature.formula);
        positions.iter().all(|(position, value)| formula.at(position) == Some(*value)).then_some(formula)
    })
}

/// A formula for values by key, where it says less than they do.
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
        if let Some(by) = (2..=4).find(|by| k0 >= 0 && values.iter().all(|&(key, value)| value == key / by)) {
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
                return Some(Formula::Repeats { at: Box::new(k()), before, cycle, rise: 1 });
            }
        }
    }
    // One key, or all to some key, against the rest.
    if values.len() >= 3 {
        for (_, value) in [values[0], values[1], (last_key, last)] {
            let mut of_it = values.iter().filter(|&&(_, other)| other == value);
            let rest = values.iter().find(|&&(_, other)| other != value)?.1;
            if values.iter().any(|&(_, other)| other != value && other != rest) {
                break;
            }
            if let (Some(&(key, _)), None) = (of_it.next(), of_it.next()) {
                let is = Formula::of(Op::Equal, k(), Formula::Number(key));
                return Some(two(is, value, rest));
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
        // Where nearly all keys are missing, as between powers of 2, remainders say nothing simple.
        let sparse = (last_key - k0) / 4 > values.len() as i64;
        if k0 < 0 || sparse || values.len() < SUPPORT * m as usize {
            break;
        }
        let by = by_key(values.iter().map(|&(key, value)| Some((key % m, value))));
        if let Some(by) = by.filter(|by| by.len() == m as usize) {
            let cycle: Vec<i64> = by.iter().map(|&(_, value)| value).collect();
            if cycle.iter().copied().eq(0..m) {
                return Some(Formula::of(Op::Mod, k(), Formula::Number(m)));
            }
            return Some(Formula::Repeats { at: Box::new(k()), before: Vec::new(), cycle, rise: 0 });
        }
    }
    let table = values.len() <= LONGEST_TABLE && values.len() * TABLE_SUPPORT <= positions;
    if table && k0 >= 0 && last_key < 64 {
        let mut before = vec![0; last_key as usize + 1];
        for &(key, value) in values {
            before[key as usize] = value;
        }
        let cycle = before.pop().into_iter().collect();
        return Some(Formula::Repeats { at: Box::new(k()), before, cycle, rise: 0 });
    }
    // A pattern of one number, seen at enough of them.
    if deep && k0 >= 0 && values.len() >= 24 && last_key < 1 << 16 {
        let mut by_number = vec![None; last_key as usize + 1];
        for &(key, value) in values {
            by_number[key as usize] = Some(value);
        }
        return line::find(&by_number);
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
    values.iter().all(|&(k, v)| v - k == value - key).then_some(value - key)
}
