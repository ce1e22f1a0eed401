//! The public library: a solver, records, positions and batches.

mod answered;
mod asks;
mod drawing;
mod error;
mod game;
mod opened;
mod position;
mod record;
mod solver;

pub use answered::{Answered, Answers, Batch};
pub use asks::Asks;
pub use drawing::Drawing;
pub use error::{Error, RecordError};
pub use game::Game;
pub use position::{Moves, Position};
pub use record::Record;
pub use solver::{Limits, Solver};
