//! Patterns of impartial games, proved for all numbers.
#![warn(missing_docs)]

mod answer;
mod atoms;
mod automaton;
mod compile;
mod form;
mod learn;
mod prove;
mod search;
mod system;
mod work;

pub use answer::{Answers, Wanted};
pub use learn::{Guess, ILLEGAL, Sample, learn};
pub use prove::{Kind, Measure, Pattern, prove, suits};
pub use search::{Found, NO_POSITION, Table, largest_box, search};
pub use system::System;
pub use work::{Refusal, Work};
