//! The record language: text into records, answers into text, faults into diagnostics.
//! It knows the signatures of the games and no algorithm.
//!
//! ```text
//! [@label] GAME [rules…] [: position…] [? asks…]      // comment
//! ```

pub mod asks;
mod definition;
pub mod diagnostic;
mod error;
pub mod json;
pub mod layout;
mod nearest;
mod number;
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
pub use error::SyntaxError;
pub use nearest::nearest;
pub use number::plain_numbers;
pub use parse::{ParseError, Statement, locate, parse};
