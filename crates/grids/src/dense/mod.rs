//! Boards given cell by cell: text to bits, and the engines that work on those bits.
//!
//! - `lanes`: what the engines ask of vector instructions;
//! - [`text`]: characters to bits; [`rows`]: where the rows of a text begin and end, and what is
//!   wrong with one; [`feed`] and `pipeline`: text from memory, a stream or a file, by one thread or
//!   two, row by row into a [`rows::Sink`]; `ahead`: text that is fetched while other text is worked on;
//! - [`king`]: kings, a row at a time, in memory proportional to the columns;
//! - [`bitmap`]: a whole board, for the other pieces; [`leaper`]: knights and leapers, an
//!   anti-diagonal at a time; [`slider`]: rooks and queens by sets of values, bishops by distance.

mod ahead;
pub mod bitmap;
pub mod feed;
pub mod king;
pub(crate) mod lanes;
pub mod leaper;
pub mod pieces;
pub mod pipeline;
pub mod rows;
pub mod slider;
mod squares;
pub mod text;

pub use lanes::{COLUMNS, Plane};
