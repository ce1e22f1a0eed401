//! Tokens that walk on graphs, branches that are cut, and numbers that are drawn by their divisors.

pub mod factor;
pub mod geography;
pub mod graph;
pub mod hackenbush;
