//! The long duel: random records of every game, program against twin, for as long as told.
//!
//!     GRUNDY_CAMPAIGN_SECONDS=600 cargo test --test campaign -- --nocapture
//!
//! `GRUNDY_CAMPAIGN_SEED` sets the first seed and `GRUNDY_CAMPAIGN_GAMES` the games (`king,rook`).
//! Without them two seconds of every game from seed 0: a smoke test.

mod duel;
mod twin;

use std::collections::BTreeMap;
use std::env;
use std::time::{Duration, Instant};

use duel::dice::Dice;
use duel::{Score, compare, records};

fn setting(name: &str, default: u64) -> u64 {
    match env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name}: {value} is not a number")),
        Err(_) => default,
    }
}

#[test]
fn the_program_agrees_with_the_twin_for_as_long_as_told() {
    let seconds = setting("GRUNDY_CAMPAIGN_SECONDS", 2);
    let first = setting("GRUNDY_CAMPAIGN_SEED", 0);
    let chosen = env::var("GRUNDY_CAMPAIGN_GAMES").ok();
    let games = match &chosen {
        Some(names) => names.split(',').collect(),
        None => records::games(),
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    let mut seed = first;
    while Instant::now() < end {
        for &game in &games {
            let text = records::text(&mut Dice::new(seed), &[game], 250);
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
