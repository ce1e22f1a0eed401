//! Faults of a record, and their places.

use grundy_base::cell::Cell;
use std::borrow::Cow;

use super::{Ask, Keyword};
use grundy_base::budget::{Limit, LimitKind};

/// A place in a record, by what stands there. The language finds its line and column.
///
/// Items count from 0 in the order of the text. A range counts as one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The name of the game.
    Game,
    /// The octal code, or the user-defined rule.
    Code,
    /// The i-th amount.
    Amount(usize),
    /// The i-th vector.
    Vector(usize),
    /// The i-th step.
    Step(usize),
    /// The limit, or the number of vertices.
    Limit,
    /// The i-th edge or arc.
    Edge(usize),
    /// The i-th item of rules that are lists of other things: shapes, sets, rows.
    Item(usize),
    /// The size of the board.
    Size,
    /// A cell of the board in text, row and column from 0. One past the last row or column is
    /// the end of the text.
    Cell(Cell<u64>),
    /// The i-th damaged item with commas.
    Damaged(usize),
    /// The i-th damaged number or range.
    DamagedNumber(usize),
    /// A keyword.
    Keyword(Keyword),
    /// The end of the rules.
    EndOfRules,
    /// The i-th number or tuple of the position.
    Position(usize),
    /// The end of the position.
    EndOfPosition,
    /// The i-th ask.
    Ask(usize),
}

/// A clause of a message, without a full stop.
pub type Clause = Cow<'static, str>;

/// A mistake of a record: where it is, what it is, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The game that is wrong in a sum of different games, from 0.
    pub summand: usize,
    /// The place in the record.
    pub place: Place,
    /// The mistake.
    pub message: Clause,
    /// The remedy; may be empty. How a limit that would be passed is raised is not said here.
    pub help: Clause,
    /// The limit that the record would pass, if that is what is wrong.
    pub limit: Option<LimitKind>,
}

/// Writes a count of things in words: `1 cell`, `2 numbers`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

impl Fault {
    /// Makes a fault at a place.
    pub fn new(place: Place, message: impl Into<Clause>, help: impl Into<Clause>) -> Self {
        Fault {
            summand: 0,
            place,
            message: message.into(),
            help: help.into(),
            limit: None,
        }
    }

    /// Moves the fault to a game of a sum of different games.
    #[must_use]
    pub fn in_summand(self, summand: usize) -> Self {
        Fault { summand, ..self }
    }

    /// Reports an ask that the game has no answer to.
    pub fn unsupported(ask: Ask) -> Self {
        Fault::new(
            Place::Game,
            format!("this game has no answer to `{ask}`"),
            "ask `verdict`",
        )
    }

    /// Reports rules that lack what the game needs. The language lets no such record pass.
    pub fn incomplete() -> Self {
        Fault::new(
            Place::EndOfRules,
            "the rules are not complete",
            "`grundy games` lists their forms",
        )
    }

    /// Reports a limit that the item at this place would pass.
    pub fn limit(place: Place, limit: &Limit) -> Self {
        Fault {
            limit: Some(limit.kind),
            ..Fault::new(place, limit.message.clone(), "")
        }
    }
}

impl From<Limit> for Fault {
    /// Reports the limit at the name of the game.
    fn from(limit: Limit) -> Self {
        Fault::limit(Place::Game, &limit)
    }
}
