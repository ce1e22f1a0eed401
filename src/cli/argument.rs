//! Arguments with records: a record, a file's name, `@FILE`, or `-`; and what they name, opened.

use std::fs::{self, File};
use std::io::{Cursor, ErrorKind, IsTerminal, stdin};
use std::path::{Path, PathBuf};

use super::exit::{Run, Stop};
use super::{command, own};
use crate::batch::Source;
use crate::language::nearest;
use crate::platform;

/// An argument that brings records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// A file, or `-` for standard input.
    File(PathBuf),
    /// A record.
    Record(String),
}

/// An argument that could be opened, with the name that diagnostics give it.
pub(super) enum Input {
    /// A file or standard input.
    File(String, File),
    /// A record of the command line.
    Record(String, String),
}

impl Input {
    /// The input as a source of records. A file on a disk never pauses; not every system tells that standard input is one:
    /// then it is read as a pipe is.
    pub(super) fn source(self) -> Source {
        match self {
            Input::File(name, file) if length(&file).is_some() => Source::file(name, file),
            Input::File(name, file) => Source::pausing(name, file),
            Input::Record(name, text) => Source::new(name, Box::new(Cursor::new(text.into_bytes()))),
        }
    }

    /// The number of its bytes; `None` for what is no file on a disk.
    pub(super) fn bytes(&self) -> Option<u64> {
        match self {
            Input::File(_, file) => length(file),
            Input::Record(_, text) => Some(text.len() as u64),
        }
    }
}

/// The length of a file on a disk.
fn length(file: &File) -> Option<u64> {
    file.metadata().ok().filter(|metadata| metadata.is_file()).map(|metadata| metadata.len())
}

/// Opens the files that the arguments of a command name, standard input if there is no argument, so that a missing
/// file is known before the first answer.
///
/// # Errors
///
/// If an argument is neither a file nor a record, or a file cannot be read.
pub(super) fn open_all(arguments: &[PathBuf]) -> Run<Vec<Input>> {
    let mut arguments = sort(arguments)?;
    if arguments.is_empty() {
        arguments.push(Argument::File("-".into()));
    }
    let records = arguments.iter().filter(|argument| matches!(argument, Argument::Record(_))).count();
    let mut number = 0;
    let open = |argument| match argument {
        Argument::File(path) => open(&path),
        Argument::Record(text) => {
            number += 1;
            let name = if records == 1 { "<record>".into() } else { format!("<record {number}>") };
            Ok(Input::Record(name, text))
        }
    };
    arguments.into_iter().map(open).collect()
}

/// Opens a file, or standard input for `-`.
fn open(path: &Path) -> Run<Input> {
    let (name, file) = if path == Path::new("-") {
        if stdin().is_terminal() {
            eprintln!("grundy: waiting for records, such as `nim: 3 4 5`; {}", platform::END_OF_INPUT);
        }
        ("<stdin>".to_owned(), platform::standard_input())
    } else {
        (path.display().to_string(), File::open(path))
    };
    let file = file.map_err(Stop::file(path))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(Stop::file(path)(ErrorKind::IsADirectory.into()));
    }
    platform::widen_pipe(&file);
    Ok(Input::File(name, file))
}

/// Tells records from files. Words that follow a record and are neither belong to it:
/// `grundy nim: 3 4 5`.
///
/// # Errors
///
/// The error of an argument that is neither, with a hint.
pub(super) fn sort(arguments: &[PathBuf]) -> Result<Vec<Argument>, String> {
    let mut sorted: Vec<Argument> = Vec::new();
    for argument in arguments {
        if argument == Path::new("-") || argument.exists() {
            sorted.push(Argument::File(argument.clone()));
            continue;
        }
        let Some(text) = argument.to_str() else {
            return Err(format!("{}: no such file", argument.display()));
        };
        if let Some(path) = file_after_at(text) {
            if !path.exists() {
                return Err(no_such_file(path));
            }
            sorted.push(Argument::File(path.to_owned()));
        } else if is_record(text) {
            sorted.push(Argument::Record(text.to_owned()));
        } else if let Some(Argument::Record(record)) = sorted.last_mut() {
            record.push(' ');
            record.push_str(text);
        } else {
            return Err(neither(text, sorted.is_empty()));
        }
    }
    Ok(sorted)
}

