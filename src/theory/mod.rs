//! Mathematics with no text and no files: sequences, periods, matchings, labellings.

pub mod breaking;
pub mod budget;
pub mod coins;
pub mod convolution;
pub mod divisors;
pub mod end_nim;
pub mod euclid;
pub mod flags;
pub mod hackenbush;
pub mod lines;
pub mod loopy;
pub mod matching;
pub mod mex;
pub mod moore;
pub mod nimbers;
pub mod octal;
pub mod paths;
pub mod period;
pub mod rules;
pub mod sequential;
pub mod staircase;
pub mod subtraction;
pub mod take_away;
pub mod vectors;
pub mod welter;
pub mod wythoff;
