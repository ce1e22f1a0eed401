//! Random records of every game, right and wrong, answered by the program and by the reference.

use crate::duel::dice::Dice;
use crate::duel::{Score, compare, records};
use crate::sized;

#[test]
fn the_program_agrees_with_the_reference() {
    for seed in 1000..1030 {
        let text = records::text(&mut Dice::new(seed), &records::games(), 120);
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

/// Each game alone and from a fixed seed, so that none is missed by chance and a failure comes
/// again.
#[test]
fn every_game_agrees_with_the_reference() {
    let mut failures = String::new();
    for (seed, game) in (1..).zip(records::games()) {
        let text = records::text(&mut Dice::new(seed), &[game], sized(150, 1000));
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
    assert!(failures.is_empty(), "{failures}");
}
