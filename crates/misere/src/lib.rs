//! Misère quotients of heap games: found, proved, and read.
//!
//! Under misère play a player who cannot move wins. Two sums of heaps are *indistinguishable* if, in any company,
//! both are won or both are lost by the player to move; the classes are a commutative monoid, the *misère
//! quotient*. If it is finite, one product for each heap tells who wins.
//!
//! - [`monoid`]: a finite commutative monoid with its P-elements;
//! - `pairs`: the finite check that such a monoid answers all sums of heaps (the module walks through it);
//! - `expand`: how a candidate is found if a new heap does not fit in;
//! - [`growth`]: the sizes and the periods of a quotient, and why it ends;
//! - [`quotient`]: the heaps one by one, the cache of their classes, and the period;
//! - [`normal`]: from which heaps on normal play decides;
//! - [`position`]: the winning moves of a sum, counted and listed at heaps of any size;
//! - [`search`]: positions beyond a finite quotient, with the last quotient as table of endgames;
//! - [`genus`]: genus sequences;
//! - `certificate`: the table written down, with all that the check needs.
//!
//! Thane Plambeck and Aaron Siegel, *Misère quotients for impartial games*, JCTA 115 (2008).

#![warn(missing_docs)]

mod candidate;
mod certificate;
mod expand;
pub mod game;
pub mod genus;
pub mod growth;
mod mex;
pub mod monoid;
pub mod normal;
mod pairs;
pub mod position;
pub mod quotient;
pub mod search;
#[cfg(test)]
mod tests;

pub use game::{HeapGame, HeapParts, MoveKind};
pub use growth::Unfinished;
pub use quotient::Quotient;
