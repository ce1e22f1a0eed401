//! Mathematics with no text and no files: sequences, periods, matchings, labellings.

pub mod budget;
pub mod divisors;
pub mod loopy;
pub mod matching;
pub mod random;
pub mod vectors;
