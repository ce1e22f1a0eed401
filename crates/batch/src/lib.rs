//! Batches: text is read in blocks, cut at records, solved on all threads and answered in order.
//!
//! Workers share one reader: each takes the next chunk of whole records, solves it, and hands its
//! output to the writer, which puts chunks back in order. A worker holds one chunk at a time and
//! the writer a bounded number of finished ones, so neither a slow producer nor a slow consumer
//! makes memory grow. A worker that would wait takes records that another one has not begun
//! ([`scheduler`]).

mod contained;
mod define;
mod first;
mod flatten;
mod in_memory;
mod items;
mod lines;
mod mistakes;
mod options;
mod ordered;
mod output;
mod part;
#[cfg(feature = "proofs")]
mod proved;
#[cfg(feature = "proofs")]
mod prover;
mod reader;
mod repeats;
mod rows;
mod rules_cache;
mod run;
mod scheduler;
pub mod shard;
mod sinks;
mod slowest;
mod solver;
mod source;
pub mod store;
mod streamed;
mod summary;
pub mod version;

pub use define::define;
pub use first::{FirstRecord, first_record};
pub use flatten::flatten;
pub use in_memory::TextAnswers;
pub use options::{Format, Options, Proofs, raised_by_limits};
pub use output::Answer;
#[cfg(feature = "proofs")]
pub use proved::reading;
pub use run::{answer_text, count, run, run_certified, run_each};
pub use slowest::{Slow, Slowest};
pub use source::{Source, Watch};
pub use summary::{Checked, Failure, Summary};
