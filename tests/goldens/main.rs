//! The program against its goldens: one test a file of `inputs/`, named as the file is.
//!
//! `inputs/NAME.in` must answer `expected/NAME.out` with exit status 0, at one thread and at the machine's;
//! so must `inputs/judges/NAME.in`, the problems of online judges, and, with `GRUNDY_TESTS=full` and at the
//! machine's alone, `inputs/long/NAME.in`, records that take many seconds.
//! `inputs/bad/NAME.in` must answer `expected/bad/NAME.out` with exit status 1 and say
//! `expected/bad/NAME.err` on standard error. `inputs/play/NAME.in` is a record and the moves typed after
//! it, and `expected/play/NAME.out` what `grundy play -` prints.
//!
//! `GRUNDY_PROGRAM` names another program than the one of this build. `GRUNDY_TIMES` prints how long each
//! golden takes. `UPDATE=1` writes `.err` files anew: answers never come from the program.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial, run};

use program::Program;

#[path = "../tools/program.rs"]
mod program;

/// A golden: an input, and the answers that it must have.
struct Golden {
    root: PathBuf,
    name: String,
}

/// Lists the names of the goldens in a folder of `inputs`, with that folder.
fn names(root: &Path, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root.join("inputs").join(folder)).expect("a folder of goldens");
    let paths = entries.map(|entry| entry.expect("a golden").path());
    let stem = |path: PathBuf| {
        let is_input = path.extension().is_some_and(|extension| extension == "in");
        is_input.then(|| {
            format!(
                "{folder}{}",
                path.file_stem().expect("a name").to_string_lossy()
            )
        })
    };
    let mut names: Vec<String> = paths.filter_map(stem).collect();
    names.sort();
    names
}

impl Golden {
    fn path(&self, folder: &str, extension: &str) -> PathBuf {
        self.root
            .join(folder)
            .join(format!("{}.{extension}", self.name))
    }

    /// Runs the program on the input and compares what it gives; returns how long it took.
    fn check(&self, arguments: &[&str]) -> Result<Duration, Failed> {
        let input = File::open(self.path("inputs", "in"))?;
        let begin = Instant::now();
        let output = Program::new(arguments).input_from(input).run();
        let time = begin.elapsed();
        let status = i32::from(self.name.starts_with("bad/"));
        let mut failure = String::new();
        let expected = self.path("expected", "out");
        differences(
            &mut failure,
            &expected,
            &fs::read(&expected)?,
            &output.stdout,
        );
        let expected = self.path("expected", "err");
        if std::env::var_os("UPDATE").is_some() && status == 1 {
            fs::write(&expected, &output.stderr)?;
        }
        if status == 1 || expected.is_file() {
            differences(
                &mut failure,
                &expected,
                &fs::read(&expected)?,
                &output.stderr,
            );
        }
        if output.status.code() != Some(status) {
            let _ = writeln!(failure, "{}, not exit status {status}", output.status);
            failure += &String::from_utf8_lossy(&output.stderr);
        }
        if failure.is_empty() {
            Ok(time)
        } else {
            Err(format!("grundy {arguments:?}\n{failure}").into())
        }
    }

    /// Checks the golden, and notes how long it took.
    fn run(&self, times: &Mutex<Vec<GoldenTimes>>) -> Result<(), Failed> {
        let mut all = None;
        let one = if self.name.starts_with("play/") {
            self.check(&["play", "-"])?
        } else if self.name.starts_with("long/") {
            self.check(&[])?
        } else {
            let one = self.check(&["--threads", "1"])?;
            all = Some(self.check(&[])?);
            one
        };
        let name = self.name.clone();
        let mut times = times.lock().expect("nobody panics with it");
        times.push(GoldenTimes { name, one, all });
        Ok(())
    }
}

/// The times that a golden took.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GoldenTimes {
    /// The name of the golden.
    name: String,
    /// The time of the run at one thread, or of the only run.
    one: Duration,
    /// The time of the run at all threads, if there was one.
    all: Option<Duration>,
}

/// Adds the lines from the first one that differs on, if there is one, to a message.
fn differences(failure: &mut String, file: &Path, expected: &[u8], got: &[u8]) {
    const SHOWN: usize = 10;
    if expected == got {
        return;
    }
    let lines = |text: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(text)
            .split_inclusive('\n')
            .map(|line| format!("{line:?}"))
            .collect()
    };
    let expected = lines(expected);
    let got = lines(got);
    let same = expected
        .iter()
        .zip(&got)
        .take_while(|(a, b)| a == b)
        .count();
    let _ = writeln!(
        failure,
        "{} differs from line {}:",
        file.display(),
        same + 1
    );
    for line in expected.iter().skip(same).take(SHOWN) {
        *failure += &format!("  - {line}\n");
    }
    for line in got.iter().skip(same).take(SHOWN) {
        *failure += &format!("  + {line}\n");
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let times = Arc::new(Mutex::new(Vec::<GoldenTimes>::new()));
    let full = std::env::var_os("GRUNDY_TESTS").is_some_and(|tests| tests == "full");
    let folders = ["", "bad/", "judges/", "play/"]
        .into_iter()
        .chain(full.then_some("long/"));
    let names = folders.flat_map(|folder| names(&root, folder));
    let trial = |name: String| {
        let golden = Golden {
            root: root.clone(),
            name: name.clone(),
        };
        let times = times.clone();
        Trial::test(name, move || golden.run(&times))
    };
    let conclusion = run(&arguments, names.map(trial).collect());
    if std::env::var_os("GRUNDY_TIMES").is_some() {
        let mut times = times.lock().expect("nobody panics with it");
        times.sort();
        let shown = |time: Duration| format!("{:.3} ms", 1000.0 * time.as_secs_f64());
        println!("{:<44} {:>14} {:>14}", "", "one thread", "all threads");
        for GoldenTimes { name, one, all } in times.iter() {
            println!(
                "{name:<44} {:>14} {:>14}",
                shown(*one),
                all.map(shown).unwrap_or_default()
            );
        }
    }
    conclusion.exit_code()
}
