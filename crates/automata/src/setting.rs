//! The setting that all automata of one question share.

use crate::system::System;
use crate::work::Work;

/// The numeration system of automata, and the work that making them may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting<'w> {
    /// The numeration system.
    pub(crate) system: System,
    /// The work that is left.
    pub(crate) work: &'w Work,
    /// The numbers on the first tracks, if they are known: statements are then about the other tracks.
    pub(crate) given: &'w [u64],
}
