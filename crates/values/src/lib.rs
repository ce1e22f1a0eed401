//! The building blocks of Grundy values: the mex of a set, sets of values along the lines of a table, and the arithmetic
//! of nimbers. Every room of theory builds on these, and none of them knows a game.
//!
//! | file | what it is for |
//! | --- | --- |
//! | [`mex`] | the least number that is not in a set of values |
//! | [`lines`] | sets of values for the rows, columns and diagonals of a table, whose cells are mexes of them |
//! | [`nimbers`] | nim-sums and nim-products of numbers of 64 bits |

pub mod lines;
pub mod mex;
pub mod nimbers;
