//! Answers records by brute force: the slow twin that the tests hold the program to.
//!
//!     cargo run --example twin < inputs/nim.in
//!     cargo run --example twin -- --goldens
//!
//! What is too large for it answers `TOO-BIG`. With `--goldens` it writes `expected/NAME.out` for
//! every `inputs/NAME.in` and `inputs/bad/NAME.in`, answers given as `//= ANSWER` included.

#[path = "../tests/twin/mod.rs"]
mod twin;

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match std::env::args().nth(1).as_deref() {
        None => answer_standard_input(),
        Some("--goldens") => write_goldens(),
        Some(other) => {
            eprintln!("twin: {other}: the only option is --goldens");
            return ExitCode::from(2);
        }
    };
    done.unwrap_or_else(|error| {
        eprintln!("twin: {error}");
        ExitCode::from(2)
    })
}

fn answer_standard_input() -> io::Result<ExitCode> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let answers = twin::answers(&input);
    let mut out = io::stdout().lock();
    for line in &answers.lines {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::from(u8::from(answers.wrong)))
}

fn write_goldens() -> io::Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut complete = true;
    for folder in ["", "bad", "judges", "long"] {
        let out = root.join("expected").join(folder);
        fs::create_dir_all(&out)?;
        for entry in fs::read_dir(root.join("inputs").join(folder))? {
            let path = entry?.path();
            if path.extension().is_none_or(|extension| extension != "in") {
                continue;
            }
            let expected = twin::goldens::expected(&fs::read(&path)?);
            for line in &expected.missing {
                eprintln!("{}:{line}: too large; write `//= ANSWER` above it", path.display());
            }
            complete &= expected.missing.is_empty();
            let name = Path::new(path.file_stem().unwrap_or_default()).with_extension("out");
            fs::write(out.join(name), expected.answers)?;
        }
    }
    Ok(ExitCode::from(u8::from(!complete)))
}
