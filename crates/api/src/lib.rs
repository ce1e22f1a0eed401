//! What does a program ask of the games? Here is the library as its users see it: a solver, records, positions and
//! batches, and the parts that explain, play and lay out a position. The crate `grundy` hands it on.
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | `solver`, `record`, `answered` | [`Solver`], [`Record`], and [`Batch`] with its answers |
//! | `position/` | [`Position`]: `answers` its asks, `moves` where it leads, `words` how a person calls it, `held` its openings |
//! | `asks`, `game`, `error`, `drawing` | the asks, the list of games, the errors and the drawings of these |
//! | `first` | the first record of a text |
//! | `explain/` | the reasons for an answer, for people |
//! | `play/` | a game against the computer |
//! | `chart/` | positions laid out as rows and columns |
//! | `text` | lines, lists and boards as text |

mod answered;
mod asks;
pub mod chart;
mod drawing;
mod error;
pub mod explain;
mod first;
mod game;
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
