//! Files in any format: templates that are ready, and one's own.

use std::path::Path;
use std::sync::LazyLock;

use itertools::Itertools;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value, context};

use super::fields::Fields;
use super::limits::{Limits, Span};
use super::{Trouble, ensure};
use crate::record::Ask;
use crate::text::{of_file, piece};

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
        self.piece("fills")
            .split_whitespace()
            .any(|filled| filled == field)
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
    READY
        .iter()
        .find(|ready| ready.name == name && ready.role == role)
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
        let names = READY
            .iter()
            .filter(|ready| ready.role == role)
            .map(|ready| ready.name)
            .join(", ");
        let none = format!("`{name}` is no file and no ready template; these are ready: {names}");
        ensure(path.exists(), none)?;
        let size = path.metadata().map_err(of_file(&path))?.len();
        ensure(
            size <= MAX_BYTES,
            format!(
                "{}: a template has at most {MAX_BYTES} bytes",
                path.display()
            ),
        )?;
        let text = std::fs::read_to_string(&path).map_err(of_file(&path))?;
        Template::read(&text, None).map_err(|trouble| format!("{}: {trouble}", path.display()))
    }

    fn read(text: &str, ready: Option<&'static Ready>) -> Result<Template, Trouble> {
        let environment = environment([("template".to_owned(), text.to_owned())])?;
        let shows = |ask: &Ask| text.contains(&format!("answer.{}", ask.word()));
        Ok(Template {
            environment,
            ready,
            asks: Ask::ALL.into_iter().filter(shows).collect(),
        })
    }

    /// The form of its input that programs read.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub(super) fn form(&self, limits: &Limits) -> Result<&'static Ready, Trouble> {
        let form = self.ready.ok_or("the input is in a template of your own")?;
        let name = form.name;
        ensure(
            form.is_read(),
            format!("`{name}` is read by programs that know all of the language"),
        )?;
        let varies = |span: Span| span.min != span.max;
        let hides = varies(limits.count) || name == "pairs" && varies(limits.arity);
        let why = format!(
            "`{name}` does not show how many numbers a record has, and records differ in it"
        );
        ensure(!matches!(name, "numbers" | "pairs") || !hides, why)?;
        Ok(form)
    }

    /// Whether it is the ready template of a name: `single` is one test alone, and any of the moves of `move` is right.
    pub(super) fn is(&self, name: &str) -> bool {
        self.ready.is_some_and(|ready| ready.name == name)
    }

    /// Writes one file.
    ///
    /// # Errors
    ///
    /// If the template uses a name that does not exist.
    pub fn render(&self, records: &[Fields], limits: Option<&Limits>) -> Result<String, Trouble> {
        // A number or a text is always written.
        let bytes =
            |record: &Fields| serde_json::to_string(record).map_or(0, |text| text.len() as u64);
        let bytes = records.iter().map(bytes).sum();
        let mut environment = self.environment.clone();
        environment.set_fuel(Some(
            MAX_STEPS.saturating_add(MAX_STEPS_EACH.saturating_mul(bytes)),
        ));
        let template = environment.get_template("template").map_err(said)?;
        let (t, records, limits) = (records.len(), Serde(records), Serde(limits));
        template
            .render(context! { t, records, limits, version => env!("CARGO_PKG_VERSION") })
            .map_err(said)
    }
}

/// The asks of templates, each once; the winner if they show no answer.
pub(super) fn asks_of(templates: &[&Template]) -> Vec<Ask> {
    let asks = templates
        .iter()
        .flat_map(|template| &template.asks)
        .copied()
        .unique()
        .collect_vec();
    if asks.is_empty() {
        vec![Ask::Winner]
    } else {
        asks
    }
}

/// An environment with these templates: a block takes its line, and unknown names are errors.
fn environment(
    texts: impl IntoIterator<Item = (String, String)>,
) -> Result<Environment<'static>, Trouble> {
    let mut environment = Environment::new();
    let lines = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true)
        .build();
    environment.set_syntax(lines.map_err(said)?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_filter("tex", tex);
    environment.add_filter("quoted", |text: String| {
        serde_json::Value::from(text).to_string()
    });
    environment.add_filter("braces", |list: Value| {
        list.to_string()
            .replace(['[', '('], "{")
            .replace([']', ')'], "}")
    });
    for (name, text) in texts {
        environment.add_template_owned(name, text).map_err(said)?;
    }
    Ok(environment)
}

macro_rules! programs {
    ($($name:literal)*) => {
        [$(
            (concat!("package/", $name, ".py"), include_str!(concat!("programs/", $name, ".py"))),
            (concat!("package/", $name, ".cpp"), include_str!(concat!("programs/", $name, ".cpp"))),
        )*]
    };
}

