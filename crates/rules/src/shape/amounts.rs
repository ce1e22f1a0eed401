//! Kinds of moves that take any amount between two bounds, `[n-k] for k in n/4..n/2 if n > 3`, both of which rise by 0
//! or 1 from each number to the next.
//!
//! So the least and the largest option do not fall if n rises: which n have an option in an interval is seen by
//! bisection.

use std::ops::RangeInclusive;

use crate::meter::Meter;
use crate::options::names_of;
use crate::tree::{Cond, Expr, Function, Item, MoveKind, Op, Qualifier, Relation, Set};

/// One kind of move.
#[derive(Clone, Debug)]
pub struct SlowAmounts {
    /// The least number with such a move; all larger ones have some.
    pub from: u64,
    /// The least amount that a move takes, as an expression of the number.
    least: Expr,
    /// The largest amount that a move takes, as an expression of the number.
    most: Expr,
    /// Whether moves are listed by the amount, the least first; else the least option is.
    pub by_amount: bool,
}

/// The expression of the position, and of the name that `for` binds.
const N: Expr = Expr::Name(0);
const BOUND: Expr = Expr::Name(1);

impl SlowAmounts {
    /// Returns the kind of move, if it is of this form, and leaves every number smaller.
    pub fn of(kind: &MoveKind) -> Option<SlowAmounts> {
        let [part] = &kind.parts[..] else { return None };
        let (mut least, mut most, by_amount, guards) = match &kind.qualifiers[..] {
            [Qualifier::For(1, Set::Items(items)), guards @ ..] => {
                let [Item::Range(low, high, None | Some(Expr::Number(1)))] = &items[..] else {
                    return None;
                };
                match &part[0] {
                    Expr::Name(1) => (taken(high), taken(low), false, guards),
                    target if *target == less(&N, &BOUND) => {
                        (low.clone(), high.clone(), true, guards)
                    }
                    _ => return None,
                }
            }
            guards => (taken(&part[0]), taken(&part[0]), true, guards),
        };
        let mut asked = [0, i64::MIN];
        for guard in guards {
            let Qualifier::If(cond) = guard else {
                return None;
            };
            raise(cond, &mut asked)?;
        }
        let [from, kept] = asked;
        if kept > i64::MIN {
            if by_amount {
                least = Expr::Call(Function::Max, vec![least, Expr::Number(kept)]);
            } else {
                most = Expr::Call(Function::Min, vec![most, less(&N, &Expr::Number(kept))]);
            }
        }
        let is_slow = |expr| slope(expr).is_some_and(|slope| slope <= 1);
        let slow = is_slow(&least) && is_slow(&most) && is_ordered(&least, &most);
        let mut interval = SlowAmounts {
            from: from as u64,
            least,
            most,
            by_amount,
        };
        let moves = |n: u64| {
            let least = value(&interval.least, n)?;
            let most = value(&interval.most, n)?;
            Some(least <= most && i128::from(least) <= i128::from(n))
        };
        // At 0 a logarithm is undefined: there is no move.
        let from = interval.from + u64::from(interval.from == 0 && moves(0) != Some(true));
        interval.from = first(from, END, |n| moves(n).unwrap_or(true));
        (slow && value(&interval.least, interval.from)? > 0).then_some(interval)
    }

    /// Returns the options of a number with such a move, which are consecutive.
    pub fn options(&self, n: u64) -> Option<RangeInclusive<u64>> {
        let least_taken = value(&self.least, n)?;
        let most_taken = value(&self.most, n)?;
        let least_option = n.saturating_sub(most_taken as u64);
        let largest_option = n.checked_sub(least_taken as u64)?;
        Some(least_option..=largest_option)
    }

    /// Returns the least number from `low` on with such a move whose options pass a test which those of all larger ones
    /// pass as well.
    pub fn first(&self, low: u64, passes: impl Fn(RangeInclusive<u64>) -> bool) -> u64 {
        first(low.max(self.from), END, |n| {
            self.options(n).is_none_or(&passes)
        })
    }

    /// Returns how many may be taken; 0 of numbers without such a move.
    pub fn most(&self, n: u64) -> Option<u64> {
        if n < self.from {
            Some(0)
        } else {
            Some(n - self.options(n)?.start())
        }
    }

