//! Mathematics with no text and no files: sequences, periods, matchings, labellings.

pub mod budget;
pub mod flags;
pub mod growing;
pub mod mex;
pub mod octal;
pub mod paths;
pub mod period;
pub mod subtraction;
