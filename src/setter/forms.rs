//! The ready forms of input: how programs read them, and how validators check them. A form of the setter's own gets a
//! validator that checks no more than its lines, with a TODO.

use serde_json::{Value, json};

use super::limits::{Limits, Span};
use super::templates::Ready;

/// The form of a ready template.
///
/// # Errors
///
/// Why there is none.
pub(super) fn form(ready: Option<&'static Ready>, limits: &Limits) -> Result<&'static Ready, String> {
    let form = ready.ok_or("the input is in a template of your own")?;
    let name = form.name;
    if !form.is_read() {
        return Err(format!("`{name}` is read by programs that know all of the language"));
    }
    let fixed = |span: Span| span.min == span.max;
    match name {
        "numbers" | "pairs" if !fixed(limits.count) || name == "pairs" && !fixed(limits.arity) => {
            Err(format!("`{name}` does not show how many numbers a record has, and records differ in it"))
        }
        _ => Ok(form),
    }
}

/// The body of a function that gives the records of the standard input one after the other.
pub(super) fn reader(form: &Ready, cpp: bool, limits: &Limits) -> String {
    let text = form.piece(if cpp { "read.cpp" } else { "read.py" });
    text.replace("COUNT", &limits.count.max.to_string()).replace("ARITY", &limits.arity.max.to_string())
}

/// An input validator: in Python it ends with 42 if the input is right, as Kattis and DOMjudge ask, else with 43; in C++
/// it is for testlib.
pub(super) fn validator(form: Option<&Ready>, game: &str, limits: &Limits, cpp: bool) -> String {
    let constant = |(name, span): (&String, &Value)| match (name.to_uppercase(), &span["min"], &span["max"]) {
        (name, min, max) if cpp => format!("static const Span {name}({min}ull, {max}ull);\n"),
        (name, min, max) => format!("{name} = ({min}, {max})\n"),
    };
    let mut constants: String = json!(limits).as_object().into_iter().flatten().map(constant).collect();
    constants +=
        &if cpp { format!("static const char *GAME = {game:?};\n") } else { format!("GAME = {game:?}\n") };
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

#[cfg(test)]
mod tests {
    use crate::setter::{READY, Role};

    #[test]
    fn every_ready_input_but_records_has_a_form_with_all_pieces() {
        for form in READY.iter().filter(|form| form.role == Role::Input && form.name != "records") {
            for piece in ["about", "template", "fills", "read.py", "read.cpp", "validate.py", "validate.cpp"]
            {
                assert!(form.piece(piece).ends_with('\n'), "{} {piece}", form.name);
            }
        }
    }
}
