//! Random records of every game, right and wrong, answered by the program and by the reference.
//!
//!     GRUNDY_CAMPAIGN_SECONDS=600 cargo test --test all games::random -- --nocapture
//!
//! goes on with new seeds for ten minutes. `GRUNDY_CAMPAIGN_SEED` sets the first of them, and `GRUNDY_CAMPAIGN_GAMES` the
//! games (`king,rook`), which are then the only ones.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tests choose their numbers small enough"
)]

use std::env;

use crate::tools::duel::{Reference, Score, compare, compare_with};
use crate::tools::records;
use grundy_base::random::Random;
use grundy_base::testing::{rounds, sized};
use grundy_games::Catalogue;
use grundy_record::Ask;
use itertools::Itertools;

#[test]
fn records_of_different_games_agree_with_the_reference() {
    for seed in 1000..1030 {
        let text = records::text(&mut Random::new(seed), &records::games(), 120);
        let options: &[&str] = if seed % 2 == 0 {
            &["--threads", "1"]
        } else {
            &[]
        };
        if let Err(differences) = compare(&text, options) {
            panic!("seed {seed}:\n{differences}");
        }
    }
}

/// Each game is drawn alone and from a fixed seed, so that none is missed by chance and a failure comes again.
#[test]
fn every_game_agrees_with_the_reference() {
    let mut failures = String::new();
    let mut games = Vec::new();
    for (seed, game) in (1..).zip(records::games()) {
        if !records::is_chosen(game) {
            continue;
        }
        games.push(game);
        let text = records::text(&mut Random::new(seed), &[game], sized(100, 1000));
        match compare(&text, &[]) {
            Ok(Score {
                records, skipped, ..
            }) => {
                assert!(
                    skipped * 2 < records,
                    "{game}: the reference could answer {} of {records}",
                    records - skipped
                );
            }
            Err(differences) => failures += &format!("--- {game}\n{differences}"),
        }
    }
    assert!(
        !games.is_empty(),
        "no game has a name of GRUNDY_CAMPAIGN_GAMES"
    );
    assert!(failures.is_empty(), "{failures}");
    rounds(|seed| {
        let threads = ["1", "2", "5"][seed as usize % 3];
        for &game in &games {
            let text = records::text(&mut Random::new(seed), &[game], 250);
            match compare(&text, &["--threads", threads]) {
                Ok(score) => println!("{game:>14}, seed {seed}: {score}"),
                Err(differences) => panic!("{game}, seed {seed}:\n{differences}"),
            }
        }
    });
}

/// A game that is added has no other random records than these. Boards of the generator are larger than the reference can
/// bear in some games.
#[test]
fn records_drawn_from_signatures_agree_with_the_reference() {
    let mut total = Score::default();
    for game in records::games() {
        let text = records::text_by_signature(&mut Random::new(77), game, sized(8, 100));
        match compare(text.as_bytes(), &[]) {
            Ok(score) => {
                total.records += score.records;
                total.skipped += score.skipped;
            }
            Err(differences) => panic!("{game}:\n{differences}"),
        }
    }
    assert!(total.skipped * 2 < total.records, "{total}");
}

/// An ask that is added has no other random records than these. `GRUNDY_CAMPAIGN_ASK` chooses one ask.
#[test]
fn every_ask_of_every_game_agrees_with_the_reference() {
    let words: Vec<&'static str> = Ask::ALL.iter().map(|ask| ask.word()).collect();
    let chosen = env::var("GRUNDY_CAMPAIGN_ASK").ok();
    let is_chosen = |word: &str| chosen.as_deref().is_none_or(|chosen| chosen == word);
    for (number, word) in (0..).zip(words.into_iter().unique()) {
        if !is_chosen(word) {
            continue;
        }
        every_game_agrees_about(word, 500 + 100 * number);
    }
}

/// Compares random records that put one ask, of every game that answers it. Those that are too large for the reference are
/// left out before the program is asked.
fn every_game_agrees_about(ask: &'static str, first_seed: u64) {
    /// The limit of work: as much as positions take that the reference can bear.
    const WORK: &str = "68719476736";
    let mut text = String::new();
    let mut known = Reference::default();
    let catalogue = Catalogue::standard();
    for (seed, game) in (first_seed..).zip(records::games()) {
        if !records::is_chosen(game) {
            continue;
        }
        let mut asks = catalogue
            .find(game)
            .expect("a game")
            .signature()
            .asks
            .iter();
        if !asks.any(|one| one.word() == ask) {
            continue;
        }
        let mut dice = Random::new(seed);
        for own in records::of_small_positions(&mut dice, game, ask, sized(5, 200)) {
            let answers = Reference::of(own.as_bytes());
            if answers.knows_all() {
                known.append(answers, text.lines().count());
                text += &own;
            }
        }
    }
    // The program answers all games in one run: it takes longer to start than to answer a game.
    if let Err(differences) = compare_with(&known, WORK, text.as_bytes(), &[]) {
        panic!("{ask}:\n{differences}");
    }
}
