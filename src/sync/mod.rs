//! What threads share: parts of a job, sequences that grow, how far a solve has come.

pub mod growing;
pub mod interrupt;
pub mod progress;
pub(crate) mod threads;
