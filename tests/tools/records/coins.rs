//! Random records of coin turning and Hackenbush.

use super::{Draft, asks, strings};
use grundy_base::random::Random;

/// The games a record can be of.
pub const GAMES: [&str; 2] = ["coins", "hackenbush"];

/// Draws a random record of one of these games.
pub fn draft(dice: &mut Random, game: &str) -> Draft {
    let mut draft = Draft {
        game: String::new(),
        rules: Vec::new(),
        position: None,
        asks: Vec::new(),
        rows: Vec::new(),
    };
    if game == "coins" {
        coins(dice, &mut draft);
    } else {
        draft.rules = edges(dice);
        draft.position = Some(Vec::new());
    }
    draft.asks = asks(dice, &["grundy", "values"]);
    draft
}

fn rule(dice: &mut Random) -> Vec<String> {
    match dice.below(4) {
        0 => strings(["run"]),
        1 => strings(["run-up-to".to_owned(), dice.within(1, 6).to_string()]),
        2 => strings(["exactly".to_owned(), dice.within(1, 5).to_string()]),
        _ => strings([
            "up-to".to_owned(),
            dice.one_of(&[1, 2, 3, 4, 5, 7, 9]).to_string(),
        ]),
    }
}

/// Draws the rules and the heads of coin turning.
fn coins(dice: &mut Random, draft: &mut Draft) {
    let mut rules = rule(dice);
    let plane = dice.percent(40);
    if plane {
        rules.push("x".to_owned());
        rules.extend(rule(dice));
    }
    let most = if plane { 5 } else { 14 };
    let mut heads: Vec<String> = Vec::new();
    for _ in 0..dice.below(5) {
        let place = |dice: &mut Random| dice.within(1, most).to_string();
        let head = if plane {
            format!("{},{}", place(dice), place(dice))
        } else {
            place(dice)
        };
        // Now and then a head is named twice, which is wrong.
        if !heads.contains(&head) || dice.percent(3) {
            heads.push(head);
        }
    }
    draft.rules = rules;
    draft.position = Some(heads);
}

fn edges(dice: &mut Random) -> Vec<String> {
    let stray = dice.percent(10);
    let count = dice.below(11);
    let mut hanging = vec![0];
    dice.list(count, |dice| {
        // Each hangs on what was there before; in some records one that hangs on nothing is wrong.
        let a = if stray && dice.percent(10) {
            9
        } else {
            dice.one_of(&hanging)
        };
        let b = if dice.percent(50) {
            dice.one_of(&hanging)
        } else {
            dice.within(0, 7)
        };
        hanging.push(b);
        if dice.percent(50) {
            format!("{a}-{b}")
        } else {
            format!("{b}-{a}")
        }
    })
}
