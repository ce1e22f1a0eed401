//! Formulas as programs to paste, in C++, Python and Rust.
//!
//! A program is put together from parts, which each language writes in a function of its own, and from helpers that are the
//! same in all programs of a language.

mod cpp;
mod part;
mod python;
mod rust;

use itertools::Itertools;

use crate::gives::Gives;
use crate::names::default_names;
use crate::patterns::{Formula, Function, Op};
use grundy_api::text::{piece, wrap};
use part::Part;

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

impl Language {
    /// Writes a part of a program.
    fn write(self, part: &Part<'_>) -> String {
        match self {
            Language::Cpp => cpp::write(part),
            Language::Python => python::write(part),
            Language::Rust => rust::write(part),
        }
    }

    /// Returns a function that is the same in all programs, or their head.
    fn helper(self, name: &str) -> &'static str {
        let helpers = match self {
            Language::Cpp => cpp::HELPERS,
            Language::Python => python::HELPERS,
            Language::Rust => rust::HELPERS,
        };
        piece(helpers, name)
    }

    /// Writes a function for a formula, with what it needs, and no more.
    pub(super) fn definition(
        self,
        gives: Gives,
        formula: &Formula,
        arity: usize,
        comments: &[String],
    ) -> String {
        let names = default_names(arity);
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
        let parameters = names
            .iter()
            .map(|name| self.write(&Part::Parameter(name)))
            .join(", ");
        let (name, _) = gives.names();
        let function = self.write(&Part::Function {
            name,
            parameters: &parameters,
            body: &body,
        });
        comments + self.helper("head") + &writer.helpers + &function
    }

    /// Writes the rest of the program around such a function: it reads positions from standard input and writes what
    /// the function gives, a line for each.
    pub(super) fn main(self, gives: Gives, arity: usize) -> String {
        let (name, words) = gives.names();
        let call = self.write(&Part::Call { name, arity });
        let shown = match words {
            None => call,
            Some(words) => self.write(&Part::Word { words, call: &call }),
        };
        let example = (0..arity).map(|i| 5 + i).join(",");
        self.write(&Part::Main {
            example: &example,
            arity,
            shown: &shown,
        })
    }
}

