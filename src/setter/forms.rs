//! The ready forms of input: how programs read them, and how validators check them.
//!
//! Each form is a file with four pieces of text: a reader and a validator, in Python and in C++. A form of the setter's
//! own gets a validator that checks no more than its lines, with a TODO.

use super::limits::{Limits, Span};

/// A form of input that is ready.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Form {
    name: &'static str,
    text: &'static str,
    /// The fields of a record that it shows.
    fills: &'static [&'static str],
}

macro_rules! forms {
    ($($name:literal: $($field:literal)*;)*) => {
        &[$(Form {
            name: $name,
            text: include_str!(concat!("forms/", $name, ".txt")),
            fills: &[$($field),*],
        }),*]
    };
}

static FORMS: &[Form] = forms!(
    "heaps": "n" "heaps";
    "single": "n" "heaps";
    "amounts": "amounts" "n" "heaps";
    "numbers": "heaps";
    "pairs": "piles";
    "piles": "n" "arity" "piles";
    "board": "height" "width" "rows";
    "pieces": "height" "width" "damaged" "pieces";
    "edges": "vertices" "edges" "tokens";
    "sets": "vertices" "sets";
    "drawn": "vertices" "tokens";
);

/// The form of a ready template.
///
/// # Errors
///
/// Why there is none.
pub(super) fn form(ready: Option<&str>, limits: &Limits) -> Result<&'static Form, String> {
    let name = ready.ok_or("the input is in a template of your own")?;
    let form = FORMS.iter().find(|form| form.name == name);
    let form = form.ok_or_else(|| format!("`{name}` is read by programs that know all of the language"))?;
    let fixed = |span: Span| span.min == span.max;
    match name {
        "numbers" | "pairs" if !fixed(limits.count) || name == "pairs" && !fixed(limits.arity) => {
            Err(format!("`{name}` does not show how many numbers a record has, and records differ in it"))
        }
        _ => Ok(form),
    }
}

impl Form {
    /// Whether it shows this field of a record.
    pub(super) fn fills(&self, field: &str) -> bool {
        self.fills.contains(&field)
    }

    fn piece(&self, name: &str) -> &'static str {
        let rest = self.text.split_once(&format!("== {name}\n")).map_or("", |(_, rest)| rest);
        rest.split("== ").next().unwrap_or(rest)
    }

    /// The body of a function that gives the records of the standard input one after the other.
    pub(super) fn reader(&self, cpp: bool, limits: &Limits) -> String {
        let text = self.piece(if cpp { "read.cpp" } else { "read.py" });
        text.replace("COUNT", &limits.count.max.to_string()).replace("ARITY", &limits.arity.max.to_string())
    }
}

/// An input validator: in Python it ends with 42 if the input is right, as Kattis and DOMjudge ask, else with 43; in C++
/// it is for testlib.
pub(super) fn validator(form: Option<&Form>, limits: &Limits, cpp: bool) -> String {
    let Limits { tests, count, size, arity, amounts, amount, height, .. } = *limits;
    let Limits { width, pieces, damaged, vertices, edges, tokens, .. } = *limits;
    let spans = [
        ("TESTS", tests),
        ("COUNT", count),
        ("SIZE", size),
        ("ARITY", arity),
        ("AMOUNTS", amounts),
        ("AMOUNT", amount),
        ("HEIGHT", height),
        ("WIDTH", width),
        ("PIECES", pieces),
        ("DAMAGED", damaged),
        ("VERTICES", vertices),
        ("EDGES", edges),
        ("TOKENS", tokens),
    ];
    let constant = |(name, Span { min, max }): (&str, Span)| match cpp {
        true => format!("static const Span {name}({min}ull, {max}ull);\n"),
        false => format!("{name} = ({min}, {max})\n"),
    };
    let constants: String = spans.map(constant).concat();
    if cpp {
        let stub =
            "    // TODO: check the form of your own input here.\n    while (!inf.eof()) inf.readLine();\n";
        let body = form.map_or(stub, |form| form.piece("validate.cpp"));
        return include_str!("forms/validate.cpp").replace("LIMITS\n", &constants).replace("FORM", body);
    }
    let (body, end) = match form {
        Some(form) => (form.piece("validate.py"), "end()\n"),
        None => ("# TODO: check the form of your own input here.\n", "any_lines()\n"),
    };
    format!("{}{constants}\n{body}{end}sys.exit(42)\n", include_str!("forms/validate.py"))
}

/// A validator of a file that holds one record of a game, which an interactor reads.
pub(super) fn record_validator(game: &str, cpp: bool) -> String {
    match cpp {
        true => format!(
            "#include \"testlib.h\"\n#include <string>\nusing namespace std;\n\nint main(int argc, char *argv[]) {{\n    \
             registerValidation(argc, argv);\n    string record = inf.readLine();\n    \
             ensuref(record.rfind(\"{game}\", 0) == 0, \"this is not one record of {game}\");\n    inf.readEof();\n}}\n"
        ),
        false => format!(
            "{}GAME = {game:?}\nany_lines()\nif text.count(\"\\n\") != 1 or not re.match(GAME + \"[ :]\", text):\n    \
             wrong(\"this is not one record of \" + GAME)\nif re.search(\"(?<![0-9.])0[0-9]\", text):\n    \
             wrong(\"a number begins with 0\")\nsys.exit(42)\n",
            include_str!("forms/validate.py")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setter::{READY, Role};

    #[test]
    fn every_ready_input_but_records_has_a_form_with_all_pieces() {
        let names = READY.iter().filter(|ready| ready.role == Role::Input).map(|ready| ready.name);
        for name in names.filter(|&name| name != "records") {
            let form = FORMS.iter().find(|form| form.name == name).unwrap_or_else(|| panic!("{name}"));
            for piece in ["read.py", "read.cpp", "validate.py", "validate.cpp"] {
                assert!(form.piece(piece).contains('\n'), "{name} {piece}");
            }
        }
    }
}
