//! The errors of setters, which are messages.

/// An error message: a sentence without a full stop.
pub type SetterError = String;

/// Returns the error message, unless the condition holds.
pub(super) fn ensure(holds: bool, error: impl Into<SetterError>) -> Result<(), SetterError> {
    if holds { Ok(()) } else { Err(error.into()) }
}
