//! The games of the catalogue, each by its rules.

pub mod bars;
pub mod board;
pub mod catalogue;
pub mod coins;
pub mod flags;
pub mod given;
pub mod graph;
pub mod hackenbush;
pub mod heaps;
pub mod own;
pub mod pieces;
pub mod piles;
pub mod positional;
pub mod rocks;
pub mod union;
pub mod walks;
