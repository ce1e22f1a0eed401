//! Formulas: what a pattern says about positions, as an expression that can be computed.

use grundy_rules::eval::unary;
use grundy_rules::tree;

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient of numbers from 0, rounded down.
    Div,
    /// The remainder of numbers from 0.
    Mod,
    /// The nim-sum of numbers from 0.
    Xor,
    /// The bitwise or of numbers from 0.
    Or,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// 1 if both are equal, else 0.
    Equal,
    /// 1 if the first is at most the second, else 0.
    AtMost,
}

impl Op {
    /// Returns the sign of the operation in programs, and in the language of rules.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Mod => "%",
            Op::Xor => "^",
            Op::Or => "|",
            Op::Min => "min",
            Op::Max => "max",
            Op::Equal => "==",
            Op::AtMost => "<=",
        }
    }
}

/// A function of one number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// The exponent of this prime in a number from 1.
    Valuation(u8),
    /// The number of prime factors of a number from 1, with multiplicity.
    PrimeFactors,
    /// The index of the least prime factor (2 has 1, 3 has 2, …) of a number from 1; of 1 it is 0.
    LeastPrime,
    /// The ones in binary.
    Popcount,
    /// The lowest one in binary, as a power of two; of 0 it is 0.
    Lowbit,
    /// The binary logarithm of a number from 1, rounded down.
    Log2,
    /// The square root, rounded down.
    Sqrt,
    /// The sum of the decimal digits.
    DigitSum,
    /// The least part of a number from 1 as a sum of Fibonacci numbers of which no two are neighbours
    /// (Zeckendorf 1972).
    Zeckendorf,
    /// The number of that index, from 0, among those with an odd number of ones in binary.
    Odious,
    /// The product of a number from 0 and an irrational one, rounded down.
    Floor(Quadratic),
    /// A list: the first terms, then a repeated cycle, each of whose rounds is higher by a constant than the
    /// one before.
    Repeats {
        /// The terms before the cycle.
        before: Vec<i64>,
        /// The cycle, not empty.
        cycle: Vec<i64>,
        /// The term that each round adds.
        rise: i64,
    },
    /// The output of a finite automaton that reads the digits of a number from 0, the lowest first.
    Automaton {
        /// The state that each digit leads to, by the state; the first state is the start.
        next: Vec<Vec<usize>>,
        /// The output of each state.
        gives: Vec<i64>,
    },
    /// g(kn + r) = a·g(n) + b·n + c, with a, b, c for each r, and g of the numbers below k.
    Folds {
        /// g(0), …, g(k − 1).
        first: Vec<i64>,
        /// a, b, c for each remainder.
        rules: Vec<[i64; 3]>,
    },
    /// The nim-sum, over the places i of the ones of a number, of a formula in i alone.
    Places(Box<Formula>),
    /// 1 if a number belongs to a sequence that rises by a linear recurrence, else 0.
    Recurs {
        /// The first terms.
        first: Vec<i64>,
        /// The factors of the last terms, the last of them first, whose sum is the next.
        factors: Vec<i64>,
        /// The summand of each term.
        plus: i64,
    },
}

/// (p + √d) / q, with q of at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quadratic {
    /// The rational part of the numerator.
    pub p: i64,
    /// The radicand, at least 0.
    pub d: i64,
    /// The denominator.
    pub q: i64,
}

/// A number of the position, or what is computed of them. An operation whose operands are out of its
/// domain has no result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// A constant.
    Number(i64),
    /// The number of the position with this index.
    Of(usize),
    /// An operation.
    Binary(Op, Box<Formula>, Box<Formula>),
    /// A function.
    Call(Function, Box<Formula>),
    /// The second if the first is not 0, else the third.
    If(Box<Formula>, Box<Formula>, Box<Formula>),
    /// 1 if in each binary place the digits of all numbers add up to 0 modulo this, else 0.
    Columns(Vec<Formula>, i64),
}

impl Formula {
    /// Makes an operation on two formulas.
    pub fn of(op: Op, a: Formula, b: Formula) -> Formula {
        Formula::Binary(op, Box::new(a), Box::new(b))
    }

