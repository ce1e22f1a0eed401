//! Positional games: the position is a board or a graph, moves take cells away, and what is left falls
//! into parts.
//!
//! [`TakingPosition`] is the general case, a list of moves that need cells and take cells; it finds the
//! parts and asks the search of [`search`], by [`cram`] if the moves are those of Cram on a board
//! that fits a word, else by [`taking`]. [`chomp`] and [`notakto`] have theories of their own.
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | `setup`, `described`, `shapes`, `take`, `take_list` | a game as a list of moves that take cells |
//! | `choice` | the search that a part gets |
//! | `position`, `part` | a position of any size, and one connected part of it |
//! | `search/` | the proof-number search of parts and sums |
//! | `taking`, `cram`, `boxes`, `polyominoes` | parts as sets of bits, and values of small ones |
//! | `lines`, `chomp`, `notakto` | parts and games with theories of their own |
//! | `symmetry`, `board` | turns and reflections, and places on a board |
//! | `whole` | misère play, where whole positions are searched |
//! | `beyond` | the largest part that is searched |

mod beyond;
mod board;
pub mod boxes;
pub mod choice;
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
pub mod symmetry;
mod take;
mod take_list;
pub mod taking;
mod whole;

pub use described::Setup;
pub use position::TakingPosition;
pub use take_list::TakeList;
pub use whole::Misere;
