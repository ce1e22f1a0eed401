//! The examples in README and the documents: what they show is what the program prints.

use grundy_api::text::wrap;
use grundy_base::testing::TemporaryFolder;
use std::path::{Path, PathBuf};
use std::process::Command;

use grundy_batch::{AnsweredText, Options, answer_text};
use grundy_record::{Ask, AskSet};

use crate::tools::program::{Program, commands, grundy};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads README and every document.
fn documents() -> Vec<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(root().join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.push(root().join("README.md"));
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths
        .into_iter()
        .map(|path| (path.clone(), std::fs::read_to_string(&path).unwrap()))
        .collect()
}

/// Returns the cells of a row of a table; `\|` is a bar within one.
fn cells(row: &str) -> Vec<String> {
    let row = row
        .trim()
        .trim_start_matches('|')
        .trim_end_matches('|')
        .replace("\\|", "\u{1}");
    row.split('|')
        .map(|cell| cell.trim().replace('\u{1}', "|"))
        .collect()
}

fn code(cell: &str) -> Option<&str> {
    cell.strip_prefix('`')?.split('`').next()
}

#[test]
fn records_in_tables_have_the_answers_beside_them() {
    let mut rows = 0;
    for (path, text) in documents() {
        let mut columns: Option<(usize, usize)> = None;
        for line in text.lines() {
            if !line.starts_with('|') {
                columns = None;
                continue;
            }
            let cells = cells(line);
            let find =
                |names: &[&str]| cells.iter().position(|cell| names.contains(&cell.as_str()));
            if let (Some(record), Some(answer)) = (find(&["record", "a sample"]), find(&["answer"]))
            {
                columns = Some((record, answer));
                continue;
            }
            let Some((record, answer)) = columns else {
                continue;
            };
            let code = |column: usize| cells.get(column).and_then(|cell| code(cell));
            // A row that gives the answer in words is not one of an example.
            let (Some(record), Some(answer)) = (code(record), code(answer)) else {
                continue;
            };
            let AnsweredText {
                answers: answered,
                diagnostics: said,
            } = answer_text(record, &Options::default());
            assert_eq!(
                answered.trim_end(),
                answer,
                "{}: {record}\n{said}",
                path.display()
            );
            rows += 1;
        }
    }
    assert!(rows >= 60, "{rows}");
}

/// A command of a page.
struct PageCommand {
    /// The command.
    command: String,
    /// The text that the page shows the command to print; empty where it shows nothing.
    shown: String,
}

/// Lists the commands of a page.
fn commands_of(page: &str) -> Vec<PageCommand> {
    let mut found: Vec<PageCommand> = Vec::new();
    let mut open = false;
    let mut here_document = false;
    for line in page.lines() {
        let body = line.strip_prefix("    ");
        if here_document {
            let command = &mut found.last_mut().unwrap().command;
            command.push('\n');
            command.push_str(body.unwrap_or(line));
            here_document = body != Some("END");
        } else if let Some(command) = line.strip_prefix("    $ ") {
            let command = command.split(" # ").next().unwrap_or(command);
            here_document = command.contains("<<'END'");
            found.push(PageCommand {
                command: command.trim_end().to_owned(),
                shown: String::new(),
            });
            open = true;
        } else if open && (line.is_empty() || body.is_some()) {
            let shown = &mut found.last_mut().unwrap().shown;
            shown.push_str(body.unwrap_or(line));
            shown.push('\n');
        } else {
            open = false;
        }
    }
    found
}

