//! Playing a game: two players, each a person or the computer, take turns at a record.
//!
//! It reads lines and writes lines, so a game can be played through a pipe; what is typed is echoed
//! there, and the output reads as a transcript.

mod computer;
mod lines;
mod quiz;
mod scene;
mod session;
mod table;
mod then;
mod why;
mod words;

pub use computer::{ComputerPlayer, Level};
pub use lines::{LineSource, Plain, tidy};
pub use quiz::quiz;
pub use session::Session;
pub use table::{PlayOptions, Players, play};
pub use words::{Meaning, read as read_move};
