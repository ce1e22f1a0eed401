//! Formulas in the language of rules, as proofs read them.

use itertools::{Itertools, iproduct};

use super::patterns::{Formula, Function, Op, joined};
use crate::rules::grammar::read_rule;
use crate::rules::tree::MoveKind;

/// The most cases of a formula.
const MAX_CASES: usize = 200;

/// The conditions of a case, and the formula under them.
type Case = (Vec<String>, String);

/// A formula of numbers with these names as kinds of moves that lead to its value, and to zeros behind it; none if no rule
/// says that. Numbers that a part of the formula is undefined for have no move.
pub(super) fn moves(formula: &Formula, names: &[String]) -> Option<Vec<MoveKind>> {
    let zeros = ",0".repeat(names.len() - 1);
    let kind = |(conds, value): Case| {
        let guard = if conds.is_empty() { "" } else { " if " };
        format!("[{value}{zeros}]{guard}{}", conds.iter().join(" and "))
    };
    let kinds = cases(formula, names)?.into_iter().map(kind).join(" | ");
    Some(
        read_rule(&format!("[{}] -> {kinds}", names.join(",")))
            .ok()?
            .0
            .kinds,
    )
}

/// The cases of a formula. They exclude each other.
fn cases(formula: &Formula, names: &[String]) -> Option<Vec<Case>> {
    let of = |formula: &Formula| cases(formula, names);
    let both = |a: &Formula, b: &Formula| Some(of(a)?.into_iter().cartesian_product(of(b)?));
    let mut found: Vec<Case> = Vec::new();
    let mut add = |parts: &[&[String]], more: &[String], value: String| {
        found.push(([&parts.concat(), more].concat(), value));
    };
    match formula {
        Formula::Number(n) => add(&[], &[], format!("({n})")),
        Formula::Of(i) => add(&[], &[], names.get(*i)?.clone()),
        Formula::Binary(Op::Equal, a, b)
            if matches!(**a, Formula::Call(Function::Valuation(_), _)) =>
        {
            let (Formula::Call(Function::Valuation(p), at), Formula::Number(n)) = (&**a, &**b)
            else {
                return None;
            };
            let low = i64::from(*p).checked_pow(u32::try_from(*n).ok()?)?;
            for (conds, at) in of(at)? {
                let [low, high] =
                    [low, low.checked_mul((*p).into())?].map(|by| format!("{at} % {by}"));
                let exact = [
                    format!("{at} > 0"),
                    format!("{low} == 0"),
                    format!("{high} != 0"),
                ];
                add(&[&conds], &exact, "1".into());
                add(
                    &[&conds],
                    &[format!("{at} > 0 and ({low} != 0 or {high} == 0)")],
                    "0".into(),
                );
            }
        }
        Formula::Binary(Op::Mod, a, m) if matches!(**a, Formula::Binary(Op::Mul, ..)) => {
            let (Formula::Binary(_, a, b), Formula::Number(m @ 1..=8)) = (&**a, &**m) else {
                return None;
            };
            for (((x, a), (y, b)), (i, j)) in both(a, b)?.cartesian_product(iproduct!(0..*m, 0..*m))
            {
                let remainders = [format!("{a} % {m} == {i}"), format!("{b} % {m} == {j}")];
                add(&[&x, &y], &remainders, (i * j % m).to_string());
            }
        }
        Formula::Binary(op @ (Op::Equal | Op::AtMost), a, b) => {
            let [is, is_not] = if *op == Op::Equal {
                ["==", "!="]
            } else {
                ["<=", ">"]
            };
            for ((x, a), (y, b)) in both(a, b)? {
                add(&[&x, &y], &[format!("{a} {is} {b}")], "1".into());
                add(&[&x, &y], &[format!("{a} {is_not} {b}")], "0".into());
            }
        }
        Formula::Binary(op, a, b) => {
            for ((x, a), (y, b)) in both(a, b)? {
                let sign = op.sign();
                let value = match op {
                    Op::Min | Op::Max => format!("{sign}({a},{b})"),
                    _ => format!("({a}{sign}{b})"),
                };
                let natural = match op {
                    Op::Div | Op::Mod | Op::Xor | Op::Or => {
                        vec![format!("{a} >= 0"), format!("{b} >= 0")]
                    }
                    _ => Vec::new(),
                };
                add(&[&x, &y], &natural, value);
            }
        }
        Formula::Call(Function::Lowbit, a) => {
            for (conds, a) in of(a)? {
                add(&[&conds], &[format!("{a} >= 0")], format!("lowbit({a})"));
            }
        }
        Formula::Call(
            Function::Repeats {
                before,
                cycle,
                rise,
            },
            a,
        ) => {
            let (from, round) = (before.len(), cycle.len());
            for (conds, a) in of(a)? {
                for (n, value) in before.iter().enumerate() {
                    add(&[&conds], &[format!("{a} == {n}")], format!("({value})"));
                }
                for (n, value) in cycle.iter().enumerate() {
                    let is_in_place = format!("({a}-{from}) % {round} == {n}");
                    let value = format!("({value}+({rise})*(({a}-{from})/{round}))");
                    add(&[&conds], &[format!("{a} >= {from}"), is_in_place], value);
                }
            }
        }
        Formula::If(condition, then, otherwise) => {
            for (sign, branch) in [("!=", then), ("==", otherwise)] {
                for ((x, condition), (y, value)) in both(condition, branch)? {
                    add(&[&x, &y], &[format!("{condition} {sign} 0")], value);
                }
            }
        }
        Formula::Columns(all, 2) => {
            return of(&Formula::of(
                Op::Equal,
                joined(Op::Xor, all.iter().cloned()),
                Formula::Number(0),
            ));
        }
        _ => return None,
    }
    (found.len() <= MAX_CASES).then_some(found)
}
