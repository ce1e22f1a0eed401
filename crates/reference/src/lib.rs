//! The reference: every game by its definition.
//!
//! It answers every record whose positions can be explored, so that all else can be held to it, and shares no line with
//! the solver: records are read once more, the options of each game are those of its rules, values are the mex of the
//! options' values and outcomes come by backward induction, and all asks are answered from these. Nothing is clever,
//! and speed is no aim. Positions that are too many to explore are answered by a theorem if one is known, which is named
//! as such, or by evidence that came with the record ([`play::Evidence`]). All else is not answered.
//!
//! | file | what stands there |
//! | --- | --- |
//! | [`records`], [`text`] | an input as records, and their words, numbers and sets |
//! | [`mod@answers`], [`ranges`], [`field`] | the answers of records, of those whose numbers vary, and their texts |
//! | [`play`] | a game of a record with its position, and what is known about it |
//! | [`game`], [`position`], [`value`] | what a game, a position, a move and a value are |
//! | [`games`] | a file a game, with what is published about it; `mod.rs` lists them, `catalogue.rs` says what a game tells of itself |
//! | [`rewrite`] | games on cells by rules `BEFORE>AFTER` |
//! | [`rules`] | user-defined rules: terms, syntax, evaluation, and what holds for all rules of a form |
//! | [`explore`] | all that can be reached from positions: values and outcomes |
//! | [`heap_code`], [`period`], [`periodic`] | codes of heaps, their values, and sequences that repeat for ever |
//! | [`plays`] | the asks about all plays |
//! | [`theorem`] | what a theorem says; those of the literature stand with their games |
//! | [`matching`] | vertices that some maximum matching of a graph misses |
//! | `ask.rs`, `edge.rs`, `fail.rs`, `outcome.rs`, `sets.rs` | an ask, an edge of a graph, why there is no answer, who wins, sets and mex |
#![warn(missing_docs)]

pub mod answers;
mod ask;
mod edge;
pub mod explore;
mod fail;
pub mod field;
pub mod game;
pub mod games;
pub mod heap_code;
pub mod matching;
mod outcome;
pub mod period;
pub mod periodic;
pub mod play;
pub mod plays;
pub mod position;
pub mod ranges;
pub mod records;
pub mod rewrite;
pub mod rules;
mod sets;
pub mod text;
pub mod theorem;
pub mod value;

pub use answers::answers;
pub use ask::{Ask, AskNumbers};
pub use edge::Edge;
pub use fail::{Fail, Res};
pub use outcome::{By, PlayOutcome};
pub use sets::{Ordered, met, mex};