/// All texts of packages: programs, and the pieces of other texts behind the names of these, such as `heaps/read.py`.
static TEXTS: LazyLock<Result<Environment<'static>, Trouble>> = LazyLock::new(|| {
    let programs = programs!(
        "solve" "validate" "check"
        "moves/board" "moves/coins" "moves/graph" "moves/rule" "moves/sets" "moves/todo" "moves/walk"
    );
    let programs = programs.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let rules = include_str!("programs/definitions.txt");
    let others = [("package", include_str!("package.txt")), ("rule", rules)].into_iter();
    let pieces = others
        .chain(READY.iter().map(|ready| (ready.name, ready.text)))
        .flat_map(|(folder, text)| {
            text.trim_start_matches("== ")
                .split("\n== ")
                .map(move |piece| {
                    let (name, text) = piece.split_once('\n').unwrap_or((piece, ""));
                    (format!("{folder}/{name}"), format!("{}\n", text.trim_end()))
                })
        });
    environment(programs.into_iter().chain(pieces))
});

/// A text of packages, with its values filled in.
pub(super) fn rendered(name: &str, values: Value) -> Result<String, Trouble> {
    let text = TEXTS.as_ref().map_err(Trouble::clone)?.get_template(name);
    text.and_then(|text| text.render(values)).map_err(said)
}

/// Text as TeX; words in backquotes are code.
fn tex(text: String) -> String {
    let escaped = |c: char| match c {
        '\\' => "\\textbackslash{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '~' => "\\textasciitilde{}".into(),
        '<' => "\\textless{}".into(),
        '>' => "\\textgreater{}".into(),
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => format!("\\{c}"),
        _ => c.to_string(),
    };
    let part = |(place, part): (usize, &str)| {
        let part: String = part.chars().map(escaped).collect();
        if place % 2 == 1 {
            format!("\\texttt{{{part}}}")
        } else {
            part
        }
    };
    text.split('`').enumerate().map(part).collect()
}

/// An error in a template, with its line.
fn said(error: minijinja::Error) -> Trouble {
    let line = error.line().map_or_else(String::new, |line| {
        format!(" in line {line} of the template")
    });
    let detail = error
        .detail()
        .map_or_else(|| error.kind().to_string(), str::to_owned);
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
        let fields = answered(&records, &[&template], &Context::default()).unwrap();
        template.render(&fields, None).unwrap()
    }

    #[test]
    fn every_ready_input_but_records_has_a_form_with_all_pieces() {
        for form in READY
            .iter()
            .filter(|form| form.role == Role::Input && form.name != "records")
        {
            for piece in [
                "about",
                "template",
                "fills",
                "read.py",
                "read.cpp",
                "validate.py",
                "validate.cpp",
            ] {
                assert!(form.piece(piece).ends_with('\n'), "{} {piece}", form.name);
            }
        }
    }

    #[test]
    fn ready_templates_write_what_they_say() {
        let input = |name, records: &[&str]| written(name, Role::Input, records);
        assert_eq!(
            input("heaps", &["nim: 3 4 5", "nim: 7"]),
            "2\n3\n3 4 5\n1\n7\n"
        );
        assert_eq!(input("single", &["nim: 3 4 5"]), "3\n3 4 5\n");
        assert_eq!(
            input("amounts", &["subtraction 1 3-4: 9 2"]),
            "1\n3 2\n1 3 4\n9 2\n"
        );
        assert_eq!(input("numbers", &["kayles: 9", "kayles: 2"]), "2\n9\n2\n");
        assert_eq!(
            input("pairs", &["wythoff: 3,5", "euclid: 25,7"]),
            "2\n3 5\n25 7\n"
        );
        assert_eq!(
            input("piles", &["rocks 1,0 0,1: 3,5 2,2"]),
            "1\n2 2\n3 5\n2 2\n"
        );
        assert_eq!(input("board", &["king .X./K.2"]), "1\n2 3\n.#.\nK.2\n");
        assert_eq!(
            input("pieces", &["king .X./K.2"]),
            "1\n2 3 1 3\n1 2\n2 1\n2 3\n2 3\n"
        );
        assert_eq!(
            input("edges", &["geography 4 1-2 2-3: 2 1"]),
            "1\n4 2 2\n1 2\n2 3\n2 1\n"
        );
        assert_eq!(
            input("edges", &["graph 3 1>2 2>3: 1"]),
            "1\n3 2 1\n1 2\n2 3\n1\n"
        );
        assert_eq!(input("sets", &["take 4 1,2 3:"]), "1\n4 2\n2 1 2\n1 3\n");
        assert_eq!(
            input("board", &["notakto: X../.../... .../.X./..."]),
            "1\n6 3\n#..\n...\n...\n...\n.#.\n...\n"
        );
        assert_eq!(
            input("heaps", &["chomp rows 3 1:", "chomp 2x4:"]),
            "2\n2\n3 1\n2\n4 4\n"
        );
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
            let error = Template::read(text, None)
                .and_then(|template| template.render(&[], None))
                .unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
        let missing = Template::open("no-such", Role::Input, Path::new(".")).unwrap_err();
        assert!(missing.contains("heaps"), "{missing}");
        let folder =
            Template::open("src", Role::Input, Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_err();
        assert!(
            folder.contains("src: ") && !folder.contains("os error"),
            "{folder}"
        );
    }
}
