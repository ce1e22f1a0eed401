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
    #[arg(long, value_name = "STEPS", default_value_t = Budget::default().work, hide_default_value = true, value_parser = parse_steps)]
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

/// Reads a number of steps: digits, or a power such as `2^36` or `1e9`.
fn parse_steps(text: &str) -> Result<u64, String> {
    let wrong = || "a number of steps is digits, or a power such as 2^36 or 1e9".to_owned();
    let too_large = || format!("at most {} steps can be allowed", u64::MAX);
    if let Some((base, power)) = text.split_once('^') {
        let base: u64 = base.parse().map_err(|_| wrong())?;
        let power = power.parse().map_err(|_| wrong())?;
        return base.checked_pow(power).ok_or_else(too_large);
    }
    if let Some((digits, power)) = text.split_once(['e', 'E']) {
        let digits: u64 = digits.parse().map_err(|_| wrong())?;
        let power = power.parse().map_err(|_| wrong())?;
        let times = 10u64.checked_pow(power).ok_or_else(too_large)?;
        return digits.checked_mul(times).ok_or_else(too_large);
    }
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().map_err(|_| too_large());
    }
    Err(wrong())
}

/// Reads a seed of random numbers.
pub(super) fn parse_seed(text: &str) -> Result<u64, String> {
    let wrong = |_| format!("a seed is a whole number from 0 to {}, in digits", u64::MAX);
    text.parse().map_err(wrong)
}

/// The most digits after the point of a size: more change nothing that a person means.
const MAX_DIGITS: usize = 9;

/// Reads a number of bytes, with a suffix `k`, `M`, `G` or `T` (powers of 1024; `B` and `iB` may
/// follow); the number may have a point, `1.5G`.
fn parse_size(text: &str) -> Result<u64, String> {
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
    let length = text.len() - text.trim_start_matches(is_of_number).len();
    let (number, suffix) = text.split_at(length);
    let suffix = suffix
        .trim()
        .trim_end_matches(['B', 'b'])
        .trim_end_matches('i');
    let power = ["", "k", "M", "G", "T"]
        .iter()
        .position(|known| known.eq_ignore_ascii_case(suffix));
    let power = power.ok_or("a size is a number, and k, M, G or T: 512M, 1.5G")?;
    let unit = 1u64 << (10 * power);
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let wrong = "a size begins with a number: 512M, 1.5G";
    let whole = whole.parse::<u64>().map_err(|_| wrong)?;
    if part.is_empty() || part.len() > MAX_DIGITS || part.contains('.') {
        return Err(wrong.into());
    }
    let digits = u128::from(part.parse::<u64>().map_err(|_| wrong)?);
    let denominator: u128 = part.bytes().map(|_| 10).product();
    let bytes_of_part = digits * u128::from(unit) / denominator;
    let bytes = u128::from(whole) * u128::from(unit) + bytes_of_part;
    u64::try_from(bytes).map_err(|_| "this size is larger than any memory".into())
}
