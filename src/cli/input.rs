//! Files and standard input, opened.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::Path;

use super::exit::Stop;
use crate::batch::Source;
use crate::platform;

/// An input that could be opened.
pub(super) struct Input {
    pub(super) name: String,
    pub(super) file: File,
    /// Whether it is a file on a disk, and so never pauses.
    regular: bool,
}

impl Input {
    /// The input as a source of records.
    pub(super) fn source(self) -> Source {
        match self.regular {
            true => Source::file(self.name, self.file),
            false => Source::pausing(self.name, self.file),
        }
    }
}

/// Opens a file, or standard input for `-`.
///
/// # Errors
///
/// If it cannot be read.
pub(super) fn open(path: &Path) -> Result<Input, Stop> {
    try_open(path).map_err(|error| Stop::file(path, &error))
}

fn try_open(path: &Path) -> io::Result<Input> {
    let (name, file) = if path == Path::new("-") {
        let standard = io::stdin();
        if standard.is_terminal() {
            eprintln!("grundy: waiting for records, such as `nim: 3 4 5`; {}", platform::END_OF_INPUT);
        }
        ("<stdin>".to_owned(), platform::standard_input()?)
    } else {
        (path.display().to_string(), File::open(path)?)
    };
    // Not every system tells what kind of file standard input is: then it is read as a pipe is.
    let regular = match file.metadata() {
        Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) => metadata.is_file(),
        Err(_) => false,
    };
    platform::widen_pipe(&file);
    Ok(Input { name, file, regular })
}
