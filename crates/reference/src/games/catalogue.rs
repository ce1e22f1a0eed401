//! The catalogue: finds the game of a record, and reads its rules and position.

use crate::games::boards::board::BoardWord;
use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::games::{GAMES, own};
use crate::play::Play;
use crate::text::{self, RecordWords};
use crate::{Fail, Res, rewrite};

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
        board: game.board,
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
    let game = find(&record.game).ok_or(Fail::Wrong)?;
    let given = given(record)?;
    let play = (game.read)(&given)?;
    Ok(if given.misere {
        play.under_misere()
    } else {
        play
    })
}
