//! Arguments with records: a record, a file's name, `@FILE`, or `-`; and what they name, opened.

use std::fs::{self, File};
use std::io::{Cursor, ErrorKind, IsTerminal, stdin};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::exit::{CommandEnd, CommandResult};
use super::own;
use grundy_base::platform;
use grundy_batch::Source;
use grundy_language::nearest;

/// The function that lists the names of the commands of the program.
static COMMANDS: OnceLock<fn() -> Vec<String>> = OnceLock::new();

/// Notes where the names of the commands are found, for messages about words that are neither files nor records.
pub(super) fn know_commands(names: fn() -> Vec<String>) {
    COMMANDS.get_or_init(|| names);
}

/// An argument that brings records, opened.
#[derive(Debug)]
pub(super) enum Input {
    /// A file or standard input, with the name that diagnostics give it.
    File(String, File),
    /// A record of the command line.
    Record(String),
}

impl Input {
    /// Counts its bytes; `None` for what is no file on a disk.
    pub(super) fn bytes(&self) -> Option<u64> {
        match self {
            Input::File(_, file) => length(file),
            Input::Record(text) => Some(text.len() as u64),
        }
    }

    /// Says whether it is typed on the terminal.
    pub(super) fn is_typed(&self) -> bool {
        match self {
            Input::File(_, file) => file.is_terminal(),
            Input::Record(_) => false,
        }
    }

    /// Says whether it stands on the command line.
    pub(super) fn is_argument(&self) -> bool {
        matches!(self, Input::Record(_))
    }
}

/// Makes sources of records of the inputs. A file on a disk never pauses. Not every system says that standard input is one:
/// then it is read as a pipe is.
pub(super) fn sources(inputs: Vec<Input>) -> Vec<Source> {
    let records = inputs
        .iter()
        .filter(|input| matches!(input, Input::Record(_)))
        .count();
    let mut number = 0;
    let source = |input| match input {
        Input::File(name, file) if length(&file).is_some() => Source::file(name, file),
        Input::File(name, file) => Source::pausing(name, file),
        Input::Record(text) => {
            number += 1;
            let name = if records == 1 {
                "<record>".into()
            } else {
                format!("<record {number}>")
            };
            Source::new(name, Box::new(Cursor::new(text.into_bytes())))
        }
    };
    inputs.into_iter().map(source).collect()
}

/// Measures a file on a disk; `None` for what is none.
fn length(file: &File) -> Option<u64> {
    file.metadata()
        .ok()
        .filter(|metadata| metadata.is_file())
        .map(|metadata| metadata.len())
}

/// Opens a file, or standard input for `-`.
fn open(path: &Path) -> CommandResult<Input> {
    let (name, file) = if path == Path::new("-") {
        if stdin().is_terminal() {
            eprintln!(
                "grundy: waiting for records, such as `nim: 3 4 5`; {}",
                platform::END_OF_INPUT
            );
        }
        ("<stdin>".to_owned(), platform::standard_input())
    } else {
        (path.display().to_string(), File::open(path))
    };
    let file = file.map_err(CommandEnd::file(path))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(CommandEnd::file(path)(ErrorKind::IsADirectory.into()));
    }
    platform::widen_pipe(&file);
    Ok(Input::File(name, file))
}

/// Opens the files that the arguments of a command name, standard input if there is no argument, so that a missing
/// file is known before the first answer. Words that follow a record and are neither record nor file belong to it:
/// `grundy nim: 3 4 5`.
///
/// # Errors
///
/// Fails if an argument is neither a file nor a record, or a file cannot be read.
pub(super) fn open_all(arguments: &[PathBuf]) -> CommandResult<Vec<Input>> {
    let mut inputs = Vec::new();
    for argument in arguments {
        if argument == Path::new("-") || argument.exists() {
            inputs.push(open(argument)?);
            continue;
        }
        let Some(text) = argument.to_str() else {
            return Err(CommandEnd::usage(format_args!(
                "{}: no such file",
                argument.display()
            )));
        };
        // A label stands before a record, never alone.
        let after_at = text
            .strip_prefix('@')
            .filter(|rest| !rest.is_empty() && !rest.contains([' ', '\t', '\n']));
        if let Some(path) = after_at.map(Path::new) {
            if !path.exists() {
                return Err(CommandEnd::usage(no_such_file(path)));
            }
            inputs.push(open(path)?);
        } else if is_record(text) {
            inputs.push(Input::Record(text.to_owned()));
        } else if let Some(Input::Record(record)) = inputs.last_mut() {
            record.push(' ');
            record.push_str(text);
        } else {
            return Err(CommandEnd::usage(neither(text, inputs.is_empty())));
        }
    }
    if inputs.is_empty() {
        inputs.push(open(Path::new("-"))?);
    }
    Ok(inputs)
}

/// Says whether a text is meant as a record: it begins with the name of a game, or has what only records
/// have.
pub(super) fn is_record(text: &str) -> bool {
    let text = text.trim_start();
    let word = text
        .split([' ', '\t', '\n', ':', '?'])
        .next()
        .unwrap_or_default();
    let is_path = text.contains(['/', '\\']) && !text.contains(char::is_whitespace);
    let has_signs = text.contains([':', '?']) || text.trim_end().contains([' ', '\t', '\n']);
    !is_path && (own::catalogue().find(word).is_some() || has_signs)
}

/// Writes the message for a file that does not exist.
pub(super) fn no_such_file(path: &Path) -> String {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
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

/// Writes the message for a word that is neither a file nor a record.
fn neither(text: &str, may_be_command: bool) -> String {
    let commands = COMMANDS.get().map_or_else(Vec::new, |names| names());
    let names = || commands.iter().map(String::as_str);
    if names().any(|name| name == text) {
        return format!(
            "there is no file `{text}`; the command `{text}` stands first: `grundy {text} …`"
        );
    }
    let options = [("quiz", "play --quiz"), ("identify", "study --values")];
    if let Some((_, option)) = options.iter().find(|(word, _)| *word == text) {
        return format!("there is no file `{text}`; this is `grundy {option}`");
    }
    if may_be_command && let Some(near) = nearest(text, names()) {
        return format!("there is no command or file `{text}`; did you mean the command `{near}`?");
    }
    if let Some(near) = own::nearest_game(text) {
        return format!("there is no game or file `{text}`; did you mean the game `{near}`?");
    }
    format!(
        "{}; a record is written in quotes: grundy 'nim: 3 4 5'",
        no_such_file(Path::new(text))
    )
}
