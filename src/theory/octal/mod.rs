//! Octal games: a heap from which amounts may be taken, and which may be split by taking.
mod code;
#[cfg(test)]
mod naive;
mod search;
mod sequence;
mod space;

pub use code::OctalCode;
pub use sequence::{Rules,Sequence};
