//! The long duel: random records of every game, program against reference, for as long as the environment says.
//!
//!     GRUNDY_CAMPAIGN_SECONDS=600 cargo test --test all campaign -- --nocapture
//!
//! `GRUNDY_CAMPAIGN_SEED` sets the first seed and `GRUNDY_CAMPAIGN_GAMES` the games (`king,rook`).
//! Without seconds it is one seed of every game and few records, so that a failure comes again.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::collections::BTreeMap;
use std::env;
use std::time::{Duration, Instant};

use crate::tools::dice::Dice;
use crate::tools::duel::{Score, compare};
use crate::tools::records;

fn setting(name: &str, default: u64) -> u64 {
    match env::var(name) {
        Ok(value) => value
            .parse()
            .unwrap_or_else(|_| panic!("{name}: {value} is not a number")),
        Err(_) => default,
    }
}

#[test]
fn the_program_agrees_with_the_reference_for_as_long_as_told() {
    /// Seeds that are tried when nobody says for how long.
    const SEEDS: u64 = 1;
    let seconds =
        env::var_os("GRUNDY_CAMPAIGN_SECONDS").map(|_| setting("GRUNDY_CAMPAIGN_SECONDS", 0));
    let first = setting("GRUNDY_CAMPAIGN_SEED", 0);
    let chosen = env::var("GRUNDY_CAMPAIGN_GAMES").ok();
    let games = match &chosen {
        Some(names) => names.split(',').collect(),
        None => records::games(),
    };
    let begin = Instant::now();
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    let mut seed = first;
    let goes_on = |seed: u64| match seconds {
        Some(seconds) => begin.elapsed() < Duration::from_secs(seconds),
        None => seed < first + SEEDS,
    };
    while goes_on(seed) {
        for &game in &games {
            let text = records::text(
                &mut Dice::new(seed),
                &[game],
                if seconds.is_some() { 250 } else { 60 },
            );
            let threads = ["1", "2", "5"][seed as usize % 3];
            match compare(&text, &["--threads", threads]) {
                Ok(score) => *scores.entry(game).or_default() += score,
                Err(differences) => panic!("{game}, seed {seed}:\n{differences}"),
            }
        }
        seed += 1;
    }
    let mut total = Score::default();
    for (game, score) in &scores {
        println!("{game:>14}: {score}");
        total += *score;
    }
    println!("seeds {first} to {}: {total}", seed - 1);
    assert!(total.records > 0);
}
