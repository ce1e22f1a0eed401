//! The golden answers are those of the reference, or written next to the record: no golden comes
//! from the program itself. `run_tests.sh` holds the program to them.
//!
//! If the reference explores too much, a comment line `//= ANSWER` directly above a record, or above the comments directly
//! above it, gives the answer by theorem or from a published table; the comments say which. With `UPDATE=1` the goldens
//! are written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use grundy_base::testing::sized;

fn inputs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("a folder of goldens");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("a golden").path())
        .collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .expect("a name")
        .to_string_lossy()
        .into_owned()
}

/// The answer that is written above a record of one line.
fn written<'a>(lines: &[&'a str], place: usize) -> Option<&'a str> {
    let mut comments = lines[..place]
        .iter()
        .rev()
        .take_while(|line| line.starts_with("//"));
    comments.find_map(|line| line.trim_end().strip_prefix("//= "))
}

/// The golden answers of an input, with whether some record is wrong.
///
/// The reference explores long before it gives up: of the records with a written answer it is asked one in ten.
fn expected(path: &Path) -> (String, bool) {
    let input = fs::read(path).expect("an input");
    let text = String::from_utf8_lossy(&input);
    let lines: Vec<&str> = text.split('\n').collect();
    let all = std::env::var_os("UPDATE").is_some();
    let is_left_out = |place: usize| {
        // After the header of a board that ends with the colon, its rows may follow.
        let line = lines[place].trim_end();
        let is_whole = line.contains(':') && !line.starts_with("//") && !line.ends_with(':');
        is_whole
            && written(&lines, place).is_some_and(|line| line != "ERROR")
            && !(all || place.is_multiple_of(sized(10, 1)))
    };
    let in_lines = input.split(|&byte| byte == b'\n').enumerate();
    let asked = in_lines.map(|(place, line)| if is_left_out(place) { b"" } else { line });
    let (answers, wrong) = grundy_reference::answers(&asked.collect::<Vec<_>>().join(&b'\n'));
    let known = answers.iter().map(|answer| {
        let given = || written(&lines, answer.place).map(|line| answer.labelled(line));
        let line = answer.line().or_else(given);
        (
            answer.place,
            line.unwrap_or_else(|| {
                panic!(
                    "{}:{}: write `//= ANSWER`",
                    path.display(),
                    answer.place + 1
                )
            }),
        )
    });
    let left_out = (0..lines.len())
        .filter(|&place| is_left_out(place))
        .map(|place| {
            let label = lines[place]
                .split_whitespace()
                .next()
                .filter(|word| word.starts_with('@'));
            (
                place,
                label.into_iter().chain(written(&lines, place)).join(" "),
            )
        });
    let in_order: BTreeMap<usize, String> = known.chain(left_out).collect();
    (
        in_order.into_values().map(|line| line + "\n").collect(),
        wrong,
    )
}

fn check(inputs_folder: &str, expected_folder: &str, wrong: bool) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in inputs(inputs_folder) {
        let want = expected(&path);
        let golden = root.join(expected_folder).join(stem(&path) + ".out");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&golden, &want.0).expect("a golden");
        }
        let text = fs::read_to_string(&golden)
            .unwrap_or_else(|error| panic!("{}: {error}", golden.display()));
        assert_eq!(text, want.0, "{}", golden.display());
        assert_eq!(want.1, wrong, "{}: wrong records", path.display());
    }
}

#[test]
fn the_reference_gives_the_golden_answers() {
    check("inputs", "expected", false);
}

#[test]
fn the_reference_gives_the_golden_answers_to_judge_problems() {
    check("inputs/judges", "expected/judges", false);
    check("inputs/long", "expected/long", false);
}

#[test]
fn the_reference_gives_the_golden_answers_to_wrong_records() {
    check("inputs/bad", "expected/bad", true);
}

#[test]
fn every_golden_has_its_input() {
    for (outputs, sources) in [
        ("expected", "inputs"),
        ("expected/bad", "inputs/bad"),
        ("expected/judges", "inputs/judges"),
        ("expected/long", "inputs/long"),
    ] {
        let names: Vec<String> = inputs(sources).iter().map(|path| stem(path)).collect();
        for path in inputs(outputs) {
            assert!(
                names.contains(&stem(&path)),
                "{} has no input",
                path.display()
            );
        }
    }
}

/// The texts of the messages in a source file: the first literal of each error made there.
fn messages(source: &str) -> Vec<String> {
    // Only tests stand below.
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let calls = ["SyntaxError::new(", "SyntaxError::quoting(", "Fault::new("];
    let made = calls.iter().flat_map(|call| code.split(*call).skip(1));
    made.filter_map(|rest| {
        let begin = rest.find('"').filter(|&at| !rest[..at].contains(");"))? + 1;
        let mut end = begin;
        while !rest[end..].starts_with('"') {
            end += if rest[end..].starts_with('\\') {
                2
            } else {
                rest[end..].chars().next()?.len_utf8()
            };
        }
        // A literal may go on in the next line.
        let mut text = String::new();
        for line in rest[begin..end].split("\\\n") {
            text += if text.is_empty() {
                line
            } else {
                line.trim_start()
            };
        }
        Some(text.replace("\\\"", "\""))
    })
    .collect()
}

/// True when a line holds the fixed parts of a message in their order.
fn says(line: &str, message: &str) -> bool {
    let mut rest = line;
    message.split('{').enumerate().all(|(i, piece)| {
        let fixed = if i == 0 {
            piece
        } else {
            piece.split_once('}').map_or(piece, |(_, fixed)| fixed)
        };
        match rest.find(fixed) {
            Some(at) => {
                rest = &rest[at + fixed.len()..];
                true
            }
            None => false,
        }
    })
}

/// Every message of the language and the games has a golden in `bad/`, but for a few: some say what no
/// record can bring about, since the language refuses it before.
#[test]
fn nearly_every_message_has_a_golden() {
    const MOST_WITHOUT: usize = 60;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let said: Vec<String> = inputs("expected/bad")
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "err"))
        .flat_map(|path| {
            let text = fs::read_to_string(path).expect("diagnostics");
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    let mut files = Vec::new();
    for folder in [
        "crates/language/src",
        "crates/games/src",
        "crates/rules/src/grammar",
    ] {
        crate::documents::house::sources(&root.join(folder), &mut files);
    }
    let all: Vec<String> = files
        .iter()
        .filter(|file| !file.components().any(|part| part.as_os_str() == "tests"))
        .flat_map(|file| messages(&fs::read_to_string(file).expect("a source file")))
        .collect();
    assert!(all.len() > 130, "{} messages", all.len());
    let without: Vec<&String> = all
        .iter()
        .filter(|message| !said.iter().any(|line| says(line, message)))
        .collect();
    assert!(
        without.len() <= MOST_WITHOUT,
        "{} messages have no golden: {without:#?}",
        without.len()
    );
}

#[test]
fn messages_are_found_in_sources_and_lines() {
    let source = "Fault::new(place, format!(\"{} is \\\n   no `x`\", 1), \"help\")";
    assert_eq!(messages(source), ["{} is no `x`"]);
    assert!(says("error: 7 is no `x`", "{} is no `x`"));
    assert!(!says("error: 7 is an `x`", "{} is no `x`"));
}
