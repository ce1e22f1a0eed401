//! The options for what a record may take: `--max-memory`, `--max-work`, `--save`.

use std::path::PathBuf;
use std::sync::Arc;

use super::exit::CommandResult;
use super::interrupt::open_store;
use grundy_base::budget::{Budget, LimitKind};
use grundy_base::platform;
use grundy_heaps::sequence::store::SequenceStore;
use grundy_language::diagnostic::RaisedBy;

/// The limits of one record, and the directory of sequences.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
pub(super) struct RecordLimits {
    /// The memory one record may take, such as 512M or 8G [default: 2G, or a quarter of what the
    /// process may have]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    max_memory: Option<u64>,

    /// The steps one record may take, of some nanoseconds each [default: 2^36]
    #[arg(long, value_name = "STEPS", default_value_t = Budget::default().work, hide_default_value = true)]
    pub(super) max_work: u64,

    /// Keep the sequences of heaps that are computed in files of this directory, and go on from those
    /// kept there before
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
}

impl RecordLimits {
    /// Makes the budget of a record, with as many threads as the machine has unless the number is given.
    pub(super) fn budget(&self, threads: Option<u16>) -> Budget {
        let usual = usual_budget();
        Budget {
            memory: self.max_memory.unwrap_or(usual.memory),
            work: self.max_work,
            threads: threads.map_or(usual.threads, usize::from),
        }
    }

    /// Opens the directory of `--save`.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be used.
    pub(super) fn store(&self) -> CommandResult<Option<Arc<dyn SequenceStore>>> {
        self.save.as_deref().map(open_store).transpose()
    }

    /// Returns the words that say how a limit is raised.
    pub(super) fn raised_by(&self) -> RaisedBy {
        match self.save {
            None => raised_by,
            Some(_) => |limit| {
                if limit == LimitKind::Work {
                    GOES_ON
                } else {
                    raised_by(limit)
                }
            },
        }
    }
}

/// A limit of work, if sequences are kept.
const GOES_ON: &str =
    "--max-work raises this limit; a sequence in the directory of --save goes on from where it is";

/// Names the option that raises a limit.
fn raised_by(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::Memory => "--max-memory raises this limit",
        LimitKind::Work => "--max-work raises this limit",
        _ => "the limits of each game are listed by `grundy games`",
    }
}

/// Makes the default budget with all processors. Its memory is never more than a quarter of what this process may have, so
/// that the program itself, its threads and its cache fit next to a record.
pub(super) fn usual_budget() -> Budget {
    let limits = [
        platform::address_space(),
        platform::control_group_memory(),
        platform::physical_memory(),
    ];
    let available = limits.into_iter().flatten().min().unwrap_or(u64::MAX);
    let default = Budget::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Budget {
        memory: default.memory.min(available / 4),
        threads,
        ..default
    }
}

/// Reads a number of bytes, with a suffix `k`, `M`, `G` or `T` (powers of 1024; `B` and `iB` may
/// follow).
fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, suffix) = text.split_at(digits);
    let suffix = suffix
        .trim()
        .trim_end_matches(['B', 'b'])
        .trim_end_matches('i');
    let power = ["", "k", "M", "G", "T"]
        .iter()
        .position(|known| known.eq_ignore_ascii_case(suffix));
    let shift = 10 * power.ok_or("a size is a number, and k, M, G or T: 512M")?;
    let number = number
        .parse::<u64>()
        .map_err(|_| "a size begins with a number: 512M")?;
    number
        .checked_mul(1 << shift)
        .ok_or_else(|| "this size is larger than any memory".into())
}