/// A program that is being written.
struct CodeWriter {
    /// The language in which it is written.
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
            self.helpers += self.language.helper(name);
            self.helpers.push('\n');
        }
        name
    }

    /// Names the next function that is made for this formula.
    fn new_name(&mut self) -> String {
        self.made += 1;
        format!("f{}", self.made)
    }

    /// Writes a constant list of a function, and returns its name.
    fn constant(&mut self, function: &str, key: &str, numbers: &[i64]) -> String {
        let mut name = format!("{function}_{key}");
        if self.language == Language::Rust {
            name = name.to_uppercase();
        }
        // Languages write an array of no elements differently. Nothing reads an element of this one.
        let values = list(if numbers.is_empty() { &[0] } else { numbers });
        self.helpers += &self.language.write(&Part::List {
            name: &name,
            values: &values,
        });
        name
    }

    /// Writes a function that is made for this formula, and returns a call of it.
    fn function(&mut self, name: &str, function: &Part<'_>, a: &str) -> String {
        self.helpers += &self.language.write(function);
        self.helpers.push('\n');
        format!("{name}({a})")
    }

    /// Writes a formula as an expression.
    fn expression(&mut self, formula: &Formula, names: &[String]) -> String {
        match formula {
            Formula::Number(number) => self.language.write(&Part::Number(*number)),
            Formula::Of(i) => names.get(*i).cloned().unwrap_or_default(),
            Formula::Binary(op, a, b) => {
                let a = self.expression(a, names);
                let b = self.expression(b, names);
                self.operation(*op, &a, &b)
            }
            Formula::Call(function, a) => {
                let a = self.expression(a, names);
                self.call(function, &a)
            }
            Formula::If(condition, then, otherwise) => {
                let condition = self.expression(condition, names);
                let then = self.expression(then, names);
                let otherwise = self.expression(otherwise, names);
                self.language.write(&Part::Branch {
                    condition: &condition,
                    then: &then,
                    otherwise: &otherwise,
                })
            }
            Formula::Columns(all, q) => {
                let list = all
                    .iter()
                    .map(|formula| self.expression(formula, names))
                    .join(", ");
                self.need("columns");
                self.language.write(&Part::Columns { list: &list, q: *q })
            }
        }
    }

    /// Writes an operation on two expressions.
    fn operation(&self, op: Op, left: &str, right: &str) -> String {
        let sign = op.sign();
        let part = match op {
            Op::Div => Part::Quotient { left, right },
            Op::Min | Op::Max => Part::Choice { left, sign, right },
            Op::Equal | Op::AtMost => Part::Test { left, sign, right },
            Op::Add | Op::Sub | Op::Mul | Op::Mod | Op::Xor | Op::Or => {
                return format!("({left} {sign} {right})");
            }
        };
        self.language.write(&part)
    }

    /// Writes a call of a function.
    fn call(&mut self, function: &Function, a: &str) -> String {
        let name = match function {
            Function::Valuation(p) => return format!("{}({a}, {p})", self.need("valuation")),
            Function::Floor(by) => {
                let name = self.need("floor_of");
                return format!("{name}({a}, {}, {}, {})", by.p, by.d, by.q);
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
                let name = self.new_name();
                let places = Part::Places {
                    name: &name,
                    worth: &worth,
                };
                return self.function(&name, &places, a);
            }
            Function::Repeats {
                before,
                cycle,
                rise,
            } => return self.repeats(before, cycle, *rise, a),
            Function::Automaton { next, gives } => return self.automaton(next, gives, a),
            Function::Folds { first, rules } => return self.folds(first, rules, a),
            Function::Recurs {
                first,
                factors,
                plus,
            } => return self.recurs(first, factors, *plus, a),
        };
        format!("{}({a})", self.need(name))
    }

    /// Writes a function of a list that repeats, and returns a call of it.
    fn repeats(&mut self, before: &[i64], cycle: &[i64], rise: i64, a: &str) -> String {
        let name = self.new_name();
        let first = self.constant(&name, "first", before);
        let round = self.constant(&name, "cycle", cycle);
        let repeats = Part::Repeats {
            name: &name,
            first: &first,
            count: before.len(),
            cycle: &round,
            len: cycle.len(),
            rise,
        };
        self.function(&name, &repeats, a)
    }

    /// Writes an automaton, and returns a call of it.
    fn automaton(&mut self, next: &[Vec<usize>], gives: &[i64], a: &str) -> String {
        let base = next.first().map_or(2, Vec::len);
        let states = next
            .iter()
            .flatten()
            .map(|&state| state as i64)
            .collect_vec();
        let name = self.new_name();
        let next = self.constant(&name, "next", &states);
        let gives = self.constant(&name, "gives", gives);
        let automaton = Part::Automaton {
            name: &name,
            next: &next,
            gives: &gives,
            base,
        };
        self.function(&name, &automaton, a)
    }

    /// Writes a function that folds the digits of a number, and returns a call of it.
    fn folds(&mut self, first: &[i64], rules: &[[i64; 3]], a: &str) -> String {
        let [keep, times, plus] = [0, 1, 2].map(|i| rules.iter().map(|rule| rule[i]).collect_vec());
        let name = self.new_name();
        let first = self.constant(&name, "first", first);
        let keep = self.constant(&name, "keep", &keep);
        let times = self.constant(&name, "times", &times);
        let plus = self.constant(&name, "plus", &plus);
        let folds = Part::Folds {
            name: &name,
            first: &first,
            keep: &keep,
            times: &times,
            plus: &plus,
            k: rules.len(),
        };
        self.function(&name, &folds, a)
    }

    /// Writes a function that looks for a number in a sequence, and returns a call of it.
    fn recurs(&mut self, first: &[i64], factors: &[i64], plus: i64, a: &str) -> String {
        let terms = (1..).zip(factors).map(|(at, factor)| {
            let back = self.language.write(&Part::Back(at));
            format!("{factor} * {back}")
        });
        let term = terms.chain([plus.to_string()]).join(" + ");
        let values = list(first);
        let name = self.new_name();
        let recurs = Part::Recurs {
            name: &name,
            values: &values,
            term: &term,
        };
        self.function(&name, &recurs, a)
    }
}

/// Writes a list in lines that are not too long.
fn list(values: &[i64]) -> String {
    wrap(&values.iter().join(", "), 92).join("\n    ")
}