    /// Returns whether any amount from 1 on up to the most may be taken, and the most rises by 0 or 1 at the first move
    /// as well.
    pub fn is_from_one(&self) -> bool {
        self.least == Expr::Number(1) && self.most(self.from) == Some(1)
    }

    /// Returns whether a move may take the whole number.
    pub fn takes_all(&self) -> bool {
        self.most == N
    }

    /// Returns whether at most the square root of the number, rounded down, may be taken.
    pub fn is_root(&self) -> bool {
        self.from == 1 && matches!(&self.most, Expr::Call(Function::Sqrt, of) if of[..] == [N])
    }
}

/// The number that is larger than those of all positions.
pub const END: u64 = 1 << 63;

/// Returns the least number from `low` on and below `high` that passes a test which all larger ones pass as well;
/// `high` if none does.
pub fn first(mut low: u64, mut high: u64, passes: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low + (high - low) / 2;
        if passes(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Evaluates an expression for this n; `None` if it is undefined or does not fit.
fn value(expr: &Expr, n: u64) -> Option<i64> {
    expr.value(
        &names_of(&[i64::try_from(n).ok()?]),
        &mut Meter::new(u64::MAX),
    )
    .ok()
}

/// Makes the difference of two expressions.
fn less(a: &Expr, b: &Expr) -> Expr {
    Expr::Binary(Op::Sub, Box::new(a.clone()), Box::new(b.clone()))
}

/// Returns the amount that is taken by a move to this number.
fn taken(to: &Expr) -> Expr {
    match to {
        Expr::Binary(Op::Sub, n, taken) if **n == N => Expr::clone(taken),
        Expr::Number(0) => N,
        to => less(&N, to),
    }
}

/// Raises the least position, and the least bound name, to what a guard asks for.
fn raise(cond: &Cond, least: &mut [i64; 2]) -> Option<()> {
    match cond {
        Cond::And(a, b) => raise(a, least).and_then(|()| raise(b, least)),
        Cond::Chain(first, links) => {
            let Expr::Name(name @ 0..=1) = **first else {
                return None;
            };
            let bound = match links[..] {
                [(Relation::Gt, Expr::Number(below))] => below.checked_add(1)?,
                [(Relation::Ge, Expr::Number(bound))] => bound,
                _ => return None,
            };
            let of = &mut least[usize::from(name)];
            *of = bound.max(*of);
            Some(())
        }
        _ => None,
    }
}

/// Returns whether the first, which is slow, is at most the second from some number on, and never again after a number
/// from which on it is.
fn is_ordered(least: &Expr, most: &Expr) -> bool {
    match (least, most) {
        (Expr::Number(_), _) | (_, &N) => true,
        (Expr::Call(Function::Max, arguments), _) => {
            arguments.iter().all(|least| is_ordered(least, most))
        }
        (Expr::Binary(Op::Div, a, p), Expr::Binary(Op::Div, b, q)) => {
            a == b && matches!((&**p, &**q), (Expr::Number(p), Expr::Number(q)) if p >= q)
        }
        (least, most) => least == most,
    }
}

/// Returns the most by which an expression that never falls rises from an n of at least 1 to the next; `None` if it may
/// fall.
fn slope(expr: &Expr) -> Option<i64> {
    match expr {
        &N => Some(1),
        Expr::Number(_) => Some(0),
        Expr::Call(Function::Min | Function::Max, all) => all
            .iter()
            .try_fold(0, |most: i64, one| Some(most.max(slope(one)?))),
        Expr::Call(Function::Sqrt | Function::Log2, of) => (of[..] == [N]).then_some(1),
        Expr::Binary(op, a, b) => match (op, &**a, &**b) {
            (Op::Add, a, b) => slope(a)?.checked_add(slope(b)?),
            (Op::Sub, a, Expr::Number(_)) => slope(a),
            (Op::Sub, &N, slow) => (slope(slow)? <= 1).then_some(1),
            (Op::Mul, Expr::Number(p @ 0..), a) | (Op::Mul, a, Expr::Number(p @ 0..)) => {
                slope(a)?.checked_mul(*p)
            }
            (Op::Div, a, Expr::Number(q @ 1..)) => Some((slope(a)?.checked_add(q - 1)?) / q),
            _ => None,
        },
        _ => None,
    }
}
