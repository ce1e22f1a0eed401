//! Submissions on the cases of a plan: which they fail.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Trouble;
use super::programs::{Program, Purpose};
use super::run::{Ended, run};
use crate::jobs::on_all;

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

/// Runs each submission that is complete on each case: the judge takes its command, its folder and the number of a case.
pub fn run_all(
    programs: &mut [Program],
    cases: usize,
    threads: usize,
    judge: impl Fn(&[String], &Path, usize) -> Result<Verdict, Trouble> + Sync,
) -> Result<(), Trouble> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let stamp = since.map_or(0, |since| since.as_nanos());
    let folder = std::env::temp_dir().join(format!("grundy-{}-{stamp:x}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let verdicts = |program: &Program| {
        let command = prepare(program, &folder)?;
        // A program that is too slow once is left out: it need not be so again.
        let slow = AtomicBool::new(false);
        let one = |i: usize| {
            if slow.load(Ordering::Relaxed) {
                return Ok(Verdict::TimeOver);
            }
            let verdict = judge(&command, &folder, i)?;
            slow.fetch_or(verdict == Verdict::TimeOver, Ordering::Relaxed);
            Ok(verdict)
        };
        on_all(cases, threads, one).into_iter().collect()
    };
    for program in programs.iter_mut().filter(|program| program.purpose != Purpose::Stub) {
        program.verdicts = Some(verdicts(program));
    }
    // The system empties its folder for temporary files, at the latest.
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
}

/// Runs a program on one input.
///
/// # Errors
///
/// If it cannot be started.
pub(super) fn judged(
    command: &[String],
    folder: Option<&Path>,
    (input, answer): (&str, &str),
    any_move: bool,
    time: Duration,
) -> Result<Verdict, Trouble> {
    let most = 2 * answer.len() + (1 << 20);
    Ok(match run(command, folder, input.as_bytes(), time, most)? {
        Ended::Well(out) => {
            let out = String::from_utf8_lossy(&out).into_owned();
            if is_right(&out, answer, any_move) { Verdict::Right } else { Verdict::Wrong(out) }
        }
        Ended::TooMuch => Verdict::Wrong(format!("(more than {most} bytes)")),
        Ended::TimeOver => Verdict::TimeOver,
        Ended::Badly(code, said) => Verdict::Crashed(code, said),
    })
}

/// Writes a submission to a folder, and compiles it; how it is run.
fn prepare(program: &Program, folder: &Path) -> Result<Vec<String>, Trouble> {
    const COMPILING: Duration = Duration::from_secs(120);
    let path = folder.join(&program.file);
    std::fs::write(&path, &program.text).map_err(|error| format!("{}: {error}", path.display()))?;
    let path = path.to_string_lossy().into_owned();
    if !program.cpp {
        return Ok(vec!["python3".into(), path]);
    }
    let made = format!("{path}.run");
    let compile = ["g++", "-O2", "-std=c++17", "-o", &made, &path].map(str::to_owned);
    match run(&compile, None, b"", COMPILING, 1 << 20)? {
        Ended::Well(_) => Ok(vec![made]),
        Ended::Badly(_, said) => Err(format!("it does not compile: {said}")),
        Ended::TimeOver | Ended::TooMuch => Err("it could not be compiled".into()),
    }
}

/// Whether an output agrees with the answer: word by word; or if moves are asked, the outcome of every line, and no
/// moves but those that reach it.
pub fn is_right(output: &str, answer: &str, any_move: bool) -> bool {
    if !any_move {
        return output.split_whitespace().eq(answer.split_whitespace());
    }
    let lines: Vec<Vec<&str>> =
        output.trim_end().lines().map(|line| line.split_whitespace().collect()).collect();
    let answers: Vec<Vec<&str>> = answer.lines().map(|line| line.split_whitespace().collect()).collect();
    lines.len() == answers.len()
        && lines.iter().zip(&answers).all(|(line, answer)| {
            line.first() == answer.first()
                && (answer.len() < 2 || line.len() > 1)
                && line.iter().skip(1).all(|mv| answer[1..].contains(mv))
        })
}

#[cfg(test)]
mod tests {
    use super::is_right;

    #[test]
    fn any_winning_move_is_right() {
        let answer = "WIN 1:3>1 2:5>2\nLOSE\n";
        assert!(is_right("WIN 2:5>2\nLOSE\n", answer, true));
        assert!(is_right(answer, answer, true));
        for wrong in
            ["WIN\nLOSE\n", "WIN 2:5>1\nLOSE", "LOSE\nLOSE", "WIN 1:3>1", "WIN 1:3>1\nLOSE 1:1>0\n", ""]
        {
            assert!(!is_right(wrong, answer, true), "{wrong}");
        }
        assert!(is_right(" First\n\nSecond", "First\nSecond\n", false));
        assert!(!is_right("First", "First\nSecond\n", false));
    }
}
