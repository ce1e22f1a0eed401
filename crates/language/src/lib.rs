//! The record language: text into records, answers into text, faults into diagnostics.
//! It knows the signatures of the games and no algorithm.
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | `parse`, `reader`, `scan` | a line into a record: its games, its asks |
//! | `slots/`, `number`, `pairs`, `varied` | what stands among the rules and in positions, a file for each kind |
//! | `asks`, `definition` | asks by their words, and names for rules |
//! | `layout` | which lines begin a record, and which belong to a board |
//! | `print`, [`json`], [`objects`] | records as text, answers as JSON, and records as JSON Lines |
//! | `error`, [`diagnostic`] | mistakes with their places, shown to a person |
//! | [`encoding`] | files that are not UTF-8, or compressed |
//! | `slips`, `judges`, `nearest` | advice that fits a likely slip |
//!
//! ```text
//! [@label] GAME [rules…] [: position…] [? asks…]      // comment
//! ```

pub mod asks;
mod definition;
pub mod diagnostic;
pub mod encoding;
mod error;
pub mod json;
mod judges;
pub mod layout;
mod letters;
mod lists;
mod nearest;
mod number;
pub mod objects;
mod pairs;
mod parse;
pub mod print;
mod reader;
mod scan;
mod slips;
mod slots;
mod varied;

pub use definition::{Definition, read_definition};
pub use diagnostic::Diagnostic;
pub use error::{SyntaxError, SyntaxKind};
pub use judges::judges_input;
pub use nearest::nearest;
pub use number::plain_numbers;
pub use parse::{ParseError, Statement, locate, parse};
