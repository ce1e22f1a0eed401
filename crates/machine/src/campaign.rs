//! How long tests take: `GRUNDY_TESTS=full` makes the longest ones as large as they can usefully be, and
//! `GRUNDY_CAMPAIGN_SECONDS=600 cargo test --lib agree` goes on for as long as told.

use std::env;
use std::time::{Duration, Instant};

fn setting(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name}: {value} is not a number")))
}

/// The size of a long test: the first, or with `GRUNDY_TESTS=full` the second.
pub fn sized<T>(small: T, full: T) -> T {
    if env::var_os("GRUNDY_TESTS").is_some_and(|tests| tests == "full") { full } else { small }
}

/// Runs a round with one seed after another, from `GRUNDY_CAMPAIGN_SEED` (0) on, for
/// `GRUNDY_CAMPAIGN_SECONDS`; not at all where that is not set.
pub fn rounds(mut round: impl FnMut(u64)) {
    let Some(seconds) = setting("GRUNDY_CAMPAIGN_SECONDS") else { return };
    let first = setting("GRUNDY_CAMPAIGN_SEED").unwrap_or(0);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut seed = first;
    while Instant::now() < end {
        round(seed);
        seed += 1;
    }
    println!("{seconds} s, seeds from {first}: the next is {seed}");
}
