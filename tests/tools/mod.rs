//! Tools that the tests of several subjects use.

pub mod duel;
pub mod program;
pub mod records;
