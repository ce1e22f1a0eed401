//! Games given by a rule: the options of a position are what a comprehension over whole numbers
//! yields.
//!
//! [`tree`](grundy_rules::tree) is what a person wrote; [`eval`](grundy_rules::eval) and [`members`](grundy_rules::members) say what it means, exactly;
//! [`options`](grundy_rules::options) lists the options of a position. [`SolvedRule`] solves positions: what can be reached,
//! top down ([`reach`]), or backwards if play need not end ([`loopy`]); larger ones by tables of whole boxes ([`dense`]).
//! A rule whose [shape](grundy_rules::shape) says enough is answered at any size: as a game known by another name
//! ([`shape`]), by a [`period`], or by [`theorems`].
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | `solver` | a rule with all that is known of its positions |
//! | `choice` | the engines of which one answers a position |
//! | `reach`, `store` | exact search: the positions that can be reached, top down |
//! | `dense/` | tables of all positions of a box |
//! | `loopy` | play that need not end |
//! | `wide/` | positions that are lists, and moves that leave any number of parts |
//! | `period`, `theorems/` | periods and theorems of rules with one number |
//! | `shape` | rules that are games known by another name |

pub mod choice;
pub mod dense;
mod loopy;
pub mod period;
pub mod reach;
pub mod shape;
pub mod solver;
mod store;
pub mod theorems;
pub mod wide;

pub use reach::Trouble;
pub use solver::SolvedRule;
pub use store::{Known, UNKNOWN};
pub use wide::WideSolver;
