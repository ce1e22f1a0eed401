//! The program against the reference, through the door a user takes: records on standard input,
//! answers on standard output, compared line by line.

use std::fmt;

use grundy_reference::answers::Answer;

use super::program::Program;

/// The limit of work: enough for all that the reference can bear, and too little to look long for the periods of octal
/// games that have none.
const WORK: &str = "200000000";

/// The outcome of a duel.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// The number of records in all.
    pub records: usize,
    /// The number of records that were too large for the reference.
    pub skipped: usize,
    /// The number of wrong records, which both called wrong.
    pub wrong: usize,
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
    compare_with(&Reference::of(input), WORK, input, options)
}

/// The answers of the reference to an input.
#[derive(Default)]
pub struct Reference {
    /// The answers, by the places of their lines.
    answers: Vec<Answer>,
    /// Whether some line is wrong.
    is_wrong: bool,
}

impl Reference {
    /// Answers an input.
    pub fn of(input: &[u8]) -> Reference {
        let (answers, is_wrong) = grundy_reference::answers(input);
        Reference { answers, is_wrong }
    }

    /// Says whether no record is too large for the reference.
    pub fn knows_all(&self) -> bool {
        self.answers.iter().all(|answer| answer.line().is_some())
    }

    /// Adds the answers to an input that stands after this many lines.
    pub fn append(&mut self, other: Reference, lines: usize) {
        for mut answer in other.answers {
            answer.place += lines;
            self.answers.push(answer);
        }
        self.is_wrong |= other.is_wrong;
    }
}

/// Answers an input with the program, which may do this much work, and compares its answers with those of the reference.
///
/// # Errors
///
/// The differences, with their records first.
pub fn compare_with(
    reference: &Reference,
    work: &str,
    input: &[u8],
    options: &[&str],
) -> Result<Score, String> {
    let Reference {
        answers: want,
        is_wrong: wrong,
    } = reference;
    let wrong = *wrong;
    let Answered {
        answers: got,
        status,
        panic,
    } = run(work, input, options);
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
        Err(differences + &panic)
    }
}

/// The answers of the program to an input, and its end.
struct Answered {
    answers: Vec<String>,
    status: Option<i32>,
    /// The message of a panic, if there was one.
    panic: String,
}

/// Answers an input in a file with the program.
fn run(work: &str, input: &[u8], options: &[&str]) -> Answered {
    let arguments = [&["--max-work", work], options].concat();
    let finished = Program::new(&arguments).input_file(input).run();
    let answers = String::from_utf8_lossy(&finished.stdout);
    let said = String::from_utf8_lossy(&finished.stderr);
    let panic = said.find("panicked").map_or("", |at| &said[at..]);
    Answered {
        answers: answers.lines().map(str::to_owned).collect(),
        status: finished.code(),
        panic: panic.chars().take(2_000).collect(),
    }
}