/// The file of `@FILE`. A label stands before a record, never alone.
pub(super) fn file_after_at(text: &str) -> Option<&Path> {
    text.strip_prefix('@').filter(|rest| !rest.is_empty() && !rest.contains([' ', '\t', '\n'])).map(Path::new)
}

/// Whether a text is meant as a record: it begins with the name of a game, or has what only records
/// have.
pub(super) fn is_record(text: &str) -> bool {
    let text = text.trim_start();
    let word = text.split([' ', '\t', '\n', ':', '?']).next().unwrap_or_default();
    let is_path = text.contains(['/', '\\']) && !text.contains(char::is_whitespace);
    let has_signs = text.contains([':', '?']) || text.trim_end().contains([' ', '\t', '\n']);
    !is_path && (own::catalogue().find(word).is_some() || has_signs)
}

/// The message for a file that does not exist.
pub(super) fn no_such_file(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .take(10_000)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let hint = nearest(&name, names.iter().map(String::as_str)).map_or_else(String::new, |near| {
        format!("; did you mean `{}`?", path.with_file_name(near).display())
    });
    format!("{}: no such file{hint}", path.display())
}

/// The message for a word that is neither a file nor a record.
fn neither(text: &str, may_be_command: bool) -> String {
    let command = command();
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    if names.contains(&text) {
        return format!("there is no file `{text}`; the command `{text}` stands first: `grundy {text} …`");
    }
    let options = [("quiz", "play --quiz"), ("identify", "study --values")];
    if let Some((_, option)) = options.iter().find(|(word, _)| *word == text) {
        return format!("there is no file `{text}`; this is `grundy {option}`");
    }
    if may_be_command && let Some(near) = nearest(text, names) {
        return format!("there is no command or file `{text}`; did you mean the command `{near}`?");
    }
    if let Some(near) = own::nearest_game(text) {
        return format!("there is no game or file `{text}`; did you mean the game `{near}`?");
    }
    format!("{}; a record is written in quotes: grundy 'nim: 3 4 5'", no_such_file(Path::new(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(arguments: &[&str]) -> Result<Vec<Argument>, String> {
        sort(&arguments.iter().map(PathBuf::from).collect::<Vec<_>>())
    }

    #[test]
    fn records_are_told_from_files() {
        let record = |text: &str| Argument::Record(text.into());
        let file = |text: &str| Argument::File(text.into());
        assert_eq!(sorted(&["nim: 3 4 5"]), Ok(vec![record("nim: 3 4 5")]));
        assert_eq!(sorted(&["nim:", "3", "4"]), Ok(vec![record("nim: 3 4")]));
        assert_eq!(sorted(&["@a nim: 3", "kayles: 5"]), Ok(vec![record("@a nim: 3"), record("kayles: 5")]));
        assert_eq!(sorted(&["Cargo.toml", "-"]), Ok(vec![file("Cargo.toml"), file("-")]));
        assert_eq!(sorted(&["@Cargo.toml"]), Ok(vec![file("Cargo.toml")]));
        // Errors of a record are reported when it is read.
        assert_eq!(sorted(&["nmi: 3 4"]), Ok(vec![record("nmi: 3 4")]));
        assert_eq!(sorted(&["kayles"]), Ok(vec![record("kayles")]));
    }

    #[test]
    fn what_was_meant_is_guessed() {
        for (argument, hint) in [
            ("tabel", "did you mean the command `table`?"),
            ("table", "the command `table` stands first"),
            ("subtracton", "did you mean the game `subtraction`?"),
            ("Cargo.tml", "did you mean `Cargo.toml`?"),
            ("@Cargo.tml", "did you mean `Cargo.toml`?"),
            ("src/main.sr", "did you mean `src/main.rs`?"),
            ("no/such/file", "in quotes"),
        ] {
            let complaint = sorted(&[argument]).unwrap_err();
            assert!(complaint.contains(hint), "{argument}: {complaint}");
        }
    }
}
