//! Positional games: the position is a board or a graph, moves take cells away, and what is left falls
//! into parts.
//!
//! [`TakingPosition`] is the general case, a list of moves that need cells and take cells; it finds the
//! parts and asks the search of [`search`], by [`cram`] if the moves are those of Cram on a board
//! that fits a word, else by [`taking`]. [`chomp`] and [`notakto`] have theories of their own.

mod beyond;
mod board;
mod boxes;
pub mod chomp;
pub mod cram;
mod described;
mod lines;
pub mod notakto;
mod part;
mod polyominoes;
mod position;
pub mod search;
pub mod setup;
pub mod shapes;
mod smalls;
pub mod symmetry;
mod take;
mod take_list;
pub mod taking;
mod whole;

#[cfg(test)]
mod tests;

pub use described::Setup;
pub use position::TakingPosition;
pub use smalls::Smalls;
pub use take_list::TakeList;
pub use whole::Misere;
