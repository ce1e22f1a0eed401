//! Mathematics with no text and no files: sequences, periods, matchings, labellings.

pub mod budget;
pub mod divisors;
pub mod flags;
pub mod loopy;
pub mod matching;
pub mod mex;
pub mod octal;
pub mod paths;
pub mod period;
pub mod subtraction;
pub mod vectors;
pub mod wythoff;
