//! The games of the catalogue: the form of their records, and what reads them.

use crate::games::given::Given;
use crate::games::{
    bars, coins, flags, graph, hackenbush, heaps, own, pieces, piles, positional, rocks, walks,
};
use crate::play::Play;
use crate::text::{self, RecordWords};
use crate::{Fail, Res, rewrite};

/// The form of the records of some games.
pub(crate) struct GameForm {
    /// The names of the games.
    names: &'static str,
    /// The keywords.
    keywords: &'static str,
    /// The asks that they answer besides the general ones.
    asks: &'static str,
    /// The asks that they answer under misère play besides the general ones.
    misere_asks: &'static str,
    /// The function that reads a record with its position.
    read: fn(&Given<'_>) -> Res<Play>,
}

/// The asks about values of sums.
const SUMS: &str = "grundy values";
/// The asks about values of positions with numbers that may be ranges.
const VARIED: &str = "grundy values positions";
/// The asks about heaps.
const HEAPS: &str = "grundy values sequence period genus positions";
/// The asks about heaps under misère play.
const MISERE: &str = "genus quotient positions";
/// The asks about heaps from which amounts are taken.
const TAKING: &str = "grundy values losing paths sequence period genus positions";
/// The asks about heaps from which amounts are taken under misère play.
const MISERE_TAKING: &str = "losing paths sequence period genus quotient positions";

/// The games of take-and-break codes.
const CODES: &str = "octal kayles dawson-kayles dawson-chess treblecross lasker take-and-break";
/// The games of several numbers that are one position.
const PILES: &str =
    "staircase silver-dollar welter wythoff fibonacci-nim take-away moore end-nim sequential-nim";

/// Returns the form of games that answer the same asks under misère play as boards do: the general ones alone.
const fn form(
    names: &'static str,
    keywords: &'static str,
    asks: &'static str,
    read: fn(&Given<'_>) -> Res<Play>,
) -> GameForm {
    GameForm {
        names,
        keywords,
        asks,
        misere_asks: "",
        read,
    }
}

impl GameForm {
    /// Returns the form with these asks under misère play.
    const fn under_misere(self, misere_asks: &'static str) -> GameForm {
        GameForm {
            misere_asks,
            ..self
        }
    }
}

/// The forms of all games of the catalogue.
const FORMS: [GameForm; 21] = [
    form(
        "nim",
        "misere",
        "grundy values genus positions",
        heaps::read,
    )
    .under_misere(MISERE),
    form("nimble", "", VARIED, heaps::read),
    form("subtraction", "misere", TAKING, heaps::read).under_misere(MISERE_TAKING),
    form(CODES, "misere ring", HEAPS, heaps::read).under_misere(MISERE),
    form("grundys-game", "misere", HEAPS, heaps::read).under_misere(MISERE),
    form(
        "flags",
        "left overshoot or-less",
        "losing paths period positions",
        flags::read,
    ),
    form("rocks three-rocks", "damaged", SUMS, rocks::read),
    form(text::BOARD_GAMES, "damaged", SUMS, pieces::read),
    form(PILES, "", VARIED, piles::read),
    form("euclid", "positive", VARIED, piles::read),
    form("factor", "damaged", "", walks::read_factor),
    form("geography", "", "", walks::read_geography),
    form("graph", "", SUMS, graph::read),
    form("coins", "", SUMS, coins::read),
    form("hackenbush", "", SUMS, hackenbush::read),
    form("chomp", "misere", SUMS, bars::read_chomp),
    form("notakto", "normal", SUMS, bars::read_notakto),
    form("grim", "", SUMS, positional::read),
    form(
        "cram placement node-kayles",
        "misere damaged",
        SUMS,
        positional::read,
    ),
    form("place", "misere damaged turned", SUMS, positional::read),
    form("arc-kayles take poset", "misere", SUMS, positional::read),
];

/// Returns the form of a game's records.
pub(crate) fn form_of(game: &str) -> Option<&'static GameForm> {
    FORMS.iter().find(|form| text::lists(form.names, game))
}

/// Says whether a game answers an ask.
pub fn answers_about(game: &str, ask: &str) -> bool {
    game == "rules" || form_of(game).is_some_and(|form| text::lists(form.asks, ask))
}

/// Takes a record apart, whose keywords and asks must be those of its game.
pub(crate) fn given(record: &RecordWords) -> Res<Given<'_>> {
    let form = form_of(&record.game).ok_or(Fail::Wrong)?;
    let (words, keywords) = record.keywords(form.keywords)?;
    let misere = if record.game == "notakto" {
        !keywords.contains_key("normal")
    } else {
        keywords.contains_key("misere")
    };
    record.must_ask(if misere { form.misere_asks } else { form.asks })?;
    Ok(Given {
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
    let form = form_of(&record.game).ok_or(Fail::Wrong)?;
    let given = given(record)?;
    let play = (form.read)(&given)?;
    Ok(if given.misere {
        play.under_misere()
    } else {
        play
    })
}
