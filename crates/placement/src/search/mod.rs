//! One search for games whose positions are sets that fall into components.
//!
//! # The question
//!
//! By Sprague and Grundy the value of a position is the nim-sum of the values of its components, so the
//! search knows single components only. "Is g(C) = n?" is the question whether C + ∗n is lost for the
//! player to move (J. Lemoine, S. Viennot, "Nimbers are inevitable", Theoretical Computer Science 462,
//! 2012): of the components of an option all but the largest are valued, and the question goes to
//! the largest. A value is found by asking n = 0, 1, 2, …
//!
//! # The search
//!
//! Depth-first proof-number search (A. Nagai 2002) over the questions (C, n) ([`proof`]). Its proof
//! numbers are the weak ones, the largest of the children's and one for each other child, because options
//! that fall apart meet again so often that sums of proof numbers count the same work many times. The proof
//! of a component stays in a bounded table ([`table`]). Small components are valued in full,
//! each once ([`small`]). [`expand`] makes the children of a question. Where moves use no cell up, depth-first search
//! takes turns with proof numbers ([`depth`]).
//!
//! # Limits
//!
//! Work is counted in units of four to seven nanoseconds, 16 steps of the budget each: every option of every expanded node
//! costs [`ComponentGame::cost`] of them. Small components cost nothing, so that what was valued before, for this
//! record or for another, changes neither an answer nor the place where a limit is met. The table of a search
//! belongs to it alone, and its size follows from the budget: so the same question ends the same way
//! whatever the number of threads and whatever was asked before of other positions.

mod bits;
mod depth;
mod expand;
mod frame;
mod game;
mod meter;
mod proof;
mod small;
pub mod table;

pub use bits::{Bits, Set};
pub use game::{ComponentGame, Components};
pub use meter::{SearchMeter, too_hard};
pub use proof::ProofSearch;
pub use small::Small;
