//! Games given by a rule: the options of a position are what a comprehension over whole numbers
//! yields.
//!
//! [`tree`] is what a person wrote; [`eval`] and [`members`] say what it means, exactly;
//! [`options`] lists the options of a position. [`Solver`] solves positions: what can be reached,
//! top down ([`reach`]), or backwards if play need not end
//! ([`loopy`]); larger ones by tables of whole boxes ([`dense`]).

pub mod dense;
mod loopy;
pub mod period;
pub mod reach;
pub mod shape;
pub mod solver;
mod store;
#[cfg(test)]
mod tests;
pub use grundy_rules::{eval, members, meter, number, options, separate, tree};

pub use meter::{Meter, Place, Stop};
pub use options::{Outcome, Parts, Position};
pub use reach::Trouble;
pub use solver::Solver;
pub use tree::Rule;
