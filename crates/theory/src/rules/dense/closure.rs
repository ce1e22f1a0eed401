//! Expressions and conditions as closures, for boxes where nothing overflows.
//!
//! [`UNDEFINED`] stands for what has no value; no expression of such a box is that number.

use super::super::eval::{binary, unary};
use super::super::members;
use super::super::meter::Stop;
use super::super::number::{floor_div, floor_rem};
use super::super::tree::{Cond, Expr, Function, MOST_NAMES, Names, Op, Relation};
use super::interval::{Bounds, of_expr};

/// Not a value.
pub const UNDEFINED: i64 = i64::MIN;

/// A number, by the names. What is simple is at hand without a call.
pub enum Number {
    /// Always this.
    Constant(i64),
    /// The value of a name.
    Name(usize),
    /// A name less a constant.
    Less(usize, i64),
    /// The lesser of two names.
    Least(usize, usize),
    /// A name with one bit turned over, whose place is another name from 0 to 62.
    Flipped(usize, usize),
    /// Anything else.
    Other(Box<dyn Fn(&Names) -> i64 + Send + Sync>),
}

impl Number {
    /// Its value, or [`UNDEFINED`].
    #[inline]
    pub fn at(&self, names: &Names) -> i64 {
        match self {
            Number::Constant(n) => *n,
            Number::Name(i) => names[*i % MOST_NAMES],
            Number::Less(i, n) => names[*i % MOST_NAMES] - n,
            Number::Least(i, j) => names[*i % MOST_NAMES].min(names[*j % MOST_NAMES]),
            Number::Flipped(i, bit) => names[*i % MOST_NAMES] ^ 1 << (names[*bit % MOST_NAMES] & 63),
            Number::Other(e) => e(names),
        }
    }
}

/// A condition, by the names; where it is undefined, the option does not exist: none.
pub type Test = Box<dyn Fn(&Names) -> Option<bool> + Send + Sync>;

fn or_undefined(result: Result<i64, Stop>) -> i64 {
    result.unwrap_or(UNDEFINED)
}

/// An expression, over names within these bounds.
pub fn number(e: &Expr, bounds: &Bounds) -> Number {
    let place = |name: &u8| usize::from(*name) % MOST_NAMES;
    match e {
        Expr::Number(n) => Number::Constant(*n),
        Expr::Name(name) => Number::Name(place(name)),
        Expr::Binary(op, a, b) => {
            // Where it may not fit, a guard that stands before keeps it from being needed.
            let fits = of_expr(e, bounds).is_some();
            let defined = |e| of_expr(e, bounds).is_some_and(|e| !e.partial);
            let total = fits && defined(a) && defined(b);
            match (op, &**a, &**b) {
                (Op::Sub, Expr::Name(i), Expr::Number(n)) if fits => Number::Less(place(i), *n),
                (Op::Add, Expr::Name(i), Expr::Number(n)) if fits => Number::Less(place(i), -n),
                (Op::Xor, Expr::Name(i), Expr::Binary(Op::Shl, one, bit))
                    if total && **one == Expr::Number(1) =>
                {
                    match &**bit {
                        Expr::Name(bit) => Number::Flipped(place(i), place(bit)),
                        _ => Number::Other(joined(*op, a, b, bounds, total, fits)),
                    }
                }
                _ => Number::Other(joined(*op, a, b, bounds, total, fits)),
            }
        }
        Expr::Negate(a) => {
            let a = number(a, bounds);
            Number::Other(Box::new(move |names| a.at(names).wrapping_neg()))
        }
        Expr::Complement(a) => {
            let a = number(a, bounds);
            Number::Other(Box::new(move |names| match a.at(names) {
                UNDEFINED => UNDEFINED,
                a => !a,
            }))
        }
        Expr::Call(function, arguments) => match (function, &arguments[..]) {
            (Function::Min, [Expr::Name(i), Expr::Name(j)]) => Number::Least(place(i), place(j)),
            _ => Number::Other(call(e, *function, arguments, bounds)),
        },
    }
}

type Closure = Box<dyn Fn(&Names) -> i64 + Send + Sync>;

