//! Programs that read a shape.

use super::{Bound, Count, Item, Kind, Part, SCALARS};

fn times(count: &Count) -> String {
    match count {
        Count::Is(count) => count.to_string(),
        Count::Of(name) => name.clone(),
        Count::All => String::new(),
    }
}

/// The body of a function in Python that yields the records of `words`, the last word first.
pub(in crate::setter) fn python_reader(parts: &[Part]) -> String {
    let mut out = String::new();
    python(parts, 1, None, &mut out);
    out
}

fn python(parts: &[Part], depth: usize, element: Option<Kind>, out: &mut String) {
    let indent = "    ".repeat(depth);
    for part in parts {
        match part {
            Part::Tests(count, parts) => {
                match count {
                    Count::All => out.push_str(&format!("{indent}while words:\n")),
                    count => out.push_str(&format!("{indent}for _ in range({}):\n", times(count))),
                }
                out.push_str(&format!("{indent}    r = Record()\n"));
                python(parts, depth + 1, None, out);
                out.push_str(&format!("{indent}    yield r\n"));
            }
            Part::Each(field, count, parts) => {
                out.push_str(&format!("{indent}for _ in range({}):\n", times(count)));
                if field.kind == Kind::Tuple {
                    out.push_str(&format!("{indent}    element = []\n"));
                }
                python(parts, depth + 1, Some(field.kind), out);
                let element = if field.kind == Kind::Tuple { "tuple(element)" } else { "element" };
                out.push_str(&format!("{indent}    r.{}.append({element})\n", field.name));
            }
            Part::Line(items) => {
                for item in items {
                    out.push_str(&indent);
                    out.push_str(&match item {
                        Item::Word(_) | Item::Other => "words.pop()\n".into(),
                        Item::Named(name, ..) if SCALARS.contains(&name.as_str()) => {
                            format!("{name} = r.{name} = int(words.pop())\n")
                        }
                        Item::Named(name, ..) => format!("{name} = int(words.pop())\n"),
                        Item::All(field, count, ..) => {
                            let count = times(count);
                            format!("r.{} = [int(words.pop()) for _ in range({count})]\n", field.name)
                        }
                        Item::Element(count, ..) if element == Some(Kind::Tuple) => match count {
                            Count::Is(1) => "element.append(int(words.pop()))\n".into(),
                            count => {
                                format!("element += [int(words.pop()) for _ in range({})]\n", times(count))
                            }
                        },
                        Item::Element(..) => "element = int(words.pop())\n".into(),
                        Item::Row(_) => "element = words.pop()\n".into(),
                    });
                }
            }
        }
    }
}

/// The body of a function in C++ that calls `solve` for the records of the standard input.
pub(in crate::setter) fn cpp_reader(parts: &[Part]) -> String {
    let mut out = String::new();
    cpp(parts, 1, None, &mut out);
    out
}

fn cpp(parts: &[Part], depth: usize, element: Option<Kind>, out: &mut String) {
    let indent = "    ".repeat(depth);
    for part in parts {
        match part {
            Part::Tests(count, parts) => {
                match count {
                    Count::All => {
                        out.push_str(&format!("{indent}while (cin >> ws && cin.peek() != EOF) {{\n"))
                    }
                    count => out.push_str(&format!(
                        "{indent}for (Int test = 0; test < {}; test++) {{\n",
                        times(count)
                    )),
                }
                out.push_str(&format!("{indent}    Record r;\n"));
                cpp(parts, depth + 1, None, out);
                out.push_str(&format!("{indent}    solve(r);\n{indent}}}\n"));
            }
            Part::Each(field, count, parts) => {
                let kind = match field.kind {
                    Kind::Number => "Int element = 0",
                    Kind::Tuple => "Position element",
                    Kind::Row => "string element",
                };
                let count = times(count);
                out.push_str(&format!("{indent}for (Int i = 0; i < {count}; i++) {{\n{indent}    {kind};\n"));
                cpp(parts, depth + 1, Some(field.kind), out);
                out.push_str(&format!("{indent}    r.{}.push_back(element);\n{indent}}}\n", field.name));
            }
            Part::Line(items) => {
                for item in items {
                    out.push_str(&indent);
                    out.push_str(&match item {
                        Item::Word(_) | Item::Other => "word();\n".into(),
                        Item::Named(name, ..) if SCALARS.contains(&name.as_str()) => {
                            format!("Int {name} = r.{name} = number();\n")
                        }
                        Item::Named(name, ..) => format!("Int {name} = number();\n"),
                        Item::All(field, count, ..) => {
                            let count = times(count);
                            format!(
                                "for (Int i = 0; i < {count}; i++) r.{}.push_back(number());\n",
                                field.name
                            )
                        }
                        Item::Element(count, ..) if element == Some(Kind::Tuple) => match count {
                            Count::Is(1) => "element.push_back(number());\n".into(),
                            count => format!(
                                "for (Int j = 0; j < {}; j++) element.push_back(number());\n",
                                times(count)
                            ),
                        },
                        Item::Element(..) => "element = number();\n".into(),
                        Item::Row(_) => "element = word();\n".into(),
                    });
                }
            }
        }
    }
}

impl Bound {
    /// The expression of the number.
    pub(in crate::setter) fn text(&self, suffix: &str) -> String {
        match self {
            Bound::Is(n) => format!("{n}{suffix}"),
            Bound::Of(name) => name.clone(),
        }
    }
}
