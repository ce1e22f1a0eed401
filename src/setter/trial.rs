//! Submissions on the cases of a plan: which they fail.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Trouble;
use super::programs::Program;
use super::run::{Verdict, run};
use crate::jobs::on_all;

/// Runs a submission on each case: the judge takes its command, its folder and the number of a case.
///
/// # Errors
///
/// Why it cannot be run.
pub fn run_all(
    program: &Program,
    cases: usize,
    threads: usize,
    judge: impl Fn(&[String], &Path, usize) -> Result<Verdict, Trouble> + Sync,
) -> Result<Vec<Verdict>, Trouble> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let stamp = since.map_or(0, |since| since.as_nanos());
    let folder = std::env::temp_dir().join(format!("grundy-{}-{stamp:x}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    // A program that is too slow once is left out: it need not be so again.
    let slow = AtomicBool::new(false);
    let verdicts = prepare(program, &folder).and_then(|command| {
        let one = |i: usize| {
            if slow.load(Ordering::Relaxed) {
                return Ok(Verdict::TimeOver);
            }
            let verdict = judge(&command, &folder, i)?;
            slow.fetch_or(verdict == Verdict::TimeOver, Ordering::Relaxed);
            Ok(verdict)
        };
        on_all(cases, threads, one).into_iter().collect()
    });
    // The system empties its folder for temporary files, at the latest.
    let _ = std::fs::remove_dir_all(&folder);
    verdicts
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
    Ok(match run(command, folder, input, time, most)? {
        Ok(out) if is_right(&out, answer, any_move) => Verdict::Right,
        Ok(out) => Verdict::Wrong(out),
        Err(verdict) => verdict,
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
    match run(&compile, None, "", COMPILING, 1 << 20)? {
        Ok(_) => Ok(vec![made]),
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
