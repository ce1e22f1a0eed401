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
    let names = super::default_names(arity);
    let mut writer = CodeWriter { language, helpers: String::new(), known: Vec::new(), made: 0 };
    let body = writer.expression(formula, &names);
    let name = gives.name();
    let mut out = String::new();
    let mark = if language == Language::Python { "#" } else { "//" };
    for comment in comments {
        out.push_str(&format!("{mark} {comment}\n"));
    }
    out.push_str(helpers::piece(language, "head"));
    out.push_str(&writer.helpers);
    let number = |name: &String| helpers::term(language, "parameter", &[("name", name)]);
    let numbers = itertools::join(names.iter().map(number), ", ");
    out + &helpers::filled(language, "function", &[("name", &name), ("numbers", &numbers), ("body", &body)])
}

struct CodeWriter {
    language: Language,
    helpers: String,
    /// The helpers that are written already.
    known: Vec<&'static str>,
    made: usize,
}

impl CodeWriter {
    /// Writes a helper of the language once.
    fn need(&mut self, name: &'static str) -> &'static str {
        if !self.known.contains(&name) {
            self.known.push(name);
            self.helpers.push_str(helpers::piece(self.language, name));
            self.helpers.push('\n');
        }
        name
    }

    /// A call of a function of one number that is made for this formula from a piece.
    fn make(
        &mut self,
        a: &str,
        piece: &str,
        lists: &[(&str, &[i64])],
        values: &[(&str, &dyn ToString)],
    ) -> String {
        self.made += 1;
        let name = format!("f{}", self.made);
        self.helpers.push_str(&helpers::function(self.language, piece, &name, lists, values));
        self.helpers.push('\n');
        format!("{name}({a})")
    }

    fn expression(&mut self, formula: &Formula, names: &[String]) -> String {
        match formula {
            Formula::Number(n) => self.term("number", &[("number", n)]),
            Formula::Of(i) => names.get(*i).cloned().unwrap_or_default(),
            Formula::Binary(op, a, b) => {
                let (a, b) = (self.expression(a, names), self.expression(b, names));
                let test = |sign: &str| self.term("test", &[("left", &a), ("sign", &sign), ("right", &b)]);
                let choose =
                    |name: &str| self.term("choose", &[("name", &name), ("left", &a), ("right", &b)]);
                match op {
                    Op::Add => format!("({a} + {b})"),
                    Op::Sub => format!("({a} - {b})"),
                    Op::Mul => format!("({a} * {b})"),
                    Op::Div => self.term("division", &[("left", &a), ("right", &b)]),
                    Op::Mod => format!("({a} % {b})"),
                    Op::Xor => format!("({a} ^ {b})"),
                    Op::Or => format!("({a} | {b})"),
                    Op::Min => choose("min"),
                    Op::Max => choose("max"),
                    Op::Equal => test("=="),
                    Op::AtMost => test("<="),
                }
            }
            Formula::Call(function, a) => {
                let a = self.expression(a, names);
                self.call(function, &a)
            }
            Formula::If(condition, then, otherwise) => {
                let condition = self.expression(condition, names);
                let (then, otherwise) = (self.expression(then, names), self.expression(otherwise, names));
                self.term("if", &[("condition", &condition), ("then", &then), ("otherwise", &otherwise)])
            }
            Formula::Columns(all, q) => {
                let all: Vec<String> = all.iter().map(|formula| self.expression(formula, names)).collect();
                self.need("columns");
                self.term("columns of", &[("list", &all.join(", ")), ("q", q)])
            }
        }
    }

    /// A term as the language writes it.
    fn term(&self, form: &str, values: &[(&str, &dyn ToString)]) -> String {
        helpers::term(self.language, form, values)
    }

    /// A call of a function.
    fn call(&mut self, function: &Function, a: &str) -> String {
        let name = match function {
            Function::Valuation(p) => return format!("{}({a}, {p})", self.need("valuation")),
            Function::Floor(by) => {
                return format!("{}({a}, {}, {}, {})", self.need("floor_of"), by.p, by.d, by.q);
            }
            Function::PrimeFactors => self.need("prime_factors"),
            Function::LeastPrime => self.need("least_prime"),
            Function::Popcount => self.need("ones"),
            Function::Lowbit => self.need("lowest_one"),
            Function::Log2 => self.need("floor_log2"),
            Function::Sqrt => self.need("floor_sqrt"),
            Function::DigitSum => self.need("digit_sum"),
            Function::Zeckendorf => self.need("zeckendorf"),
            Function::Odious => {
                self.need("ones");
                self.need("odious")
            }
            Function::Places(worth) => {
                let worth = self.expression(worth, &["i".to_owned()]);
                return self.make(a, "places", &[], &[("worth", &worth)]);
            }
            Function::Repeats { before, cycle, rise } => {
                let values: [(&str, &dyn ToString); 3] =
                    [("count", &before.len()), ("len", &cycle.len()), ("rise", rise)];
                return self.make(a, "repeats", &[("first", before), ("cycle", cycle)], &values);
            }
            Function::Automaton { next, gives } => {
                let base = next.first().map_or(2, Vec::len);
                let next: Vec<i64> = next.iter().flatten().map(|&state| state as i64).collect();
                return self.make(a, "automaton", &[("next", &next), ("gives", gives)], &[("base", &base)]);
            }
            Function::Folds { first, rules } => {
                let [keep, times, plus] =
                    [0, 1, 2].map(|i| rules.iter().map(|rule| rule[i]).collect::<Vec<i64>>());
                let lists: [(&str, &[i64]); 4] =
                    [("first", first), ("keep", &keep), ("times", &times), ("plus", &plus)];
                return self.make(a, "folds", &lists, &[("k", &rules.len())]);
            }
            Function::Recurs { first, factors, plus } => {
                let term = helpers::next_term(self.language, factors, *plus);
                return self.make(a, "recurs", &[], &[("values", &helpers::list(first)), ("term", &term)]);
            }
        };
        format!("{name}({a})")
    }
}
