//! The examples in README and the documents: what they show is what the program prints.

use grundy::testing::TemporaryFolder;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use grundy::batch::{Options, answer_text};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README and every document.
fn documents() -> Vec<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.push(root().join("README.md"));
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(&path).unwrap())).collect()
}

/// The cells of a row of a table; `\|` is a bar within one.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|').trim_end_matches('|').replace("\\|", "\u{1}");
    row.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
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
            let find = |names: &[&str]| cells.iter().position(|cell| names.contains(&cell.as_str()));
            if let (Some(record), Some(answer)) = (find(&["record", "a sample"]), find(&["answer"])) {
                columns = Some((record, answer));
                continue;
            }
            let Some((record, answer)) = columns else { continue };
            let code = |column: usize| cells.get(column).and_then(|cell| code(cell));
            // A row that gives the answer in words is none of an example.
            let (Some(record), Some(answer)) = (code(record), code(answer)) else { continue };
            let (answered, said) = answer_text(record, &Options::default());
            assert_eq!(answered.trim_end(), answer, "{}: {record}\n{said}", path.display());
            rows += 1;
        }
    }
    assert!(rows >= 60, "{rows}");
}

/// The commands of a page and what it shows them to print; none where it shows nothing.
fn commands(page: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut open = false;
    let mut here_document = false;
    for line in page.lines() {
        let body = line.strip_prefix("    ");
        if here_document {
            let command = &mut found.last_mut().unwrap().0;
            command.push('\n');
            command.push_str(body.unwrap_or(line));
            here_document = body != Some("END");
        } else if let Some(command) = line.strip_prefix("    $ ") {
            let command = command.split(" # ").next().unwrap_or(command);
            here_document = command.contains("<<'END'");
            found.push((command.trim_end().to_owned(), String::new()));
            open = true;
        } else if open && (line.is_empty() || body.is_some()) {
            let shown = &mut found.last_mut().unwrap().1;
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
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut count = 0;
    for page in
        ["README.md", "docs/people.md", "docs/language.md", "docs/judge-problems.md", "docs/your-problem.md"]
    {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        for (command, shown) in commands(&text) {
            let output = Command::new("sh")
                .args(["-c", &command])
                .current_dir(directory.path())
                .env("PATH", &path)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            // A page may show what becomes of a wrong record.
            let right = output.status.success() || shown.contains("ERROR");
            assert!(right, "{command}: {}", String::from_utf8_lossy(&output.stderr));
            if !shown.trim().is_empty() {
                assert_eq!(printed.trim_end(), shown.trim_end(), "{page}: {command}");
            }
            count += 1;
        }
    }
    assert!(count >= 25, "{count}");
}

#[test]
fn every_game_has_its_theory() {
    let page = std::fs::read_to_string(root().join("docs/games.md")).unwrap();
    let mut told: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    told.sort_unstable();
    let catalogue = grundy::games::Catalogue::standard();
    let mut games: Vec<&str> = catalogue.games().map(|game| game.signature().name.as_ref()).collect();
    games.sort_unstable();
    assert_eq!(told, games);
}

#[test]
fn every_document_is_a_page_of_the_book() {
    let summary = std::fs::read_to_string(root().join("docs/book/SUMMARY.md")).unwrap();
    for (path, _) in documents() {
        let page = path.strip_prefix(root()).unwrap().display().to_string().replace('\\', "/");
        assert!(summary.contains(&format!("({page})")), "{page}");
    }
}

#[test]
fn pages_that_are_linked_are_there() {
    for (path, text) in documents() {
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            let linked = path.parent().unwrap().join(file);
            assert!(linked.exists(), "{}: {target}", path.display());
        }
    }
}
