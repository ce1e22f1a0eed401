//! The values that positions leave for those after them.

use super::polyominoes::PolyominoValues;
use crate::search::{ProofSearch, Small};

/// The values of small components of Cram that positions leave for those after them. They save time
/// and change no answer and no count of work.
#[derive(Debug, Default)]
pub struct Smalls {
    /// The search whose table all records share.
    pub(super) shared: Option<Box<ProofSearch<u64>>>,
    /// The values by layout.
    pub(super) cram: [Option<Small<u64>>; 6],
    /// The values of polyominoes in 8 × 8.
    pub(super) polyominoes: Option<PolyominoValues>,
}
