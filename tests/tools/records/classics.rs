//! Random records of the classic games of several numbers.

use super::{Draft, asks, strings};
use grundy_base::random::Random;

/// The games a record can be of.
pub const GAMES: [&str; 11] = [
    "nimble",
    "staircase",
    "silver-dollar",
    "welter",
    "wythoff",
    "euclid",
    "fibonacci-nim",
    "take-away",
    "moore",
    "end-nim",
    "sequential-nim",
];

/// A random record of one of these games.
pub fn draft(dice: &mut Random, game: &str) -> Draft {
    let mut rules = Vec::new();
    let position = match game {
        "wythoff" => {
            if dice.percent(40) {
                rules = strings([dice.one_of(&[1, 1, 2, 2, 3, 5, 40])]);
            }
            pairs(dice, &[3, 6, 12, 25])
        }
        "euclid" => {
            if dice.percent(40) {
                rules = strings(["positive"]);
            }
            pairs(dice, &[6, 12, 40, 200])
        }
        "fibonacci-nim" | "take-away" => {
            if game == "take-away" {
                rules = strings([dice.one_of(&[1, 2, 3, 3, 4, 7, 60])]);
            }
            let limits = dice.percent(50);
            let most = dice.one_of(&[5, 20, 60, 150]);
            let count = dice.one_of(&[0, 1, 1, 1, 2, 3]);
            dice.list(count, |dice| {
                if limits {
                    format!("{},{}", dice.size(most), dice.size(most))
                } else {
                    dice.size(most).to_string()
                }
            })
        }
        "moore" => {
            rules = strings([dice.one_of(&[1, 2, 2, 3, 3, 9, u64::MAX])]);
            let (most, count) = dice.one_of(&[(12, 1), (12, 2), (6, 3), (3, 4), (2, 5)]);
            numbers(dice, most, count)
        }
        "silver-dollar" | "welter" => {
            let (first, most, count) = (
                u64::from(game == "silver-dollar"),
                dice.one_of(&[6, 9, 12]),
                dice.below(6),
            );
            let mut squares = Vec::new();
            for _ in 0..count {
                let square = dice.within(first, most);
                // Now and then two coins share a square, or one is off the strip.
                if !squares.contains(&square) || dice.percent(3) {
                    squares.push(square);
                }
            }
            if dice.percent(2) {
                squares.push(0);
            }
            strings(squares)
        }
        "nimble" => numbers(dice, 20, 6),
        "staircase" => {
            let (most, count) = dice.one_of(&[(9, 2), (5, 3), (3, 4), (2, 6)]);
            numbers(dice, most, count)
        }
        "end-nim" => {
            let (most, count) = dice.one_of(&[(12, 2), (5, 4), (4, 5), (3, 7), (2, 10)]);
            numbers(dice, most, count)
        }
        _ => {
            let (most, count) = dice.one_of(&[(30, 2), (6, 4), (3, 6)]);
            numbers(dice, most, count)
        }
    };
    Draft {
        game: String::new(),
        rules,
        position: Some(position),
        asks: asks(dice, &["grundy", "values"]),
        rows: Vec::new(),
    }
}

fn numbers(dice: &mut Random, most: u64, count: u64) -> Vec<String> {
    let count = dice.below(count + 1);
    let sizes = dice.list(count, |dice| dice.within(0, most));
    strings(sizes)
}

fn pairs(dice: &mut Random, sizes: &[u64]) -> Vec<String> {
    let most = dice.one_of(sizes);
    let count = dice.one_of(&[0, 1, 1, 1, 2, 2, 3]);
    dice.list(count, |dice| {
        format!("{},{}", dice.within(0, most), dice.within(0, most))
    })
}
