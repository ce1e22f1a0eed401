//! What threads share: parts of a job, how far a solve has come.

pub mod interrupt;
pub mod progress;
pub mod threads;
