//! Stubs of statements: title, rules, formats and limits, for a person to write on.

use super::Package;
use crate::setter::limits::Span;

/// Text as TeX.
pub(super) fn tex(text: &str) -> String {
    let mut out = String::new();
    let mut code = false;
    for c in text.chars() {
        match c {
            '`' => {
                out.push_str(if code { "}" } else { "\\texttt{" });
                code = !code;
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                out.push('\\');
                out.push(c);
            }
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            _ => out.push(c),
        }
    }
    if code {
        out.push('}');
    }
    out
}

impl Package {
    /// The legacy statement of Kattis.
    pub(super) fn kattis_statement(&self) -> String {
        let (given, expected) = self.formats();
        let second = if self.plan.interactive.is_some() { "Interaction" } else { "Output" };
        format!(
            "\\problemname{{{}}}\n\n{}\n\n\\section*{{Input}}\n{given}\n\n\\section*{{{second}}}\n{expected}\n",
            tex(&self.plan.title),
            self.story(),
        )
    }

    /// The rules, for a story to be written around them.
    pub(super) fn story(&self) -> String {
        let rules = self.plan.rules.as_ref().map_or_else(String::new, |rules| {
            format!(" The rules are those of \\texttt{{{} {}}}.", tex(&self.plan.game), tex(rules))
        });
        format!(
            "% Write the story here. The game:\n{}{rules} Both players play as well as can be.",
            tex(&self.rules)
        )
    }

    /// The input and the output, with the limits.
    pub(super) fn formats(&self) -> (String, String) {
        let limits = &self.cases.limits;
        let about = |template: &crate::setter::Template| match template.ready {
            Some(ready) => format!("{}.", tex(ready.about())),
            None => "% Describe the format here.".into(),
        };
        let mut bounds = Vec::new();
        let mut bound = |what: &str, span: Span| {
            if span.max > 0 {
                bounds.push(format!("\\item {what}: ${}$ to ${}$.", span.min, span.max));
            }
        };
        bound("Tests in a file", limits.tests);
        bound("Heaps or positions of a test", limits.count);
        bound("Sizes", limits.size);
        bound("Rows", limits.height);
        bound("Columns", limits.width);
        bound("Pieces", limits.pieces);
        bound("Damaged cells", limits.damaged);
        bound("Vertices, or the limit", limits.vertices);
        bound("Edges", limits.edges);
        bound("Tokens, or numbers so far", limits.tokens);
        let limits = format!("\\begin{{itemize}}\n{}\n\\end{{itemize}}", bounds.join("\n"));
        let expected = match self.plan.interactive {
            None => format!("For each test print a line: {}", about(&self.templates.1)),
            Some(_) => "Behind this comes a line \\texttt{first} or \\texttt{second}: which player you are. Then moves \
                        alternate, one a line, in the notation \\texttt{2:3\\textgreater{}1} (component 2, of 3, becomes 1). When play is over \
                        the judge writes \\texttt{win}, \\texttt{lose} or \\texttt{draw}, as you have it. Flush your output \
                        after each move."
                .into(),
        };
        (format!("The input has: {}\n\n{limits}", about(&self.templates.0)), expected)
    }
}
