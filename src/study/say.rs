//! Formulas in words.

use crate::study::patterns::{Formula, Function, Op, Quadratic};

/// Longer lists are cut.
const LONGEST: usize = 40;

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
    let within = |formula: &Formula, least: Tight| {
        let (text, tight) = said(formula, names);
        if tight < least { format!("({text})") } else { text }
    };
    match formula {
        Formula::Number(n) => (n.to_string(), Tight::Whole),
        Formula::Of(i) => (names.get(*i).cloned().unwrap_or_else(|| format!("x{}", i + 1)), Tight::Whole),
        Formula::Binary(op, a, b) => {
            let joined = |word: &str, own: Tight, right: Tight| {
                (format!("{} {word} {}", within(a, own), within(b, right)), own)
            };
            match op {
                Op::Add => joined("+", Tight::Summed, Tight::Summed),
                Op::Sub => joined("-", Tight::Summed, Tight::Multiplied),
                Op::Mul => joined("*", Tight::Multiplied, Tight::Multiplied),
                Op::Mod => joined("mod", Tight::Multiplied, Tight::Whole),
                Op::Div => (
                    format!("floor({} / {})", within(a, Tight::Multiplied), within(b, Tight::Whole)),
                    Tight::Whole,
                ),
                Op::Xor => (
                    format!("{} xor {}", within(a, Tight::Whole), within(b, Tight::Whole)),
                    // A nim-sum of nim-sums needs no parentheses, but nothing else is clear without them.
                    if nim_sum(a) || nim_sum(b) { Tight::Loose } else { Tight::Compared },
                ),
                Op::Or => {
                    (format!("{} or {}", within(a, Tight::Whole), within(b, Tight::Whole)), Tight::Compared)
                }
                Op::Min => (format!("min({}, {})", say(a), say(b)), Tight::Whole),
                Op::Max => (format!("max({}, {})", say(a), say(b)), Tight::Whole),
                Op::Equal => (format!("[{} = {}]", say(a), say(b)), Tight::Whole),
                Op::AtMost => (format!("[{} <= {}]", say(a), say(b)), Tight::Whole),
            }
        }
        Formula::Call(function, a) => {
            let name = match function {
                Function::Valuation(p) => format!("v{p}"),
                Function::PrimeFactors => "Omega".into(),
                Function::LeastPrime => "least-prime-index".into(),
                Function::Popcount => "ones".into(),
                Function::Lowbit => "lowest-one".into(),
                Function::Log2 => "floor-log2".into(),
                Function::Sqrt => "floor-sqrt".into(),
                Function::DigitSum => "digit-sum".into(),
                Function::Zeckendorf => "zeckendorf".into(),
                Function::Odious => "odious".into(),
            };
            (format!("{name}({})", say(a)), Tight::Whole)
        }
        Formula::If(condition, then, otherwise) => (
            format!(
                "{} where {}, else {}",
                within(then, Tight::Compared),
                condition_of(condition, names),
                say(otherwise)
            ),
            Tight::Loose,
        ),
        Formula::Repeats { at, before, cycle, rise } => {
            let mut text = String::new();
            if !before.is_empty() {
                text = format!("{}, then ", list(before));
            }
            text.push_str(&format!("{} repeated", list(cycle)));
            if *rise != 0 {
                text.push_str(&format!(", {rise} higher each time"));
            }
            (format!("term {} of: {text}", say(at)), Tight::Loose)
        }
        Formula::Automaton { at, next, gives } => {
            let base = next.first().map_or(2, Vec::len);
            let states = (0..next.len()).map(|i| {
                let to = itertools::join(&next[i], " ");
                format!("state {i}: to {to}, gives {}", gives.get(i).copied().unwrap_or_default())
            });
            let states = itertools::join(states, "; ");
            let text = format!(
                "what an automaton gives that reads {} in base {base}, lowest digit first, from state 0 ({states})",
                say(at)
            );
            (text, Tight::Loose)
        }
        Formula::Folds { at, first, rules } => {
            let k = rules.len();
            let lines = rules.iter().enumerate().map(|(r, [a, b, c])| {
                let mut terms = Vec::new();
                if *a != 0 {
                    terms.push("g(m)".to_owned());
                }
                match b {
                    0 => {}
                    1 => terms.push("m".to_owned()),
                    b => terms.push(format!("{b}m")),
                }
                if *c != 0 || terms.is_empty() {
                    terms.push(c.to_string());
                }
                let left = if r == 0 { format!("g({k}m)") } else { format!("g({k}m+{r})") };
                format!("{left} = {}", terms.join(" + "))
            });
            let first = first.iter().enumerate().map(|(n, value)| format!("g({n}) = {value}"));
            let text = itertools::join(first.chain(lines), ", ");
            (format!("g({}), where {text}", say(at)), Tight::Loose)
        }
        Formula::Places(at, f) => {
            let place = vec!["i".to_owned()];
            let worth = said(f, &place).0;
            (
                format!(
                    "the nim-sum of {worth} over the places i, from 0, of the ones of {} in binary",
                    say(at)
                ),
                Tight::Loose,
            )
        }
        Formula::Floor(at, by) => {
            (format!("floor({} * {})", irrational(*by), within(at, Tight::Whole)), Tight::Whole)
        }
        Formula::Recurs { .. } | Formula::Columns(..) => {
            (format!("[{}]", condition_of(formula, names)), Tight::Whole)
        }
    }
}

