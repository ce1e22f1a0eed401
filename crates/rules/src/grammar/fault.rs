//! The fault of the text of a rule, with its place.

use std::ops::Range;

/// A fault of a rule: its place, the mistake, and its correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFault {
    /// The bytes of the text that are wrong.
    pub at: Range<usize>,
    /// The mistake.
    pub message: String,
    /// The correction; may be empty.
    pub help: String,
}

impl RuleFault {
    /// Makes a fault at these bytes.
    pub fn new(at: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        RuleFault {
            at,
            message: message.into(),
            help: help.into(),
        }
    }
}
