//! Files in any format: templates that come with the program, and those of setters.

use std::path::Path;
use std::sync::LazyLock;

use itertools::Itertools;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value, context};

use super::error::{SetterError, ensure};
use super::fields::RecordFields;
use super::limits::{RecordLimits, Span};
use super::plan::Plan;
use grundy_api::text::{of_file, piece};
use grundy_language::encoding::decode;
use grundy_record::Ask;

/// The steps that a template may take for any records, so that it ends, whatever it says.
const BASE_STEPS: u64 = 1 << 20;
/// The further steps that it may take for each byte of its records as data.
const STEPS_PER_BYTE: u64 = 1 << 8;
/// The most bytes of a setter's own template.
const MAX_TEMPLATE_BYTES: u64 = 1 << 20;

/// The file that a template writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The input of the program.
    Input,
    /// The expected output of the program.
    Answer,
}

/// A form of a file that comes with the program: a text with pieces, each after a line `== NAME`. There is `about`, its
/// description, and `template`. A form of inputs that submissions read also has `fills`, the fields of a record that it
/// shows, and a reader and a validator in Python and in C++.
#[derive(Debug)]
pub struct Ready {
    /// The name of the form.
    pub name: &'static str,
    /// The file that it writes.
    pub role: Role,
    /// The text with all pieces.
    text: &'static str,
}

impl Ready {
    /// Returns the description, for a person.
    pub fn about(&self) -> &'static str {
        self.piece("about").trim_end()
    }

    /// Says whether submissions read files of this form.
    pub(super) fn is_read(&self) -> bool {
        self.text.contains("\n== fills\n")
    }

    /// Says whether files of this form show this field of a record.
    pub(super) fn fills(&self, field: &str) -> bool {
        self.piece("fills")
            .split_whitespace()
            .any(|filled| filled == field)
    }

    /// Returns the piece of a name; an empty one if there is none.
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
    Input: "heaps" "single" "amounts" "numbers" "pairs" "piles" "board" "pieces" "edges" "sets" "drawn" "letters" "records";
    Answer: "winner" "yes-no" "verdict" "count" "grundy" "move";
);

/// Finds a form that comes with the program.
pub fn ready(name: &str, role: Role) -> Option<&'static Ready> {
    READY
        .iter()
        .find(|ready| ready.name == name && ready.role == role)
}

/// Says that a form hides a field of a record, and which others may show it.
pub(super) fn hides(form: &Ready, field: &str, shows: impl Fn(&Ready) -> bool) -> String {
    let others = READY.iter().filter(|ready| ready.is_read() && shows(ready));
    let others = others.map(|ready| format!("`{}`", ready.name)).join(", ");
    let name = form.name;
    format!("`{name}` does not show the `{field}` of a record, but {others} may")
}

/// A template that has been read.
#[derive(Debug)]
pub struct Template {
    /// The engine of templates, which has this one by the name `template`.
    environment: Environment<'static>,
    /// The form that it is from, if it came with the program.
    pub ready: Option<&'static Ready>,
    /// The asks whose answers it shows.
    pub asks: Vec<Ask>,
}

impl Template {
    /// Opens a ready template, or a setter's own in a file.
    ///
    /// # Errors
    ///
    /// Says that the file cannot be read or is not a template.
    pub fn open(name: &str, role: Role, folder: &Path) -> Result<Template, SetterError> {
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
            size <= MAX_TEMPLATE_BYTES,
            format!(
                "{}: a template has at most {MAX_TEMPLATE_BYTES} bytes",
                path.display()
            ),
        )?;
        let bytes = std::fs::read(&path).map_err(of_file(&path))?;
        let text = decode(&bytes)
            .map_err(|(line, reason)| format!("{}:{line}: {reason}", path.display()))?;
        Template::read(&text, None).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Reads the text of a template.
    fn read(text: &str, ready: Option<&'static Ready>) -> Result<Template, SetterError> {
        let template = NamedText {
            name: "template".to_owned(),
            text: text.to_owned(),
        };
        let environment = environment([template])?;
        let shows = |ask: &Ask| text.contains(&format!("answer.{}", ask.word()));
        Ok(Template {
            environment,
            ready,
            asks: Ask::ALL.into_iter().filter(shows).collect(),
        })
    }

    /// Returns the form that programs read the input in.
    ///
    /// # Errors
    ///
    /// Says why there is none.
    pub(super) fn form(&self, limits: &RecordLimits) -> Result<&'static Ready, SetterError> {
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

    /// Says whether it is the ready template of a name. Some names have a meaning: `single` is one test alone, and any of
    /// the moves of `move` is right.
    pub(super) fn is(&self, name: &str) -> bool {
        self.ready.is_some_and(|ready| ready.name == name)
    }

    /// Checks that a form of inputs shows the position of each record.
    fn check_shows(&self, records: &[RecordFields]) -> Result<(), SetterError> {
        let Some(form) = self.ready.filter(|ready| ready.is_read()) else {
            return Ok(());
        };
        for record in records {
            let fields = record.with_position();
            let shows = |ready: &Ready| fields.iter().any(|field| ready.fills(field));
            if fields.is_empty() || shows(form) {
                continue;
            }
            return Err(hides(form, fields[0], shows));
        }
        Ok(())
    }

