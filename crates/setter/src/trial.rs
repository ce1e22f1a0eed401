//! Trials of programs on the cases of a plan, with a time limit and bounds on their output: which cases they fail.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::error::SetterError;
use super::programs::Program;
use crate::jobs::on_all;
use grundy_api::text::of_file;

/// The call of a program.
#[derive(Clone, Debug)]
pub struct Call {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The folder that it starts in.
    pub folder: PathBuf,
    /// The time for one run.
    pub time: Duration,
}

/// The result of a trial of a program on one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialVerdict {
    /// The output is right.
    Right,
    /// The output is wrong: this output.
    Wrong(String),
    /// The program took too long.
    TimeOver,
    /// The program ended badly: its exit status, and the end of its standard error.
    Crashed(Option<i32>, String),
}

/// The most bytes of standard error that are read.
const MAX_ERROR_BYTES: usize = 1 << 20;
/// The most bytes at the end of standard error that are kept.
const MAX_KEPT_BYTES: usize = 2000;
/// The most bytes that a program may write in place of an answer, besides twice the bytes of the answer.
const MORE_OUTPUT_BYTES: usize = 1 << 20;

/// A program that has been started, and its pipes.
pub(super) struct Started {
    /// The process.
    pub(super) child: Child,
    /// The pipe to the program's standard input.
    pub(super) input: ChildStdin,
    /// The pipe from the program's standard output.
    pub(super) output: ChildStdout,
}

impl Call {
    /// Starts the program, with pipes to its standard input and from its standard output.
    ///
    /// # Errors
    ///
    /// Says why it could not be started.
    pub(super) fn start(&self, errors: Stdio) -> Result<Started, SetterError> {
        let (program, arguments) = self.words.split_first().ok_or("there is no command")?;
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .map_err(of_file(program.as_ref()))?;
        let streams = child.stdin.take().zip(child.stdout.take());
        let (input, output) =
            streams.ok_or_else(|| format!("{program}: it has no standard streams"))?;
        Ok(Started {
            child,
            input,
            output,
        })
    }