    /// Adds a constant to a formula.
    pub fn plus(self, c: i64) -> Formula {
        match c {
            0 => self,
            1.. => Formula::of(Op::Add, self, Formula::Number(c)),
            _ => Formula::of(Op::Sub, self, Formula::Number(-c)),
        }
    }

    /// Makes a formula that gives 1 where this one gives a number, else 0.
    pub fn is(self, n: i64) -> Formula {
        Formula::of(Op::Equal, self, Formula::Number(n))
    }

    /// Makes the remainder of a formula modulo a constant.
    pub fn modulo(self, m: i64) -> Formula {
        Formula::of(Op::Mod, self, Formula::Number(m))
    }

    /// Makes a function of a formula.
    pub fn call(function: Function, of: Formula) -> Formula {
        Formula::Call(function, Box::new(of))
    }

    /// Makes a choice of one of two formulas by a condition.
    pub fn when(condition: Formula, then: Formula, otherwise: Formula) -> Formula {
        Formula::If(Box::new(condition), Box::new(then), Box::new(otherwise))
    }

    /// Puts a formula in the place of each number of the position.
    #[must_use]
    pub fn with(&self, number: &dyn Fn(usize) -> Formula) -> Formula {
        let part = |formula: &Formula| Box::new(formula.with(number));
        match self {
            Formula::Number(n) => Formula::Number(*n),
            Formula::Of(i) => number(*i),
            Formula::Binary(op, a, b) => Formula::Binary(*op, part(a), part(b)),
            Formula::Call(function, a) => Formula::Call(function.clone(), part(a)),
            Formula::If(a, b, c) => Formula::If(part(a), part(b), part(c)),
            Formula::Columns(all, q) => {
                Formula::Columns(all.iter().map(|a| a.with(number)).collect(), *q)
            }
        }
    }

    /// Visits the formula and all formulas within it.
    pub fn visit(&self, see: &mut dyn FnMut(&Formula)) {
        see(self);
        match self {
            Formula::Number(_) | Formula::Of(_) => {}
            Formula::Binary(_, a, b) | Formula::Call(Function::Places(a), b) => {
                a.visit(see);
                b.visit(see);
            }
            Formula::Call(_, a) => a.visit(see),
            Formula::If(a, b, c) => {
                a.visit(see);
                b.visit(see);
                c.visit(see);
            }
            Formula::Columns(all, _) => {
                for part in all {
                    part.visit(see);
                }
            }
        }
    }

    /// Computes the value at a position; none if it is undefined, or does not fit in 64 bits.
    pub fn at(&self, position: &[i64]) -> Option<i64> {
        match self {
            Formula::Number(n) => Some(*n),
            Formula::Of(i) => position.get(*i).copied(),
            Formula::Binary(op, a, b) => binary(*op, a.at(position)?, b.at(position)?),
            Formula::Call(function, a) => function.of(a.at(position)?),
            Formula::If(a, b, c) => match a.at(position)? {
                0 => c.at(position),
                _ => b.at(position),
            },
            Formula::Columns(all, q) => {
                let numbers: Option<Vec<i64>> =
                    all.iter().map(|formula| formula.at(position)).collect();
                let numbers = numbers?;
                let adds_up =
                    |place: u32| numbers.iter().map(|n| n >> place & 1).sum::<i64>() % q == 0;
                Some(i64::from((0..63).all(adds_up)))
            }
        }
    }
}

/// Computes the next term of a linear recurrence.
pub(super) fn next_term(terms: &[i64], factors: &[i64], plus: i64) -> Option<i64> {
    let mut next = plus;
    for (&term, &factor) in terms.iter().rev().zip(factors) {
        next = next.checked_add(term.checked_mul(factor)?)?;
    }
    (terms.len() >= factors.len()).then_some(next)
}

