//! The errors of parameters that give no record.

use std::io::{Error, ErrorKind};

/// Makes the error for parameters that give no record.
pub(super) fn refused(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidInput, message.into())
}

/// Makes the error for a number that is out of range.
pub(super) fn out_of_range(option: &str, low: u64, high: u64) -> Error {
    refused(format!("{option} must be {low} to {high}"))
}

/// Returns the value of an option, if it is in its range.
pub(super) fn check(option: &str, value: u64, low: u64, high: u64) -> Result<u64, Error> {
    if (low..=high).contains(&value) {
        Ok(value)
    } else {
        Err(out_of_range(option, low, high))
    }
}
