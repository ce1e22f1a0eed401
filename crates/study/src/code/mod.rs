//! Formulas as programs to paste, in C++, Python and Rust.
//!
//! Programs are put together from pieces: a file for each language, with names in braces to be filled in.

use itertools::Itertools;

use crate::patterns::{Formula, Function, Op};
use grundy_api::text::{self, wrap};

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

/// The values for names in braces: each name with its value.
type Values<'v> = &'v [(&'v str, &'v dyn ToString)];

impl Language {
    /// Finds a piece by its name.
    fn piece(self, name: &str) -> &'static str {
        let all = match self {
            Language::Cpp => include_str!("cpp.txt"),
            Language::Python => include_str!("python.txt"),
            Language::Rust => include_str!("rust.txt"),
        };
        text::piece(all, name)
    }

    /// Fills in the names in braces of a piece.
    fn filled(self, name: &str, values: Values<'_>) -> String {
        let mut text = self.piece(name).to_owned();
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), &value.to_string());
        }
        text
    }

    /// Fills in the names in braces of a piece of one line.
    fn term(self, name: &str, values: Values<'_>) -> String {
        self.filled(name, values).trim_end().to_owned()
    }

    /// Writes a function for a formula, with what it needs, and no more.
    pub(super) fn definition(
        self,
        gives: Gives,
        formula: &Formula,
        arity: usize,
        comments: &[String],
    ) -> String {
        let names = super::default_names(arity);
        let mut writer = CodeWriter {
            language: self,
            helpers: String::new(),
            known: Vec::new(),
            made: 0,
        };
        let body = writer.expression(formula, &names);
        let mark = if self == Language::Python { "#" } else { "//" };
        let comments: String = comments
            .iter()
            .map(|comment| format!("{mark} {comment}\n"))
            .collect();
        let numbers = names
            .iter()
            .map(|name| self.term("parameter", &[("name", name)]))
            .join(", ");
        let (name, _) = gives.names();
        let function = self.filled(
            "function",
            &[("name", &name), ("numbers", &numbers), ("body", &body)],
        );
        comments + self.piece("head") + &writer.helpers + &function
    }

    /// Writes the rest of the program around such a function: it reads positions from standard input and writes what
    /// the function gives, a line for each.
    pub(super) fn main(self, gives: Gives, arity: usize) -> String {
        let (name, words) = gives.names();
        let numbers = (0..arity).map(|i| format!("x[{i}]")).join(", ");
        let call = self.term("call", &[("name", &name), ("numbers", &numbers)]);
        let shown = match words {
            None => call,
            Some(words) => self.term("word", &[("words", &words), ("call", &call)]),
        };
        let example = (0..arity).map(|i| 5 + i).join(",");
        self.filled(
            "main",
            &[("example", &example), ("arity", &arity), ("shown", &shown)],
        )
    }
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
    /// Names the function, and gives words for its results if they are not written as numbers.
    fn names(self) -> (&'static str, Option<&'static str>) {
        match self {
            Gives::Value => ("grundy", None),
            Gives::Losing => ("loses", Some("\"WIN\", \"LOSE\"")),
            Gives::Outcome => ("outcome", Some("\"LOSE\", \"WIN\", \"DRAW\"")),
        }
    }
}

/// A program that is being written.
struct CodeWriter {
    language: Language,
    /// The functions before the one that was asked for.
    helpers: String,
    /// The names of the helpers that are written already.
    known: Vec<&'static str>,
    /// The number of functions that were made for this formula.
    made: usize,
}

