//! Games whose positions are heaps that have nothing to do with each other.

pub mod by_code;
pub mod coins;
pub mod flags;
pub mod lasker;
pub mod nim;
pub mod nimble;
pub mod subtraction;
