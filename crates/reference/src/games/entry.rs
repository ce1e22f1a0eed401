//! The entry of a game in the catalogue: the form of its records, and the function that reads them.

use crate::games::boards::board::BoardWord;
use crate::games::given::Given;
use crate::play::Play;
use crate::{Fail, Res};

/// The asks about values of sums.
const SUMS: &str = "grundy values";
/// The asks about values of positions with numbers that may be ranges.
const VARIED: &str = "grundy values positions";

/// A game of the catalogue: its name, the form of its records, and what is published about it.
///
/// A game's file builds it as a constant: the first method says what may be asked of it, and those that follow change
/// what differs.
#[derive(Debug)]
pub struct CatalogueGame {
    /// The word a record begins with.
    pub name: &'static str,
    /// A record.
    pub sample: &'static str,
    /// The rule in the language of rules that the game is played by, if it says it all.
    pub rule: Option<&'static str>,
    /// The function that reads a record with its position.
    pub(crate) read: fn(&Given<'_>) -> Res<Play>,
    /// The keywords. A game with `normal` is one of misère play without it.
    pub(crate) keywords: &'static str,
    /// The asks that it answers besides the general ones.
    pub(crate) asks: &'static str,
    /// The asks that it answers under misère play besides the general ones.
    pub(crate) misere_asks: &'static str,
    /// The word among the rules that is a board, if there is one.
    pub(crate) board: Option<BoardWord>,
    /// Whether some numbers of ranges are no position.
    pub(crate) has_gaps: bool,
    /// Records with the answers that are published for them.
    pub published: &'static [(&'static str, &'static str)],
    /// The positions from which its theorem is compared with exploring.
    pub held: &'static [&'static str],
}

impl CatalogueGame {
    /// Begins a game that is asked who wins, and how, and nothing else.
    pub(crate) const fn of_outcomes(
        name: &'static str,
        sample: &'static str,
        read: fn(&Given<'_>) -> Res<Play>,
    ) -> CatalogueGame {
        CatalogueGame {
            name,
            sample,
            rule: None,
            read,
            keywords: "",
            asks: "",
            misere_asks: "",
            board: None,
            has_gaps: false,
            published: &[],
            held: &[],
        }
    }

    /// Makes a game that is played by a rule: its name stands for the rule, also in the asks that it answers.
    pub const fn of_rule(
        name: &'static str,
        sample: &'static str,
        rule: &'static str,
    ) -> CatalogueGame {
        CatalogueGame {
            rule: Some(rule),
            ..CatalogueGame::of_outcomes(name, sample, |_| Err(Fail::Wrong))
        }
    }

    /// Begins a game with Grundy values.
    pub(crate) const fn of_values(
        name: &'static str,
        sample: &'static str,
        read: fn(&Given<'_>) -> Res<Play>,
    ) -> CatalogueGame {
        CatalogueGame {
            asks: SUMS,
            ..CatalogueGame::of_outcomes(name, sample, read)
        }
    }

    /// Begins a game with Grundy values whose numbers may be ranges.
    pub(crate) const fn of_numbers(
        name: &'static str,
        sample: &'static str,
        read: fn(&Given<'_>) -> Res<Play>,
    ) -> CatalogueGame {
        CatalogueGame {
            asks: VARIED,
            ..CatalogueGame::of_outcomes(name, sample, read)
        }
    }

    /// Sets the asks.
    pub(crate) const fn asks(self, asks: &'static str) -> CatalogueGame {
        CatalogueGame { asks, ..self }
    }

    /// Sets the asks under misère play.
    pub(crate) const fn under_misere(self, misere_asks: &'static str) -> CatalogueGame {
        CatalogueGame {
            misere_asks,
            ..self
        }
    }

    /// Sets the keywords.
    pub(crate) const fn keywords(self, keywords: &'static str) -> CatalogueGame {
        CatalogueGame { keywords, ..self }
    }

    /// Says which word among the rules is a board.
    pub(crate) const fn board(self, board: BoardWord) -> CatalogueGame {
        CatalogueGame {
            board: Some(board),
            ..self
        }
    }

    /// Says that some numbers of ranges are no position: coins on one square.
    pub(crate) const fn with_gaps(self) -> CatalogueGame {
        CatalogueGame {
            has_gaps: true,
            ..self
        }
    }

    /// Counts the numbers of a component, as the sample shows them, whose components have all as many.
    pub fn numbers_of_component(&self) -> usize {
        let (_, position) = self.sample.split_once(':').unwrap_or_default();
        let first = position.split_whitespace().next();
        first.map_or(1, |component| component.split(',').count())
    }

    /// Sets the records whose answers are published.
    pub(crate) const fn published(
        self,
        published: &'static [(&'static str, &'static str)],
    ) -> CatalogueGame {
        CatalogueGame { published, ..self }
    }

    /// Sets the positions from which the theorem is compared with exploring.
    pub(crate) const fn held(self, held: &'static [&'static str]) -> CatalogueGame {
        CatalogueGame { held, ..self }
    }
}
