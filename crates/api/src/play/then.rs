//! What follows a round, a turn or a question.

/// The next step after a round or a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// The next turn or question.
    Next,
    /// The same round or turn from its start.
    Again,
    /// The end.
    Leave,
}
