//! The pieces that programs are put together from: a file for each language, with names in braces to be filled in.

use super::{Gives, Language};
use crate::text;

/// A piece by its name.
pub(super) fn piece(language: Language, name: &str) -> &'static str {
    let all = match language {
        Language::Cpp => include_str!("cpp.txt"),
        Language::Python => include_str!("python.txt"),
        Language::Rust => include_str!("rust.txt"),
    };
    text::piece(all, name)
}

/// A piece with the names in braces filled in.
pub(super) fn filled(language: Language, name: &str, values: &[(&str, &dyn ToString)]) -> String {
    let text = piece(language, name).to_owned();
    values.iter().fold(text, |text, (name, value)| text.replace(&format!("{{{name}}}"), &value.to_string()))
}

/// A piece of one line with the names in braces filled in.
pub(super) fn term(language: Language, name: &str, values: &[(&str, &dyn ToString)]) -> String {
    filled(language, name, values).trim_end().to_owned()
}

/// A list in lines that are not too long.
pub(super) fn list(values: impl IntoIterator<Item = impl ToString>) -> String {
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

/// A function of one number from a piece: constant lists are written before it, each under a name of its own.
pub(super) fn function(
    language: Language,
    piece: &str,
    name: &str,
    lists: &[(&str, &[i64])],
    values: &[(&str, &dyn ToString)],
) -> String {
    let mut out = String::new();
    let mut text = filled(language, piece, values).replace("{name}", name);
    for (key, numbers) in lists {
        let constant = format!("{name}_{key}");
        let constant = if language == Language::Rust { constant.to_uppercase() } else { constant };
        // An array of no elements is written differently everywhere: nothing reads this one.
        let numbers = if numbers.is_empty() { list([0]) } else { list(*numbers) };
        out.push_str(&filled(language, "constant", &[("list", &constant), ("values", &numbers)]));
        text = text.replace(&format!("{{{key}}}"), &constant);
    }
    out + &text
}

/// The next term of a linear recurrence, by the last terms.
pub(super) fn next_term(language: Language, factors: &[i64], plus: i64) -> String {
    let back = |back: usize| term(language, "back", &[("back", &back)]);
    let terms = (1..).zip(factors).map(|(at, factor)| format!("{factor} * {}", back(at)));
    itertools::join(terms.chain([plus.to_string()]), " + ")
}

/// The program's own part: reads positions, writes answers.
pub(super) fn main(language: Language, name: &str, gives: Gives, arity: usize) -> String {
    let numbers = itertools::join((0..arity).map(|i| format!("x[{i}]")), ", ");
    let call = term(language, "call", &[("name", &name), ("numbers", &numbers)]);
    let words = match gives {
        Gives::Value => "",
        Gives::Losing => "\"WIN\", \"LOSE\"",
        Gives::Outcome => "\"LOSE\", \"WIN\", \"DRAW\"",
    };
    let shown = match words {
        "" => call,
        words => term(language, "word", &[("words", &words), ("call", &call)]),
    };
    let example = itertools::join((0..arity).map(|i| 5 + i), ",");
    filled(language, "main", &[("example", &example), ("arity", &arity), ("shown", &shown)])
}
