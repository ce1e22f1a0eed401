//! The steps that expressions of a box count for, added to those of the members that they are evaluated for: a step
//! is a look at a table, some two nanoseconds.

use super::interval::{Bounds, within};
use grundy_rules::tree::{Cond, Expr, Function, MoveKind, Op, Qualifier, Set};

/// Returns the steps of an expression, for names within these bounds.
pub fn of_expr(e: &Expr, bounds: &Bounds) -> u64 {
    let all = |arguments: &[Expr]| arguments.iter().map(|a| of_expr(a, bounds)).sum::<u64>();
    match e {
        Expr::Number(_) | Expr::Name(_) => 0,
        Expr::Negate(a) | Expr::Complement(a) => of_expr(a, bounds),
        Expr::Binary(op, a, b) => {
            let own = if matches!(op, Op::Div | Op::Rem) {
                4
            } else {
                1
            };
            own + of_expr(a, bounds) + of_expr(b, bounds)
        }
        Expr::Call(function, arguments) => {
            let own = match function {
                Function::Gcd => 48 * (arguments.len() as u64 - 1),
                Function::Isprime => 256,
                Function::Pow | Function::Digitsum => 16,
                Function::Sqrt | Function::Issquare => 8,
                _ => arguments.len() as u64,
            };
            own + all(arguments)
        }
        Expr::Item(_, index) => 8 + of_expr(index, bounds),
        Expr::ItemOf(list, index) => 16 + of_expr(list, bounds) + of_expr(index, bounds),
        Expr::Length(list) => 8 + of_expr(list, bounds),
        Expr::List(_) => 16,
        Expr::Fold(_, over) => {
            let most = within(over, bounds).map_or(0, |(_, most)| u64::try_from(most).unwrap_or(0));
            most * (16 + of_expr(&over.element, bounds) + of_qualifiers(&over.qualifiers, bounds))
        }
    }
}

/// Returns the steps of a condition.
pub fn of_cond(cond: &Cond, bounds: &Bounds) -> u64 {
    let mut steps = 0;
    cond.exprs(&mut |e| steps += of_expr(e, bounds));
    steps + of_tests(cond)
}

/// Returns the steps of the tests that a condition is made of, without those of their expressions.
fn of_tests(cond: &Cond) -> u64 {
    match cond {
        Cond::Or(a, b) | Cond::And(a, b) => of_tests(a) + of_tests(b),
        Cond::Not(a) => of_tests(a),
        Cond::Chain(_, links) => links.len() as u64,
        Cond::Member(_, set) => 32 + of_members(set),
        Cond::Same(..) => 32,
    }
}

/// Returns the steps of a set whose members are looked at anew.
fn of_members(set: &Set) -> u64 {
    match set {
        Set::Items(items) => 4 * items.len() as u64,
        Set::Named(..) | Set::List(_) => 0,
    }
}

/// Returns the steps of qualifiers.
fn of_qualifiers(qualifiers: &[Qualifier], bounds: &Bounds) -> u64 {
    let guards = qualifiers.iter().map(|qualifier| match qualifier {
        Qualifier::If(cond) => of_cond(cond, bounds),
        Qualifier::For(..) => 0,
    });
    guards.sum()
}

/// Returns the steps of the expressions of a set.
pub fn of_set(set: &Set, bounds: &Bounds) -> u64 {
    let mut steps = of_members(set);
    set.exprs(&mut |e| steps += of_expr(e, bounds));
    steps
}

/// Returns the steps of the guards from this level on, and of the parts that a kind of move leaves.
pub fn of_kind(kind: &MoveKind, level: usize, bounds: &Bounds) -> u64 {
    let parts: u64 = kind
        .parts
        .iter()
        .flatten()
        .map(|e| of_expr(e, bounds))
        .sum();
    parts + of_qualifiers(&kind.qualifiers[level..], bounds)
}
