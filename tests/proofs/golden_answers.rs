//! The golden answers are those of the reference, or written next to the record: no golden comes
//! from the program itself. `run_tests.sh` holds the program to them.
//!
//! If the reference explores too much, a comment line `//= ANSWER` directly above a record, or above the comments directly
//! above it, gives the answer by theorem or from a published table; the comments say which. With `UPDATE=1` the goldens
//! are written. `GRUNDY_GOLDENS='king nim'` takes only inputs whose names contain one of the words.

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
    let words = std::env::var("GRUNDY_GOLDENS").unwrap_or_default();
    let is_chosen = |path: &Path| {
        let name = stem(path);
        words.is_empty() || words.split(' ').any(|word| name.contains(word))
    };
    paths.retain(|path| path.is_file() && is_chosen(path));
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .expect("a name")
        .to_string_lossy()
        .into_owned()
}

/// Returns the answer that is written above a record of one line.
fn written<'a>(lines: &[&'a str], place: usize) -> Option<&'a str> {
    let mut comments = lines[..place]
        .iter()
        .rev()
        .take_while(|line| line.starts_with("//"));
    comments.find_map(|line| line.trim_end().strip_prefix("//= "))
}

/// The answers that an input must have.
struct GoldenAnswers {
    /// The answer to each record, by the place of its line.
    answers: BTreeMap<usize, String>,
    /// The lines of the input.
    lines: Vec<String>,
    /// Whether some record is wrong.
    is_wrong: bool,
}

impl GoldenAnswers {
    /// Returns the text of the golden.
    fn text(&self) -> String {
        self.answers
            .values()
            .map(|line| line.clone() + "\n")
            .collect()
    }

    /// Lists the records that are refused, a line each.
    fn refused(&self) -> String {
        let mut list = String::new();
        for (&place, answer) in &self.answers {
            if answer.ends_with("ERROR") {
                list += &format!("\n  line {}: {}", place + 1, self.lines[place]);
            }
        }
        list
    }
}

/// Returns the golden answers of an input.
///
/// The reference explores long before it gives up: of the records with a written answer it is asked one in forty.
fn expected(path: &Path) -> GoldenAnswers {
    let input = fs::read(path).expect("an input");
    let text = String::from_utf8_lossy(&input);
    let lines: Vec<&str> = text.split('\n').collect();
    let all = std::env::var_os("UPDATE").is_some();
    let is_left_out = |place: usize| {
        // After the header of a board that ends with the colon, its rows may follow.
        let line = lines[place].trim_end();
        let is_whole = line.contains(':') && !line.starts_with("//") && !line.ends_with(':');
        is_whole && written(&lines, place).is_some() && !(all || place.is_multiple_of(sized(40, 1)))
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
                    "{}:{}: the reference explores too much here; write the answer in a line above the record, \
                    with its source: `//= ANSWER`, or `//= ERROR` if the record passes a limit",
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
    let answers: BTreeMap<usize, String> = known.chain(left_out).collect();
    let is_wrong_and_left_out =
        |place: usize| is_left_out(place) && written(&lines, place) == Some("ERROR");
    GoldenAnswers {
        answers,
        is_wrong: wrong || (0..lines.len()).any(is_wrong_and_left_out),
        lines: lines.into_iter().map(str::to_owned).collect(),
    }
}

/// Holds the goldens of a folder to the reference, which refuses records in each file of it or in none.
fn check(inputs_folder: &str, expected_folder: &str, are_wrong: bool) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in inputs(inputs_folder) {
        let want = expected(&path);
        let input = path.display();
        let golden = root.join(expected_folder).join(stem(&path) + ".out");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&golden, want.text()).expect("a golden");
        }
        let text = fs::read_to_string(&golden)
            .unwrap_or_else(|error| panic!("{}: {error}", golden.display()));
        for (line, (place, wanted)) in text.lines().zip(&want.answers) {
            let record = &want.lines[*place];
            let number = place + 1;
            assert!(
                line == wanted,
                "{input}:{number}: {record}\n  the reference says: {wanted}\n  the golden says: {line}"
            );
        }
        assert_eq!(text, want.text(), "{}: lines", golden.display());
        assert!(
            are_wrong || !want.is_wrong,
            "{input}: the reference refuses records, which belong to inputs/bad:{}",
            want.refused()
        );
        assert!(
            want.is_wrong || !are_wrong,
            "{input}: the reference refuses no record, and should refuse one: an answer by hand \
             (`//=`) is none, so put the record into a file of inputs/bad that has one"
        );
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
