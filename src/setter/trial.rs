//! Programs on the cases of a plan, with a time limit and bounds on their output: which cases they fail.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::Trouble;
use super::programs::Program;
use crate::jobs::on_all;
use crate::text::of_file;

/// A program as it is called.
#[derive(Clone, Debug)]
pub struct Call {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The folder that it starts in.
    pub folder: PathBuf,
    /// The time for one run.
    pub time: Duration,
}

/// The result of a program on one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its output is right.
    Right,
    /// Its output is wrong: the output.
    Wrong(String),
    /// It took too long.
    TimeOver,
    /// It ended badly: its exit status, and the end of its standard error.
    Crashed(Option<i32>, String),
}

/// The bytes of standard error that are read, and those at its end that are kept.
const MAX_ERRORS: usize = 1 << 20;
const MAX_KEPT: usize = 2000;

impl Call {
    /// Starts the program, with pipes to its standard input and from its standard output.
    ///
    /// # Errors
    ///
    /// Why it could not be started.
    pub(super) fn start(&self, errors: Stdio) -> Result<(Child, ChildStdin, ChildStdout), Trouble> {
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
        let (to, from) = streams.ok_or_else(|| format!("{program}: it has no standard streams"))?;
        Ok((child, to, from))
    }

    /// Runs the program on some input; it may write `most` bytes. Gives its output, or the verdict on a program that has
    /// none.
    ///
    /// # Errors
    ///
    /// Why it could not be started.
    pub(super) fn run(&self, input: &str, most: usize) -> Result<Result<String, Verdict>, Trouble> {
        let (mut child, mut to, from) = self.start(Stdio::piped())?;
        let errors = child.stderr.take();
        let input = input.as_bytes().to_vec();
        // Threads read and write, so that no side waits for the other without end. A thread that writes to a program that
        // has ended gets an error, and stops.
        std::thread::spawn(move || {
            let _ = to.write_all(&input);
        });
        let out = std::thread::spawn(move || read_at_most(from, most));
        let err =
            std::thread::spawn(move || errors.and_then(|errors| read_at_most(errors, MAX_ERRORS)));
        let deadline = Instant::now() + self.time;
        let mut pause = Duration::from_micros(200);
        let mut status = None;
        // A process that inherited its output may hold it open; waiting ends with the time limit.
        while status.is_none() || !out.is_finished() || !err.is_finished() {
            status = status.or_else(|| child.try_wait().ok().flatten());
            if Instant::now() >= deadline {
                end(child);
                return Ok(Err(Verdict::TimeOver));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
        let (out, errors) = (out.join().ok().flatten(), err.join().ok().flatten());
        Ok(match (status, out) {
            (_, None) => Err(Verdict::Wrong(format!("(more than {most} bytes)"))),
            (Some(status), Some(out)) if status.success() => {
                Ok(String::from_utf8_lossy(&out).into_owned())
            }
            (status, Some(_)) => {
                let errors = errors.unwrap_or_default();
                let errors =
                    String::from_utf8_lossy(&errors[errors.len().saturating_sub(MAX_KEPT)..]);
                Err(Verdict::Crashed(
                    status.and_then(|status| status.code()),
                    errors.trim().to_owned(),
                ))
            }
        })
    }

    /// Runs the program on one input, and judges its output.
    ///
    /// # Errors
    ///
    /// Why it could not be started.
    pub(super) fn judged(
        &self,
        input: &str,
        answer: &str,
        any_move: bool,
    ) -> Result<Verdict, Trouble> {
        Ok(match self.run(input, 2 * answer.len() + (1 << 20))? {
            Ok(out) if is_right(&out, answer, any_move) => Verdict::Right,
            Ok(out) => Verdict::Wrong(out),
            Err(verdict) => verdict,
        })
    }
}

/// Ends a program that may have ended meanwhile.
pub(super) fn end(mut child: Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// All bytes of a pipe; nothing if they are too many, and then the pipe is closed.
fn read_at_most(from: impl Read, most: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    // Output that cannot be read counts as not written.
    let _ = from.take(most as u64 + 1).read_to_end(&mut bytes);
    (bytes.len() <= most).then_some(bytes)
}

/// A new folder for programs and the files that they write.
pub(super) fn temporary_folder() -> Result<PathBuf, Trouble> {
    let stamp = std::time::UNIX_EPOCH
        .elapsed()
        .map_or(0, |since| since.as_nanos());
    let folder = std::env::temp_dir().join(format!("grundy-{}-{stamp:x}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(of_file(&folder))?;
    Ok(folder)
}

/// Judges a submission on each case: the judge takes the number of a case.
///
/// # Errors
///
/// Why the submission cannot be run.
pub fn run_all(
    cases: usize,
    threads: usize,
    judge: impl Fn(usize) -> Result<Verdict, Trouble> + Sync,
) -> Result<Vec<Verdict>, Trouble> {
    // A program that is too slow once is left out: it need not be so again.
    let slow = AtomicBool::new(false);
    let one = |i: usize| {
        if slow.load(Ordering::Relaxed) {
            return Ok(Verdict::TimeOver);
        }
        let verdict = judge(i)?;
        slow.fetch_or(verdict == Verdict::TimeOver, Ordering::Relaxed);
        Ok(verdict)
    };
    on_all(cases, threads, one).into_iter().collect()
}

/// Writes a submission to a folder, and compiles it; how it is called.
pub(super) fn prepare(program: &Program, folder: &Path, time: Duration) -> Result<Call, Trouble> {
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
    let made = format!("{path}.run");
    let compile = ["g++", "-O2", "-std=c++17", "-o", &made, &path].map(str::to_owned);
    match call(compile.into(), COMPILING).run("", 1 << 20)? {
        Ok(_) => Ok(call(vec![made], time)),
        Err(Verdict::Crashed(_, said)) => Err(format!("it does not compile: {said}")),
        Err(_) => Err("it could not be compiled".into()),
    }
}

/// Whether an output agrees with the answer: word by word; or if moves are asked, the outcome of every line, and no
/// moves but those that reach it.
pub fn is_right(output: &str, answer: &str, any_move: bool) -> bool {
    if !any_move {
        return output.split_whitespace().eq(answer.split_whitespace());
    }
    let lines: Vec<Vec<&str>> = output
        .trim_end()
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let answers: Vec<Vec<&str>> = answer
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    lines.len() == answers.len()
        && lines.iter().zip(&answers).all(|(line, answer)| {
            line.first() == answer.first()
                && (answer.len() < 2 || line.len() > 1)
                && line.iter().skip(1).all(|mv| answer[1..].contains(mv))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(words: &[&str]) -> Call {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        Call {
            words,
            folder: ".".into(),
            time: Duration::from_millis(700),
        }
    }

    fn shell(script: &str, input: &str, most: usize) -> Result<String, Verdict> {
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
            Err(Verdict::Crashed(Some(3), "oh".into()))
        );
        assert_eq!(shell("sleep 5", "", 100), Err(Verdict::TimeOver));
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
