//! The exit codes.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Every record was answered.
    Answered,
    /// Some record was wrong.
    Wrong,
    /// The command line or the files could not be used.
    Usage,
    /// The status that a judge asks of an interactor.
    Code(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Answered => 0,
            Exit::Wrong => 1,
            Exit::Usage => 2,
            Exit::Code(code) => code,
        })
    }
}
