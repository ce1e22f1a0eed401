//! Standard output, and the message of a batch that ends early.

use std::io;

use super::Exit;
use super::interrupt::Uncut;
use crate::batch::Failure;
use crate::platform::standard_output;

/// Standard output without the standard library's line buffering, since answers come in large
/// pieces; an interrupt does not cut them.
///
/// # Errors
///
/// When it is closed.
pub(super) fn standard() -> Result<Uncut, Failure> {
    standard_output().and_then(Uncut::new).map_err(Failure::Output)
}

/// Says why a batch ended early, unless the reader of the answers closed the pipe.
pub(super) fn report(failure: &Failure) -> Exit {
    match failure {
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Exit::Answered,
        Failure::Output(error) => {
            eprintln!("grundy: the answers could not be written: {}", describe(error));
        }
        Failure::Input(name, error) => eprintln!("grundy: {name}: {}", describe(error)),
    }
    Exit::Usage
}

/// An error of the system without its number.
pub(super) fn describe(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}
