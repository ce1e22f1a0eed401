//! Formulas in words.

use itertools::Itertools;

use crate::study::patterns::{Formula, Function, Op, Quadratic};
use crate::text;

/// Longer lists are cut.
const MAX_TERMS_SHOWN: usize = 40;

/// Larger automata are only counted.
const MAX_STATES_SHOWN: usize = 16;

/// A formula as a person writes it, with these names for the numbers of a position.
pub(super) fn formula(formula: &Formula, names: &[String]) -> String {
    said(formula, names).0
}

/// How tightly a text holds together: what may stand in a product, in a sum, in a comparison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tight {
    Loose,
    Compared,
    Summed,
    Multiplied,
    Whole,
}

fn said(formula: &Formula, names: &[String]) -> (String, Tight) {
    let say = |formula: &Formula| said(formula, names).0;
    let within = |formula: &Formula, least: Tight| within(formula, least, names);
    match formula {
        Formula::Number(n) => (n.to_string(), Tight::Whole),
        Formula::Of(i) => (
            names
                .get(*i)
                .cloned()
                .unwrap_or_else(|| format!("x{}", i + 1)),
            Tight::Whole,
        ),
        Formula::Binary(Op::Equal | Op::AtMost, ..)
        | Formula::Call(Function::Recurs { .. }, _)
        | Formula::Columns(..) => (format!("[{}]", condition_of(formula, names)), Tight::Whole),
        Formula::Binary(op, a, b) => {
            let (word, own, left, right) = match op {
                Op::Add => ("+", Tight::Summed, Tight::Summed, Tight::Summed),
                Op::Sub => ("-", Tight::Summed, Tight::Summed, Tight::Multiplied),
                Op::Mul => ("*", Tight::Multiplied, Tight::Multiplied, Tight::Multiplied),
                Op::Mod => ("mod", Tight::Multiplied, Tight::Multiplied, Tight::Whole),
                // Beside the or of conditions it stands in parentheses.
                Op::Or => ("or", Tight::Loose, Tight::Whole, Tight::Whole),
                // A nim-sum of nim-sums needs no parentheses, but nothing else is clear without them.
                Op::Xor if nim_sum(a) => ("xor", Tight::Loose, Tight::Loose, Tight::Whole),
                Op::Xor if nim_sum(b) => ("xor", Tight::Loose, Tight::Whole, Tight::Whole),
                Op::Xor => ("xor", Tight::Compared, Tight::Whole, Tight::Whole),
                Op::Div => {
                    let quotient = format!(
                        "{} / {}",
                        within(a, Tight::Multiplied),
                        within(b, Tight::Whole)
                    );
                    return (format!("floor({quotient})"), Tight::Whole);
                }
                _ => {
                    return (
                        format!("{}({}, {})", op.sign(), say(a), say(b)),
                        Tight::Whole,
                    );
                }
            };
            (
                format!("{} {word} {}", within(a, left), within(b, right)),
                own,
            )
        }
        Formula::Call(function, a) => called(function, &say(a), &within(a, Tight::Whole)),
        Formula::If(condition, then, otherwise) => {
            let (then, condition) = (
                within(then, Tight::Compared),
                condition_of(condition, names),
            );
            (
                format!("{then} where {condition}, else {}", say(otherwise)),
                Tight::Loose,
            )
        }
    }
}

/// A function of an argument; `whole` is the argument in parentheses if it needs them.
fn called(function: &Function, a: &str, whole: &str) -> (String, Tight) {
    let name = match function {
        Function::Repeats {
            before,
            cycle,
            rise,
        } => {
            let first = if before.is_empty() {
                String::new()
            } else {
                format!("{}, then ", list(before))
            };
            let higher = if *rise == 0 {
                String::new()
            } else {
                format!(", {rise} higher each time")
            };
            return (
                format!("term {a} of: {first}{} repeated{higher}", list(cycle)),
                Tight::Loose,
            );
        }
        Function::Automaton { next, gives } => {
            let (count, base) = (next.len(), next.first().map_or(2, Vec::len));
            let state = |(i, (to, gives)): (usize, (&Vec<usize>, &i64))| {
                format!("state {i}: to {}, gives {gives}", to.iter().join(" "))
            };
            let states = next.iter().zip(gives).enumerate().map(state).join("; ");
            let text = match count {
                0..=MAX_STATES_SHOWN => format!(
                    "the output of an automaton that reads {a} in base {base}, lowest digit first, from state 0 ({states})"
                ),
                _ => format!(
                    "the output of an automaton of {count} states that reads {a} in base {base}"
                ),
            };
            return (text, Tight::Loose);
        }
        Function::Folds { first, rules } => {
            let first = first
                .iter()
                .enumerate()
                .map(|(n, value)| format!("g({n}) = {value}"));
            let rules = rules
                .iter()
                .enumerate()
                .map(|(r, rule)| fold(rules.len(), r, rule));
            return (
                format!("g({a}), where {}", first.chain(rules).join(", ")),
                Tight::Loose,
            );
        }
        Function::Places(worth) => {
            let worth = formula(worth, &["i".to_owned()]);
            let places = format!("the places i, from 0, of the ones of {a} in binary");
            return (
                format!("the nim-sum of {worth} over {places}"),
                Tight::Loose,
            );
        }
        Function::Floor(by) => {
            return (
                format!("floor({} * {whole})", irrational(*by)),
                Tight::Whole,
            );
        }
        Function::Valuation(p) => return (format!("v{p}({a})"), Tight::Whole),
        Function::PrimeFactors => "Omega",
        Function::LeastPrime => "least-prime-index",
        Function::Popcount => "ones",
        Function::Lowbit => "lowest-one",
        Function::Log2 => "floor-log2",
        Function::Sqrt => "floor-sqrt",
        Function::DigitSum => "digit-sum",
        Function::Zeckendorf => "zeckendorf",
        Function::Odious => "odious",
        Function::Recurs { .. } => "member",
    };
    (format!("{name}({a})"), Tight::Whole)
}

