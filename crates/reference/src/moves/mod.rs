//! The games of the catalogue, each by its rules.

pub mod bars;
pub mod board;
pub mod coins;
pub mod evaluate;
pub mod flags;
pub mod graph;
pub mod hackenbush;
pub mod heaps;
pub mod own;
pub mod pieces;
pub mod piles;
pub mod positional;
pub mod rocks;
pub mod rule;
pub mod walks;

use crate::text::RecordWords;
use vocabulary::*;

/// The words of which games are made.
pub(crate) mod vocabulary {
    pub(crate) use std::rc::Rc;

    pub(crate) use itertools::Itertools;

    pub(crate) use super::Given;
    pub(crate) use crate::answers::Play;
    pub(crate) use crate::certificate::Certificate;
    pub(crate) use crate::explore::{Exploration, MAX_POSITIONS};
    pub(crate) use crate::game::{
        GameDefinition, ListedMove, Name, PositionNumbers, WrittenComponent, falls, joined,
    };
    pub(crate) use crate::misere::{self, ProvedQuotient};
    pub(crate) use crate::period::{self, Periodic};
    pub(crate) use crate::theorems::{self, Theorem};
    pub(crate) use crate::{Ask, By, Fail, PlayOutcome, Res, met, text};
}

/// Games by name, with their keywords, the asks that they answer besides the general ones, those under misère play, and what
/// reads a position.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    fn(&Given<'_>) -> Res<Play>,
);

const SUMS: &str = "grundy values";
const VARIED: &str = "grundy values positions";
const HEAPS: &str = "grundy values sequence period genus positions";
const MISERE: &str = "genus quotient positions";
const TAKING: &str = "grundy values losing paths sequence period genus positions";
const MISERE_TAKING: &str = "losing paths sequence period genus quotient positions";

const CODES: &str = "octal kayles dawson-kayles dawson-chess treblecross lasker take-and-break";
const PILES: &str =
    "staircase silver-dollar welter wythoff fibonacci-nim take-away moore end-nim sequential-nim";

const GAMES: [Row; 21] = [
    (
        "nim",
        "misere",
        "grundy values genus positions",
        MISERE,
        heaps::read,
    ),
    ("nimble", "", VARIED, "", heaps::read),
    ("subtraction", "misere", TAKING, MISERE_TAKING, heaps::read),
    (CODES, "misere ring", HEAPS, MISERE, heaps::read),
    ("grundys-game", "misere", HEAPS, MISERE, heaps::read),
    (
        "flags",
        "left overshoot or-less",
        "losing paths period positions",
        "",
        flags::read,
    ),
    ("rocks three-rocks", "damaged", SUMS, "", rocks::read),
    (text::BOARD_GAMES, "damaged", SUMS, "", pieces::read),
    (PILES, "", VARIED, "", piles::read),
    ("euclid", "positive", VARIED, "", piles::read),
    ("factor", "damaged", "", "", walks::read_factor),
    ("geography", "", "", "", walks::read_geography),
    ("graph", "", SUMS, "", graph::read),
    ("coins", "", SUMS, "", coins::read),
    ("hackenbush", "", SUMS, "", hackenbush::read),
    ("chomp", "misere", SUMS, "", bars::read_chomp),
    ("notakto", "normal", SUMS, "", bars::read_notakto),
    ("grim", "", SUMS, "", positional::read),
    (
        "cram placement node-kayles",
        "misere damaged",
        SUMS,
        "",
        positional::read,
    ),
    ("place", "misere damaged turned", SUMS, "", positional::read),
    (
        "arc-kayles take poset",
        "misere",
        SUMS,
        "",
        positional::read,
    ),
];

/// The form of a game's records.
pub(crate) fn row(game: &str) -> Option<&'static Row> {
    GAMES.iter().find(|(names, ..)| text::lists(names, game))
}

/// Whether a game answers an ask.
pub fn answers_about(game: &str, ask: &str) -> bool {
    game == "rules" || row(game).is_some_and(|(_, _, asks, ..)| text::lists(asks, ask))
}

