//! Patterns of impartial games, proved for all numbers.
//!
//! A rule whose options are given by sums, comparisons, quotients by constants, and ranges is a relation that
//! finite automata read, digit by digit, in a numeration system ([`System`]). An automaton guessed from small
//! positions is held against the definition of the game for all positions at once ([`prove`]);
//! [`search`] tries the systems that a rule suggests, and [`PatternAnswers`] says what is asked of positions of any
//! size.
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | `system` | numeration systems: numbers as words of digits |
//! | `automaton` | automata that read several numbers at once |
//! | `atoms`, `form` | automata of single statements, and of all statements together |
//! | `compile` | a rule as statements about numbers |
//! | `learn` | guesses an automaton from small positions |
//! | `prove` | holds a guess against the definition of the game, for all positions |
//! | `search` | the systems that are tried for a rule |
//! | `answer` | the answers of a proved pattern for positions of any size |
//! | `setting` | the system and the work of all automata of one question |
//! | `work` | how much a search may use, and why it ended |
//!
//! ```
//! use grundy_automata::{Table, Work, search};
//! // Mark: take one, or leave half. A number is a P-position if 2 divides it an odd number of times, or it is 0.
//! let (rule, _) = grundy_rules::grammar::read_rule("[n] -> [n-1] | [n/2] if n > 0").unwrap();
//! let mut lost = vec![true];
//! for n in 1..1000 {
//!     lost.push(!lost[n - 1] && !lost[n / 2]);
//! }
//! let cells: Vec<u32> = lost.iter().map(|&lost| u32::from(!lost)).collect();
//! let table = Table { tops: vec![999], cells };
//! let pattern = search(&rule, false, &Work::new(1 << 24), &mut |_| Some(table.clone())).unwrap();
//! assert_eq!((pattern.guess.system.to_string(), pattern.guess.states()), ("base 2".to_owned(), 3));
//! ```
#![warn(missing_docs)]

mod answer;
mod atoms;
mod automaton;
mod compile;
mod form;
mod learn;
mod prove;
mod search;
mod setting;
mod system;
mod work;

pub use answer::{CountedSums, PatternAnswers};
pub use automaton::Automaton;
pub use learn::{Guess, ILLEGAL};
pub use prove::{PatternKind, ProvedPattern, prove};
pub use search::{Found, NO_POSITION, Table, search, verify};
pub use system::System;
pub use work::{Refusal, Result, Work};
