//! The pieces that programs are put together from: a file for each language, with names in braces to be filled in.

use super::{Gives, Language};

/// A piece by its name.
pub(super) fn piece(language: Language, name: &str) -> &'static str {
    let all = match language {
        Language::Cpp => include_str!("cpp.txt"),
        Language::Python => include_str!("python.txt"),
        Language::Rust => include_str!("rust.txt"),
    };
    let start = all.split_once(&format!("== {name}\n")).map_or("", |(_, rest)| rest);
    start.find("\n== ").map_or(start, |end| &start[..=end])
}

/// A piece with the names in braces filled in.
pub(super) fn filled(language: Language, name: &str, values: &[(&str, &dyn ToString)]) -> String {
    let text = piece(language, name).to_owned();
    values.iter().fold(text, |text, (name, value)| text.replace(&format!("{{{name}}}"), &value.to_string()))
}

/// A list in lines that are not too long.
fn list(values: impl IntoIterator<Item = impl ToString>) -> String {
    let mut out = String::new();
    let mut column = 0;
    for (i, value) in values.into_iter().enumerate() {
        let value = value.to_string();
        if i > 0 {
            out.push(',');
            column += 1;
        }
        if column + value.len() > 90 {
            out.push_str("\n    ");
            column = 0;
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        column += value.len();
        out.push_str(&value);
    }
    out
}

/// Writes a constant list of numbers; gives its name.
fn constant(language: Language, name: String, values: &[i64], out: &mut String) -> String {
    // An array of no elements is written differently everywhere: nothing reads this one.
    let values = if values.is_empty() { list([0]) } else { list(values) };
    let name = if language == Language::Rust { name.to_uppercase() } else { name };
    out.push_str(&filled(language, "constant", &[("list", &name), ("values", &values)]));
    name
}

pub(super) fn repeats(language: Language, name: &str, before: &[i64], cycle: &[i64], rise: i64) -> String {
    let mut out = String::new();
    let first = constant(language, format!("{name}_first"), before, &mut out);
    let round = constant(language, format!("{name}_cycle"), cycle, &mut out);
    let (count, len) = (before.len(), cycle.len());
    out + &filled(
        language,
        "repeats",
        &[
            ("name", &name),
            ("first", &first),
            ("round", &round),
            ("count", &count),
            ("len", &len),
            ("rise", &rise),
        ],
    )
}

pub(super) fn automaton(language: Language, name: &str, next: &[Vec<usize>], gives: &[i64]) -> String {
    let base = next.first().map_or(2, Vec::len);
    let flat: Vec<i64> = next.iter().flatten().map(|&state| state as i64).collect();
    let mut out = String::new();
    let to = constant(language, format!("{name}_next"), &flat, &mut out);
    let given = constant(language, format!("{name}_gives"), gives, &mut out);
    out + &filled(language, "automaton", &[("name", &name), ("to", &to), ("given", &given), ("base", &base)])
}

pub(super) fn folds(language: Language, name: &str, first: &[i64], rules: &[[i64; 3]]) -> String {
    let column = |i: usize| rules.iter().map(|rule| rule[i]).collect::<Vec<_>>();
    let mut out = String::new();
    let mut constant = |part, values: &[i64]| constant(language, format!("{name}_{part}"), values, &mut out);
    let (first, keep) = (constant("first", first), constant("keep", &column(0)));
    let (times, plus) = (constant("times", &column(1)), constant("plus", &column(2)));
    let k = rules.len();
    let values: [(&str, &dyn ToString); 6] =
        [("name", &name), ("first", &first), ("keep", &keep), ("times", &times), ("plus", &plus), ("k", &k)];
    out + &filled(language, "folds", &values)
}

pub(super) fn recurs(language: Language, name: &str, first: &[i64], factors: &[i64], plus: i64) -> String {
    debug_assert!(factors.len() <= first.len());
    let back = |back: usize| filled(language, "back", &[("back", &back)]).trim_end().to_owned();
    let terms = (1..).zip(factors).map(|(at, factor)| format!("{factor} * {}", back(at)));
    let next = itertools::join(terms.chain([plus.to_string()]), " + ");
    filled(language, "recurs", &[("name", &name), ("values", &list(first)), ("next", &next)])
}

/// The program's own part: reads positions, writes answers.
pub(super) fn main(language: Language, name: &str, gives: Gives, arity: usize) -> String {
    let numbers = itertools::join((0..arity).map(|i| format!("x[{i}]")), ", ");
    let call = match language {
        Language::Python => format!("{name}(*map(int, word.split(',')))"),
        _ => format!("{name}({numbers})"),
    };
    let words = match gives {
        Gives::Value => "",
        Gives::Losing => "\"WIN\", \"LOSE\"",
        Gives::Outcome => "\"LOSE\", \"WIN\", \"DRAW\"",
    };
    let shown = match words {
        "" => call,
        words => filled(language, "word", &[("words", &words), ("call", &call)]).trim_end().to_owned(),
    };
    let example = itertools::join((0..arity).map(|i| 5 + i), ",");
    filled(language, "main", &[("example", &example), ("arity", &arity), ("shown", &shown)])
}