/// One rule of a fold: g(km + r) = a·g(m) + b·m + c.
fn fold(k: usize, r: usize, &[a, b, c]: &[i64; 3]) -> String {
    let of_m = match b {
        0 => None,
        1 => Some("m".to_owned()),
        b => Some(format!("{b}m")),
    };
    let mut terms: Vec<String> = (a != 0)
        .then(|| "g(m)".to_owned())
        .into_iter()
        .chain(of_m)
        .collect();
    if c != 0 || terms.is_empty() {
        terms.push(c.to_string());
    }
    let left = if r == 0 {
        format!("g({k}m)")
    } else {
        format!("g({k}m+{r})")
    };
    format!("{left} = {}", terms.join(" + "))
}

fn nim_sum(formula: &Formula) -> bool {
    matches!(formula, Formula::Binary(Op::Xor, ..))
}

/// A formula as a condition: that it is not 0.
pub(super) fn condition_of(formula: &Formula, names: &[String]) -> String {
    let say = |formula: &Formula| said(formula, names).0;
    let compared = |formula: &Formula| within(formula, Tight::Compared, names);
    match formula {
        Formula::Binary(Op::Equal, a, b) => format!("{} = {}", compared(a), compared(b)),
        Formula::Binary(Op::AtMost, a, b) => match &**a {
            // a + 1 <= b is a < b.
            Formula::Binary(Op::Add, a, one) if **one == Formula::Number(1) => {
                format!("{} < {}", compared(a), compared(b))
            }
            _ => format!("{} <= {}", compared(a), compared(b)),
        },
        Formula::Binary(Op::Xor, a, b) if truth(a) && truth(b) => {
            format!(
                "either {} or {}, not both",
                condition_of(a, names),
                condition_of(b, names)
            )
        }
        Formula::If(condition, then, otherwise) => {
            let holds = condition_of(condition, names);
            match (&**then, &**otherwise) {
                (Formula::Number(0), Formula::Number(1)) => not(condition, names),
                (Formula::Number(0), rest) => {
                    format!(
                        "{}, and {}",
                        not(condition, names),
                        condition_of(rest, names)
                    )
                }
                (Formula::Number(1), rest) => format!("{holds}, or {}", condition_of(rest, names)),
                (first, Formula::Number(0)) => {
                    format!("{holds}, and {}", condition_of(first, names))
                }
                _ => format!("1 = {}", say(formula)),
            }
        }
        Formula::Call(
            Function::Repeats {
                before,
                cycle,
                rise: 0,
            },
            at,
        ) if cycle.iter().chain(before).all(|bit| matches!(bit, 0 | 1)) => {
            let ones = |bits: &[i64], shift: usize, modulus: usize| {
                let indices = (shift..)
                    .zip(bits)
                    .filter(|&(_, &bit)| bit == 1)
                    .map(|(i, _)| i % modulus);
                indices.sorted().collect_vec()
            };
            let (from, whole) = (before.len(), within(at, Tight::Whole, names));
            let (early, late) = (ones(before, 0, usize::MAX), ones(cycle, from, cycle.len()));
            let late_text = format!("{whole} mod {} is {}", cycle.len(), one_of(&late));
            let beyond = match cycle.len() {
                1 => format!("{whole} >= {from}"),
                _ => format!("{whole} >= {from} and {late_text}"),
            };
            match (from, &early[..], &late[..]) {
                (0, ..) => late_text,
                (_, early, []) => format!("{} is {}", say(at), one_of(early)),
                (_, [], _) => beyond,
                (_, early, _) => format!("{whole} is {}, or {beyond}", one_of(early)),
            }
        }
        Formula::Call(
            Function::Recurs {
                first,
                factors,
                plus,
            },
            at,
        ) => {
            let term = |(back, factor): (usize, &i64)| match factor {
                0 => None,
                1 => Some(format!("x(i-{back})")),
                factor => Some(format!("{factor} x(i-{back})")),
            };
            let plus = (*plus != 0).then(|| plus.to_string());
            let terms = (1..).zip(factors).filter_map(term).chain(plus).join(" + ");
            format!(
                "{} is a term of {}, then x(i) = {terms}",
                say(at),
                list(first)
            )
        }
        Formula::Columns(all, q) => {
            let numbers = all.iter().map(say).join(", ");
            format!("the binary digits of {numbers} add up to 0 modulo {q} in every place")
        }
        Formula::Call(Function::Automaton { .. }, _) => format!("1 is {}", say(formula)),
        Formula::Number(1) => "always".into(),
        Formula::Number(0) => "never".into(),
        _ => format!("{} is not 0", say(formula)),
    }
}