/// Two numbers joined, where it is known whether both are always defined, and whether the result fits.
fn joined(op: Op, a: &Expr, b: &Expr, bounds: &Bounds, total: bool, fits: bool) -> Closure {
    let between = |e: &Expr| of_expr(e, bounds);
    let short =
        |e: &Expr| between(e).is_some_and(|e| !e.partial && e.low >= 0 && e.high < i64::from(i32::MAX));
    let (is_short, shift) = (short(a) && short(b), between(b));
    let (a, b) = (number(a, bounds), number(b, bounds));
    if fits && op == Op::Div && is_short {
        // Divisions of 32 bits take a third of the time.
        return Box::new(move |names| match b.at(names) as u32 {
            0 => UNDEFINED,
            d => match a.at(names) as u32 {
                a if a < d => 0,
                a => i64::from(a / d),
            },
        });
    }
    if !total {
        return Box::new(move |names| match (a.at(names), b.at(names)) {
            (UNDEFINED, _) | (_, UNDEFINED) => UNDEFINED,
            (a, b) => or_undefined(binary(op, a, b)),
        });
    }
    let shifts = shift.is_some_and(|by| by.low >= 0 && by.high < 63);
    match op {
        Op::Add => Box::new(move |names| a.at(names) + b.at(names)),
        Op::Sub => Box::new(move |names| a.at(names) - b.at(names)),
        Op::Mul => Box::new(move |names| a.at(names) * b.at(names)),
        Op::Div => Box::new(move |names| or_undefined(floor_div(a.at(names), b.at(names)))),
        Op::Rem => Box::new(move |names| or_undefined(floor_rem(a.at(names), b.at(names)))),
        Op::And => Box::new(move |names| a.at(names) & b.at(names)),
        Op::Or => Box::new(move |names| a.at(names) | b.at(names)),
        Op::Xor => Box::new(move |names| a.at(names) ^ b.at(names)),
        Op::Shl if shifts => Box::new(move |names| a.at(names) << b.at(names)),
        Op::Shl | Op::Shr => Box::new(move |names| or_undefined(binary(op, a.at(names), b.at(names)))),
    }
}

fn call(e: &Expr, function: Function, arguments: &[Expr], bounds: &Bounds) -> Closure {
    let partial = arguments.iter().any(|a| of_expr(a, bounds).is_none_or(|a| a.partial));
    match arguments {
        [a] => {
            let a = number(a, bounds);
            Box::new(move |names| match a.at(names) {
                UNDEFINED => UNDEFINED,
                a => or_undefined(unary(function, a)),
            })
        }
        [a, b] if !partial && matches!(function, Function::Min | Function::Max) => {
            let (a, b) = (number(a, bounds), number(b, bounds));
            if function == Function::Min {
                Box::new(move |names| a.at(names).min(b.at(names)))
            } else {
                Box::new(move |names| a.at(names).max(b.at(names)))
            }
        }
        _ => {
            let e = e.clone();
            Box::new(move |names| or_undefined(e.value(names)))
        }
    }
}

/// A condition, over names within these bounds.
pub fn test(cond: &Cond, bounds: &Bounds) -> Test {
    match cond {
        Cond::Or(a, b) => {
            let (a, b) = (test(a, bounds), test(b, bounds));
            Box::new(move |names| if a(names)? { Some(true) } else { b(names) })
        }
        Cond::And(a, b) => {
            let (a, b) = (test(a, bounds), test(b, bounds));
            Box::new(move |names| if a(names)? { b(names) } else { Some(false) })
        }
        Cond::Not(a) => {
            let a = test(a, bounds);
            Box::new(move |names| a(names).map(|holds| !holds))
        }
        Cond::Chain(first, links) => {
            let first = number(first, bounds);
            let links: Vec<(Relation, Number)> =
                links.iter().map(|(relation, e)| (*relation, number(e, bounds))).collect();
            Box::new(move |names| {
                let mut left = first.at(names);
                if left == UNDEFINED {
                    return None;
                }
                for (relation, right) in &links {
                    let right = right.at(names);
                    if right == UNDEFINED {
                        return None;
                    }
                    if !relation.holds(left, right) {
                        return Some(false);
                    }
                    left = right;
                }
                Some(true)
            })
        }
        Cond::Member(e, set) => {
            let (e, set) = (number(e, bounds), (**set).clone());
            Box::new(move |names| match e.at(names) {
                UNDEFINED => None,
                n => members::contains(&set, n, names).ok(),
            })
        }
    }
}