#[test]
#[cfg(unix)]
fn commands_on_the_pages_print_what_the_pages_show() {
    let directory = TemporaryFolder::new();
    std::os::unix::fs::symlink(root().join("inputs"), directory.path().join("inputs")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap();
    let path = format!(
        "{}:{}",
        program.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut count = 0;
    for page in [
        "README.md",
        "docs/tutorial.md",
        "docs/cookbook.md",
        "docs/play.md",
        "docs/rules.md",
        "docs/rewrite.md",
        "docs/research.md",
    ] {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        for PageCommand { command, shown } in commands_of(&text) {
            let mut shell = Command::new("sh");
            shell.args(["-c", &command]).current_dir(directory.path());
            let output = Program::of(shell).variable("PATH", &path).run();
            let printed = output.answers();
            // A page may show what becomes of a wrong record.
            let right = output.status.success() || shown.contains("ERROR");
            assert!(right, "{command}: {}", output.said());
            if !shown.trim().is_empty() {
                assert_eq!(printed.trim_end(), shown.trim_end(), "{page}: {command}");
            }
            count += 1;
        }
    }
    assert!(count >= 25, "{count}");
}

/// Compares a page, or a part of one, that is made from the program; with `UPDATE=1` it is written anew.
fn is_current(page: &str, made: &str) {
    let path = root().join(page);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, made).unwrap();
    } else {
        let found = std::fs::read_to_string(path).unwrap();
        assert!(
            found == made,
            "{page} is out of date: UPDATE=1 cargo test --test all documents"
        );
    }
}

/// Writes the facts that begin the section of a game; its theory follows them.
pub fn facts(signature: &grundy_record::Signature) -> String {
    let mut facts = wrap(&signature.how_to_play, 120).join("\n") + "\n\n";
    let mut fact = |text: String| facts += &format!("- {}\n", wrap(&text, 118).join("\n  "));
    fact(format!("Form: `{}`", signature.form()));
    fact(format!("Example: `{}`", signature.example));
    fact(format!("Limits: {}", signature.limits));
    if let Some(rule) = signature.definition {
        fact(format!("As a rule: `rules {rule}`"));
    }
    fact(format!(
        "Asks: {}",
        itertools::join(signature.asks.iter(), ", ")
    ));
    facts
}

/// The page of games has a section for each game, in the order of the catalogue: the facts from its signature, then the
/// theory as it stands in the page.
#[test]
fn the_page_of_games_is_made_from_the_signatures() {
    let text = std::fs::read_to_string(root().join("docs/games.md")).unwrap();
    let (head, _) = text.split_once("\n## ").expect("a game");
    let section = |name: &str| {
        let found = text
            .split("\n## ")
            .find_map(|part| part.strip_prefix(name)?.strip_prefix('\n'));
        let found = found.unwrap_or_else(|| panic!("docs/games.md has no section for {name}"));
        let theory = found.rfind("\n- Asks: ").map_or(found, |at| {
            let rest = &found[at + 1..];
            rest.split_once("\n\n").map_or("", |(_, theory)| theory)
        });
        assert!(!theory.trim().is_empty(), "{name} has no theory");
        theory.trim().to_owned()
    };
    let catalogue = grundy_games::Catalogue::standard();
    let mut page = head.trim_end().to_owned() + "\n";
    for game in catalogue.games() {
        let signature = game.signature();
        page += &format!(
            "\n## {}\n\n{}\n{}\n",
            signature.name,
            facts(signature),
            section(&signature.name)
        );
    }
    is_current("docs/games.md", &page);
}

/// The README says how many games have a name; `rules` and `rewrite` stand for games of one's own.
#[test]
fn the_readme_counts_the_games() {
    let catalogue = grundy_games::Catalogue::standard();
    let names = catalogue.games().map(|game| game.signature().name.clone());
    let count = names
        .filter(|name| name != "rules" && name != "rewrite")
        .count();
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (head, tail) = text.split_once(" games by name").expect("a number");
    let (head, _) = head.rsplit_once("- ").expect("an item of a list");
    is_current("README.md", &format!("{head}- {count} games by name{tail}"));
}

/// The page of the language has a table of the asks, and names those of every game.
#[test]
fn the_table_of_asks_is_made_from_their_entries() {
    let text = std::fs::read_to_string(root().join("docs/language.md")).unwrap();
    let begin = "| ask | answer | JSON |\n| --- | --- | --- |\n";
    let (head, rest) = text.split_once(begin).expect("a table of asks");
    let (_, tail) = rest
        .split_once(" belong to every game.")
        .expect("the asks of every game");
    let mut made = head.to_owned() + begin;
    for ask in Ask::ALL {
        let forms = std::iter::once(ask.word()).chain(ask.form_with_numbers());
        let forms = itertools::join(forms.map(|form| format!("`{form}`")), ", ");
        made += &format!("| {forms} | {} | {} |\n", ask.answer(), ask.form().json());
    }
    let every: Vec<String> = AskSet::EVERY_GAME
        .iter()
        .map(|ask| format!("`{ask}`"))
        .collect();
    let (last, others) = every.split_last().expect("an ask of every game");
    let sentence = format!("{} and {last} belong to every game.", others.join(", "));
    let sentence = wrap(&sentence, 120).join("\n");
    made += &format!("\n{sentence}\n{}", tail.trim_start());
    is_current("docs/language.md", &made);
}

