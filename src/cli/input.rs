//! Files and standard input, opened.

use std::fs::File;
use std::io::{self, Cursor, IsTerminal};
use std::path::Path;

use super::exit::Stop;
use crate::batch::Source;
use crate::platform;

/// An input that could be opened.
pub(super) struct Input {
    name: String,
    content: Content,
}

enum Content {
    /// A file or standard input, and whether it is a file on a disk, and so never pauses.
    File { file: File, regular: bool },
    /// A record of the command line.
    Record(String),
}

impl Input {
    /// A record of the command line, with the name that diagnostics give it.
    pub(super) fn record(name: String, text: String) -> Input {
        Input { name, content: Content::Record(text) }
    }

    /// The input as a source of records.
    pub(super) fn source(self) -> Source {
        match self.content {
            Content::File { file, regular: true } => Source::file(self.name, file),
            Content::File { file, .. } => Source::pausing(self.name, file),
            Content::Record(text) => Source::new(self.name, Box::new(Cursor::new(text.into_bytes()))),
        }
    }

    /// The number of its bytes; `None` for what is no file on a disk.
    pub(super) fn bytes(&self) -> Option<u64> {
        match &self.content {
            Content::File { file, .. } => file.metadata().ok().filter(|m| m.is_file()).map(|m| m.len()),
            Content::Record(text) => Some(text.len() as u64),
        }
    }

    /// Whether it is a record of the command line.
    pub(super) fn is_record(&self) -> bool {
        matches!(self.content, Content::Record(_))
    }

    /// Its name and its file; `None` for a record of the command line.
    pub(super) fn file(self) -> Option<(String, File)> {
        match self.content {
            Content::File { file, .. } => Some((self.name, file)),
            Content::Record(_) => None,
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
    Ok(Input { name, content: Content::File { file, regular } })
}
