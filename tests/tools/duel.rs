//! The program against the reference, through the door a user takes: records on standard input,
//! answers on standard output, compared line by line.

use grundy_base::testing::TemporaryFolder;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::process::{Command, Stdio};

/// Enough work for all the reference can bear, and too little to look for the periods of octal games
/// that have none for long.
const WORK: &str = "200000000";

/// How a duel went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// Records in all.
    pub records: usize,
    /// Records too large for the reference.
    pub skipped: usize,
    /// Wrong records, called so by both.
    pub wrong: usize,
}

impl std::ops::AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.records += other.records;
        self.skipped += other.skipped;
        self.wrong += other.wrong;
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Score {
            records,
            skipped,
            wrong,
        } = self;
        write!(
            f,
            "{records} records, {wrong} of them wrong, {skipped} too large for the reference"
        )
    }
}

/// Answers an input with the program and with the reference.
///
/// # Errors
///
/// The differences, with their records first.
pub fn compare(input: &[u8], options: &[&str]) -> Result<Score, String> {
    compare_within(WORK, input, options)
}

/// Answers an input with the program, which may do this much work, and with the reference.
///
/// # Errors
///
/// The differences, with their records first.
pub fn compare_within(work: &str, input: &[u8], options: &[&str]) -> Result<Score, String> {
    let (want, wrong) = grundy_reference::answers(input);
    let (got, status, diagnostics) = run(work, input, options);
    let mut score = Score {
        records: want.len(),
        ..Score::default()
    };
    let mut differences = String::new();
    let text = String::from_utf8_lossy(input);
    let lines: Vec<&str> = text.split('\n').collect();
    for (i, answer) in want.iter().enumerate() {
        let Some(line) = answer.line() else {
            score.skipped += 1;
            continue;
        };
        score.wrong += usize::from(line.ends_with("ERROR"));
        if got.get(i) != Some(&line) {
            // The first to differ may do so for what stands before it.
            let start = if differences.is_empty() {
                i.saturating_sub(1)
            } else {
                i
            };
            let end = want.get(i + 1).map_or(lines.len(), |next| next.place);
            let record = lines[want[start].place..end].join("\n");
            let got = got.get(i).map_or("nothing", String::as_str);
            differences += &format!(
                "record: {}\n   got: {got}\n  want: {line}\n",
                record.trim_end()
            );
        }
    }
    if got.len() != want.len() {
        differences += &format!("{} answers, not {}\n", got.len(), want.len());
    }
    // A record too large for the reference may pass the program's limits as well.
    if status != Some(i32::from(wrong)) && (score.skipped == 0 || status != Some(1)) {
        differences += &format!("exit status {status:?}, not {}\n", i32::from(wrong));
    }
    if differences.is_empty() {
        Ok(score)
    } else {
        Err(differences + &diagnostics)
    }
}

/// The program: of this build, or the one named by `GRUNDY_PROGRAM`.
fn program() -> OsString {
    std::env::var_os("GRUNDY_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_grundy").into())
}

/// Runs the program: the answers, the exit status, the end of what it said on standard error.
fn run(work: &str, input: &[u8], options: &[&str]) -> (Vec<String>, Option<i32>, String) {
    // A file, so that neither side waits for the other.
    let folder = TemporaryFolder::new();
    let scratch = folder.path().join("records");
    fs::write(&scratch, input).expect("a scratch file");
    let output = Command::new(program())
        .args(["--max-work", work])
        .args(options)
        .stdin(fs::File::open(&scratch).expect("a scratch file"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .expect("the program runs");
    let answers = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect();
    let said = String::from_utf8_lossy(&output.stderr);
    let panic = said.find("panicked").map_or("", |at| &said[at..]);
    (
        answers,
        output.status.code(),
        panic.chars().take(2_000).collect(),
    )
}
