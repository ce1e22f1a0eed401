//! The part of a text that was answered.

/// The lines at the beginning of a text that were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// The number of bytes of the lines.
    pub(crate) bytes: usize,
    /// The number of lines, which is the number of records.
    pub(crate) lines: u64,
}
