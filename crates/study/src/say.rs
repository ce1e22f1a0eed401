//! Formulas in words.

use itertools::Itertools;

use crate::patterns::{Formula, Function, Op, Quadratic};
use grundy_api::text;

/// The most terms of a list that are shown.
const MAX_TERMS_SHOWN: usize = 40;

/// The most states of an automaton that is shown: of a larger one the states are only counted.
const MAX_STATES_SHOWN: usize = 16;

/// Writes a formula as a person does, with these names for the numbers of a position.
pub(super) fn formula(formula: &Formula, names: &[String]) -> String {
    said(formula, names).text
}

/// The tightness of a text: the places in which it needs no parentheses. Each has those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tight {
    /// The text needs parentheses everywhere.
    Loose,
    /// The text may stand in a comparison.
    Compared,
    /// The text may stand in a sum.
    Summed,
    /// The text may stand in a product.
    Multiplied,
    /// The text needs parentheses nowhere.
    Whole,
}

/// A formula as a text.
struct Said {
    /// The text.
    text: String,
    /// The places where the text may stand without parentheses.
    tight: Tight,
}

impl Said {
    fn new(text: impl Into<String>, tight: Tight) -> Said {
        Said {
            text: text.into(),
            tight,
        }
    }

    fn loose(text: impl Into<String>) -> Said {
        Said::new(text, Tight::Loose)
    }

    fn whole(text: impl Into<String>) -> Said {
        Said::new(text, Tight::Whole)
    }
}

/// Writes a formula, and says how tightly the text holds together.
fn said(formula: &Formula, names: &[String]) -> Said {
    let say = |formula: &Formula| said(formula, names).text;
    match formula {
        Formula::Number(n) => Said::whole(n.to_string()),
        Formula::Of(i) => match names.get(*i) {
            Some(name) => Said::whole(name),
            None => Said::whole(format!("x{}", i + 1)),
        },
        Formula::Binary(Op::Equal | Op::AtMost, ..)
        | Formula::Call(Function::Recurs { .. }, _)
        | Formula::Columns(..) => Said::whole(format!("[{}]", condition_of(formula, names))),
        Formula::Binary(op, a, b) => operation(*op, a, b, names),
        Formula::Call(function, a) => called(function, &say(a), &within(a, Tight::Whole, names)),
        Formula::If(condition, then, otherwise) => {
            let then = within(then, Tight::Compared, names);
            let condition = condition_of(condition, names);
            let otherwise = say(otherwise);
            Said::loose(format!("{then} where {condition}, else {otherwise}"))
        }
    }
}

/// Writes an operation, with parentheses where its operands need them.
fn operation(op: Op, a: &Formula, b: &Formula, names: &[String]) -> Said {
    let within = |formula: &Formula, least: Tight| within(formula, least, names);
    let joined = |word: &str, own: Tight, left: Tight, right: Tight| {
        Said::new(
            format!("{} {word} {}", within(a, left), within(b, right)),
            own,
        )
    };
    match op {
        Op::Add => joined("+", Tight::Summed, Tight::Summed, Tight::Summed),
        Op::Sub => joined("-", Tight::Summed, Tight::Summed, Tight::Multiplied),
        Op::Mul => joined("*", Tight::Multiplied, Tight::Multiplied, Tight::Multiplied),
        Op::Mod => joined("mod", Tight::Multiplied, Tight::Multiplied, Tight::Whole),
        // It needs parentheses, since conditions are joined by the same word.
        Op::Or => joined("or", Tight::Loose, Tight::Whole, Tight::Whole),
        // A nim-sum of nim-sums needs no parentheses, but nothing else is clear without them.
        Op::Xor if nim_sum(a) => joined("xor", Tight::Loose, Tight::Loose, Tight::Whole),
        Op::Xor if nim_sum(b) => joined("xor", Tight::Loose, Tight::Whole, Tight::Whole),
        Op::Xor => joined("xor", Tight::Compared, Tight::Whole, Tight::Whole),
        Op::Div => {
            let dividend = within(a, Tight::Multiplied);
            let divisor = within(b, Tight::Whole);
            Said::whole(format!("floor({dividend} / {divisor})"))
        }
        Op::Min | Op::Max | Op::Equal | Op::AtMost => {
            let a = said(a, names).text;
            let b = said(b, names).text;
            Said::whole(format!("{}({a}, {b})", op.sign()))
        }
    }
}

