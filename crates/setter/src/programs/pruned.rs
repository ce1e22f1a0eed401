//! The parts of a program that it needs.

use fxhash::FxHashSet;
use itertools::Itertools;

/// The marks by which the layout of a language shows where parts begin.
struct Layout {
    /// The line ends between two parts.
    gap: &'static str,
    /// The sign that a comment begins with.
    comment: &'static str,
}

/// The layout of C++: one blank line stands between parts.
const CPP: Layout = Layout {
    gap: "\n\n",
    comment: "//",
};

/// The layout of Python: two blank lines stand between parts.
const PYTHON: Layout = Layout {
    gap: "\n\n\n",
    comment: "#",
};

/// A part of a program: a function, a type, a constant, or at the end the code that runs.
struct ProgramPart<'t> {
    /// The lines of the part.
    text: &'t str,
    /// The names that it declares.
    names: Vec<&'t str>,
    /// Whether the program needs it.
    is_kept: bool,
}

impl Layout {
    /// Goes through the lines of a text that may use or declare names.
    fn code_lines<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        text.lines().filter(|line| {
            !line.trim_start().starts_with(self.comment)
                && !line.contains("\"\"\"")
                && !line.starts_with("import ")
        })
    }

    /// Goes through the words of the code of a text.
    fn code_words<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        self.code_lines(text).flat_map(words)
    }

    /// Lists the names that a text declares: its lines without indentation are declarations.
    fn declared_names<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let declarations = self.code_lines(text).filter(|line| !line.starts_with(' '));
        declarations.filter_map(declared_name).collect()
    }
}

/// Returns the name that a line declares: the last word before the first of these signs.
fn declared_name(line: &str) -> Option<&str> {
    let before = line.split(['(', '=', ':', '{', ';']).next()?;
    words(before).last()
}

/// Writes a program without the functions, types, constants and imports that its last part does not need. A line `==`
/// ends its head; after that, two blank lines, in C++ one, separate its parts.
pub(super) fn pruned(text: &str, cpp: bool) -> String {
    let layout = if cpp { CPP } else { PYTHON };
    let (head, body) = text.split_once("\n==\n").unwrap_or(("", text));
    let texts = body
        .split(layout.gap)
        .map(|part| part.trim_matches('\n'))
        .filter(|part| !part.is_empty());
    let mut parts = texts
        .map(|text| ProgramPart {
            text,
            names: layout.declared_names(text),
            is_kept: false,
        })
        .collect_vec();
    let used = keep_needed(&layout, head, &mut parts);
    let head = pruned_head(head, &used);
    let kept = parts.iter().filter(|part| part.is_kept);
    let mut texts = std::iter::once(head.as_str()).chain(kept.map(|part| part.text));
    format!("{}\n", texts.join(layout.gap))
}

/// Marks the last part, and every part that declares a name that the head or a marked part uses. Returns the words that
/// these use.
fn keep_needed<'t>(
    layout: &Layout,
    head: &'t str,
    parts: &mut [ProgramPart<'t>],
) -> FxHashSet<&'t str> {
    let mut used: FxHashSet<&str> = layout.code_words(head).collect();
    let mut next = parts.len().checked_sub(1);
    while let Some(place) = next {
        parts[place].is_kept = true;
        used.extend(layout.code_words(parts[place].text));
        next = parts
            .iter()
            .position(|part| !part.is_kept && part.names.iter().any(|name| used.contains(name)));
    }
    used
}

/// Writes the head of a program without the imports of Python that it does not use. An import stands there once: the
/// formula of a study may bring one that is there already.
fn pruned_head(head: &str, used: &FxHashSet<&str>) -> String {
    let mut seen = FxHashSet::default();
    let mut lines = Vec::new();
    for line in head.lines() {
        let module = line.strip_prefix("import ");
        let is_import = module.is_some() || line.starts_with("#include");
        let is_used = module.is_none_or(|module| used.contains(module));
        let is_first = !is_import || seen.insert(line);
        if is_used && is_first {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// Goes through the words of a text: letters, digits and underscores.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::pruned;

    #[test]
    fn a_program_keeps_what_its_end_needs() {
        let python = "import math\nimport sys\n==\n# f is used\ndef f(n):\n    return g(n)\n\n\ndef g(n):\n    return N\n\n\n\
                      def h(n):\n    return math.sqrt(n)\n\n\nN = 3\n\n\nprint(f(1), sys.argv)\n";
        assert_eq!(
            pruned(python, false),
            "import sys\n\n\n# f is used\ndef f(n):\n    return g(n)\n\n\ndef g(n):\n    return N\n\n\nN = 3\n\n\nprint(f(1), sys.argv)\n"
        );
        let cpp = "#include <set>\n==\ntypedef long long Int;\n\n// h\nstatic Int h(Int n) {\n    return n;\n}\n\n\
                   template <class T> static Int g(T n) {\n    return n;\n}\n\nint main() {\n    g(Int(1));\n}";
        assert_eq!(
            pruned(cpp, true),
            "#include <set>\n\ntypedef long long Int;\n\ntemplate <class T> static Int g(T n) {\n    return n;\n}\n\nint main() {\n    \
             g(Int(1));\n}\n"
        );
    }
}