/// Computes an operation; none outside of its domain, or if the result does not fit in 64 bits.
fn binary(op: Op, a: i64, b: i64) -> Option<i64> {
    let natural = a >= 0 && b >= 0;
    match op {
        Op::Add => a.checked_add(b),
        Op::Sub => a.checked_sub(b),
        Op::Mul => a.checked_mul(b),
        Op::Div => (natural && b > 0).then(|| a / b),
        Op::Mod => (natural && b > 0).then(|| a % b),
        Op::Xor => natural.then_some(a ^ b),
        Op::Or => natural.then_some(a | b),
        Op::Min => Some(a.min(b)),
        Op::Max => Some(a.max(b)),
        Op::Equal => Some(i64::from(a == b)),
        Op::AtMost => Some(i64::from(a <= b)),
    }
}

impl Function {
    /// Computes the value at a number; none outside of the domain.
    pub fn of(&self, n: i64) -> Option<i64> {
        let index = usize::try_from(n).ok();
        match self {
            Function::Floor(by) => by.floor_of(n),
            Function::Repeats {
                before,
                cycle,
                rise,
            } => {
                let i = index?;
                if let Some(&value) = before.get(i) {
                    return Some(value);
                }
                let past = i - before.len();
                let round = i64::try_from(past / cycle.len()).ok()?;
                cycle
                    .get(past % cycle.len())?
                    .checked_add(rise.checked_mul(round)?)
            }
            Function::Automaton { next, gives } => {
                let mut n = index?;
                let mut state = 0;
                while n > 0 {
                    let row: &Vec<usize> = next.get(state)?;
                    state = *row.get(n % row.len())?;
                    n /= row.len();
                }
                gives.get(state).copied()
            }
            Function::Folds { first, rules } => {
                let mut n = index?;
                let mut sum = 0i64;
                loop {
                    if let Some(value) = first.get(n) {
                        return sum.checked_add(*value);
                    }
                    let [a, b, c] = *rules.get(n % rules.len())?;
                    n /= rules.len();
                    sum = sum
                        .checked_add(b.checked_mul(i64::try_from(n).ok()?)?)?
                        .checked_add(c)?;
                    if a == 0 {
                        return Some(sum);
                    }
                }
            }
            Function::Places(worth) => {
                let mut left = u64::try_from(n).ok()?;
                let mut sum = 0;
                while left != 0 {
                    sum ^= worth.at(&[i64::from(left.trailing_zeros())])?;
                    left &= left - 1;
                }
                Some(sum)
            }
            Function::Recurs {
                first,
                factors,
                plus,
            } => {
                let mut terms = first.clone();
                while terms.last().is_some_and(|&last| last < n) {
                    let next = next_term(&terms, factors, *plus)?;
                    if terms.last().is_some_and(|&last| next <= last) {
                        break;
                    }
                    terms.push(next);
                }
                Some(i64::from(terms.contains(&n)))
            }
            Function::Popcount => unary(tree::Function::Popcount, n).ok(),
            Function::Lowbit => unary(tree::Function::Lowbit, n).ok(),
            Function::Log2 => unary(tree::Function::Log2, n).ok(),
            Function::Sqrt => unary(tree::Function::Sqrt, n).ok(),
            Function::DigitSum => unary(tree::Function::Digitsum, n).ok(),
            Function::Odious if n >= 0 => {
                Some(n.checked_mul(2)? + i64::from(n.count_ones().is_multiple_of(2)))
            }
            of_factors if n > 0 => of_factors.of_positive(n.unsigned_abs())?.try_into().ok(),
            _ => None,
        }
    }

    /// Computes a function that is defined for numbers from 1.
    fn of_positive(&self, mut n: u64) -> Option<u64> {
        let least_factor = |n: u64| {
            (2..)
                .take_while(|p| p * p <= n)
                .find(|p| n.is_multiple_of(*p))
                .unwrap_or(n)
        };
        let mut count = 0;
        match self {
            Function::Valuation(p) => {
                while n.is_multiple_of((*p).into()) {
                    n /= u64::from(*p);
                    count += 1;
                }
            }
            Function::PrimeFactors => {
                while n > 1 {
                    n /= least_factor(n);
                    count += 1;
                }
            }
            Function::LeastPrime => {
                count = (2..=least_factor(n))
                    .filter(|&m| least_factor(m) == m)
                    .count() as u64;
            }
            Function::Zeckendorf => loop {
                let mut largest = 1u64;
                let mut next = 2u64;
                while next <= n {
                    let sum = largest.checked_add(next)?;
                    largest = next;
                    next = sum;
                }
                if largest == n {
                    return Some(n);
                }
                n -= largest;
            },
            _ => return None,
        }
        Some(count)
    }
}

