//! Validators: programs that check the shape of an input file and its limits.

use super::shape::{Count, Item, Part};

/// An input validator in Python: it ends with 42 where the input is right, as Kattis and DOMjudge ask, and
/// with 43 where it is wrong.
pub(super) fn python(parts: Option<&[Part]>) -> String {
    let mut out = String::from(include_str!("programs/validate.py"));
    match parts {
        Some(parts) => {
            python_parts(parts, 0, &mut out);
            out.push_str("end()\n");
        }
        None => out.push_str("# The format is one's own: further checks stand here.\nany_lines()\n"),
    }
    out.push_str("sys.exit(42)\n");
    out
}

/// A validator of a file that holds one record of a game, which an interactor reads.
pub(super) fn python_record(game: &str) -> String {
    let mut out = String::from(include_str!("programs/validate.py"));
    out.push_str(&format!(
        "GAME = {game:?}\nany_lines()\nif text.count(\"\\n\") != 1 or not re.match(GAME + \"[ :]\", text):\n    \
         wrong(\"this is not one record of \" + GAME)\nif re.search(\"(?<![0-9.])0[0-9]\", text):\n    \
         wrong(\"a number begins with 0\")\nsys.exit(42)\n"
    ));
    out
}

/// A validator in C++ with testlib.
pub(super) fn testlib_record(game: &str) -> String {
    format!(
        "#include \"testlib.h\"\n#include <string>\nusing namespace std;\n\nint main(int argc, char *argv[]) {{\n    \
         registerValidation(argc, argv);\n    string record = inf.readLine();\n    \
         ensuref(record.rfind(\"{game}\", 0) == 0, \"this is not one record of {game}\");\n    inf.readEof();\n}}\n"
    )
}

fn times(count: &Count) -> String {
    match count {
        Count::Is(count) => count.to_string(),
        Count::Of(name) => name.clone(),
        Count::All => String::new(),
    }
}

fn python_parts(parts: &[Part], depth: usize, out: &mut String) {
    let indent = "    ".repeat(depth);
    for part in parts {
        match part {
            Part::Tests(Count::All, parts) => {
                out.push_str(&format!("{indent}while at != len(text):\n"));
                python_parts(parts, depth + 1, out);
            }
            Part::Tests(count, parts) | Part::Each(_, count, parts) => {
                out.push_str(&format!("{indent}for _{depth} in range({}):\n", times(count)));
                python_parts(parts, depth + 1, out);
            }
            Part::Line(items) => {
                out.push_str(&format!("{indent}words = line()\n"));
                for item in items {
                    let many = |count: &str, low: String, high: String| {
                        format!(
                            "{indent}for _{depth} in range({count}):\n{indent}    number(words, {low}, {high})\n"
                        )
                    };
                    out.push_str(&match item {
                        Item::Word(text) => format!("{indent}this(words, {text:?})\n"),
                        Item::Other => format!("{indent}number(words, 0, 2 ** 64 - 1)\n"),
                        Item::Named(name, low, high) => {
                            format!("{indent}{name} = number(words, {}, {})\n", low.text(""), high.text(""))
                        }
                        Item::Element(Count::Is(1), low, high) => {
                            format!("{indent}number(words, {}, {})\n", low.text(""), high.text(""))
                        }
                        Item::All(_, count, low, high) | Item::Element(count, low, high) => {
                            many(&times(count), low.text(""), high.text(""))
                        }
                        Item::Row(Count::All) => format!("{indent}row(words, None)\n"),
                        Item::Row(width) => format!("{indent}row(words, {})\n", times(width)),
                    });
                }
                out.push_str(&format!("{indent}no_more(words)\n"));
            }
        }
    }
}

/// A checker in C++ with testlib, for Polygon.
pub(super) fn testlib(parts: Option<&[Part]>) -> String {
    let mut out = String::from(
        "#include \"testlib.h\"\n#include <string>\nusing namespace std;\n\nint main(int argc, char *argv[]) {\n    \
         registerValidation(argc, argv);\n",
    );
    match parts {
        Some(parts) => testlib_parts(parts, 1, &mut out),
        None => out.push_str("    // The format is one's own: further checks stand here.\n    while (!inf.eof()) inf.readLine();\n"),
    }
    out.push_str("    inf.readEof();\n}\n");
    out
}

fn testlib_parts(parts: &[Part], depth: usize, out: &mut String) {
    let indent = "    ".repeat(depth);
    for part in parts {
        match part {
            Part::Tests(Count::All, parts) => {
                out.push_str(&format!("{indent}while (!inf.eof()) {{\n"));
                testlib_parts(parts, depth + 1, out);
                out.push_str(&format!("{indent}}}\n"));
            }
            Part::Tests(count, parts) | Part::Each(_, count, parts) => {
                let (i, count) = (format!("i{depth}"), times(count));
                out.push_str(&format!("{indent}for (unsigned long long {i} = 0; {i} < {count}; {i}++) {{\n"));
                testlib_parts(parts, depth + 1, out);
                out.push_str(&format!("{indent}}}\n"));
            }
            Part::Line(items) => {
                for (place, item) in items.iter().enumerate() {
                    if place > 0 {
                        out.push_str(&format!("{indent}inf.readSpace();\n"));
                    }
                    out.push_str(&testlib_item(item, &indent));
                }
                out.push_str(&format!("{indent}inf.readEoln();\n"));
            }
        }
    }
}

fn testlib_item(item: &Item, indent: &str) -> String {
    match item {
        Item::Word(text) => format!("{indent}inf.readToken(string({text:?}), \"word\");\n"),
        Item::Other => format!("{indent}inf.readUnsignedLong();\n"),
        Item::Named(name, low, high) => format!(
            "{indent}unsigned long long {name} = inf.readUnsignedLong({}, {}, \"{name}\");\n",
            low.text("ull"),
            high.text("ull")
        ),
        Item::Element(Count::Is(1), low, high) => {
            format!("{indent}inf.readUnsignedLong({}, {}, \"number\");\n", low.text("ull"), high.text("ull"))
        }
        Item::All(_, count, low, high) | Item::Element(count, low, high) => format!(
            "{indent}for (unsigned long long j = 0; j < {}; j++) {{\n{indent}    if (j) inf.readSpace();\n{indent}    \
             inf.readUnsignedLong({}, {}, \"number\");\n{indent}}}\n",
            times(count),
            low.text("ull"),
            high.text("ull")
        ),
        Item::Row(Count::All) => format!("{indent}inf.readToken(\"[.#K2-9]+\", \"row\");\n"),
        Item::Row(width) => {
            format!(
                "{indent}inf.readToken(\"[.#K2-9]{{\" + to_string({}) + \"}}\", \"row\");\n",
                times(width)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setter::shape::{Kind, LISTS};

    #[test]
    fn validators_say_each_line() {
        let field = LISTS.iter().find(|field| field.kind == Kind::Row).unwrap();
        let parts = vec![Part::Each(
            field,
            Count::Is(3),
            vec![Part::Line(vec![Item::Row(Count::Of("width".into()))])],
        )];
        let python = python(Some(&parts));
        assert!(python.contains(
            "for _0 in range(3):\n    words = line()\n    row(words, width)\n    no_more(words)\n"
        ));
        assert!(testlib(Some(&parts)).contains("to_string(width)"));
    }
}
