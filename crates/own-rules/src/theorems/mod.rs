//! Theorems on rules of one number that no automaton reads: the values of [`steps`], and who wins by [`runs`].

pub mod runs;
pub mod steps;
