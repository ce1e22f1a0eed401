//! The places that a batch writes to.

use std::io::{self, Write};

use super::output::Answer;

/// Takes the answers one by one instead of their text. An error ends the batch.
pub type Receiver<'r> = dyn FnMut(Answer) -> io::Result<()> + Send + 'r;

/// The places that a batch writes to. A receiver takes the answers instead; that needs
/// [`Format::Json`](crate::Format::Json).
pub(super) struct Sinks<'a> {
    /// The place for answers.
    pub(super) answers: &'a mut (dyn Write + Send),
    /// The place for diagnostics.
    pub(super) diagnostics: &'a mut (dyn Write + Send),
    /// The place for certificates.
    pub(super) certificates: &'a mut (dyn Write + Send),
    /// The receiver of answers, if answers are not written.
    pub(super) receiver: Option<&'a mut Receiver<'a>>,
}
