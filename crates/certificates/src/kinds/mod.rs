//! The kinds of certificates: what each says, and the check that it is true.

pub mod automaton;
pub mod labels;
pub mod numbers;
pub mod quotient;
pub mod rising;
pub mod strategy;
