//! The values of expressions and conditions, exactly as the language defines them.
//!
//! Numbers are signed and of 64 bits. A result that does not fit stops the record ([`EvalStop::Overflow`]);
//! what is undefined (a division by zero, a square root of −1, …) makes the option not exist
//! ([`EvalStop::Undefined`]). Operands are evaluated from left to right, and the first of the two
//! that happens is what counts.

use super::members;
use super::meter::{EvalStop, Meter, STEPS_A_MEMBER, STEPS_AN_OPERATOR};
use super::number::{
    digit_sum, floor_div, floor_rem, gcd, is_prime, power, shift_left, shift_right, square_root,
    steps_of_prime_test,
};
use super::tree::{Comprehension, Cond, Expr, Fold, Function, Names, Op, Qualifier, Set};

impl Expr {
    /// Evaluates the expression as [`value`](Expr::value) does, and without a call if it is a number or a name.
    ///
    /// # Errors
    ///
    /// Fails when it is undefined or does not fit, or the steps end.
    #[inline(always)]
    pub(super) fn operand(&self, names: &Names, meter: &mut Meter) -> Result<i64, EvalStop> {
        match self {
            Expr::Number(n) => Ok(*n),
            Expr::Name(name) => Ok(names[usize::from(*name)]),
            _ => self.value(names, meter),
        }
    }

    /// Evaluates the expression as [`value`](Expr::value) does, and without a call if it is `i-1` or `p[i]-1`, as most ends of
    /// slices and ranges are.
    ///
    /// # Errors
    ///
    /// Fails when it is undefined or does not fit, or the steps end.
    #[inline]
    pub(super) fn near(&self, names: &Names, meter: &mut Meter) -> Result<i64, EvalStop> {
        if let Expr::Binary(op @ (Op::Add | Op::Sub), a, b) = self
            && let Expr::Number(n) = **b
        {
            meter.spend(STEPS_AN_OPERATOR)?;
            let a = match &**a {
                Expr::ItemOf(list, index) if list.is_position() => {
                    meter.spend(STEPS_AN_OPERATOR)?;
                    let index = index.operand(names, meter)?;
                    item_at(&meter.position, index)?
                }
                a => a.operand(names, meter)?,
            };
            let result = match op {
                Op::Add => a.checked_add(n),
                _ => a.checked_sub(n),
            };
            return result.ok_or(EvalStop::Overflow);
        }
        self.operand(names, meter)
    }

    /// Evaluates the expression, for these values of the names.
    ///
    /// # Errors
    ///
    /// Fails when it is undefined or does not fit, or the steps end.
    pub fn value(&self, names: &Names, meter: &mut Meter) -> Result<i64, EvalStop> {
        match self {
            Expr::Number(n) => Ok(*n),
            Expr::Name(name) => Ok(names[usize::from(*name)]),
            Expr::Binary(op, a, b) => {
                meter.spend(STEPS_AN_OPERATOR)?;
                let a = a.operand(names, meter)?;
                binary(*op, a, b.operand(names, meter)?)
            }
            Expr::ItemOf(list, index) if list.is_position() => {
                meter.spend(STEPS_AN_OPERATOR)?;
                let index = index.near(names, meter)?;
                item_at(&meter.position, index)
            }
            Expr::Length(list) if list.is_position() => {
                meter.spend(STEPS_AN_OPERATOR)?;
                Ok(meter.position.len() as i64)
            }
            _ => self.other_value(names, meter),
        }
    }

    /// Evaluates an expression of a kind that is rarer, or takes longer, than those that [`value`](Expr::value) knows.
    #[inline(never)]
    fn other_value(&self, names: &Names, meter: &mut Meter) -> Result<i64, EvalStop> {
        match self {
            Expr::Negate(a) => {
                let negated = a.value(names, meter)?.checked_neg();
                negated.ok_or(EvalStop::Overflow)
            }
            Expr::Complement(a) => Ok(!a.value(names, meter)?),
            Expr::Call(function, arguments) => call(*function, arguments, names, meter),
            Expr::Item(list, index) => item_at(list, index.value(names, meter)?),
            Expr::Fold(fold, over) => over.fold(*fold, names, meter),
            Expr::ItemOf(list, index) => {
                meter.spend(STEPS_AN_OPERATOR)?;
                let view = list.view(names, meter)?;
                let index = index.value(names, meter)?;
                item_at(view.numbers(&meter.position), index)
            }
            Expr::Length(list) => {
                meter.spend(STEPS_AN_OPERATOR)?;
                Ok(list.view(names, meter)?.len() as i64)
            }
            // The reader lets no list pass where a number is needed.
            Expr::Number(_) | Expr::Name(_) | Expr::Binary(..) | Expr::List(_) => {
                Err(EvalStop::Undefined)
            }
        }
    }
}

