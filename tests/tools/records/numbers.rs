//! Random records of games of numbers, from their signatures: pairs, piles in a row, coins on a strip.

use super::{Draft, asks, strings};
use grundy_base::random::Random;
use grundy_record::{Keyword, NumberUse, PositionKind, Signature, Slot, Structure};

/// The factors and limits that stand among the rules. Larger ones than rules compute with are not written in moves of
/// pairs by the reference.
const NUMBERS: [u64; 9] = [1, 1, 2, 2, 3, 4, 7, 40, 1 << 40];

/// The largest number and the most numbers of rows whose positions the reference explores.
const ROWS: [(u64, u64); 8] = [
    (12, 1),
    (12, 2),
    (9, 2),
    (6, 3),
    (5, 3),
    (3, 4),
    (2, 5),
    (2, 6),
];

/// Says whether records of a game are drawn here: nothing stands among the rules but a number and `positive`.
pub fn draws(signature: &Signature) -> bool {
    let is_of_numbers = match signature.position {
        PositionKind::Tuples { most, .. } => most == 2 && signature.structure == Structure::Sum,
        PositionKind::Row | PositionKind::Squares { .. } => true,
        _ => false,
    };
    let is_number = |slot: &Slot| matches!(slot, Slot::Number(_));
    let is_positive = |keyword: &Keyword| *keyword == Keyword::Positive;
    is_of_numbers
        && signature.slots.iter().all(is_number)
        && signature.keywords.iter().all(is_positive)
}

/// Draws a random record of one of these games.
pub fn draft(dice: &mut Random, signature: &Signature) -> Draft {
    let mut rules = Vec::new();
    let needs_number = signature.has(Slot::Number(NumberUse::Needed));
    let may_have_number = signature.has(Slot::Number(NumberUse::Optional));
    if needs_number || may_have_number && dice.percent(40) {
        rules = strings([dice.one_of(&NUMBERS)]);
    }
    if !signature.keywords.is_empty() && dice.percent(40) {
        rules.push(Keyword::Positive.word().to_owned());
    }
    let position = match signature.position {
        PositionKind::Tuples { mixed: true, .. } => piles_with_limits(dice),
        PositionKind::Tuples { .. } => pairs(dice),
        PositionKind::Squares { first } => squares(dice, first),
        _ => row(dice),
    };
    Draft {
        game: String::new(),
        rules,
        position: Some(position),
        asks: asks(dice, &["grundy", "values"]),
        rows: Vec::new(),
    }
}

fn row(dice: &mut Random) -> Vec<String> {
    let (most, count) = dice.one_of(&ROWS);
    let count = dice.below(count + 1);
    let sizes = dice.list(count, |dice| dice.within(0, most));
    strings(sizes)
}

fn pairs(dice: &mut Random) -> Vec<String> {
    let most = dice.one_of(&[3, 6, 12, 25, 40]);
    let count = dice.one_of(&[0, 1, 1, 1, 2, 2, 3]);
    dice.list(count, |dice| {
        format!("{},{}", dice.within(0, most), dice.within(0, most))
    })
}

fn piles_with_limits(dice: &mut Random) -> Vec<String> {
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

fn squares(dice: &mut Random, first: u64) -> Vec<String> {
    let most = dice.one_of(&[6, 9, 12]);
    let count = dice.below(6);
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
