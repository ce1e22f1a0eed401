//! The things that a formula gives.

/// The result of a formula, and of a program that is made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The Grundy value.
    Value,
    /// Whether the player to move loses: 1 or 0.
    Losing,
    /// 0 if the player to move loses, 1 if he wins, 2 for a draw, 3 where nothing is known.
    Outcome,
}

impl Gives {
    /// Returns the result where nothing is known: where there is no position, and beyond the end of a table. A formula that
    /// says only who loses has no word for it.
    pub(super) fn unknown(self) -> i64 {
        match self {
            Gives::Value | Gives::Losing => -1,
            Gives::Outcome => 3,
        }
    }

    /// Names the function, and gives words for its results if they are not written as numbers.
    pub(super) fn names(self) -> (&'static str, Option<&'static str>) {
        match self {
            Gives::Value => ("grundy", None),
            Gives::Losing => ("loses", Some("\"WIN\", \"LOSE\"")),
            Gives::Outcome => ("outcome", Some("\"LOSE\", \"WIN\", \"DRAW\", \"UNKNOWN\"")),
        }
    }
}
