//! The errors of the library.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use grundy_base::budget::LimitKind;
use grundy_batch::raised_by_limits;
use grundy_language::{SyntaxError, diagnostic::Diagnostic};
use grundy_record::Ask;

/// A record that breaks the language or the rules of its game: where, what, and what would be right.
///
/// ```
/// let error = "nim: 3 x".parse::<grundy::Record>().unwrap_err();
/// assert_eq!(error.span(), 7..8);
/// assert_eq!((error.line(), error.column(), error.width()), (1, 8, 1));
/// assert_eq!(error.message(), "`x` is not a number");
/// assert_eq!(error.help(), "write an unsigned decimal number, digits only");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The bytes of the record that are wrong.
    span: Range<usize>,
    /// The remedy; may be empty.
    help: Cow<'static, str>,
    /// The fault with its place and the line around it, in the form in which it is printed.
    diagnostic: Box<Diagnostic>,
}

impl RecordError {
    /// Makes an error whose line, and whose place in it, are known.
    pub(super) fn new(line: u64, header: &[u8], error: SyntaxError) -> Self {
        RecordError {
            span: error.span.clone(),
            ..RecordError::found(Diagnostic::new(line, header, error))
        }
    }

    /// Makes an error that was found in the text already.
    pub(super) fn found(diagnostic: Diagnostic) -> Self {
        let error = RecordError {
            span: 0..0,
            help: Cow::Borrowed(""),
            diagnostic: Box::new(diagnostic),
        };
        error.raised_by(raised_by_limits)
    }

    /// Returns the error as the program shows it: with its line, and without the words on how its limit is raised.
    #[doc(hidden)]
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.diagnostic
    }

    /// Returns the bytes of the line that are wrong; none if something is missing, and if the error is
    /// in a row of a board.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the line of the text, from 1.
    pub fn line(&self) -> u64 {
        self.diagnostic.line
    }

    /// Returns the column in that line, in characters, from 1.
    pub fn column(&self) -> u64 {
        self.diagnostic.column
    }

    /// Counts the characters of that line that are wrong, from that column on; 0 if something is missing.
    pub fn width(&self) -> u64 {
        self.diagnostic.width
    }

    /// Returns the message, a clause without a full stop.
    pub fn message(&self) -> &str {
        &self.diagnostic.message
    }

    /// Returns the remedy, a clause without a full stop.
    pub fn help(&self) -> &str {
        &self.help
    }

    /// Says in other words how a limit is raised, for programs around the library.
    #[must_use]
    pub fn raised_by(self, raised_by: fn(LimitKind) -> &'static str) -> Self {
        let mut said = self.diagnostic.clone();
        said.say_limit(raised_by);
        RecordError {
            help: said.help,
            ..self
        }
    }

    /// Names the limit that the record would pass, if that is what is wrong.
    pub fn limit(&self) -> Option<LimitKind> {
        self.diagnostic.limit
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: {}; {}",
            self.line(),
            self.column(),
            self.message(),
            self.help
        )
    }
}

impl std::error::Error for RecordError {}

/// The reason why there is no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The record is wrong, or its answer would pass a limit.
    Record(RecordError),
    /// The game has no answer to what was asked.
    Unsupported(Ask),
    /// The input could not be read, or the output not be written.
    Io(std::io::Error),
}

impl Error {
    /// Names the limit that the answer would pass, if that is why there is none.
    pub fn limit(&self) -> Option<LimitKind> {
        match self {
            Error::Record(error) => error.limit(),
            _ => None,
        }
    }

    /// Returns the message, a clause without a full stop and without its place.
    #[doc(hidden)]
    pub fn message(&self) -> String {
        match self {
            Error::Record(error) => error.message().to_owned(),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Record(error) => error.fmt(f),
            Error::Unsupported(ask) => write!(f, "this game has no answer to `{ask}`"),
            Error::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Record(error) => Some(error),
            Error::Unsupported(_) => None,
            Error::Io(error) => Some(error),
        }
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Self {
        Error::Record(error)
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::Io(error)
    }
}
