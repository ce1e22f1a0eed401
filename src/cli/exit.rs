//! The ends of a command: exit statuses, and the message of a command that stops early.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::batch::Failure;
use crate::generate;

/// How the program ends: its exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit(pub(super) u8);

impl Exit {
    /// Every record was answered.
    pub(super) const ANSWERED: Exit = Exit(0);
    /// Some record was wrong.
    pub(super) const WRONG: Exit = Exit(1);
    /// The command line or the files could not be used.
    pub(super) const USAGE: Exit = Exit(2);
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.0)
    }
}

/// The result of a command.
pub(super) type Run = Result<Exit, Stop>;

/// Why a command stops early. [`super::main`] prints the message.
#[derive(Debug)]
pub(super) struct Stop {
    /// Lines for standard error, whole; empty if there is nothing to say.
    pub(super) text: String,
    /// The status of the program.
    pub(super) exit: Exit,
}

impl Stop {
    /// The command line or a file cannot be used; the message is a sentence without a full stop.
    pub(super) fn usage(message: impl std::fmt::Display) -> Stop {
        Stop { text: format!("grundy: {message}\n"), exit: Exit::USAGE }
    }

    /// A file cannot be read or written.
    pub(super) fn file(path: &Path, error: &io::Error) -> Stop {
        Stop::usage(format_args!("{}: {}", path.display(), describe(error)))
    }

    /// A record is wrong, as these lines say.
    pub(super) fn wrong(lines: String) -> Stop {
        Stop { text: lines, exit: Exit::WRONG }
    }

    /// Prints the message.
    pub(super) fn end(self) -> Exit {
        eprint!("{}", self.text);
        self.exit
    }
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::usage(message.trim_end())
    }
}

/// Output that cannot be written. A closed pipe is no error: the reader has seen enough.
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop { text: String::new(), exit: Exit::ANSWERED },
            _ => Stop::usage(describe(&error)),
        }
    }
}

impl From<generate::Error> for Stop {
    fn from(error: generate::Error) -> Stop {
        match error {
            generate::Error::Output(error) => error.into(),
            generate::Error::Parameter(message) => message.into(),
        }
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        match failure {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => error.into(),
            Failure::Output(error) => {
                Stop::usage(format_args!("the answers could not be written: {}", describe(&error)))
            }
            Failure::Input(name, error) => Stop::usage(format_args!("{name}: {}", describe(&error))),
        }
    }
}

/// An error of the system without its number.
fn describe(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}