fn nim_sum(formula: &Formula) -> bool {
    matches!(formula, Formula::Binary(Op::Xor, ..))
}

/// A formula as a condition: that it is not 0.
pub(super) fn condition_of(formula: &Formula, names: &[String]) -> String {
    let say = |formula: &Formula| said(formula, names).0;
    match formula {
        Formula::Binary(Op::Equal, a, b) => format!("{} = {}", say(a), say(b)),
        Formula::Binary(Op::AtMost, a, b) => match &**a {
            // a + 1 <= b is a < b.
            Formula::Binary(Op::Add, a, one) if **one == Formula::Number(1) => {
                format!("{} < {}", say(a), say(b))
            }
            _ => format!("{} <= {}", say(a), say(b)),
        },
        Formula::Binary(Op::Xor, a, b) if truth(a) && truth(b) => {
            format!("either {} or {}, not both", condition_of(a, names), condition_of(b, names))
        }
        Formula::If(condition, then, otherwise) => match (&**then, &**otherwise) {
            (Formula::Number(0), rest) => {
                format!("{}, and {}", not(condition, names), condition_of(rest, names))
            }
            (Formula::Number(1), rest) => {
                format!("{}, or {}", condition_of(condition, names), condition_of(rest, names))
            }
            (first, Formula::Number(0)) => {
                format!("{}, and {}", condition_of(condition, names), condition_of(first, names))
            }
            _ => format!("1 = {}", say(formula)),
        },
        Formula::Repeats { at, before, cycle, rise: 0 }
            if before.is_empty() && cycle.iter().all(|bit| matches!(bit, 0 | 1)) =>
        {
            let which: Vec<String> = (0..)
                .zip(cycle)
                .filter(|&(_, &bit)| bit == 1)
                .map(|(i, _): (usize, _)| i.to_string())
                .collect();
            format!("{} mod {} is {}", said_whole(at, names), cycle.len(), one_of(&which))
        }
        Formula::Repeats { at, before, cycle, rise: 0 } if cycle.iter().all(|&bit| bit == 0) => {
            let which: Vec<String> = (0..)
                .zip(before)
                .filter(|&(_, &bit)| bit == 1)
                .map(|(i, _): (usize, _)| i.to_string())
                .collect();
            format!("{} is {}", say(at), one_of(&which))
        }
        Formula::Repeats { at, before, cycle, rise: 0 }
            if cycle.iter().chain(before).all(|bit| matches!(bit, 0 | 1)) =>
        {
            let from = before.len();
            let ones = |bits: &[i64], shift: usize, modulus: usize| -> Vec<String> {
                let mut which: Vec<usize> =
                    (shift..).zip(bits).filter(|&(_, &bit)| bit == 1).map(|(i, _)| i % modulus).collect();
                which.sort_unstable();
                which.iter().map(usize::to_string).collect()
            };
            let whole = said_whole(at, names);
            let which = one_of(&ones(cycle, from, cycle.len()));
            let late = format!("{whole} >= {from} and {whole} mod {} is {which}", cycle.len());
            match &ones(before, 0, usize::MAX)[..] {
                [] => late,
                early => format!("{whole} is {}, or {late}", one_of(early)),
            }
        }
        Formula::Recurs { at, first, factors, plus } => {
            let mut terms: Vec<String> = (1..)
                .zip(factors)
                .filter(|&(_, &factor)| factor != 0)
                .map(|(back, factor): (usize, _)| match factor {
                    1 => format!("x(i-{back})"),
                    factor => format!("{factor} x(i-{back})"),
                })
                .collect();
            if *plus != 0 {
                terms.push(plus.to_string());
            }
            let recurrence = terms.join(" + ");
            format!("{} is a term of {}, then x(i) = {recurrence}", say(at), list(first))
        }
        Formula::Columns(all, q) => {
            let numbers = itertools::join(all.iter().map(say), ", ");
            format!("the binary digits of {numbers} add up to 0 modulo {q} in every place")
        }
        Formula::Automaton { .. } => format!("1 is {}", say(formula)),
        Formula::Number(1) => "always".into(),
        Formula::Number(0) => "never".into(),
        _ => format!("{} is not 0", say(formula)),
    }
}

