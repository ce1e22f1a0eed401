//! Tests of the theory of heaps: each theorem is held to the rules, word for word.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

mod breaking;
mod coins;
mod convolution;
mod end_nim;
mod euclid;
mod flags;
mod lasker;
mod moore;
mod naive;
mod paths;
mod sequence;
mod sequential;
mod staircase;
mod subtraction;
mod take_away;
mod welter;
mod wythoff;
