//! Mathematics with no text and no files: sequences, periods, matchings, labellings.

pub mod budget;
pub mod divisors;
pub mod flags;
pub mod gauge;
pub mod growing;
pub mod loopy;
pub mod matching;
pub mod mex;
pub mod octal;
pub mod pages;
pub mod paths;
pub mod period;
pub(crate) mod prefetch;
pub mod random;
pub mod subtraction;
pub mod vectors;
pub mod wythoff;