/// Writes a function of an argument; `whole` is the argument in parentheses if it needs them.
fn called(function: &Function, a: &str, whole: &str) -> Said {
    let name = match function {
        Function::Repeats {
            before,
            cycle,
            rise,
        } => return repeats(a, before, cycle, *rise),
        Function::Automaton { next, gives } => return Said::loose(automaton(a, next, gives)),
        Function::Folds { first, rules } => {
            let first = first
                .iter()
                .enumerate()
                .map(|(n, value)| format!("g({n}) = {value}"));
            let rules = rules
                .iter()
                .enumerate()
                .map(|(r, rule)| fold(rules.len(), r, rule));
            let said = first.chain(rules).join(", ");
            return Said::loose(format!("g({a}), where {said}"));
        }
        Function::Places(worth) => {
            let worth = formula(worth, &["i".to_owned()]);
            let places = format!("the places i, from 0, of the ones of {a} in binary");
            return Said::loose(format!("the nim-sum of {worth} over {places}"));
        }
        Function::Floor(by) => {
            let by = irrational(*by);
            return Said::whole(format!("floor({by} * {whole})"));
        }
        Function::Valuation(p) => return Said::whole(format!("v{p}({a})")),
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
    Said::whole(format!("{name}({a})"))
}

/// Writes a term of a list with a cycle.
fn repeats(a: &str, before: &[i64], cycle: &[i64], rise: i64) -> Said {
    let first = if before.is_empty() {
        String::new()
    } else {
        format!("{}, then ", list(before))
    };
    let higher = if rise == 0 {
        String::new()
    } else {
        format!(", {rise} higher each time")
    };
    let cycle = list(cycle);
    Said::loose(format!("term {a} of: {first}{cycle} repeated{higher}"))
}

/// Writes the output of an automaton, with its states if they are few.
fn automaton(a: &str, next: &[Vec<usize>], gives: &[i64]) -> String {
    let count = next.len();
    let base = next.first().map_or(2, Vec::len);
    if count > MAX_STATES_SHOWN {
        return format!(
            "the output of an automaton of {count} states that reads {a} in base {base}"
        );
    }
    let mut states = Vec::new();
    for (i, (to, gives)) in next.iter().zip(gives).enumerate() {
        let to = to.iter().join(" ");
        states.push(format!("state {i}: to {to}, gives {gives}"));
    }
    let states = states.join("; ");
    format!(
        "the output of an automaton that reads {a} in base {base}, lowest digit first, from state 0 ({states})"
    )
}

/// Writes one rule of a fold: g(km + r) = a·g(m) + b·m + c.
#[expect(
    clippy::many_single_char_names,
    reason = "the letters are those of the rule that is written"
)]
fn fold(k: usize, r: usize, &[a, b, c]: &[i64; 3]) -> String {
    let mut terms: Vec<String> = Vec::new();
    if a != 0 {
        terms.push("g(m)".into());
    }
    match b {
        0 => {}
        1 => terms.push("m".into()),
        b => terms.push(format!("{b}m")),
    }
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

/// Says whether a formula is a nim-sum.
fn nim_sum(formula: &Formula) -> bool {
    matches!(formula, Formula::Binary(Op::Xor, ..))
}

/// Writes a formula as a condition: that it is not 0.
pub(super) fn condition_of(formula: &Formula, names: &[String]) -> String {
    let say = |formula: &Formula| said(formula, names).text;
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
            is_listed(at, before, cycle, names)
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

/// Writes the condition that a list of zeros and ones with a cycle has a one at an index.
fn is_listed(at: &Formula, before: &[i64], cycle: &[i64], names: &[String]) -> String {
    let length = cycle.len();
    let from = before.len();
    let whole = within(at, Tight::Whole, names);
    let early: Vec<usize> = before.iter().positions(|&bit| bit == 1).collect();
    let late: Vec<usize> = cycle
        .iter()
        .positions(|&bit| bit == 1)
        .map(|i| (from + i) % length)
        .sorted()
        .collect();
    let is_in_cycle = format!("{whole} mod {length} is {}", one_of(&late));
    if from == 0 {
        return is_in_cycle;
    }
    if late.is_empty() {
        return format!("{} is {}", said(at, names).text, one_of(&early));
    }
    let beyond = if length == 1 {
        format!("{whole} >= {from}")
    } else {
        format!("{whole} >= {from} and {is_in_cycle}")
    };
    if early.is_empty() {
        beyond
    } else {
        format!("{whole} is {}, or {beyond}", one_of(&early))
    }
}

/// Writes the opposite of a condition.
fn not(formula: &Formula, names: &[String]) -> String {
    match formula {
        Formula::Binary(Op::Equal, a, b) => {
            let [a, b] = [a, b].map(|side| within(side, Tight::Compared, names));
            format!("{a} != {b}")
        }
        _ => format!("not {}", condition_of(formula, names)),
    }
}

/// Writes a formula, in parentheses if it does not hold together as tightly as its place needs.
fn within(formula: &Formula, least: Tight, names: &[String]) -> String {
    let Said { text, tight } = said(formula, names);
    if tight < least {
        format!("({text})")
    } else {
        text
    }
}

/// Says whether a formula gives 0 and 1 only.
fn truth(formula: &Formula) -> bool {
    matches!(
        formula,
        Formula::Binary(Op::Equal | Op::AtMost, ..)
            | Formula::Columns(..)
            | Formula::Call(Function::Recurs { .. }, _)
    )
}

/// Writes a choice of numbers in words: `1, 2 or 5`.
fn one_of(which: &[usize]) -> String {
    match which.split_last() {
        None => "nothing".into(),
        Some((last, [])) => last.to_string(),
        Some((last, rest)) => format!("{} or {last}", itertools::join(rest, ", ")),
    }
}

/// Writes a list in parentheses, and how long it is if it is cut.
fn list(values: &[i64]) -> String {
    let shown = text::list(values, MAX_TERMS_SHOWN);
    match values.len() {
        0..=MAX_TERMS_SHOWN => format!("({shown})"),
        count => format!("({shown} {count} in all)"),
    }
}

/// Writes (p + √d)/q, with the name of the best known.
fn irrational(by: Quadratic) -> String {
    match by {
        Quadratic { p: 1, d: 5, q: 2 } => "phi".into(),
        Quadratic { p: 0, d, q: 1 } => format!("sqrt({d})"),
        Quadratic { p, d, q: 1 } => format!("({p} + sqrt({d}))"),
        Quadratic { p, d, q } => format!("(({p} + sqrt({d})) / {q})"),
    }
}

/// Lists the meanings of the functions in a formula, each in one line.
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
        });
    });
    lines
}

/// Says what a function means, if its name does not say it.
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
