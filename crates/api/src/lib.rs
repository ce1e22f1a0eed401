//! The library as its users see it: a solver, records, positions and batches, with what explains, plays and lays out
//! a position. The crate `grundy` hands it on.
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | `solver`, `record`, `position`, `answered` | [`Solver`], [`Record`], [`Position`], [`Batch`] and the answers of one |
//! | `asks`, `game`, `error`, `drawing` | what they ask, list, report and draw |
//! | `opened` | positions opened, kept for the next ask |
//! | `explain/` | the reasons for an answer, for people |
//! | `play/` | a game against the computer |
//! | `chart/` | positions laid out as rows and columns |
//! | `text` | lines, names of components and rules in words |

mod answered;
mod asks;
pub mod chart;
mod drawing;
mod error;
pub mod explain;
mod game;
mod opened;
pub mod play;
mod position;
mod record;
mod solver;
pub mod text;

pub use answered::{Answered, Answers, Batch};
pub use asks::Asks;
pub use drawing::Drawing;
pub use error::{Error, RecordError};
pub use game::Game;
#[doc(hidden)]
pub use position::Moves;
pub use position::Position;
pub use record::Record;
pub use solver::{Limits, Solver};