impl Quadratic {
    /// Computes the product with n, rounded down; none below 0, or if it does not fit in 64 bits.
    pub fn floor_of(self, n: i64) -> Option<i64> {
        let n = u128::try_from(n).ok()?;
        let root = u128::try_from(self.d)
            .ok()?
            .checked_mul(n.checked_mul(n)?)?
            .isqrt();
        let whole = i128::try_from(root).ok()? + i128::from(self.p) * i128::try_from(n).ok()?;
        i64::try_from(whole.div_euclid(i128::from(self.q))).ok()
    }
}

/// Computes the place of a position in a list of all, in which the last number runs fastest, from formulas of the numbers and how
/// many values each has.
pub(crate) fn place(numbers: impl IntoIterator<Item = (Formula, i64)>) -> Formula {
    let mut place: Option<Formula> = None;
    for (number, count) in numbers {
        place = Some(match place {
            None => number,
            Some(place) => {
                let before = Formula::of(Op::Mul, place, Formula::Number(count));
                Formula::of(Op::Add, before, number)
            }
        });
    }
    place.unwrap_or(Formula::Number(0))
}

/// Joins formulas by an operation.
pub(crate) fn joined(op: Op, formulas: impl IntoIterator<Item = Formula>) -> Formula {
    formulas
        .into_iter()
        .reduce(|a, b| Formula::of(op, a, b))
        .unwrap_or(Formula::Number(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_agree_with_their_first_values() {
        let first = |function: Function| {
            (1..=12)
                .map(|n| function.of(n).unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            first(Function::Valuation(2)),
            [0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2]
        );
        assert_eq!(
            first(Function::PrimeFactors),
            [0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3]
        );
        assert_eq!(
            first(Function::LeastPrime),
            [0, 1, 2, 1, 3, 1, 4, 1, 2, 1, 5, 1]
        );
        assert_eq!(
            first(Function::Zeckendorf),
            [1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3, 1]
        );
        assert_eq!(
            first(Function::Odious),
            [2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25]
        );
        assert_eq!(Function::Valuation(2).of(0), None);
        assert_eq!(Function::Sqrt.of(-1), None);
    }

    #[test]
    fn the_golden_section_gives_wythoffs_pairs() {
        let phi = Quadratic { p: 1, d: 5, q: 2 };
        let first: Vec<_> = (0..10).map(|k| phi.floor_of(k).unwrap()).collect();
        assert_eq!(first, [0, 1, 3, 4, 6, 8, 9, 11, 12, 14]);
    }

    #[test]
    fn formulas_are_computed() {
        let half = Function::Folds {
            first: vec![0, 0],
            rules: vec![[0, 1, 0], [1, 0, 0]],
        };
        let values: Vec<_> = (0..12).map(|n| half.of(n).unwrap()).collect();
        assert_eq!(values, [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1]);
        let rises = Function::Repeats {
            before: vec![7],
            cycle: vec![0, 1],
            rise: 3,
        };
        assert_eq!(
            (0..6).map(|n| rises.of(n).unwrap()).collect::<Vec<_>>(),
            [7, 0, 1, 3, 4, 6]
        );
        let fibonacci = Function::Recurs {
            first: vec![1, 2],
            factors: vec![1, 1],
            plus: 0,
        };
        let members: Vec<_> = (0..22).filter(|&n| fibonacci.of(n) == Some(1)).collect();
        assert_eq!(members, [1, 2, 3, 5, 8, 13, 21]);
        let moore = Formula::Columns(vec![Formula::Of(0), Formula::Of(1), Formula::Of(2)], 3);
        assert_eq!(
            (moore.at(&[5, 5, 5]), moore.at(&[5, 5, 4])),
            (Some(1), Some(0))
        );
    }
}