    /// Writes one file.
    ///
    /// # Errors
    ///
    /// Says that the template does not show the positions, uses a name that does not exist, or takes too many steps.
    pub fn render(
        &self,
        records: &[RecordFields],
        limits: Option<&RecordLimits>,
    ) -> Result<String, SetterError> {
        self.check_shows(records)?;
        let mut bytes = 0;
        for record in records {
            // Numbers and texts can always be written as JSON.
            let text = serde_json::to_string(record).unwrap_or_default();
            bytes += text.len() as u64;
        }
        let steps = BASE_STEPS.saturating_add(STEPS_PER_BYTE.saturating_mul(bytes));
        let mut environment = self.environment.clone();
        environment.set_fuel(Some(steps));
        let template = environment.get_template("template").map_err(message)?;
        let values = context! {
            t => records.len(), records => Serde(records), limits => Serde(limits),
            version => env!("CARGO_PKG_VERSION"),
        };
        template.render(values).map_err(message)
    }
}

impl Plan {
    /// Opens the templates of the input and of the answers.
    ///
    /// # Errors
    ///
    /// Says that one is not there, or is no template.
    pub fn templates(&self) -> Result<[Template; 2], SetterError> {
        let open = |name: &Option<String>, usual, role| {
            Template::open(name.as_deref().unwrap_or(usual), role, &self.folder)
        };
        Ok([
            open(&self.input, "records", Role::Input)?,
            open(&self.answer, "verdict", Role::Answer)?,
        ])
    }
}

/// Lists the asks of templates, each once; the winner if they show no answer.
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

/// The text of a template, and the name by which others include it.
struct NamedText {
    /// The name.
    name: String,
    /// The text.
    text: String,
}

/// Makes an environment with these templates. A block such as `{% for … %}` takes its whole line, and unknown names are
/// errors.
fn environment(
    texts: impl IntoIterator<Item = NamedText>,
) -> Result<Environment<'static>, SetterError> {
    let mut environment = Environment::new();
    let lines = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true)
        .build();
    environment.set_syntax(lines.map_err(message)?);
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
    for NamedText { name, text } in texts {
        environment
            .add_template_owned(name, text)
            .map_err(message)?;
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

/// All texts of packages by their names: programs, and the pieces of other texts, such as `heaps/read.py`.
static TEXTS: LazyLock<Result<Environment<'static>, SetterError>> = LazyLock::new(|| {
    let mut texts = Vec::new();
    let programs = programs!(
        "solve" "validate" "check"
        "moves/board" "moves/cells" "moves/coins" "moves/graph" "moves/rule" "moves/sets" "moves/todo" "moves/walk"
    );
    for (name, text) in programs {
        texts.push(NamedText {
            name: name.to_owned(),
            text: text.to_owned(),
        });
    }
    push_pieces(&mut texts, "package", include_str!("package.txt"));
    push_pieces(&mut texts, "rule", include_str!("programs/definitions.txt"));
    for ready in READY {
        push_pieces(&mut texts, ready.name, ready.text);
    }
    environment(texts)
});

/// Appends the pieces of a text, each after a line `== NAME`, by the names `FOLDER/NAME`.
fn push_pieces(texts: &mut Vec<NamedText>, folder: &str, text: &str) {
    for piece in text.trim_start_matches("== ").split("\n== ") {
        let (name, text) = piece.split_once('\n').unwrap_or((piece, ""));
        texts.push(NamedText {
            name: format!("{folder}/{name}"),
            text: format!("{}\n", text.trim_end()),
        });
    }
}

/// Fills the values in a text of packages.
pub(super) fn rendered(name: &str, values: Value) -> Result<String, SetterError> {
    let environment = TEXTS.as_ref().map_err(SetterError::clone)?;
    let text = environment.get_template(name).map_err(message)?;
    text.render(values).map_err(message)
}

/// Fills the values in a text that may include pieces of packages.
pub(super) fn rendered_text(text: &str, values: Value) -> Result<String, SetterError> {
    let environment = TEXTS.as_ref().map_err(SetterError::clone)?;
    environment.render_str(text, values).map_err(message)
}

/// Writes a text as TeX; words in backquotes are code.
fn tex(text: String) -> String {
    let mut tex = String::new();
    for (place, part) in text.split('`').enumerate() {
        let escaped: String = part.chars().map(tex_character).collect();
        let is_code = place % 2 == 1;
        if is_code {
            tex.push_str(&format!("\\texttt{{{escaped}}}"));
        } else {
            tex.push_str(&escaped);
        }
    }
    tex
}

/// Writes a character as TeX.
fn tex_character(c: char) -> String {
    match c {
        '\\' => "\\textbackslash{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '~' => "\\textasciitilde{}".into(),
        '<' => "\\textless{}".into(),
        '>' => "\\textgreater{}".into(),
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => format!("\\{c}"),
        _ => c.to_string(),
    }
}

/// Writes the message of an error in a template, with its line.
fn message(error: minijinja::Error) -> SetterError {
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
    use crate::cases::answered;
    use grundy_games::Context;

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
            input("pairs", &["three-rocks: 3,5", "three-rocks: 25,7"]),
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
        assert_eq!(
            input("letters", &["clobber: (XO)^2 XO/.O", "clobber: X^0"]),
            "2\n2\nXOXO\nXO/.O\n1\n-\n"
        );
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
    fn an_error_says_what_is_wrong_in_a_template() {
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
