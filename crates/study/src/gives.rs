//! The things that a formula gives.

/// The result of a formula, and of a program that is made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The Grundy value.
    Value,
    /// Whether the player to move loses: 1 or 0.
    Losing,
    /// 0 if the player to move loses, 1 if he wins, 2 for a draw, [`UNKNOWN_OUTCOME`] where a table has no position.
    Outcome,
}

/// What a table of outcomes has where there is no position, and beyond its end.
pub(super) const UNKNOWN_OUTCOME: i64 = 3;
/// What a table of values has there.
pub(super) const UNKNOWN_VALUE: i64 = -1;

impl Gives {
    /// Names the function, and gives words for its results if they are not written as numbers.
    pub(super) fn names(self) -> (&'static str, Option<&'static str>) {
        match self {
            Gives::Value => ("grundy", None),
            Gives::Losing => ("loses", Some("\"WIN\", \"LOSE\"")),
            Gives::Outcome => ("outcome", Some("\"LOSE\", \"WIN\", \"DRAW\", \"UNKNOWN\"")),
        }
    }
}