/// The attributes of an answer in Python have the types of the forms of answers.
#[test]
fn the_attributes_of_answers_in_python_are_made_from_the_entries_of_asks() {
    let path = "python/lib/grundy/_types.py";
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    let begin = "where it has none.\n    label: Optional[str]\n";
    let end = "\n    def __init__(self, label";
    let (head, rest) = text.split_once(begin).expect("the label of an answer");
    let (_, tail) = rest.split_once(end).expect("the end of the attributes");
    let mut made = head.to_owned() + begin;
    for ask in Ask::ALL {
        let name = ask.word().replace('-', "_");
        made += &format!("    {name}: {}\n", ask.form().python());
    }
    is_current(path, &(made + end + tail));
}

#[test]
fn the_page_of_commands_is_the_help_of_the_program() {
    let all = grundy(&["--help"]);
    let mut page =
        "# Commands\n\nThe help of the program, as `grundy --help` prints it.\n".to_owned();
    page += &format!("\n## grundy\n\n```text\n{}\n```\n", all.trim_end());
    for name in commands() {
        page += &format!(
            "\n## grundy {name}\n\n```text\n{}\n```\n",
            grundy(&[&name, "--help"]).trim_end()
        );
    }
    is_current("docs/commands.md", &page);
}

/// Returns the fields of a line of comma-separated values.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for part in line.split('"') {
        // An empty part within quotes stands between two quotation marks: a quotation mark.
        for (i, piece) in part.split(',').enumerate() {
            if i > 0 && !quoted {
                fields.push(String::new());
            } else if i > 0 {
                fields.last_mut().unwrap().push(',');
            }
            fields.last_mut().unwrap().push_str(piece);
        }
        quoted = !quoted;
    }
    fields
}

/// `docs/judge-problems.csv` names the problems of `inputs/judges`, each with one of its records and its answer.
#[test]
fn judge_problems_are_listed_with_a_record_each() {
    let list = std::fs::read_to_string(root().join("docs/judge-problems.csv")).unwrap();
    let rows: Vec<Vec<String>> = list.lines().skip(1).map(fields).collect();
    assert!(rows.len() >= 290 && rows.iter().all(|row| row.len() == 6));
    let mut records = String::new();
    for entry in std::fs::read_dir(root().join("inputs/judges")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        records.extend(text.lines().skip(3).flat_map(|line| [line, "\n"]));
    }
    let comments = || records.lines().filter(|line| line.starts_with("// "));
    let titled = |line: &str| {
        rows.iter()
            .any(|row| line.starts_with(&format!("// {}: ", row[1])))
    };
    for line in comments() {
        assert!(titled(line), "{line}");
    }
    assert_eq!(comments().count(), rows.len());
    for row in rows.iter().filter(|row| !row[4].starts_with("see ")) {
        assert!(records.contains(&format!(" {}\n", row[4])), "{}", row[4]);
        assert_eq!(
            answer_text(&row[4], &Options::default()).answers.trim_end(),
            row[5],
            "{}",
            row[1]
        );
    }
}

#[test]
fn every_document_is_a_page_of_the_book() {
    let summary = std::fs::read_to_string(root().join("docs/book/SUMMARY.md")).unwrap();
    for (path, _) in documents() {
        let page = path
            .strip_prefix(root())
            .unwrap()
            .display()
            .to_string()
            .replace('\\', "/");
        assert!(summary.contains(&format!("({page})")), "{page}");
    }
}

#[test]
fn pages_that_are_linked_are_there() {
    for (path, text) in documents() {
        for target in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let file = target.split('#').next().unwrap_or_default();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            let linked = path.parent().unwrap().join(file);
            assert!(linked.exists(), "{}: {target}", path.display());
        }
    }
}
