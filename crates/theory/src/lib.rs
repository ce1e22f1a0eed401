//! Mathematics with no text and no files: sequences, periods, matchings, labellings.

pub mod bits;
pub mod breaking;
pub mod coins;
pub mod convolution;
pub mod divisors;
pub mod end_nim;
pub mod euclid;
pub mod flags;
pub mod hackenbush;
pub mod lasker;
pub mod lines;
pub mod loopy;
pub mod matching;
pub mod mex;
pub mod moore;
pub mod nimbers;
pub mod paths;
pub mod positional;
pub mod rows;
pub mod rules;
pub mod search;
pub mod sequence;
pub mod sequential;
pub mod staircase;
pub mod steps;
pub mod subtraction;
pub mod take_away;
#[cfg(test)]
mod tests;
pub mod vectors;
pub mod welter;
pub mod wythoff;
