//! The summary of a batch, and the reasons why it may end early.

use std::io;

/// The basis of checked answers.
#[cfg(feature = "proofs")]
pub use grundy_certificates::check::Summary as Checked;

/// The number of checked answers: without the feature `proofs` always 0.
#[cfg(not(feature = "proofs"))]
pub type Checked = u64;

/// The summary of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of records read.
    pub records: u64,
    /// Whether something was wrong in them.
    pub wrong: bool,
    /// The number of bytes read.
    pub bytes: u64,
    /// The number of cells of the boards that were solved cell by cell.
    pub cells: u64,
    /// The steps taken on boards, in the units of `--max-work`: the same for every run.
    pub work: u64,
    /// The basis of the answers that were checked before they were given.
    pub checked: Checked,
}

/// The reason why a batch ended early.
#[derive(Debug)]
pub enum Failure {
    /// An input could not be read on: its name, and the reason.
    Input(String, io::Error),
    /// The answers could not be written.
    Output(io::Error),
}

// Inputs are named where they are read; an error without a name is one of the output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}
