//! One file per game: its rules, its moves, its limits, and how its records are answered.
//! A game does no I/O and knows no text.
//!
//! To add a game: write its file with a type that implements [`Game`] (and [`Instance`], or
//! [`sum::Sum`] when a position is a sum of components with Grundy values), and add one line to
//! [`CATALOGUE`].

mod amounts;
pub mod board;
mod breaking;
mod cache;
mod drawing;
mod effort;
pub mod factor;
pub mod flags;
pub mod geography;
pub mod graph;
pub mod grundys_game;
pub mod lasker;
pub mod nim;
pub mod octal;
pub mod rocks;
pub mod subtraction;
pub mod sum;
mod vertices;

use std::ops::ControlFlow;
use std::sync::Arc;

pub use cache::{Cache, Held, Shared};
pub use effort::Effort;

use crate::record::{Ask, AskSet, Fault, Field, Move, Record, Signature};
use crate::theory::budget::Budget;

/// The games, in the order in which they are listed for people.
pub static CATALOGUE: &[&dyn Game] = &[
    &nim::Nim,
    &subtraction::Subtraction,
    &octal::OCTAL,
    &octal::KAYLES,
    &octal::DAWSON_KAYLES,
    &octal::DAWSON_CHESS,
    &octal::TREBLECROSS,
    &lasker::Lasker,
    &grundys_game::GrundysGame,
    &flags::Flags,
    &rocks::Rocks,
    &rocks::ThreeRocks,
    &board::king::King,
    &board::slider::ROOK,
    &board::slider::BISHOP,
    &board::slider::QUEEN,
    &board::leaper::Knight,
    &board::leaper::Leaper,
    &factor::Factor,
    &geography::Geography,
    &graph::Graph,
];

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn Game> {
    CATALOGUE.iter().copied().find(|game| game.signature().name == name)
}

/// The rules of a game: what its records look like and how one is opened.
pub trait Game: Sync {
    /// What the language must know to read the game's records.
    fn signature(&self) -> &'static Signature;

    /// What it answers of a board in text from one pass over the rows, before the rest of the record
    /// is known, as long as that lists no cell. Nothing, where rows are not counted as they pass.
    fn one_pass(&self) -> AskSet {
        AskSet::NONE
    }

    /// Checks a record against the rules and prepares it for [`Instance::answer`].
    ///
    /// The record follows [`Game::signature`]: only the parts and keywords named there are
    /// filled, and it asks only what the signature admits.
    ///
    /// # Errors
    ///
    /// A [`Fault`] at the place that breaks the rules or asks for more than the limits allow.
    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context)
    -> Result<Box<dyn Instance + 'a>, Fault>;
}

/// A record opened: a position of a game, ready to be asked about.
pub trait Instance {
    /// Answers one of the record's asks.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when the answer would pass a limit.
    fn answer(&mut self, ask: Ask) -> Result<Field, Fault>;

    /// Visits the legal moves, winning or not, in the order answers list them, until the visitor
    /// breaks.
    ///
    /// # Errors
    ///
    /// A [`Fault`] when listing them would pass a limit.
    fn legal_moves(&mut self, visit: &mut dyn FnMut(Move) -> ControlFlow<()>) -> Result<(), Fault>;
}

/// What all records of a batch share.
#[derive(Debug, Default)]
pub struct Context {
    /// What one record may use.
    pub budget: Budget,
    /// Analyses of rules, so that each is made once a batch.
    pub cache: Cache,
    /// What its boards took.
    pub effort: Arc<Effort>,
}

impl Context {
    /// A context with this budget and nothing analysed yet.
    pub fn new(budget: Budget) -> Self {
        Context { budget, cache: Cache::new(budget.memory / 2), effort: Arc::default() }
    }

    /// The same for another worker, who shares the analyses and adds to the same effort.
    pub fn for_worker(&self) -> Self {
        Context { budget: self.budget, cache: self.cache.for_worker(), effort: self.effort.clone() }
    }
}
