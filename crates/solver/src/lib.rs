//! The solver: text into records, records into games, games into answers, batches of them on all threads.

pub mod batch;
pub mod games;
pub mod language;
#[cfg(feature = "proofs")]
pub mod prover;
pub mod store;
pub mod version;
