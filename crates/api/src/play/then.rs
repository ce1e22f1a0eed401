//! The steps that may follow a round, a turn or a question.

/// The next step after a round or a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// The next turn or question.
    Next,
    /// The round or turn begins again.
    Again,
    /// The end.
    Leave,
}
