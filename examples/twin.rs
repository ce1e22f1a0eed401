//! Answers records by brute force: the slow twin that the tests hold the program to.
//!
//!     cargo run --example twin < inputs/nim.in
//!
//! What is too large for it answers `TOO-BIG`.

#[path = "../tests/twin/mod.rs"]
mod twin;

use std::io::{Read, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut input = Vec::new();
    if std::io::stdin().read_to_end(&mut input).is_err() {
        return ExitCode::from(2);
    }
    let answers = twin::answers(&input);
    let mut text = answers.lines.join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    match std::io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::from(u8::from(answers.wrong)),
        Err(_) => ExitCode::from(2),
    }
}
