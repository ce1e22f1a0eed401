//! User-defined rules: `rules [n] -> [n-1] | [n/2] if n > 0 : 10 25`. The options of a position are
//! what a comprehension over whole numbers yields.
//!
//! The meaning of the language is in [`grundy_own_rules`], with how it is solved. A game
//! whose play must end, with `lose if` and `legal if` alone, is one of normal play: positions have
//! Grundy values, and several are a sum. With `win if`, `draw if`, `misere` or `loopy` one position has
//! an outcome.

mod by_rule;
mod faults;
mod heaps;
mod known;
mod leaves;
mod lowered;
mod pattern;
mod positions;
mod ranges;
pub mod rewrite;
mod rule_solver;
mod shared_solver;
mod wide;

pub use by_rule::{ByRule, OWN_RULES, classic};
pub use known::{KnownRewriting, LetterPart, known_rewriting, letter_parts, rewriting};
pub use lowered::lowered;
pub use pattern::{list_lost, proved_values, values_automaton};
pub use shared_solver::Tables;