fn not(formula: &Formula, names: &[String]) -> String {
    match formula {
        Formula::Binary(Op::Equal, a, b) => format!("{} != {}", said(a, names).0, said(b, names).0),
        _ => format!("not {}", condition_of(formula, names)),
    }
}

fn said_whole(formula: &Formula, names: &[String]) -> String {
    let (text, tight) = said(formula, names);
    if tight < Tight::Whole { format!("({text})") } else { text }
}

/// Whether a formula gives 0 and 1 only.
fn truth(formula: &Formula) -> bool {
    matches!(
        formula,
        Formula::Binary(Op::Equal | Op::AtMost, ..) | Formula::Columns(..) | Formula::Recurs { .. }
    )
}

fn one_of(which: &[String]) -> String {
    match which.split_last() {
        None => "nothing".into(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

fn list(values: &[i64]) -> String {
    let shown = itertools::join(values.iter().take(LONGEST), " ");
    if values.len() > LONGEST {
        format!("({shown} … {} in all)", values.len())
    } else {
        format!("({shown})")
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

/// The meaning of the functions in a formula, each in one line.
pub(super) fn legend(formula: &Formula) -> Vec<&'static str> {
    let mut lines = Vec::new();
    collect(formula, &mut lines);
    lines
}

fn collect(formula: &Formula, lines: &mut Vec<&'static str>) {
    let mut add = |line: &'static str| {
        if !lines.contains(&line) {
            lines.push(line);
        }
    };
    match formula {
        Formula::Call(function, _) => match function {
            Function::Valuation(_) => add("v2(n), v3(n), …: the exponent of that prime in n"),
            Function::PrimeFactors => add("Omega(n): the prime factors of n, counted with multiplicity"),
            Function::LeastPrime => {
                add("least-prime-index(n): 1 where 2 divides n, else 2 where 3 does, and so on; 0 for n = 1");
            }
            Function::Popcount => add("ones(n): the ones of n in binary"),
            Function::Lowbit => add("lowest-one(n): the greatest power of 2 that divides n"),
            Function::Log2 | Function::Sqrt | Function::DigitSum => {}
            Function::Zeckendorf => {
                add(
                    "zeckendorf(n): the least part of n as a sum of Fibonacci numbers that are no neighbours",
                );
            }
            Function::Odious => {
                add("odious(i): number i, from 0, of those with an odd number of ones: 1 2 4 7 8 11 …")
            }
        },
        Formula::Floor(_, Quadratic { p: 1, d: 5, q: 2 }) => add("phi: the golden section (1 + sqrt(5)) / 2"),
        Formula::Binary(Op::Xor, ..) => add("xor: the nim-sum, addition in binary without carrying"),
        Formula::Binary(Op::Or, ..) => add("or: bit by bit"),
        _ => {}
    }
    match formula {
        Formula::Number(_) | Formula::Of(_) => {}
        Formula::Binary(_, a, b) | Formula::Places(a, b) => {
            collect(a, lines);
            collect(b, lines);
        }
        Formula::If(a, b, c) => {
            for formula in [a, b, c] {
                collect(formula, lines);
            }
        }
        Formula::Call(_, a)
        | Formula::Floor(a, _)
        | Formula::Repeats { at: a, .. }
        | Formula::Automaton { at: a, .. }
        | Formula::Folds { at: a, .. }
        | Formula::Recurs { at: a, .. } => collect(a, lines),
        Formula::Columns(all, _) => all.iter().for_each(|formula| collect(formula, lines)),
    }
}
