//! What threads share: parts of a job, sequences that grow and are kept, how far a solve has come.

pub mod growing;
pub mod interrupt;
pub mod progress;
pub mod store;
pub mod threads;
pub mod waiting;
