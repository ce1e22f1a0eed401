//! Running other programs: with a time limit, with bounds on what they write, on all processors.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself and well: what it wrote.
    Well(Vec<u8>),
    /// By itself and not well: its exit status, and the end of what it wrote to standard error.
    Badly(Option<i32>, String),
    /// It was ended when the time was over.
    TimeOver,
    /// It was ended since it wrote too much.
    TooMuch,
    /// It could not be started.
    NotStarted(String),
}

/// So much of standard error is kept.
const KEPT: usize = 2000;

/// Runs a command on some input.
pub fn run(command: &[String], folder: Option<&Path>, input: &[u8], time: Duration, most: usize) -> Ended {
    let Some((program, arguments)) = command.split_first() else {
        return Ended::NotStarted("there is no command".into());
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return Ended::NotStarted(format!("{program}: {error}")),
    };
    let (Some(mut to), Some(from), Some(errors)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Ended::NotStarted(format!("{program}: it has no standard streams"));
    };
    let input = input.to_vec();
    // Threads read and write, so that no side waits for the other without end. Who writes to a program
    // that has ended gets an error, and stops.
    std::thread::spawn(move || {
        let _ = to.write_all(&input);
    });
    let out = std::thread::spawn(move || read_at_most(from, most));
    let err = std::thread::spawn(move || read_at_most(errors, 1 << 20));
    let deadline = Instant::now() + time;
    let mut pause = Duration::from_micros(200);
    let mut status = None;
    // A process that inherited its output may hold it open; waiting ends with the time limit.
    while status.is_none() || !out.is_finished() || !err.is_finished() {
        if status.is_none() {
            status = child.try_wait().ok().flatten();
        }
        if Instant::now() >= deadline {
            let _ = child.kill(); // it may have ended meanwhile
            let _ = child.wait();
            return Ended::TimeOver;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
    let (out, errors) = (out.join().ok().flatten(), err.join().ok().flatten());
    match (status, out) {
        (_, None) => Ended::TooMuch,
        (Some(status), Some(out)) if status.success() => Ended::Well(out),
        (status, Some(_)) => {
            let errors = String::from_utf8_lossy(&errors.unwrap_or_default()).into_owned();
            let start = errors.len().saturating_sub(KEPT);
            let start = (start..errors.len()).find(|&i| errors.is_char_boundary(i)).unwrap_or(errors.len());
            Ended::Badly(status.and_then(|status| status.code()), errors[start..].trim().to_owned())
        }
    }
}

/// All that is written, unless it is too much; then nothing, and the pipe is closed.
fn read_at_most(from: impl Read, most: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    // Output that cannot be read counts as not written.
    let _ = from.take(most as u64 + 1).read_to_end(&mut bytes);
    (bytes.len() <= most).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, input: &[u8], most: usize) -> Ended {
        let command = ["sh", "-c", script].map(str::to_owned);
        run(&command, None, input, Duration::from_millis(700), most)
    }

    #[test]
    fn programs_end_one_way_or_another() {
        assert_eq!(shell("cat", b"3 4\n", 100), Ended::Well(b"3 4\n".to_vec()));
        // More than a pipe holds, not read by the program.
        assert_eq!(shell("echo done", &vec![b'x'; 1 << 20], 100), Ended::Well(b"done\n".to_vec()));
        assert_eq!(shell("echo oh >&2; exit 3", b"", 100), Ended::Badly(Some(3), "oh".into()));
        assert_eq!(shell("sleep 5", b"", 100), Ended::TimeOver);
        assert!(matches!(
            shell("while :; do echo y; done", b"", 1000),
            Ended::TooMuch | Ended::Badly(..) | Ended::TimeOver
        ));
        let none = run(&["/no/such/program".to_owned()], None, b"", Duration::from_secs(1), 10);
        assert!(matches!(none, Ended::NotStarted(_)));
    }
}
