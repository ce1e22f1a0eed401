//! The outcome of play, and what an answer rests on.

/// The ground on which an answer rests, the weakest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// The definition, from which the answer is computed.
    Definition,
    /// The evidence that came with the answer.
    Certificate,
    /// A theorem of the literature.
    Theorem,
}

/// The winner of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayOutcome {
    /// The player to move.
    Win,
    /// The other player.
    Lose,
    /// Nobody.
    Draw,
}
