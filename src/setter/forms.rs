//! The ready forms of input: how programs read them, and how validators check them. A form of the setter's own gets a
//! validator that checks no more than its lines, with a TODO.

use minijinja::context;
use minijinja::value::Serde;

use super::Trouble;
use super::limits::{Limits, Span};
use super::templates::{Ready, rendered};

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
pub fn validator(form: Option<&Ready>, game: &str, limits: &Limits, cpp: bool) -> Result<String, Trouble> {
    let (text, piece) = match cpp {
        true => (include_str!("forms/validate.cpp"), "validate.cpp"),
        false => (include_str!("forms/validate.py"), "validate.py"),
    };
    rendered(text, context! { limits => Serde(limits), game, body => form.map(|form| form.piece(piece)) })
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
