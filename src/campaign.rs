//! Tests that go on for as long as told: `GRUNDY_CAMPAIGN_SECONDS=600 cargo test --lib agree`.

use std::env;
use std::time::{Duration, Instant};

fn setting(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name}: {value} is not a number")))
}

/// Runs a round with one seed after another, from `GRUNDY_CAMPAIGN_SEED` (0) on, for
/// `GRUNDY_CAMPAIGN_SECONDS`; not at all where that is not set.
pub(crate) fn rounds(mut round: impl FnMut(u64)) {
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