    /// Runs the program on some input; it may write `max_bytes` bytes. Gives its output, or the verdict on a program that
    /// has none.
    ///
    /// # Errors
    ///
    /// Says why it could not be started.
    pub(super) fn run(
        &self,
        input: &str,
        max_bytes: usize,
    ) -> Result<Result<String, TrialVerdict>, SetterError> {
        let Started {
            mut child,
            input: mut to,
            output: from,
        } = self.start(Stdio::piped())?;
        let errors = child.stderr.take();
        let input = input.as_bytes().to_vec();
        // Threads read and write, so that no side waits for the other without end. A thread that writes to a program that
        // has ended gets an error, and stops.
        std::thread::spawn(move || {
            let _ = to.write_all(&input);
        });
        let out = std::thread::spawn(move || read_at_most(from, max_bytes));
        let err = std::thread::spawn(move || read_at_most(errors?, MAX_ERROR_BYTES));
        let deadline = Instant::now() + self.time;
        let mut pause = Duration::from_micros(200);
        let mut status = None;
        // A process that inherited its output may hold it open; waiting ends with the time limit.
        while status.is_none() || !out.is_finished() || !err.is_finished() {
            status = status.or_else(|| child.try_wait().ok().flatten());
            if Instant::now() >= deadline {
                end(child);
                return Ok(Err(TrialVerdict::TimeOver));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
        let out = out.join().ok().flatten();
        let errors = err.join().ok().flatten().unwrap_or_default();
        let Some(out) = out else {
            let wrong = TrialVerdict::Wrong(format!("(more than {max_bytes} bytes)"));
            return Ok(Err(wrong));
        };
        if status.is_some_and(|status| status.success()) {
            return Ok(Ok(String::from_utf8_lossy(&out).into_owned()));
        }
        let end_of_errors = &errors[errors.len().saturating_sub(MAX_KEPT_BYTES)..];
        Ok(Err(TrialVerdict::Crashed(
            status.and_then(|status| status.code()),
            String::from_utf8_lossy(end_of_errors).trim().to_owned(),
        )))
    }

    /// Runs the program on one input, and judges its output.
    ///
    /// # Errors
    ///
    /// Says why it could not be started.
    pub(super) fn judged(
        &self,
        input: &str,
        answer: &str,
        any_move: bool,
    ) -> Result<TrialVerdict, SetterError> {
        let max_bytes = 2 * answer.len() + MORE_OUTPUT_BYTES;
        Ok(match self.run(input, max_bytes)? {
            Ok(out) if is_right(&out, answer, any_move) => TrialVerdict::Right,
            Ok(out) => TrialVerdict::Wrong(out),
            Err(verdict) => verdict,
        })
    }
}

/// Ends a program that may have ended meanwhile.
pub(super) fn end(mut child: Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Reads all bytes of a pipe. If there are more than `max_bytes`, it closes the pipe and gives `None`.
fn read_at_most(from: impl Read, max_bytes: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    // Output that cannot be read counts as not written.
    let _ = from.take(max_bytes as u64 + 1).read_to_end(&mut bytes);
    (bytes.len() <= max_bytes).then_some(bytes)
}

/// Makes a new folder for programs and the files that they write.
pub(super) fn temporary_folder() -> Result<PathBuf, SetterError> {
    let stamp = std::time::UNIX_EPOCH
        .elapsed()
        .map_or(0, |since| since.as_nanos());
    let folder = std::env::temp_dir().join(format!("grundy-{}-{stamp:x}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(of_file(&folder))?;
    Ok(folder)
}

/// Judges a submission on each case; `judge` is given the number of a case.
///
/// # Errors
///
/// Says why the submission cannot be run.
pub fn run_all(
    cases: usize,
    threads: usize,
    judge: impl Fn(usize) -> Result<TrialVerdict, SetterError> + Sync,
) -> Result<Vec<TrialVerdict>, SetterError> {
    // A program that is too slow for one case is not run on the others.
    let slow = AtomicBool::new(false);
    let one = |i: usize| {
        if slow.load(Ordering::Relaxed) {
            return Ok(TrialVerdict::TimeOver);
        }
        let verdict = judge(i)?;
        slow.fetch_or(verdict == TrialVerdict::TimeOver, Ordering::Relaxed);
        Ok(verdict)
    };
    on_all(cases, threads, one).into_iter().collect()
}

/// Writes a submission to a folder, and compiles it. Gives the call that runs it.
pub(super) fn prepare(
    program: &Program,
    folder: &Path,
    time: Duration,
) -> Result<Call, SetterError> {
    const COMPILING: Duration = Duration::from_secs(120);
    let path = folder.join(&program.file);
    std::fs::write(&path, &program.text).map_err(of_file(&path))?;
    let path = path.to_string_lossy().into_owned();
    let call = |words, time| Call {
        words,
        folder: folder.to_owned(),
        time,
    };
    if !program.cpp {
        return Ok(call(vec!["python3".into(), path], time));
    }
    let compiled = format!("{path}.run");
    let compile = ["g++", "-O2", "-std=c++17", "-o", &compiled, &path].map(str::to_owned);
    match call(compile.into(), COMPILING).run("", MORE_OUTPUT_BYTES)? {
        Ok(_) => Ok(call(vec![compiled], time)),
        Err(TrialVerdict::Crashed(_, errors)) => Err(format!("it does not compile: {errors}")),
        Err(_) => Err("it could not be compiled".into()),
    }
}

/// Says whether an output agrees with the answer: word by word; or line by line, if each line asks for any of the moves
/// of the answer.
pub fn is_right(output: &str, answer: &str, any_move: bool) -> bool {
    if !any_move {
        return output.split_whitespace().eq(answer.split_whitespace());
    }
    let mut lines = output.trim_end().lines();
    let mut answers = answer.lines();
    loop {
        match (lines.next(), answers.next()) {
            (None, None) => return true,
            (Some(line), Some(answer)) if has_right_moves(line, answer) => {}
            _ => return false,
        }
    }
}

/// Says whether a line has the outcome of the answer, at least one of its moves if it has any, and no other moves.
fn has_right_moves(line: &str, answer: &str) -> bool {
    let mut words = line.split_whitespace();
    let mut right_words = answer.split_whitespace();
    let outcome = words.next();
    let right_outcome = right_words.next();
    let moves: Vec<&str> = words.collect();
    let right_moves: Vec<&str> = right_words.collect();
    outcome == right_outcome
        && moves.is_empty() == right_moves.is_empty()
        && moves.iter().all(|mv| right_moves.contains(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(words: &[&str]) -> Call {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        Call {
            words,
            folder: ".".into(),
            time: Duration::from_secs(60),
        }
    }

    fn shell(script: &str, input: &str, most: usize) -> Result<String, TrialVerdict> {
        call(&["sh", "-c", script]).run(input, most).unwrap()
    }

    #[test]
    fn programs_end_one_way_or_another() {
        assert_eq!(shell("cat", "3 4\n", 100), Ok("3 4\n".into()));
        // More than a pipe holds, not read by the program.
        assert_eq!(
            shell("echo done", &"x".repeat(1 << 20), 100),
            Ok("done\n".into())
        );
        assert_eq!(
            shell("echo oh >&2; exit 3", "", 100),
            Err(TrialVerdict::Crashed(Some(3), "oh".into()))
        );
        let slow = Call {
            time: Duration::from_millis(100),
            ..call(&["sleep", "60"])
        };
        assert_eq!(slow.run("", 100).unwrap(), Err(TrialVerdict::TimeOver));
        assert!(shell("while :; do echo y; done", "", 1000).is_err());
        let none = call(&["/no/such/program"]).run("", 10);
        assert!(none.unwrap_err().contains("/no/such/program"));
    }

    #[test]
    fn any_winning_move_is_right() {
        let answer = "WIN 1:3>1 2:5>2\nLOSE\n";
        assert!(is_right("WIN 2:5>2\nLOSE\n", answer, true));
        assert!(is_right(answer, answer, true));
        for wrong in [
            "WIN\nLOSE\n",
            "WIN 2:5>1\nLOSE",
            "LOSE\nLOSE",
            "WIN 1:3>1",
            "WIN 1:3>1\nLOSE 1:1>0\n",
            "",
        ] {
            assert!(!is_right(wrong, answer, true), "{wrong}");
        }
        assert!(is_right(" First\n\nSecond", "First\nSecond\n", false));
        assert!(!is_right("First", "First\nSecond\n", false));
    }
}
