//! Formulas as programs to paste, in C++, Python and Rust.

mod helpers;

use crate::study::patterns::{Formula, Function, Op};

/// A language that programs are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Language {
    /// C++11 or later
    #[cfg_attr(feature = "cli", value(name = "c++"))]
    Cpp,
    /// Python 3.8 or later
    Python,
    /// Rust 1.84 or later
    Rust,
}

/// The result of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The Grundy value.
    Value,
    /// Whether the player to move loses: 1 or 0.
    Losing,
    /// 0 if the player to move loses, 1 if he wins, 2 for a draw.
    Outcome,
}

impl Gives {
    /// The name of the function.
    fn name(self) -> &'static str {
        match self {
            Gives::Value => "grundy",
            Gives::Losing => "loses",
            Gives::Outcome => "outcome",
        }
    }
}

/// A program with a function for a formula, that reads positions from standard input and writes what
/// the formula gives, one line each.
pub fn program(
    language: Language,
    gives: Gives,
    formula: &Formula,
    arity: usize,
    comments: &[String],
) -> String {
    let mut out = definition(language, gives, formula, arity, comments);
    out.push_str(&helpers::main(language, gives.name(), gives, arity));
    out
}

/// A function for a formula, with what it needs, and no more.
pub fn definition(
    language: Language,
    gives: Gives,
    formula: &Formula,
    arity: usize,
    comments: &[String],
) -> String {
    let names: Vec<String> = match arity {
        1 => vec!["n".into()],
        _ => "abcdefgh".chars().take(arity).map(String::from).collect(),
    };
    let mut writer = Writer { language, helpers: String::new(), known: Vec::new(), made: 0 };
    let body = writer.expression(formula, &names);
    let name = gives.name();
    let mut out = String::new();
    let mark = if language == Language::Python { "#" } else { "//" };
    for comment in comments {
        out.push_str(&format!("{mark} {comment}\n"));
    }
    out.push_str(helpers::piece(language, "head"));
    out.push_str(&writer.helpers);
    let number = |number: &String| match language {
        Language::Cpp => format!("num {number}"),
        Language::Python => number.clone(),
        Language::Rust => format!("{number}: i64"),
    };
    let numbers = itertools::join(names.iter().map(number), ", ");
    out + &helpers::filled(language, "function", &[("name", &name), ("numbers", &numbers), ("body", &body)])
}

struct Writer {
    language: Language,
    helpers: String,
    /// The helpers that are written already.
    known: Vec<&'static str>,
    made: usize,
}

impl Writer {
    /// Writes a helper of the language once.
    fn need(&mut self, name: &'static str) -> &'static str {
        if !self.known.contains(&name) {
            self.known.push(name);
            self.helpers.push_str(helpers::piece(self.language, name));
            self.helpers.push('\n');
        }
        name
    }

    /// A function of one number that is made for this formula.
    fn make(&mut self, body: impl FnOnce(Language, &str) -> String) -> String {
        self.made += 1;
        let name = format!("f{}", self.made);
        self.helpers.push_str(&body(self.language, &name));
        self.helpers.push('\n');
        name
    }

    fn expression(&mut self, formula: &Formula, names: &[String]) -> String {
        use Language::{Cpp, Python, Rust};
        match formula {
            Formula::Number(n) => match self.language {
                Cpp => format!("num({n})"),
                Python => n.to_string(),
                Rust => format!("{n}i64"),
            },
            Formula::Of(i) => names.get(*i).cloned().unwrap_or_default(),
            Formula::Binary(op, a, b) => {
                let (a, b) = (self.expression(a, names), self.expression(b, names));
                let test = |sign: &str| match self.language {
                    Cpp => format!("num({a} {sign} {b})"),
                    Python => format!("int({a} {sign} {b})"),
                    Rust => format!("i64::from({a} {sign} {b})"),
                };
                let call = |name: &str| match self.language {
                    Cpp => format!("std::{name}({a}, {b})"),
                    Python => format!("{name}({a}, {b})"),
                    Rust => format!("std::cmp::{name}({a}, {b})"),
                };
                match op {
                    Op::Add => format!("({a} + {b})"),
                    Op::Sub => format!("({a} - {b})"),
                    Op::Mul => format!("({a} * {b})"),
                    Op::Div => format!("({a} {} {b})", if self.language == Python { "//" } else { "/" }),
                    Op::Mod => format!("({a} % {b})"),
                    Op::Xor => format!("({a} ^ {b})"),
                    Op::Or => format!("({a} | {b})"),
                    Op::Min => call("min"),
                    Op::Max => call("max"),
                    Op::Equal => test("=="),
                    Op::AtMost => test("<="),
                }
            }
            Formula::Call(function, a) => {
                let a = self.expression(a, names);
                let name = match function {
                    Function::Valuation(p) => {
                        let name = self.need("valuation");
                        return format!("{name}({a}, {p})");
                    }
                    Function::PrimeFactors => "prime_factors",
                    Function::LeastPrime => "least_prime",
                    Function::Popcount => "ones",
                    Function::Lowbit => "lowest_one",
                    Function::Log2 => "floor_log2",
                    Function::Sqrt => "floor_sqrt",
                    Function::DigitSum => "digit_sum",
                    Function::Zeckendorf => "zeckendorf",
                    Function::Odious => {
                        self.need("ones");
                        "odious"
                    }
                };
                format!("{}({a})", self.need(name))
            }
            Formula::If(condition, then, otherwise) => {
                let (condition, then, otherwise) = (
                    self.expression(condition, names),
                    self.expression(then, names),
                    self.expression(otherwise, names),
                );
                match self.language {
                    Cpp => format!("({condition} ? {then} : {otherwise})"),
                    Python => format!("({then} if {condition} else {otherwise})"),
                    Rust => format!("(if {condition} != 0 {{ {then} }} else {{ {otherwise} }})"),
                }
            }
            Formula::Repeats { at, before, cycle, rise } => {
                let at = self.expression(at, names);
                let f = self.make(|language, name| helpers::repeats(language, name, before, cycle, *rise));
                format!("{f}({at})")
            }
            Formula::Automaton { at, next, gives } => {
                let at = self.expression(at, names);
                let f = self.make(|language, name| helpers::automaton(language, name, next, gives));
                format!("{f}({at})")
            }
            Formula::Folds { at, first, rules } => {
                let at = self.expression(at, names);
                let f = self.make(|language, name| helpers::folds(language, name, first, rules));
                format!("{f}({at})")
            }
            Formula::Places(at, f) => {
                let at = self.expression(at, names);
                let worth = self.expression(f, &["i".to_owned()]);
                let f = self.make(|language, name| {
                    helpers::filled(language, "places", &[("name", &name), ("worth", &worth)])
                });
                format!("{f}({at})")
            }
            Formula::Floor(at, by) => {
                let at = self.expression(at, names);
                let name = self.need("floor_of");
                format!("{name}({at}, {}, {}, {})", by.p, by.d, by.q)
            }
            Formula::Recurs { at, first, factors, plus } => {
                let at = self.expression(at, names);
                let f = self.make(|language, name| helpers::recurs(language, name, first, factors, *plus));
                format!("{f}({at})")
            }
            Formula::Columns(all, q) => {
                let all: Vec<String> = all.iter().map(|formula| self.expression(formula, names)).collect();
                let all = all.join(", ");
                let name = self.need("columns");
                match self.language {
                    Cpp => format!("{name}({{{all}}}, {q})"),
                    Python => format!("{name}([{all}], {q})"),
                    Rust => format!("{name}(&[{all}], {q})"),
                }
            }
        }
    }
}
