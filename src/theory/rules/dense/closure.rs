//! Expressions and conditions as closures, for boxes where nothing overflows.
//!
//! [`UNDEFINED`] stands for what has no value; no expression of such a box is that number.

use super::super::eval::{binary, unary};
use super::super::members;
use super::super::meter::Stop;
use super::super::number::{floor_div, floor_rem};
use super::super::tree::{Cond, Expr, Function, Names, Op, Relation};
use super::interval::{Bounds, of_expr};

/// Not a value.
pub const UNDEFINED: i64 = i64::MIN;

/// A number, by the names.
pub type Number = Box<dyn Fn(&Names) -> i64 + Send + Sync>;

/// A condition, by the names; where it is undefined, the option does not exist: none.
pub type Test = Box<dyn Fn(&Names) -> Option<bool> + Send + Sync>;

fn or_undefined(result: Result<i64, Stop>) -> i64 {
    result.unwrap_or(UNDEFINED)
}

/// An expression, over names within these bounds.
pub fn number(e: &Expr, bounds: &Bounds) -> Number {
    let place = |name: &u8| usize::from(*name) % super::super::tree::MOST_NAMES;
    match e {
        Expr::Number(n) => {
            let n = *n;
            Box::new(move |_| n)
        }
        Expr::Name(name) => {
            let i = place(name);
            Box::new(move |names| names[i])
        }
        Expr::Negate(a) => {
            let a = number(a, bounds);
            Box::new(move |names| a(names).wrapping_neg())
        }
        Expr::Complement(a) => {
            let a = number(a, bounds);
            Box::new(move |names| match a(names) {
                UNDEFINED => UNDEFINED,
                a => !a,
            })
        }
        Expr::Binary(op, a, b) => {
            // Where it may not fit, a guard that stands before keeps it from being needed.
            let fits = of_expr(e, bounds).is_some();
            let defined = |e| of_expr(e, bounds).is_some_and(|e| !e.partial);
            let total = fits && defined(a) && defined(b);
            let op = *op;
            match (op, &**a, &**b) {
                _ if !fits => {}
                (Op::Sub, Expr::Name(i), Expr::Name(j)) => {
                    let (i, j) = (place(i), place(j));
                    return Box::new(move |names| names[i] - names[j]);
                }
                (Op::Sub, Expr::Name(i), Expr::Number(n)) => {
                    let (i, n) = (place(i), *n);
                    return Box::new(move |names| names[i] - n);
                }
                (Op::Div, Expr::Name(i), Expr::Number(n)) if *n > 0 => {
                    let (i, n) = (place(i), *n);
                    return Box::new(move |names| names[i].div_euclid(n));
                }
                (Op::Div, Expr::Name(i), Expr::Name(j))
                    if bounds[place(i)].low >= 0
                        && bounds[place(j)].low >= 0
                        && bounds[place(i)].high.max(bounds[place(j)].high) <= i64::from(u32::MAX) =>
                {
                    // Divisions of 32 bits take a third of the time.
                    let (i, j) = (place(i), place(j));
                    return Box::new(move |names| match names[j] as u32 {
                        0 => UNDEFINED,
                        d => i64::from(names[i] as u32 / d),
                    });
                }
                _ => {}
            }
            let (a, b) = (number(a, bounds), number(b, bounds));
            if !total {
                return Box::new(move |names| match (a(names), b(names)) {
                    (UNDEFINED, _) | (_, UNDEFINED) => UNDEFINED,
                    (a, b) => or_undefined(binary(op, a, b)),
                });
            }
            match op {
                Op::Add => Box::new(move |names| a(names) + b(names)),
                Op::Sub => Box::new(move |names| a(names) - b(names)),
                Op::Mul => Box::new(move |names| a(names) * b(names)),
                Op::Div => Box::new(move |names| or_undefined(floor_div(a(names), b(names)))),
                Op::Rem => Box::new(move |names| or_undefined(floor_rem(a(names), b(names)))),
                Op::And => Box::new(move |names| a(names) & b(names)),
                Op::Or => Box::new(move |names| a(names) | b(names)),
                Op::Xor => Box::new(move |names| a(names) ^ b(names)),
                Op::Shl | Op::Shr => Box::new(move |names| or_undefined(binary(op, a(names), b(names)))),
            }
        }
        Expr::Call(function, arguments) => {
            let function = *function;
            let partial = arguments.iter().any(|a| of_expr(a, bounds).is_none_or(|a| a.partial));
            let mut each: Vec<Number> = arguments.iter().map(|a| number(a, bounds)).collect();
            if each.len() == 1
                && let Some(a) = each.pop()
            {
                return Box::new(move |names| match a(names) {
                    UNDEFINED => UNDEFINED,
                    a => or_undefined(unary(function, a)),
                });
            }
            if !partial && each.len() == 2 && matches!(function, Function::Min | Function::Max) {
                let (Some(b), Some(a)) = (each.pop(), each.pop()) else { return Box::new(|_| UNDEFINED) };
                return if function == Function::Min {
                    Box::new(move |names| a(names).min(b(names)))
                } else {
                    Box::new(move |names| a(names).max(b(names)))
                };
            }
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
                let mut left = first(names);
                if left == UNDEFINED {
                    return None;
                }
                for (relation, right) in &links {
                    let right = right(names);
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
            Box::new(move |names| match e(names) {
                UNDEFINED => None,
                n => members::contains(&set, n, names).ok(),
            })
        }
    }
}