fn not(formula: &Formula, names: &[String]) -> String {
    match formula {
        Formula::Binary(Op::Equal, a, b) => {
            let [a, b] = [a, b].map(|side| within(side, Tight::Compared, names));
            format!("{a} != {b}")
        }
        _ => format!("not {}", condition_of(formula, names)),
    }
}

/// A formula, in parentheses where it must hold together as tightly.
fn within(formula: &Formula, least: Tight, names: &[String]) -> String {
    let (text, tight) = said(formula, names);
    if tight < least {
        format!("({text})")
    } else {
        text
    }
}

/// Whether a formula gives 0 and 1 only.
fn truth(formula: &Formula) -> bool {
    matches!(
        formula,
        Formula::Binary(Op::Equal | Op::AtMost, ..)
            | Formula::Columns(..)
            | Formula::Call(Function::Recurs { .. }, _)
    )
}

fn one_of(which: &[usize]) -> String {
    match which.split_last() {
        None => "nothing".into(),
        Some((last, [])) => last.to_string(),
        Some((last, rest)) => format!("{} or {last}", itertools::join(rest, ", ")),
    }
}

fn list(values: &[i64]) -> String {
    let shown = text::list(values, MAX_TERMS_SHOWN);
    match values.len() {
        0..=MAX_TERMS_SHOWN => format!("({shown})"),
        count => format!("({shown} {count} in all)"),
    }
}

/// (p + √d)/q, with a name for the best known.
fn irrational(by: Quadratic) -> String {
    match by {
        Quadratic { p: 1, d: 5, q: 2 } => "phi".into(),
        Quadratic { p: 0, d, q: 1 } => format!("sqrt({d})"),
        Quadratic { p, d, q: 1 } => format!("({p} + sqrt({d}))"),
        Quadratic { p, d, q } => format!("(({p} + sqrt({d})) / {q})"),
    }
}

/// The meanings of the functions in a formula, each in one line.
pub(super) fn legend(formula: &Formula) -> Vec<&'static str> {
    let mut lines = Vec::new();
    formula.visit(&mut |part| {
        lines.extend(match part {
            Formula::Call(function, _) => meaning(function),
            Formula::Binary(Op::Xor, ..) => {
                Some("xor: the nim-sum, addition in binary without carrying")
            }
            Formula::Binary(Op::Or, ..) => Some("or: bit by bit"),
            _ => None,
        })
    });
    lines
}

fn meaning(function: &Function) -> Option<&'static str> {
    Some(match function {
        Function::Valuation(_) => "v2(n), v3(n), …: the exponent of that prime in n",
        Function::PrimeFactors => "Omega(n): the prime factors of n, counted with multiplicity",
        Function::LeastPrime => {
            "least-prime-index(n): 1 where 2 divides n, else 2 where 3 does, and so on; 0 for n = 1"
        }
        Function::Popcount => "ones(n): the ones of n in binary",
        Function::Lowbit => "lowest-one(n): the greatest power of 2 that divides n",
        Function::Zeckendorf => {
            "zeckendorf(n): the least part of n as a sum of Fibonacci numbers that are no neighbours"
        }
        Function::Odious => {
            "odious(i): number i, from 0, of those with an odd number of ones: 1 2 4 7 8 11 …"
        }
        Function::Floor(Quadratic { p: 1, d: 5, q: 2 }) => {
            "phi: the golden section (1 + sqrt(5)) / 2"
        }
        _ => return None,
    })
}
