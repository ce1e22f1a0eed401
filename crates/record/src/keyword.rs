//! The words that change the rules of a game.

/// The keywords that may stand anywhere among the rules of a game that knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keyword {
    /// A player who takes the last loses.
    Misere,
    /// What follows is out of play: cells, positions or numbers.
    Damaged,
    /// The number at which the player to move loses.
    Left,
    /// Moves may leave fewer than `left`; play then ends in a draw.
    Overshoot,
    /// Whoever faces `left` or fewer loses.
    OrLess,
    /// No number falls below 1.
    Positive,
    /// Shapes may be turned and turned over.
    Turned,
    /// Normal play, in a game whose play is misère unless said otherwise.
    Normal,
    /// Every heap is a ring: the first move opens it.
    Ring,
}

impl Keyword {
    /// Every keyword.
    pub const ALL: [Keyword; 9] = [
        Keyword::Misere,
        Keyword::Damaged,
        Keyword::Left,
        Keyword::Overshoot,
        Keyword::OrLess,
        Keyword::Positive,
        Keyword::Turned,
        Keyword::Normal,
        Keyword::Ring,
    ];

    /// The word as written.
    pub const fn word(self) -> &'static str {
        match self {
            Keyword::Misere => "misere",
            Keyword::Damaged => "damaged",
            Keyword::Left => "left",
            Keyword::Overshoot => "overshoot",
            Keyword::OrLess => "or-less",
            Keyword::Positive => "positive",
            Keyword::Turned => "turned",
            Keyword::Normal => "normal",
            Keyword::Ring => "ring",
        }
    }
}
