//! Features that values may be a function of: an exponent of 2, a count of digits, a nim-sum, a difference.

use super::{Formula, Function, Op, joined};

/// Something that values may be a function of.
#[derive(Clone, Debug)]
pub(super) struct Feature {
    /// How it is computed.
    pub formula: Formula,
    /// Whether the function may be any pattern of one number.
    pub deep: bool,
}

fn shallow(formula: Formula) -> Feature {
    Feature { formula, deep: false }
}

fn deep(formula: Formula) -> Feature {
    Feature { formula, deep: true }
}

/// Features of one number.
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

/// Features of several numbers.
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
