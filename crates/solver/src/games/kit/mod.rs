//! The parts that games are made of: sums and the heaps in them, moves listed and counted, positions that vary, and what
//! the records of a batch share. No game.

pub mod after_many;
pub mod amounts;
pub mod cache;
pub mod catalogue;
pub mod effort;
pub mod heaps;
pub mod listing;
pub mod mixed;
pub mod number_pick;
pub mod pairs;
pub mod rings;
pub mod sum;
pub mod varied;
pub mod vertices;
pub mod words;
