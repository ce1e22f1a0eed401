use super::*;
use crate::setter::{READY, Role};

fn limits() -> Limits {
    let span = |min, max| Span { min, max };
    let limits = span(1, 9);
    Limits {
        tests: limits,
        count: limits,
        size: limits,
        arity: limits,
        amounts: limits,
        amount: limits,
        height: limits,
        width: limits,
        pieces: limits,
        damaged: limits,
        vertices: limits,
        edges: limits,
        tokens: limits,
    }
}

#[test]
fn all_ready_templates_but_records_have_a_shape() {
    let mut limits = limits();
    for ready in READY.iter().filter(|ready| ready.role == Role::Input) {
        // Those show one position a test.
        let alone = matches!(ready.name, "pairs" | "numbers" | "single");
        let one = Span { min: 1, max: 1 };
        limits.count = if ready.name == "single" || !alone { Span { min: 1, max: 9 } } else { one };
        limits.tests = if ready.name == "single" { one } else { Span { min: 1, max: 9 } };
        limits.arity = if alone { Span { min: 2, max: 2 } } else { Span { min: 1, max: 9 } };
        let shape = shape(ready.text, &limits);
        assert_eq!(shape.is_ok(), ready.name != "records", "{}: {shape:?}", ready.name);
    }
}

#[test]
fn a_template_says_how_it_is_read() {
    let text = "{{ t }} tests\n{% for r in records %}\nn = {{ r.n }} {{ r.heaps|max }}\n{{ r.heaps|join(\"\\n\") }}\n{% endfor %}\n";
    let parts = shape(text, &limits()).unwrap();
    let python = "    t = int(words.pop())\n    words.pop()\n    for _ in range(t):\n        r = Record()\n        \
                  words.pop()\n        words.pop()\n        n = r.n = int(words.pop())\n        words.pop()\n        \
                  for _ in range(n):\n            element = int(words.pop())\n            r.heaps.append(element)\n        \
                  yield r\n";
    assert_eq!(python_reader(&parts), python);
    assert!(cpp_reader(&parts).contains("r.heaps.push_back(element);"));
}

#[test]
fn why_a_template_has_no_shape_is_said() {
    for (text, said) in [
        ("{% for r in records %}\n{{ r.heaps|join(\" \") }}\n{% endfor %}\n", "how many `heaps`"),
        (
            "{% for r in records %}\n{{ r.n }}\n{{ r.heaps|join(\",\") }}\n{% endfor %}\n",
            "separated by blanks",
        ),
        ("{% for r in records %}\n{% if r.n %}\n{% endif %}\n{% endfor %}\n", "it has `if r.n`"),
        ("{% for r in records %}\n{{ r.text }}\n{% endfor %}\n", "`r.text` is not known"),
        ("{% for r in records %}\n{{ r.n }}:\n{% endfor %}\n", "without a blank"),
        ("{% for r in records %}\n{{ r.n }}", "no end"),
    ] {
        let error = shape(text, &limits()).unwrap_err();
        assert!(error.contains(said), "{text}: {error}");
    }
}
