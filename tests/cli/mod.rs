//! The commands for people, as a person runs them.

mod answers;
mod arguments;
mod explain;
mod games;
mod generate;
mod package;
mod play;
mod table;

use grundy_base::testing::TemporaryFolder;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs the program with this standard input.
fn grundy_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has seen enough closes its input early.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Runs the program, which must succeed; its standard output.
fn grundy(arguments: &[&str]) -> String {
    let output = grundy_with(arguments, b"");
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// The answers to records.
fn answers(records: &str, ask: &str) -> Vec<String> {
    let output = grundy_with(&["--ask", ask], records.as_bytes());
    assert!(
        output.status.success(),
        "{records}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// The names of all games, and an example of each.
fn games() -> Vec<(String, String)> {
    let list = grundy(&["games"]);
    let lines: Vec<&str> = list.lines().take_while(|line| !line.is_empty()).collect();
    lines
        .chunks_exact(2)
        .map(|game| {
            (
                game[0].split_whitespace().next().unwrap().to_owned(),
                game[1].trim().to_owned(),
            )
        })
        .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
