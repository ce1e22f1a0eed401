//! The entry of a game in the catalogue: the form of its records, and the function that reads them.

use crate::games::boards::board::BoardWord;
use crate::games::given::Given;
use crate::games::{GAMES, own};
use crate::play::Play;
use crate::text::{self, RecordWords};
use crate::{Fail, Res, rewrite};

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
    read: fn(&Given<'_>) -> Res<Play>,
    /// The keywords. A game with `normal` is one of misère play without it.
    keywords: &'static str,
    /// The asks that it answers besides the general ones.
    asks: &'static str,
    /// The asks that it answers under misère play besides the general ones.
    misere_asks: &'static str,
    /// The word among the rules that is a board, if there is one.
    pub(crate) board: Option<BoardWord>,
    /// Whether some numbers of ranges are no position.
    has_gaps: bool,
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

/// Finds the game of this name.
pub(crate) fn find(name: &str) -> Option<&'static CatalogueGame> {
    GAMES.iter().copied().find(|game| game.name == name)
}

/// Says whether a game answers an ask.
pub fn answers_about(name: &str, ask: &str) -> bool {
    name == "rules" || find(name).is_some_and(|game| text::lists(game.asks, ask))
}

/// Says whether some numbers of a range that varies need not be a position.
pub(crate) fn has_gaps(record: &RecordWords) -> bool {
    record.game == "rules" && own::has_gaps(record)
        || find(&record.game).is_some_and(|game| game.has_gaps)
}

/// Returns the word among the rules of a record that is a board, if the record is played on one.
pub(crate) fn board_of(record: &RecordWords) -> Option<BoardWord> {
    let board = find(&record.game)?.board?;
    board.is_in(&record.rules).then_some(board)
}

/// Takes a record apart, whose keywords and asks must be those of its game.
pub(crate) fn given(record: &RecordWords) -> Res<Given<'_>> {
    let game = find(&record.game).ok_or(Fail::Wrong)?;
    let (words, keywords) = record.keywords(game.keywords)?;
    let misere = if text::lists(game.keywords, "normal") {
        !keywords.contains_key("normal")
    } else {
        keywords.contains_key("misere")
    };
    record.must_ask(if misere { game.misere_asks } else { game.asks })?;
    Ok(Given {
        game,
        record,
        words,
        keywords,
        misere,
    })
}

/// Reads the games of a record with their positions, several if it is a sum.
pub fn read_all(record: &RecordWords) -> Res<Vec<Play>> {
    let is_sum = record.summands().count() > 1;
    let mut plays = Vec::new();
    for summand in record.summands() {
        plays.push(read_one(summand, is_sum)?);
    }
    Ok(plays)
}

/// Reads a record of one game with its position.
pub fn read(record: &RecordWords) -> Res<Play> {
    read_one(record, false)
}

/// Reads one game with its position, alone or as one game of a sum of several.
fn read_one(record: &RecordWords, is_in_sum: bool) -> Res<Play> {
    if record.game == "rules" {
        return own::read(record, is_in_sum);
    }
    if record.game == "rewrite" {
        return rewrite::read(record, is_in_sum);
    }
    let given = given(record)?;
    let play = (given.game.read)(&given)?;
    Ok(if given.misere {
        play.under_misere()
    } else {
        play
    })
}
