//! Positional games: the position is a board or a graph, and moves take cells or vertices away.
//!
//! Each game's file says what its moves are, as a list; [`boards`] reads boards, and [`taking`] answers
//! every ask from the search of [`grundy_placement`]. Chomp and Notakto have theories of their own.

pub mod arc_kayles;
mod boards;
pub mod chomp;
pub mod cram;
pub mod grim;
pub mod node_kayles;
pub mod notakto;
pub mod place;
pub mod placement;
pub mod poset;
pub mod take;
mod taking;
