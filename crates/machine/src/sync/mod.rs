//! State that threads share: parts of a job, and how far a solve has come.

pub mod interrupt;
pub mod progress;
pub mod threads;
