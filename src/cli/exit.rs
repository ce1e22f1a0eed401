//! The ends of a command: exit statuses, and the message of a command that stops early.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

use clap::ColorChoice;

use super::terminal::is_coloured;
use grundy_api::text::of_system;
use grundy_batch::Failure;
use grundy_language::Diagnostic;

/// The result of a command, and of its steps. A command that comes to its end has answered every record.
pub(super) type CommandResult<T = ()> = Result<T, CommandEnd>;

/// An end of a command that has not answered every record: a status, and the message that [`super::main`] prints before it.
#[derive(Debug)]
pub(super) struct CommandEnd {
    /// Lines for standard error, whole; empty if there is nothing to say.
    text: String,
    /// The status of the program.
    status: u8,
}

impl CommandEnd {
    /// The status if some record was wrong.
    pub(super) const WRONG: u8 = 1;
    /// The status if the command line or the files could not be used.
    pub(super) const USAGE: u8 = 2;

    /// Ends the program with a status, without a message.
    pub(super) fn silent(status: u8) -> CommandEnd {
        CommandEnd {
            text: String::new(),
            status,
        }
    }

    /// Says that the command line or a file cannot be used. The message is a sentence without a full stop.
    pub(super) fn usage(message: impl Display) -> CommandEnd {
        CommandEnd {
            text: format!("grundy: {message}\n"),
            status: CommandEnd::USAGE,
        }
    }

    /// Says that a record or its answer is wrong.
    pub(super) fn wrong(message: impl Display) -> CommandEnd {
        CommandEnd::usage(message).with_status(CommandEnd::WRONG)
    }

    /// Says in these lines that a record is wrong.
    pub(super) fn wrong_lines(text: String) -> CommandEnd {
        CommandEnd {
            text,
            status: CommandEnd::WRONG,
        }
    }

    /// Says by a diagnostic that a record is wrong; `name` is that of its file.
    pub(super) fn diagnosed(diagnostic: &Diagnostic, name: &str, color: ColorChoice) -> CommandEnd {
        let mut lines = Vec::new();
        // Memory can always be written.
        let _ = diagnostic.write(name, is_coloured(color, &io::stderr()), &mut lines);
        CommandEnd::wrong_lines(String::from_utf8_lossy(&lines).into_owned())
    }

    /// Says that a file cannot be read or written.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> CommandEnd {
        move |error| CommandEnd::system(format_args!("{}: ", path.display()), &error)
    }

    /// Writes a lead and the message of an error. A closed pipe is no error: the reader has seen enough.
    fn system(lead: impl Display, error: &io::Error) -> CommandEnd {
        if error.kind() == ErrorKind::BrokenPipe {
            return CommandEnd::silent(0);
        }
        CommandEnd::usage(format_args!("{lead}{}", of_system(error)))
    }

    /// Keeps the message, and changes the status.
    pub(super) fn with_status(self, status: u8) -> CommandEnd {
        CommandEnd { status, ..self }
    }

    /// Prints the message.
    pub(super) fn end(self) -> ExitCode {
        eprint!("{}", self.text);
        self.status.into()
    }
}

impl From<String> for CommandEnd {
    fn from(message: String) -> CommandEnd {
        CommandEnd::usage(message.trim_end())
    }
}

impl From<io::Error> for CommandEnd {
    fn from(error: io::Error) -> CommandEnd {
        CommandEnd::system("", &error)
    }
}

impl From<Failure> for CommandEnd {
    fn from(failure: Failure) -> CommandEnd {
        match failure {
            Failure::Output(error) => {
                CommandEnd::system("the answers could not be written: ", &error)
            }
            Failure::Input(name, error) => CommandEnd::system(format_args!("{name}: "), &error),
        }
    }
}
