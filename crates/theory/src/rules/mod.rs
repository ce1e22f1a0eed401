//! Games given by a rule: the options of a position are what a comprehension over whole numbers
//! yields.
//!
//! [`tree`] is what a person wrote; [`eval`] and [`members`] say what it means, exactly;
//! [`options`] lists the options of a position. [`SolvedRule`] solves positions: what can be reached,
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

pub use meter::{EvalStop, Meter, RulePlace};
pub use options::{OptionParts, Outcome, RulePosition};
pub use reach::Trouble;
pub use solver::SolvedRule;
pub use tree::Rule;