/// Returns the number at a place of a list, from 0.
#[inline]
pub(super) fn item_at(list: &[i64], index: i64) -> Result<i64, EvalStop> {
    let index = usize::try_from(index).ok();
    let item = index.and_then(|index| list.get(index));
    item.copied().ok_or(EvalStop::Undefined)
}

/// Applies an operator to two numbers.
///
/// # Errors
///
/// Fails when the result is undefined or does not fit.
#[inline]
pub fn binary(op: Op, a: i64, b: i64) -> Result<i64, EvalStop> {
    match op {
        Op::Add => a.checked_add(b).ok_or(EvalStop::Overflow),
        Op::Sub => a.checked_sub(b).ok_or(EvalStop::Overflow),
        Op::Mul => a.checked_mul(b).ok_or(EvalStop::Overflow),
        Op::Div => floor_div(a, b),
        Op::Rem => floor_rem(a, b),
        Op::And => Ok(a & b),
        Op::Or => Ok(a | b),
        Op::Xor => Ok(a ^ b),
        Op::Shl => shift_left(a, b),
        Op::Shr => shift_right(a, b),
    }
}

/// Calls a function. Its arguments are evaluated from left to right; those of each function are as many as the reader
/// let pass.
fn call(
    function: Function,
    arguments: &[Expr],
    names: &Names,
    meter: &mut Meter,
) -> Result<i64, EvalStop> {
    let count = arguments.len() as u64;
    meter.spend(STEPS_AN_OPERATOR * count)?;
    let first = arguments[0].value(names, meter)?;
    match function {
        Function::Isprime => meter.spend(steps_of_prime_test(first))?,
        Function::Gcd => meter.spend(32 * (count - 1))?,
        _ => {}
    }
    match function {
        Function::Min | Function::Max | Function::Gcd => {
            let mut result = first;
            // A common divisor may pass through a value that does not fit: 2⁶³ itself.
            let mut wide = first.unsigned_abs();
            let is_gcd = function == Function::Gcd;
            for argument in &arguments[1..] {
                let next = argument.value(names, meter)?;
                match function {
                    Function::Min => result = result.min(next),
                    Function::Max => result = result.max(next),
                    _ => wide = num_integer::gcd(wide, next.unsigned_abs()),
                }
            }
            if is_gcd {
                i64::try_from(wide).map_err(|_| EvalStop::Overflow)
            } else {
                Ok(result)
            }
        }
        Function::Pow => power(first, arguments[1].value(names, meter)?),
        _ => unary(function, first),
    }
}

/// Calls a function of one number.
///
/// # Errors
///
/// Fails when the result is undefined or does not fit.
pub fn unary(function: Function, n: i64) -> Result<i64, EvalStop> {
    match function {
        Function::Abs => return n.checked_abs().ok_or(EvalStop::Overflow),
        Function::Isprime => return Ok(i64::from(is_prime(n))),
        Function::Issquare => return Ok(i64::from(n >= 0 && square_root(n).pow(2) == n)),
        _ if n < 0 || (n == 0 && function == Function::Log2) => return Err(EvalStop::Undefined),
        _ => {}
    }
    Ok(match function {
        Function::Sqrt => square_root(n),
        Function::Log2 => i64::from(n.ilog2()),
        Function::Popcount => i64::from(n.count_ones()),
        Function::Lowbit => n & n.wrapping_neg(),
        Function::Digitsum => digit_sum(n),
        Function::Min | Function::Max | Function::Abs | Function::Isprime | Function::Issquare => n,
        Function::Gcd => gcd(n, 0)?,
        Function::Pow => return power(n, 1),
    })
}

