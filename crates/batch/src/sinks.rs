//! The places that a batch writes to.

use std::io::{self, Write};

use super::output::Answer;

/// Takes the answers one by one instead of their text. An error ends the batch.
pub type Receiver<'r> = dyn FnMut(Answer) -> io::Result<()> + Send + 'r;

/// The places that a batch writes to. A receiver takes the answers instead; that needs
/// [`Format::Json`](crate::Format::Json).
pub(super) struct Sinks<'a> {
    pub(super) answers: &'a mut (dyn Write + Send),
    pub(super) diagnostics: &'a mut (dyn Write + Send),
    pub(super) certificates: &'a mut (dyn Write + Send),
    pub(super) receiver: Option<&'a mut Receiver<'a>>,
}
