//! Straight lines: while one name runs through a range, an expression changes by the same step from member to member,
//! but for the bends of `min` and `max`: `min(2*k,n-k)` rises by 2 and then falls by 1.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a part has at most 8 numbers"
)]

use crate::tree::{Expr, Function, Op};

/// A bend of `min` or `max`: it lies where the two arguments are equal.
pub struct Bend<E> {
    /// The first argument.
    pub one: E,
    /// The second argument.
    pub other: E,
}

/// Returns whether an expression is straight but for bends, which are added to those found.
pub fn straight<'e>(e: &'e Expr, name: u8, found: &mut Vec<Bend<&'e Expr>>) -> bool {
    if free(e, name) {
        return true;
    }
    match e {
        Expr::Number(_) | Expr::Name(_) => true,
        Expr::Negate(a) => straight(a, name, found),
        Expr::Binary(Op::Add | Op::Sub, a, b) => {
            straight(a, name, found) && straight(b, name, found)
        }
        Expr::Binary(Op::Mul, a, b) => {
            (free(a, name) && straight(b, name, found))
                || (free(b, name) && straight(a, name, found))
        }
        Expr::Call(function, arguments) if can_bend(*function) && arguments.len() == 2 => {
            // There is no bend within a bend: the two are straight themselves.
            let before = found.len();
            let fits = arguments.iter().all(|a| straight(a, name, found)) && found.len() == before;
            found.push(Bend {
                one: &arguments[0],
                other: &arguments[1],
            });
            fits
        }
        _ => false,
    }
}

/// Returns how much an expression rises with the name, if that is the same for all its values.
#[must_use]
pub fn slope(e: &Expr, name: u8) -> Option<Expr> {
    let number = |n: i64| Some(Expr::Number(n));
    if free(e, name) {
        return number(0);
    }
    match e {
        Expr::Name(_) => number(1),
        Expr::Negate(a) => Some(match slope(a, name)? {
            Expr::Number(n) => Expr::Number(n.checked_neg()?),
            e => Expr::Negate(Box::new(e)),
        }),
        Expr::Binary(op @ (Op::Add | Op::Sub), a, b) => {
            match (op, slope(a, name)?, slope(b, name)?) {
                (_, a, Expr::Number(0)) => Some(a),
                (Op::Add, Expr::Number(0), b) => Some(b),
                (Op::Sub, Expr::Number(0), Expr::Number(b)) => number(b.checked_neg()?),
                (Op::Sub, Expr::Number(0), b) => Some(Expr::Negate(Box::new(b))),
                (op, a, b) => Some(Expr::Binary(*op, Box::new(a), Box::new(b))),
            }
        }
        Expr::Binary(Op::Mul, a, b) => {
            let (a, b) = if free(a, name) {
                (&**a, slope(b, name)?)
            } else {
                (&**b, slope(a, name)?)
            };
            match b {
                Expr::Number(1) => Some(a.clone()),
                b => Some(Expr::Binary(Op::Mul, Box::new(a.clone()), Box::new(b))),
            }
        }
        _ => None,
    }
}

/// Lists the numbers of a part that differ from those of the position, with their places in it.
pub fn changed(part: &[Expr]) -> impl Iterator<Item = (usize, &Expr)> {
    part.iter()
        .enumerate()
        .filter(|&(i, e)| *e != Expr::Name(i as u8))
}

/// Returns whether an expression is free of a name, and of those that are bound after it.
#[must_use]
pub fn free(e: &Expr, name: u8) -> bool {
    let mut free = true;
    e.names(&mut |other| free &= other < name);
    free
}

/// Returns whether an expression holds no names but one and those that are bound after it.
#[must_use]
pub fn only(e: &Expr, name: u8) -> bool {
    let mut only = true;
    e.names(&mut |other| only &= other >= name);
    only
}

/// Returns whether a function can bend a straight line.
fn can_bend(function: Function) -> bool {
    matches!(function, Function::Min | Function::Max)
}
