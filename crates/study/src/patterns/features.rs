//! Features that values may be a function of: an exponent of 2, a count of digits, a nim-sum, a difference.

use itertools::Itertools;

use super::formula::{Formula, Function, Op, joined};

/// Something that values may be a function of.
#[derive(Clone, Debug)]
pub(super) struct Feature {
    /// The formula that computes it.
    pub formula: Formula,
    /// Whether the function may be any pattern of one number.
    pub deep: bool,
}

/// Makes a feature of which values may be a short list or a simple function.
fn shallow(formula: Formula) -> Feature {
    Feature {
        formula,
        deep: false,
    }
}

/// Makes a feature of which values may be any pattern of one number.
fn deep(formula: Formula) -> Feature {
    Feature {
        formula,
        deep: true,
    }
}

/// Lists the features of one number.
pub(super) fn of_one_number() -> Vec<Feature> {
    let n = || Formula::Of(0);
    let mut features = vec![shallow(n())];
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

/// Lists the features of several numbers.
pub(super) fn of_several(arity: usize) -> Vec<Feature> {
    let each = || (0..arity).map(Formula::Of);
    let most = || joined(Op::Max, each());
    let mut features = [Op::Xor, Op::Add, Op::Min, Op::Max]
        .map(|op| deep(joined(op, each())))
        .to_vec();
    features.extend(each().map(deep));
    // The number of times that the greatest occurs.
    let is_greatest = each().map(|n| Formula::of(Op::Equal, n, most()));
    features.push(shallow(joined(Op::Add, is_greatest)));
    for [i, j] in (0..arity).array_combinations() {
        let pair = |op| Formula::of(op, Formula::Of(i), Formula::Of(j));
        let apart = Formula::of(Op::Sub, pair(Op::Max), pair(Op::Min));
        features.extend([pair(Op::Sub), apart, pair(Op::Xor), pair(Op::Mul)].map(deep));
        features.push(shallow(pair(Op::Or)));
        for shift in [0, -1] {
            let either = Formula::of(
                Op::Or,
                Formula::Of(i).plus(shift),
                Formula::Of(j).plus(shift),
            );
            features.push(shallow(Formula::call(
                Function::Valuation(2),
                either.plus(1),
            )));
        }
        features.push(shallow(Formula::of(Op::Div, pair(Op::Max), pair(Op::Min))));
        // The whole part of greater/lesser − lesser/greater, which is (greater² − lesser²)/(product).
        let [most, least] = [Op::Max, Op::Min].map(|op| Formula::of(Op::Mul, pair(op), pair(op)));
        let squares = Formula::of(Op::Sub, most, least);
        features.push(shallow(Formula::of(Op::Div, squares, pair(Op::Mul))));
    }
    features
}
