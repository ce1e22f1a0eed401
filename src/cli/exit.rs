//! The ends of a command: exit statuses, and the message of a command that stops early.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

use clap::ColorChoice;

use super::output::is_coloured;
use crate::batch::Failure;
use crate::language::Diagnostic;
use crate::text::of_system;

/// The result of a command, and of its steps. A command that comes to its end has answered every record.
pub(super) type Run<T = ()> = Result<T, Stop>;

/// An end of a command that has not answered every record: a status, and the message that [`super::main`] prints before it.
#[derive(Debug)]
pub(super) struct Stop {
    /// Lines for standard error, whole; empty if there is nothing to say.
    text: String,
    /// The status of the program.
    status: u8,
}

impl Stop {
    /// The status if some record was wrong.
    pub(super) const WRONG: u8 = 1;
    /// The status if the command line or the files could not be used.
    pub(super) const USAGE: u8 = 2;

    /// The program ends with a status and says no more.
    pub(super) fn silent(status: u8) -> Stop {
        Stop {
            text: String::new(),
            status,
        }
    }

    /// The command line or a file cannot be used; the message is a sentence without a full stop.
    pub(super) fn usage(message: impl Display) -> Stop {
        Stop {
            text: format!("grundy: {message}\n"),
            status: Stop::USAGE,
        }
    }

    /// A record or its answer is wrong.
    pub(super) fn wrong(message: impl Display) -> Stop {
        Stop::usage(message).with_status(Stop::WRONG)
    }

    /// A record is wrong, as these lines say.
    pub(super) fn wrong_lines(text: String) -> Stop {
        Stop {
            text,
            status: Stop::WRONG,
        }
    }

    /// A record is wrong, as a diagnostic says; `name` is that of its file.
    pub(super) fn diagnosed(diagnostic: &Diagnostic, name: &str, color: ColorChoice) -> Stop {
        let mut lines = Vec::new();
        // Memory can always be written.
        let _ = diagnostic.write(name, is_coloured(color, &io::stderr()), &mut lines);
        Stop::wrong_lines(String::from_utf8_lossy(&lines).into_owned())
    }

    /// A file cannot be read or written.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Stop {
        move |error| Stop::system(format_args!("{}: ", path.display()), &error)
    }

    /// The message of an error, behind its lead. A closed pipe is no error: the reader has seen enough.
    fn system(lead: impl Display, error: &io::Error) -> Stop {
        if error.kind() == ErrorKind::BrokenPipe {
            return Stop::silent(0);
        }
        Stop::usage(format_args!("{lead}{}", of_system(error)))
    }

    /// This message with another status.
    pub(super) fn with_status(self, status: u8) -> Stop {
        Stop { status, ..self }
    }

    /// Prints the message.
    pub(super) fn end(self) -> ExitCode {
        eprint!("{}", self.text);
        self.status.into()
    }
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::usage(message.trim_end())
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::system("", &error)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        match failure {
            Failure::Output(error) => Stop::system("the answers could not be written: ", &error),
            Failure::Input(name, error) => Stop::system(format_args!("{name}: "), &error),
        }
    }
}
