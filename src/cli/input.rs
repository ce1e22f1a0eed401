//! Files and standard input, opened.

use std::fs::File;
use std::io::{self, Cursor, IsTerminal};
use std::path::Path;

use super::exit::Stop;
use crate::batch::Source;
use crate::platform;

/// An input that could be opened: a file or standard input, else a record of the command line.
pub(super) struct Input {
    name: String,
    file: Option<File>,
    record: String,
}

impl Input {
    /// A record of the command line, with the name that diagnostics give it.
    pub(super) fn record(name: String, record: String) -> Input {
        Input { name, file: None, record }
    }

    /// The input as a source of records. A file on a disk never pauses; not every system tells that standard input is one:
    /// then it is read as a pipe is.
    pub(super) fn source(self) -> Source {
        match self.file {
            Some(file) if length(&file).is_some() => Source::file(self.name, file),
            Some(file) => Source::pausing(self.name, file),
            None => Source::new(self.name, Box::new(Cursor::new(self.record.into_bytes()))),
        }
    }

    /// The number of its bytes; `None` for what is no file on a disk.
    pub(super) fn bytes(&self) -> Option<u64> {
        self.file.as_ref().map_or(Some(self.record.len() as u64), length)
    }

    /// Whether it is a record of the command line.
    pub(super) fn is_record(&self) -> bool {
        self.file.is_none()
    }

    /// Its name and its file; `None` for a record of the command line.
    pub(super) fn file(self) -> Option<(String, File)> {
        Some((self.name, self.file?))
    }
}

/// The length of a file on a disk.
fn length(file: &File) -> Option<u64> {
    file.metadata().ok().filter(|metadata| metadata.is_file()).map(|metadata| metadata.len())
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
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    platform::widen_pipe(&file);
    Ok(Input { name, file: Some(file), record: String::new() })
}
