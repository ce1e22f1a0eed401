//! Files in any format: templates that are ready, and one's own.

use std::path::Path;

use itertools::Itertools;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value, context};

use super::Trouble;
use super::fields::Fields;
use super::limits::Limits;
use crate::record::Ask;
use crate::text::piece;

/// The most steps of a template, and for each byte of its records as data: it ends, whatever it says.
const MAX_STEPS: u64 = 1 << 20;
const MAX_STEPS_EACH: u64 = 1 << 8;
/// The longest custom template.
const MAX_BYTES: u64 = 1 << 20;

/// The file that a template writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The input of the program.
    Input,
    /// The expected output of the program.
    Answer,
}

/// A form of a file that comes with the program: a text with pieces, each behind a line `== NAME`. They are `about`, its
/// description; `template`; and of inputs that submissions read `fills`, the fields of a record that it shows, a reader
/// and a validator in Python and in C++.
#[derive(Debug)]
pub struct Ready {
    /// Its name.
    pub name: &'static str,
    /// The file that it writes.
    pub role: Role,
    text: &'static str,
}

impl Ready {
    /// Its description, for a person.
    pub fn about(&self) -> &'static str {
        self.piece("about").trim_end()
    }

    /// Whether submissions read it.
    pub(super) fn is_read(&self) -> bool {
        self.text.contains("\n== fills\n")
    }

    /// Whether it shows this field of a record.
    pub(super) fn fills(&self, field: &str) -> bool {
        self.piece("fills").split_whitespace().any(|filled| filled == field)
    }

    /// One of its pieces; empty if it has none of this name.
    pub(super) fn piece(&self, name: &str) -> &'static str {
        piece(self.text, name)
    }
}

macro_rules! ready {
    ($($role:ident: $($name:literal)*;)*) => {
        &[$($(Ready { name: $name, role: Role::$role, text: include_str!(concat!("forms/", $name, ".txt")) },)*)*]
    };
}

/// The forms that come with the program.
pub static READY: &[Ready] = ready!(
    Input: "heaps" "single" "amounts" "numbers" "pairs" "piles" "board" "pieces" "edges" "sets" "drawn" "records";
    Answer: "winner" "yes-no" "verdict" "count" "grundy" "move";
);

/// The ready form of a name.
pub fn ready(name: &str, role: Role) -> Option<&'static Ready> {
    READY.iter().find(|ready| ready.name == name && ready.role == role)
}

/// A template, read.
#[derive(Debug)]
pub struct Template {
    environment: Environment<'static>,
    /// The name of the ready template that it is.
    pub ready: Option<&'static Ready>,
    /// The asks that it shows.
    pub asks: Vec<Ask>,
}

impl Template {
    /// A ready template, or one's own in a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a template.
    pub fn open(name: &str, role: Role, folder: &Path) -> Result<Template, Trouble> {
        if let Some(ready) = ready(name, role) {
            return Template::read(ready.piece("template"), Some(ready));
        }
        let path = folder.join(name);
        if !path.exists() {
            let names: Vec<&str> =
                READY.iter().filter(|ready| ready.role == role).map(|ready| ready.name).collect();
            let list = names.join(", ");
            return Err(format!("`{name}` is no file and no ready template; these are ready: {list}"));
        }
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        if path.metadata().map_err(failed)?.len() > MAX_BYTES {
            return Err(format!("{}: a template has at most {MAX_BYTES} bytes", path.display()));
        }
        let text = std::fs::read_to_string(&path).map_err(failed)?;
        Template::read(&text, None).map_err(|trouble| format!("{}: {trouble}", path.display()))
    }

    fn read(text: &str, ready: Option<&'static Ready>) -> Result<Template, Trouble> {
        let mut environment = environment()?;
        environment.add_template_owned("template", text.to_owned()).map_err(|error| said(&error))?;
        let asks: Vec<Ask> =
            Ask::ALL.into_iter().filter(|ask| text.contains(&format!("answer.{}", ask.word()))).collect();
        Ok(Template { environment, ready, asks })
    }

