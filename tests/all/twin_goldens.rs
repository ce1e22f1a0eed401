//! The golden answers are those of the slow twin, or written beside the record: no golden comes
//! from the program itself. `run_tests.sh` holds the program to them.

use std::fs;
use std::path::{Path, PathBuf};

fn inputs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("a folder of goldens");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a golden").path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

fn check(inputs_folder: &str, expected_folder: &str, wrong: bool) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in inputs(inputs_folder) {
        let input = fs::read(&path).expect("an input");
        let want = crate::twin::goldens::expected(&input);
        assert_eq!(want.missing, Vec::<usize>::new(), "{}: too large; write `//= ANSWER`", path.display());
        let golden = root.join(expected_folder).join(stem(&path) + ".out");
        let text =
            fs::read_to_string(&golden).unwrap_or_else(|error| panic!("{}: {error}", golden.display()));
        assert_eq!(text, want.answers, "{}", golden.display());
        assert_eq!(want.wrong, wrong, "{}: wrong records", path.display());
    }
}

#[test]
fn the_twin_gives_the_golden_answers() {
    check("inputs", "expected", false);
}

#[test]
fn the_twin_gives_the_golden_answers_to_wrong_records() {
    check("inputs/bad", "expected/bad", true);
}

#[test]
fn every_golden_has_its_input() {
    for (outputs, sources) in [("expected", "inputs"), ("expected/bad", "inputs/bad")] {
        let names: Vec<String> = inputs(sources).iter().map(|path| stem(path)).collect();
        for path in inputs(outputs) {
            assert!(names.contains(&stem(&path)), "{} has no input", path.display());
        }
    }
}

#[test]
fn every_rule_of_the_language_is_broken_somewhere() {
    assert!(inputs("inputs/bad").len() >= 200);
}
