//! The parts of a program that it needs.

use fxhash::FxHashSet;
use itertools::Itertools;

/// A program without the functions, types, constants and imports that its last part does not need. A line `==` ends its
/// head; two blank lines, in C++ one, part what follows.
pub(super) fn pruned<'t>(text: &'t str, cpp: bool) -> String {
    let (head, body) = text.split_once("\n==\n").unwrap_or(("", text));
    let (gap, comment) = if cpp { ("\n\n", "//") } else { ("\n\n\n", "#") };
    let is_code = |line: &&str| {
        !line.trim_start().starts_with(comment)
            && !line.contains("\"\"\"")
            && !line.starts_with("import ")
    };
    let code = |part: &'t str| part.lines().filter(is_code);
    // A declaration is not indented; its name is the last word before the first of these signs.
    let name = |line: &'t str| {
        line.split(['(', '=', ':', '{', ';'])
            .next()
            .and_then(|line| words(line).last())
    };
    let names = |part| {
        code(part)
            .filter(|line| !line.starts_with(' '))
            .filter_map(name)
            .collect_vec()
    };
    let parts = body
        .split(gap)
        .map(|part| part.trim_matches('\n'))
        .filter(|part| !part.is_empty());
    let parts = parts.map(|part| (part, names(part))).collect_vec();
    let mut used: FxHashSet<&str> = code(head).flat_map(words).collect();
    let mut kept = vec![false; parts.len()];
    let mut next = parts.len().checked_sub(1);
    while let Some(part) = next {
        kept[part] = true;
        used.extend(code(parts[part].0).flat_map(words));
        next = (0..parts.len())
            .find(|&i| !kept[i] && parts[i].1.iter().any(|name| used.contains(name)));
    }
    // The formula of a study may bring an import that is there already.
    let mut seen = FxHashSet::default();
    let mut head = head
        .lines()
        .filter(|&line| match line.strip_prefix("import ") {
            Some(module) => used.contains(module) && seen.insert(line),
            None => !line.starts_with("#include") || seen.insert(line),
        });
    let head = head.join("\n");
    let parts = parts
        .iter()
        .zip(kept)
        .filter(|(_, kept)| *kept)
        .map(|(part, _)| part.0);
    format!("{}\n", [head.as_str()].into_iter().chain(parts).join(gap))
}

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
