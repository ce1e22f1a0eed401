//! Batches: text is read in blocks, cut at records, solved on all threads and answered in order.
//!
//! Workers share one reader: each takes the next chunk of whole records, solves it, and hands its
//! output to the writer, which puts chunks back in order. A worker holds one chunk at a time and
//! the writer a bounded number of finished ones, so neither a slow producer nor a slow consumer
//! makes memory grow. A worker that would wait takes records that another one has not begun
//! ([`scheduler`]).
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | `run`, `options`, `summary`, `sinks` | a batch: its settings, its workers, where it writes, what it has done |
//! | `source`, `reader/` | inputs, cut into chunks of whole records |
//! | `scheduler`, `part` | which worker answers which records |
//! | `items`, `rows`, `first` | records in a text, with the rows of their boards |
//! | `solver`, `rules_cache` | a chunk into answers, with rules opened once |
//! | `lines/`, `streamed` | what leaves the route: lines of numbers, and boards that are not kept |
//! | `contained` | a record whose solver panics costs no other its answer |
//! | `proved`, `prover/` | certificates that are made, and answers held to the reference |
//! | `output`, `ordered` | outputs of chunks, written in order |
//! | `mistakes`, `slowest` | remarks at the end of a batch |
//! | `flatten`, `shard`, `in_memory`, `define` | batches as one record a line, for several machines, in memory; names for rules |
//! | `store/` | sequences kept in a folder |
//! | `version`, `commit` | which version this is, of which commit |

#[cfg(test)]
mod commit;
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
pub use run::{AnsweredText, answer_text, count, run, run_certified, run_each};
pub use slowest::{Slow, Slowest};
pub use source::{Source, Watch};
pub use summary::{Checked, Failure, Summary};
