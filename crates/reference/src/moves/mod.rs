//! The games of the catalogue, each by its rules.

pub mod bars;
pub mod board;
pub mod coins;
pub mod flags;
pub mod graph;
pub mod grim;
pub mod hackenbush;
pub mod heaps;
pub mod own;
pub mod pieces;
pub mod piles;
pub mod positional;
pub mod rocks;
pub mod rule;
pub mod walks;

use crate::answers::Play;
use crate::game::{Component, Game, Parts, Position, Text};
use crate::text::{self, Record};
use crate::{Fail, Outcome, Res};

/// Reads one game of a record with its position.
pub fn read(record: &Record) -> Res<Play> {
    let mut play = read_game(record)?;
    if play.game.is_shared() {
        play.rules = Some(format!("{} {:?} {:?}", record.game, record.rules, record.rows));
    }
    Ok(play)
}

fn read_game(record: &Record) -> Res<Play> {
    match record.game.as_str() {
        "flags" => flags::read(record),
        "rocks" | "three-rocks" => rocks::read(record),
        "factor" => walks::read_factor(record),
        "geography" => walks::read_geography(record),
        "graph" => graph::read(record),
        "grim" => grim::read(record),
        "coins" => coins::read(record),
        "hackenbush" => hackenbush::read(record),
        "rules" => own::read(record),
        "chomp" => bars::read_chomp(record),
        "notakto" => bars::read_notakto(record),
        "nim" | "nimble" | "subtraction" | "octal" | "take-and-break" | "kayles" | "dawson-kayles"
        | "dawson-chess" | "treblecross" | "lasker" | "grundys-game" => heaps::read(record),
        name if positional::NAMES.contains(&name) => positional::read(record),
        name if piles::NAMES.contains(&name) => piles::read(record),
        name if text::BOARD_GAMES.contains(&name) => pieces::read(record),
        _ => Err(Fail::Wrong),
    }
}

/// Games of a sum as one, whose positions begin with the number of their game.
pub struct Union(pub Vec<Play>);

impl Union {
    /// All their components.
    pub fn positions(&self) -> Vec<Position> {
        self.components().into_iter().map(|component| component.position).collect()
    }

    fn components(&self) -> Vec<Component> {
        let tagged = |(i, play): (usize, &Play)| {
            let components = play.components.iter().map(move |component| Component {
                position: tag(i as u64, &component.position),
                written: component.written.clone(),
            });
            components.collect::<Vec<_>>()
        };
        self.0.iter().enumerate().flat_map(tagged).collect()
    }

    /// Heaps of different games under misere play, which all must say so.
    pub fn under_misere(plays: Vec<Play>) -> Res<Play> {
        if !plays.iter().all(|play| play.misere && play.game.is_heaps()) {
            return Err(Fail::Wrong);
        }
        let union = Union(plays);
        let components = union.components();
        Ok(Play::new(union, components).under(true))
    }
}

fn tag(game: u64, position: &[u64]) -> Position {
    std::iter::once(game).chain(position.iter().copied()).collect()
}

impl Game for Union {
    fn options(&self, position: &[u64]) -> Res<Vec<Parts>> {
        let tag = |parts: Parts| parts.iter().map(|part| tag(position[0], part)).collect();
        Ok(self.0[position[0] as usize].game.options(&position[1..])?.into_iter().map(tag).collect())
    }

    fn moves(&self, component: &Component) -> Res<Vec<(Text, Parts)>> {
        let (number, position) = (component.position[0], component.position[1..].into());
        let alone = Component { position, written: component.written.clone() };
        let tagged =
            |(text, parts): (Text, Parts)| (text, parts.iter().map(|part| tag(number, part)).collect());
        Ok(self.0[number as usize].game.moves(&alone)?.into_iter().map(tagged).collect())
    }

    fn ending(&self, position: &[u64]) -> Res<Option<Outcome>> {
        self.0[position[0] as usize].game.ending(&position[1..])
    }

    fn canonical(&self, position: Position) -> Position {
        tag(position[0], &self.0[position[0] as usize].game.canonical(position[1..].into()))
    }

    fn cancels(&self, position: &[u64]) -> bool {
        self.0[position[0] as usize].game.cancels(&position[1..])
    }

    fn must_end(&self) -> bool {
        false
    }
}