impl CodeWriter {
    /// Writes a helper of the language once.
    fn need(&mut self, name: &'static str) -> &'static str {
        if !self.known.contains(&name) {
            self.known.push(name);
            self.helpers += self.language.piece(name);
            self.helpers.push('\n');
        }
        name
    }

    /// Makes a function of one number for this formula from a piece, and writes a call of it. Constant lists are written before
    /// the function, each under a name of its own.
    fn make(
        &mut self,
        a: &str,
        piece: &str,
        lists: &[(&str, &[i64])],
        values: Values<'_>,
    ) -> String {
        self.made += 1;
        let name = format!("f{}", self.made);
        let mut text = self.language.filled(piece, values).replace("{name}", &name);
        for (key, numbers) in lists {
            let constant = format!("{name}_{key}");
            let constant = if self.language == Language::Rust {
                constant.to_uppercase()
            } else {
                constant
            };
            // Languages write an array of no elements differently. Nothing reads an element of this one.
            let values = list(if numbers.is_empty() { &[0] } else { numbers });
            self.helpers += &self
                .language
                .filled("constant", &[("list", &constant), ("values", &values)]);
            text = text.replace(&format!("{{{key}}}"), &constant);
        }
        self.helpers += &(text + "\n");
        format!("{name}({a})")
    }

    /// Writes a formula as an expression.
    fn expression(&mut self, formula: &Formula, names: &[String]) -> String {
        let language = self.language;
        match formula {
            Formula::Number(n) => language.term("number", &[("number", n)]),
            Formula::Of(i) => names.get(*i).cloned().unwrap_or_default(),
            Formula::Binary(op, a, b) => {
                let a = self.expression(a, names);
                let b = self.expression(b, names);
                let sign = op.sign();
                let form = match op {
                    Op::Div => "division",
                    Op::Min | Op::Max => "choose",
                    Op::Equal | Op::AtMost => "test",
                    _ => return format!("({a} {sign} {b})"),
                };
                language.term(form, &[("left", &a), ("sign", &sign), ("right", &b)])
            }
            Formula::Call(function, a) => {
                let a = self.expression(a, names);
                self.call(function, &a)
            }
            Formula::If(condition, then, otherwise) => {
                let condition = self.expression(condition, names);
                let then = self.expression(then, names);
                let otherwise = self.expression(otherwise, names);
                language.term(
                    "if",
                    &[
                        ("condition", &condition),
                        ("then", &then),
                        ("otherwise", &otherwise),
                    ],
                )
            }
            Formula::Columns(all, q) => {
                let all = all
                    .iter()
                    .map(|formula| self.expression(formula, names))
                    .join(", ");
                self.need("columns");
                language.term("columns of", &[("list", &all), ("q", q)])
            }
        }
    }

    /// Writes a call of a function.
    fn call(&mut self, function: &Function, a: &str) -> String {
        let name = match function {
            Function::Valuation(p) => return format!("{}({a}, {p})", self.need("valuation")),
            Function::Floor(by) => {
                return format!(
                    "{}({a}, {}, {}, {})",
                    self.need("floor_of"),
                    by.p,
                    by.d,
                    by.q
                );
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
            Function::Places(worth) => {
                let worth = self.expression(worth, &["i".to_owned()]);
                return self.make(a, "places", &[], &[("worth", &worth)]);
            }
            Function::Repeats {
                before,
                cycle,
                rise,
            } => {
                let values: Values<'_> = &[
                    ("count", &before.len()),
                    ("len", &cycle.len()),
                    ("rise", rise),
                ];
                return self.make(a, "repeats", &[("first", before), ("cycle", cycle)], values);
            }
            Function::Automaton { next, gives } => {
                let base = next.first().map_or(2, Vec::len);
                let next = next
                    .iter()
                    .flatten()
                    .map(|&state| state as i64)
                    .collect_vec();
                return self.make(
                    a,
                    "automaton",
                    &[("next", &next), ("gives", gives)],
                    &[("base", &base)],
                );
            }
            Function::Folds { first, rules } => {
                let [keep, times, plus] =
                    [0, 1, 2].map(|i| rules.iter().map(|rule| rule[i]).collect_vec());
                let lists: &[(&str, &[i64])] = &[
                    ("first", first),
                    ("keep", &keep),
                    ("times", &times),
                    ("plus", &plus),
                ];
                return self.make(a, "folds", lists, &[("k", &rules.len())]);
            }
            Function::Recurs {
                first,
                factors,
                plus,
            } => {
                let back = |back: usize| self.language.term("back", &[("back", &back)]);
                let terms = (1..)
                    .zip(factors)
                    .map(|(at, factor)| format!("{factor} * {}", back(at)));
                let term = terms.chain([plus.to_string()]).join(" + ");
                return self.make(
                    a,
                    "recurs",
                    &[],
                    &[("values", &list(first)), ("term", &term)],
                );
            }
        };
        format!("{}({a})", self.need(name))
    }
}

/// Writes a list in lines that are not too long.
fn list(values: &[i64]) -> String {
    wrap(&values.iter().join(", "), 92).join("\n    ")
}
