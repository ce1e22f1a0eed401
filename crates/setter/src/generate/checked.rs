//! Rules given as text: whether a record can be made of them.

use std::io::{self, Error, ErrorKind, Write};

use super::errors::refused;
use super::parameters::Parameters;
use super::writer::write_all;
use grundy_games::Catalogue;
use grundy_record::{Ask, Signature};

/// Checks that the rules given as text, if there are any, can be read: the first line of a record is drawn and read. The
/// rows of a board, which may be long, are not drawn to their end.
///
/// # Errors
///
/// Says what is wrong with the rules, or with another parameter.
pub(super) fn check_rules(
    signature: &Signature,
    parameters: &Parameters,
    catalogue: &Catalogue,
) -> Result<(), Error> {
    let Some(rules) = &parameters.rules else {
        return Ok(());
    };
    let one = Parameters {
        count: 1,
        ..parameters.clone()
    };
    let mut line = FirstLine::default();
    write_all(signature, &one, &mut line).or_else(|error| line.ends(error))?;
    match grundy_language::parse(&line.text, catalogue, &[Ask::Verdict]) {
        Ok(_) => Ok(()),
        Err(wrong) => Err(refused(format!(
            "the rules `{rules}` are no rules of {}: {}; {}",
            signature.name, wrong.error.message, wrong.error.help
        ))),
    }
}

/// A stream that keeps its first line and takes nothing after it.
#[derive(Default)]
struct FirstLine {
    /// The line, without its end.
    text: Vec<u8>,
    /// Whether it has ended.
    is_whole: bool,
}

impl FirstLine {
    /// Forgives an error if the line is whole: the rest was not wanted.
    fn ends(&self, error: Error) -> Result<(), Error> {
        if self.is_whole { Ok(()) } else { Err(error) }
    }
}

impl Write for FirstLine {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_whole {
            return Err(ErrorKind::WriteZero.into());
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        self.text
            .extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
        self.is_whole = end.is_some();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
