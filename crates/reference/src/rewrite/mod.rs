//! `rewrite`: games on cells by rules `BEFORE>AFTER`, by their definition: whole positions, nothing split.
//!
//! A position is `[columns, letter, letter, …]`: its cells row by row, each as the byte of its letter. A graph is one
//! row, whose columns are the vertices.

mod moves;
mod position;
mod read;
mod words;

pub use read::{answer_range, names_range, read};
