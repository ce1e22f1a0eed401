//! The solver: text into records, records into games, games into answers, batches of them on all threads.

pub mod batch;
pub mod games;
pub mod language;
#[cfg(feature = "proofs")]
pub mod prover;
pub mod store;
pub mod version;

pub use grundy_automata as automata;
pub use grundy_boards as boards;
pub use grundy_machine::{platform, random, simd, sync, testing};
pub use grundy_record as record;
pub use grundy_rules as rules;
pub use grundy_theory as theory;