impl Comprehension {
    /// Makes one number of all numbers that the comprehension gives. The sum is kept in 128 bits, so that only its end
    /// must fit.
    fn fold(&self, fold: Fold, names: &Names, meter: &mut Meter) -> Result<i64, EvalStop> {
        let mut result = 0i128;
        let mut any = false;
        self.each(names, meter, &mut |n| {
            let n = i128::from(n);
            result = match fold {
                Fold::Count => result + 1,
                Fold::Sum => result + n,
                Fold::Least if any => result.min(n),
                Fold::Greatest if any => result.max(n),
                Fold::Least | Fold::Greatest => n,
            };
            any = true;
            Ok(())
        })?;
        if any || matches!(fold, Fold::Sum | Fold::Count) {
            i64::try_from(result).map_err(|_| EvalStop::Overflow)
        } else {
            Err(EvalStop::Undefined)
        }
    }

    /// Calls `visit` with every number that the comprehension gives.
    ///
    /// # Errors
    ///
    /// Fails when something in it is undefined or does not fit, the steps end, or the visitor says so.
    pub fn each(
        &self,
        names: &Names,
        meter: &mut Meter,
        visit: &mut dyn FnMut(i64) -> Result<(), EvalStop>,
    ) -> Result<(), EvalStop> {
        if let [Qualifier::For(name, Set::List(list))] = &self.qualifiers[..]
            && self.element == Expr::Name(*name)
        {
            let view = list.view(names, meter)?;
            meter.spend(STEPS_AN_OPERATOR * view.len() as u64)?;
            let numbers = view.numbers(&meter.position);
            return numbers.iter().try_for_each(|&n| visit(n));
        }
        each_choice(
            &self.qualifiers,
            &mut names.clone(),
            meter,
            &mut |names, meter| {
                meter.spend(STEPS_A_MEMBER)?;
                visit(self.element.value(names, meter)?)
            },
        )
    }
}

/// Calls `visit` for all values of the names that some qualifiers allow.
///
/// # Errors
///
/// Fails when something in the qualifiers is undefined or does not fit, the steps end, or the visitor says so.
pub(super) fn each_choice(
    qualifiers: &[Qualifier],
    names: &mut Names,
    meter: &mut Meter,
    visit: &mut dyn FnMut(&mut Names, &mut Meter) -> Result<(), EvalStop>,
) -> Result<(), EvalStop> {
    match qualifiers {
        [] => visit(names, meter),
        [Qualifier::If(cond), others @ ..] => {
            meter.spend(STEPS_AN_OPERATOR)?;
            if cond.holds(names, meter)? {
                each_choice(others, names, meter, visit)?;
            }
            Ok(())
        }
        [Qualifier::For(name, set), others @ ..] => {
            members::bind(set, *name, names, meter, &mut |names, meter| {
                each_choice(others, names, meter, visit)
            })
        }
    }
}

impl Cond {
    /// Returns whether it holds, for these values of the names.
    ///
    /// # Errors
    ///
    /// Fails when something that had to be looked at is undefined or does not fit.
    pub fn holds(&self, names: &Names, meter: &mut Meter) -> Result<bool, EvalStop> {
        Ok(match self {
            Cond::Or(a, b) => a.holds(names, meter)? || b.holds(names, meter)?,
            Cond::And(a, b) => a.holds(names, meter)? && b.holds(names, meter)?,
            Cond::Not(a) => !a.holds(names, meter)?,
            Cond::Chain(first, links) => {
                let mut left = first.operand(names, meter)?;
                for (relation, right) in links {
                    meter.spend(STEPS_AN_OPERATOR)?;
                    let right = right.operand(names, meter)?;
                    if !relation.holds(left, right) {
                        return Ok(false);
                    }
                    left = right;
                }
                true
            }
            Cond::Member(e, set) => {
                let n = e.value(names, meter)?;
                members::contains(set, n, names, meter)?
            }
            Cond::Same(a, b) => {
                let a = a.view(names, meter)?;
                let b = b.view(names, meter)?;
                meter.spend(STEPS_AN_OPERATOR * a.len() as u64)?;
                a.numbers(&meter.position) == b.numbers(&meter.position)
            }
        })
    }

    /// Returns whether it holds; if it is undefined, it does not.
    ///
    /// # Errors
    ///
    /// Fails when something does not fit.
    pub fn holds_defined(&self, names: &Names, meter: &mut Meter) -> Result<bool, EvalStop> {
        match self.holds(names, meter) {
            Err(EvalStop::Undefined) => Ok(false),
            other => other,
        }
    }
}
