//! The grammar of the ready templates, and validators for it.

use super::limits::{Limits, Span};

/// A part of an input file.
#[derive(Debug)]
pub(super) enum Part {
    /// A line.
    Line(Vec<Item>),
    /// Some parts, as often as a number says that was read before.
    Times(&'static str, Vec<Part>),
}

/// What stands in a line, separated by one blank.
#[derive(Debug)]
pub(super) enum Item {
    /// A number with a name.
    Number(&'static str, Bound, Bound),
    /// As many numbers as a number says that was read before.
    Numbers(&'static str, Bound, Bound),
    /// A word of as many characters as a number says that was read before: a row of a board.
    Row(&'static str),
}

/// A bound of a number: itself, or a number that was read before.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    Is(u64),
    Of(&'static str),
}

fn number(name: &'static str, span: Span) -> Item {
    Item::Number(name, Bound::Is(span.min), Bound::Is(span.max))
}

/// The grammar of a ready template; none for records, which are of grundy's own language.
pub(super) fn grammar(name: &str, limits: &Limits) -> Option<Vec<Part>> {
    use Bound::{Is, Of};
    use Part::{Line, Times};
    let sizes = |count| Item::Numbers(count, Is(limits.size.min), Is(limits.size.max));
    let cell =
        || Line(vec![Item::Number("row", Is(1), Of("height")), Item::Number("col", Is(1), Of("width"))]);
    let test: Vec<Part> = match name {
        "heaps" | "single" => vec![Line(vec![number("n", limits.count)]), Line(vec![sizes("n")])],
        "amounts" => vec![
            Line(vec![number("k", limits.amounts), number("n", limits.count)]),
            Line(vec![Item::Numbers("k", Is(limits.amount.min), Is(limits.amount.max))]),
            Line(vec![sizes("n")]),
        ],
        "numbers" => vec![Line(vec![number("n", limits.size)])],
        "pairs" => vec![Line(
            ["a", "b", "c", "d", "e", "f", "g", "h"]
                .into_iter()
                .take(limits.arity.max as usize)
                .map(|name| number(name, limits.size))
                .collect(),
        )],
        "piles" => vec![
            Line(vec![number("n", limits.count), number("d", limits.arity)]),
            Times("n", vec![Line(vec![sizes("d")])]),
        ],
        "board" => vec![
            Line(vec![number("height", limits.height), number("width", limits.width)]),
            Times("height", vec![Line(vec![Item::Row("width")])]),
        ],
        "pieces" => vec![
            Line(vec![
                number("height", limits.height),
                number("width", limits.width),
                number("d", limits.damaged),
                number("p", limits.pieces),
            ]),
            Times("d", vec![cell()]),
            Times("p", vec![cell()]),
        ],
        "edges" => vec![
            Line(vec![number("v", limits.vertices), number("m", limits.edges), number("k", limits.tokens)]),
            Times("m", vec![Line(vec![Item::Numbers("two", Is(0), Of("v"))])]),
            Line(vec![Item::Numbers("k", Is(1), Of("v"))]),
        ],
        "drawn" => vec![
            Line(vec![number("v", limits.vertices), number("k", limits.tokens)]),
            Line(vec![Item::Numbers("k", Is(1), Of("v"))]),
        ],
        _ => return None,
    };
    Some(match name {
        "single" => test,
        _ => vec![Line(vec![number("t", limits.tests)]), Times("t", test)],
    })
}

/// An input validator in Python: it ends with 42 where the input is right, as Kattis and DOMjudge ask, and
/// with 43 where it is wrong.
pub(super) fn python(parts: Option<&[Part]>) -> String {
    let mut out = String::from(include_str!("programs/validate.py"));
    match parts {
        Some(parts) => {
            out.push_str("two = 2\n");
            python_parts(parts, 0, &mut out);
            out.push_str("end()\n");
        }
        None => out.push_str("# The format is one's own: further checks stand here.\nany_lines()\n"),
    }
    out.push_str("sys.exit(42)\n");
    out
}

fn python_parts(parts: &[Part], depth: usize, out: &mut String) {
    let indent = "    ".repeat(depth);
    let bound = |bound: Bound| match bound {
        Bound::Is(n) => n.to_string(),
        Bound::Of(name) => name.to_owned(),
    };
    for part in parts {
        match part {
            Part::Times(count, parts) => {
                out.push_str(&format!("{indent}for _{depth} in range({count}):\n"));
                python_parts(parts, depth + 1, out);
            }
            Part::Line(items) => {
                out.push_str(&format!("{indent}words = line()\n"));
                for item in items {
                    out.push_str(&match *item {
                        Item::Number(name, low, high) => {
                            format!("{indent}{name} = number(words, {}, {})\n", bound(low), bound(high))
                        }
                        Item::Numbers(count, low, high) => format!(
                            "{indent}for _{depth} in range({count}):\n{indent}    number(words, {}, {})\n",
                            bound(low),
                            bound(high)
                        ),
                        Item::Row(width) => format!("{indent}row(words, {width})\n"),
                    });
                }
                out.push_str(&format!("{indent}no_more(words)\n"));
            }
        }
    }
}

/// The same in C++ with testlib, as Polygon asks.
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
    let bound = |bound: Bound| match bound {
        Bound::Is(n) => format!("{n}ull"),
        Bound::Of(name) => name.to_owned(),
    };
    for part in parts {
        match part {
            Part::Times(count, parts) => {
                let i = format!("i{depth}");
                out.push_str(&format!("{indent}for (unsigned long long {i} = 0; {i} < {count}; {i}++) {{\n"));
                testlib_parts(parts, depth + 1, out);
                out.push_str(&format!("{indent}}}\n"));
            }
            Part::Line(items) => {
                for (place, item) in items.iter().enumerate() {
                    if place > 0 {
                        out.push_str(&format!("{indent}inf.readSpace();\n"));
                    }
                    out.push_str(&match *item {
                        Item::Number(name, low, high) => format!(
                            "{indent}unsigned long long {name} = inf.readUnsignedLong({}, {}, \"{name}\");\n",
                            bound(low),
                            bound(high)
                        ),
                        Item::Numbers(count, low, high) => format!(
                            "{indent}for (unsigned long long j = 0; j < {}; j++) {{\n{indent}    if (j) inf.readSpace();\n{indent}    \
                             inf.readUnsignedLong({}, {}, \"number\");\n{indent}}}\n",
                            if count == "two" { "2" } else { count },
                            bound(low),
                            bound(high)
                        ),
                        Item::Row(width) => format!(
                            "{indent}inf.readToken(\"[.#K2-9]{{\" + to_string({width}) + \"}}\", \"row\");\n"
                        ),
                    });
                }
                out.push_str(&format!("{indent}inf.readEoln();\n"));
            }
        }
    }
}