/// A record whose keywords and asks are those of its game.
pub struct Given<'r> {
    /// The record.
    pub record: &'r RecordWords,
    /// The words of its rules without the keywords.
    pub words: Vec<String>,
    /// The keywords.
    pub keywords: text::Keywords,
    /// Who cannot move wins.
    pub misere: bool,
}

impl<'r> Given<'r> {
    /// Takes a record apart.
    pub fn read(record: &'r RecordWords) -> Res<Given<'r>> {
        let (_, allowed, asks, misere_asks, _) = row(&record.game).ok_or(Fail::Wrong)?;
        let (words, keywords) = record.keywords(allowed)?;
        let misere = keywords.contains_key("misere")
            || record.game == "notakto" && !keywords.contains_key("normal");
        record.must_ask(if misere { misere_asks } else { asks })?;
        Ok(Given {
            record,
            words,
            keywords,
            misere,
        })
    }

    /// Whether a keyword is there.
    pub fn has(&self, keyword: &str) -> bool {
        self.keywords.contains_key(keyword)
    }

    /// The words that belong to a keyword.
    pub fn of(&self, keyword: &str) -> &[String] {
        self.keywords.get(keyword).map_or(&[], Vec::as_slice)
    }

    /// The words of the position.
    pub fn position(&self) -> Res<&'r [String]> {
        self.record.position.as_deref().ok_or(Fail::Wrong)
    }

    /// The tuples of the position.
    pub fn tuples(&self) -> Res<Vec<Vec<u64>>> {
        self.position()?
            .iter()
            .map(|word| text::tuple(word))
            .collect()
    }
}

/// Reads one game of a record with its position.
pub fn read(record: &RecordWords) -> Res<Play> {
    if record.game == "rules" {
        return own::read(record);
    }
    let (.., read) = row(&record.game).ok_or(Fail::Wrong)?;
    let given = Given::read(record)?;
    let play = read(&given)?;
    Ok(if given.misere {
        play.under_misere()
    } else {
        play
    })
}

/// Games of a sum as one, whose positions begin with the number of their game.
pub struct Union(Vec<Play>);

impl Union {
    /// The games with their components.
    pub fn of(plays: Vec<Play>) -> Play {
        let each = (0..)
            .zip(&plays)
            .flat_map(|(i, play)| play.components.iter().map(move |each| (i, each)));
        let (positions, written): (Vec<_>, Vec<_>) = each
            .map(|(i, each)| (tag(i, &each.position), each.written.clone()))
            .unzip();
        Play::new(Union(plays), positions).written(written)
    }
}

fn tag(game: u64, position: &[u64]) -> PositionNumbers {
    std::iter::once(game)
        .chain(position.iter().copied())
        .collect()
}

impl GameDefinition for Union {
    fn moves(&self, position: &[u64]) -> Res<Vec<ListedMove>> {
        let moves = self.0[position[0] as usize]
            .game
            .moves(&position[1..])?
            .into_iter();
        let tagged = |mv: ListedMove| {
            let name = if let Name::Leaving(first) = mv.name {
                Name::Leaving(first + 1)
            } else {
                mv.name
            };
            ListedMove {
                parts: mv.parts.iter().map(|part| tag(position[0], part)).collect(),
                name,
                ..mv
            }
        };
        Ok(moves.map(tagged).collect())
    }

    fn ending(&self, position: &[u64]) -> Res<Option<PlayOutcome>> {
        self.0[position[0] as usize].game.ending(&position[1..])
    }

    fn canonical(&self, position: PositionNumbers) -> PositionNumbers {
        tag(
            position[0],
            &self.0[position[0] as usize]
                .game
                .canonical(position[1..].into()),
        )
    }

    fn cancels(&self, position: &[u64]) -> bool {
        self.0[position[0] as usize].game.cancels(&position[1..])
    }

    fn must_end(&self) -> bool {
        false
    }
}
