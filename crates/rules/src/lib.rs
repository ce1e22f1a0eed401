//! User-defined rulesets: the options of a position are what a comprehension over whole numbers yields.
//!
//! [`grammar`] reads the text of a rule into its syntax [`tree`]; [`eval`] and [`members`] define what
//! expressions and sets mean, exactly; [`options`] lists the options of a position; [`shape`] finds
//! the form of a rule. Nothing here solves a game.

pub mod eval;
pub mod grammar;
pub mod members;
pub mod meter;
pub mod named;
pub mod number;
pub mod options;
pub mod parts;
pub mod shape;
pub mod tree;