    /// Whether its input is one test alone.
    pub(super) fn is_single(&self) -> bool {
        self.ready.is_some_and(|ready| ready.name == "single")
    }

    /// Whether it shows moves, any of which is right.
    pub(super) fn takes_any_move(&self) -> bool {
        self.ready.is_some_and(|ready| ready.name == "move")
    }

    /// Writes one file.
    ///
    /// # Errors
    ///
    /// If the template uses a name that does not exist.
    pub fn render(&self, records: &[Fields], limits: Option<&Limits>) -> Result<String, Trouble> {
        let mut size = Bytes(0);
        // A number or a text is always written.
        let _ = serde_json::to_writer(&mut size, records);
        let mut environment = self.environment.clone();
        environment.set_fuel(Some(MAX_STEPS.saturating_add(MAX_STEPS_EACH.saturating_mul(size.0))));
        let template = environment.get_template("template").map_err(|error| said(&error))?;
        let version = env!("CARGO_PKG_VERSION");
        template
            .render(context! {
                t => records.len(),
                records => Serde(records),
                limits => Serde(limits),
                version,
            })
            .map_err(|error| said(&error))
    }
}

/// How many bytes are written.
struct Bytes(u64);

impl std::io::Write for Bytes {
    fn write(&mut self, text: &[u8]) -> std::io::Result<usize> {
        self.0 += text.len() as u64;
        Ok(text.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The asks of templates, each once; the winner if they show no answer.
pub fn asks_of<'a>(templates: impl IntoIterator<Item = &'a Template>) -> Vec<Ask> {
    let mut asks: Vec<Ask> =
        templates.into_iter().flat_map(|template| &template.asks).copied().unique().collect();
    if asks.is_empty() {
        asks.push(Ask::Winner);
    }
    asks
}

/// The environment of all templates: a block takes its line, and unknown names are errors.
fn environment() -> Result<Environment<'static>, Trouble> {
    let mut environment = Environment::new();
    let lines =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    environment.set_syntax(lines.map_err(|error| said(&error))?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_filter("tex", tex);
    environment.add_filter("quoted", |text: String| serde_json::Value::from(text).to_string());
    environment.add_filter("braces", |list: Value| {
        list.to_string().replace(['[', '('], "{").replace([']', ')'], "}")
    });
    Ok(environment)
}

/// A text of this program, with its values filled in.
pub(super) fn rendered(text: &str, values: Value) -> Result<String, Trouble> {
    environment()?.render_str(text, values).map_err(|error| said(&error))
}

/// The pieces of a text that lines `== NAME` part as templates; a piece may include others.
pub(super) fn pieces(text: &'static str) -> Result<Environment<'static>, Trouble> {
    let mut environment = environment()?;
    for piece in text.trim_start_matches("== ").split("\n== ") {
        let (name, text) = piece.split_once('\n').unwrap_or((piece, ""));
        let added = environment.add_template_owned(name, format!("{}\n", text.trim_end()));
        added.map_err(|error| said(&error))?;
    }
    Ok(environment)
}

/// Text as TeX; words in backquotes are code.
fn tex(text: String) -> String {
    let mut in_code = false;
    let escaped = |c: char| match c {
        '`' => {
            in_code = !in_code;
            if in_code { "\\texttt{".into() } else { "}".into() }
        }
        '\\' => "\\textbackslash{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '~' => "\\textasciitilde{}".into(),
        '<' => "\\textless{}".into(),
        '>' => "\\textgreater{}".into(),
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => format!("\\{c}"),
        _ => c.to_string(),
    };
    let escaped: String = text.chars().map(escaped).collect();
    escaped + if in_code { "}" } else { "" }
}

/// An error in a template, with its line.
pub(super) fn said(error: &minijinja::Error) -> Trouble {
    let line = error.line().map_or_else(String::new, |line| format!(" in line {line} of the template"));
    let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    format!("{detail}{line}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Context;
    use crate::setter::cases::answered;

    fn written(template: &str, role: Role, records: &[&str]) -> String {
        let template = Template::open(template, role, Path::new(".")).unwrap();
        let records: Vec<String> = records.iter().map(|&record| record.to_owned()).collect();
        let asks = if template.asks.is_empty() { vec![Ask::Winner] } else { template.asks.clone() };
        let fields = answered(&records, &asks, &Context::default()).unwrap();
        template.render(&fields, None).unwrap()
    }

    #[test]
    fn ready_templates_write_what_they_say() {
        let input = |name, records: &[&str]| written(name, Role::Input, records);
        assert_eq!(input("heaps", &["nim: 3 4 5", "nim: 7"]), "2\n3\n3 4 5\n1\n7\n");
        assert_eq!(input("single", &["nim: 3 4 5"]), "3\n3 4 5\n");
        assert_eq!(input("amounts", &["subtraction 1 3-4: 9 2"]), "1\n3 2\n1 3 4\n9 2\n");
        assert_eq!(input("numbers", &["kayles: 9", "kayles: 2"]), "2\n9\n2\n");
        assert_eq!(input("pairs", &["wythoff: 3,5", "euclid: 25,7"]), "2\n3 5\n25 7\n");
        assert_eq!(input("piles", &["rocks 1,0 0,1: 3,5 2,2"]), "1\n2 2\n3 5\n2 2\n");
        assert_eq!(input("board", &["king .X./K.2"]), "1\n2 3\n.#.\nK.2\n");
        assert_eq!(input("pieces", &["king .X./K.2"]), "1\n2 3 1 3\n1 2\n2 1\n2 3\n2 3\n");
        assert_eq!(input("edges", &["geography 4 1-2 2-3: 2 1"]), "1\n4 2 2\n1 2\n2 3\n2 1\n");
        assert_eq!(input("edges", &["graph 3 1>2 2>3: 1"]), "1\n3 2 1\n1 2\n2 3\n1\n");
        assert_eq!(input("sets", &["take 4 1,2 3:"]), "1\n4 2\n2 1 2\n1 3\n");
        assert_eq!(
            input("board", &["notakto: X../.../... .../.X./..."]),
            "1\n6 3\n#..\n...\n...\n...\n.#.\n...\n"
        );
        assert_eq!(input("heaps", &["chomp rows 3 1:", "chomp 2x4:"]), "2\n2\n3 1\n2\n4 4\n");
        assert_eq!(input("drawn", &["factor 10: 4 8"]), "1\n10 2\n4 8\n");
        assert_eq!(input("records", &["nim:3 4 // a comment"]), "nim: 3 4\n");
    }

    #[test]
    fn ready_answers_are_as_the_judge_reads_them() {
        let answer = |name| written(name, Role::Answer, &["nim: 3 4 5", "nim: 1 1"]);
        assert_eq!(answer("winner"), "First\nSecond\n");
        assert_eq!(answer("yes-no"), "YES\nNO\n");
        assert_eq!(answer("verdict"), "WIN 1\nLOSE\n");
        assert_eq!(answer("count"), "1\n0\n");
        assert_eq!(answer("grundy"), "2\n0\n");
        assert_eq!(answer("move"), "WIN 1:3>1\nLOSE\n");
    }

    #[test]
    fn every_ready_template_is_tried_and_named_once() {
        let names: std::collections::BTreeSet<_> = READY.iter().map(|ready| ready.name).collect();
        assert_eq!(names.len(), READY.len());
        for ready in READY {
            Template::open(ready.name, ready.role, Path::new(".")).unwrap();
        }
    }

    #[test]
    fn what_is_no_template_is_said() {
        for (text, said) in [
            ("{% for r in records %}", "unexpected end"),
            ("{{ r.heaps }}", "undefined"),
            (
                "{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}{% endfor %}{% endfor %}{% endfor %}",
                "fuel",
            ),
        ] {
            let error =
                Template::read(text, None).and_then(|template| template.render(&[], None)).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
        let missing = Template::open("no-such", Role::Input, Path::new(".")).unwrap_err();
        assert!(missing.contains("heaps"), "{missing}");
    }
}
