//! Running other programs: with a time limit, with bounds on their output, on all processors.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use super::Trouble;

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

/// Starts a program in a folder, with pipes to its standard input and from its standard output.
///
/// # Errors
///
/// Why it could not be started.
pub(super) fn start(
    command: &[String],
    folder: Option<&Path>,
    errors: Stdio,
) -> Result<(Child, ChildStdin, ChildStdout), Trouble> {
    let (program, arguments) = command.split_first().ok_or("there is no command")?;
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder.unwrap_or(Path::new(".")))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("{program}: {error}"))?;
    let streams = child.stdin.take().zip(child.stdout.take());
    let (to, from) = streams.ok_or_else(|| format!("{program}: it has no standard streams"))?;
    Ok((child, to, from))
}

/// Ends a program that may have ended meanwhile.
pub(super) fn end(mut child: Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Runs a command on some input; it may write `most` bytes. Gives its output, or the verdict on a program that has none.
///
/// # Errors
///
/// Why it could not be started.
pub fn run(
    command: &[String],
    folder: Option<&Path>,
    input: &str,
    time: Duration,
    most: usize,
) -> Result<Result<String, Verdict>, Trouble> {
    let (mut child, mut to, from) = start(command, folder, Stdio::piped())?;
    let errors = child.stderr.take();
    let input = input.as_bytes().to_vec();
    // Threads read and write, so that no side waits for the other without end. A thread that writes to a program that
    // has ended gets an error, and stops.
    std::thread::spawn(move || {
        let _ = to.write_all(&input);
    });
    let out = std::thread::spawn(move || read_at_most(from, most));
    let err = std::thread::spawn(move || errors.and_then(|errors| read_at_most(errors, MAX_ERRORS)));
    let deadline = Instant::now() + time;
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
        (Some(status), Some(out)) if status.success() => Ok(String::from_utf8_lossy(&out).into_owned()),
        (status, Some(_)) => {
            let errors = errors.unwrap_or_default();
            let errors = String::from_utf8_lossy(&errors[errors.len().saturating_sub(MAX_KEPT)..]);
            Err(Verdict::Crashed(status.and_then(|status| status.code()), errors.trim().to_owned()))
        }
    })
}

/// All bytes of a pipe; nothing if they are too many, and then the pipe is closed.
fn read_at_most(from: impl Read, most: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    // Output that cannot be read counts as not written.
    let _ = from.take(most as u64 + 1).read_to_end(&mut bytes);
    (bytes.len() <= most).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, input: &str, most: usize) -> Result<String, Verdict> {
        let command = ["sh", "-c", script].map(str::to_owned);
        run(&command, None, input, Duration::from_millis(700), most).unwrap()
    }

    #[test]
    fn programs_end_one_way_or_another() {
        assert_eq!(shell("cat", "3 4\n", 100), Ok("3 4\n".into()));
        // More than a pipe holds, not read by the program.
        assert_eq!(shell("echo done", &"x".repeat(1 << 20), 100), Ok("done\n".into()));
        assert_eq!(shell("echo oh >&2; exit 3", "", 100), Err(Verdict::Crashed(Some(3), "oh".into())));
        assert_eq!(shell("sleep 5", "", 100), Err(Verdict::TimeOver));
        assert!(shell("while :; do echo y; done", "", 1000).is_err());
        let none = run(&["/no/such/program".to_owned()], None, "", Duration::from_secs(1), 10);
        assert!(none.unwrap_err().contains("/no/such/program"));
    }
}
