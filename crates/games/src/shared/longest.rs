//! Formulas for the longest play, which the files of games name ([`Game::birthday`](crate::Game::birthday)).
//!
//! Each is an upper bound that some play reaches: every move lowers a number by at least one (or by the least amount), and
//! there is always a move that lowers it by no more.

use crate::game::{Context, Game, KnownLength};
use grundy_base::budget::Limit;
use grundy_record::{Fault, Length, Record};

/// Counts the tokens of all heaps and piles, for games in which a move may take a single one from any position that is not
/// at its end.
pub fn tokens(record: &Record<'_>, _: &Context) -> KnownLength {
    let position = &record.position;
    let all = position
        .numbers
        .iter()
        .chain(position.tuples.iter().flatten());
    Ok(Some(total(all.map(|&number| Some(number.into())))))
}

/// Counts the steps of pieces up and left to the corner of a board without damage, for pieces that may make each of them
/// alone.
pub fn steps_to_corner(record: &Record<'_>, _: &Context) -> KnownLength {
    if record.rows.is_some() || !record.modifiers.damaged.is_empty() {
        return Ok(None);
    }
    let coordinates = record.position.tuples.iter().flatten();
    let steps = coordinates.map(|&number| Some(u128::from(number).saturating_sub(1)));
    Ok(Some(total(steps)))
}

/// Counts the squares that coins which share no square pass in single steps, until they stand side by side at the left end.
/// The leftmost square has the number `first`.
pub fn squares_passed(record: &Record<'_>, first: u64) -> KnownLength {
    let squares = &record.position.numbers;
    let mut passed: u128 = 0;
    for (&square, end) in squares.iter().zip(first..) {
        // Which coin ends where does not matter for the sum; a single difference may be negative.
        passed = passed.wrapping_add(u128::from(square).wrapping_sub(u128::from(end)));
    }
    Ok(Some(Length::Moves(passed)))
}

/// Says whether moves were made in a game that keeps account of what they took, or things were taken before the record.
pub fn is_begun(record: &Record<'_>) -> bool {
    let position = &record.position;
    !position.tuples.is_empty()
        || position
            .taken
            .as_ref()
            .is_some_and(|taken| !taken.is_empty())
}

/// Adds up what an ask finds of each game of a sum alone. `too_long` says that a number has more than 128 bits.
///
/// # Errors
///
/// Fails if it fails for one of the games or its number is too long, with the number of that game, or if the sum is too long.
pub fn total_of_games(
    sum: &[(&dyn Game, &Record<'_>)],
    too_long: &'static str,
    of_game: impl Fn(&dyn Game, &Record<'_>) -> Result<Length, Fault>,
) -> Result<Length, Fault> {
    let mut lengths = Vec::with_capacity(sum.len());
    for (index, &(game, record)) in sum.iter().enumerate() {
        let length = of_game(game, record).and_then(|length| written(length, too_long));
        lengths.push(length.map_err(|fault| fault.in_summand(index))?.moves());
    }
    written(total(lengths), too_long)
}

/// Refuses a length that has more than 128 bits, for which `u128::MAX` stands.
fn written(length: Length, too_long: &'static str) -> Result<Length, Fault> {
    if length == Length::Moves(u128::MAX) {
        return Err(Limit::fixed(too_long).into());
    }
    Ok(length)
}

/// Adds the lengths of play of components up; `None` stands for play without an end, and `u128::MAX` for a number that has
/// more than 128 bits.
pub fn total(components: impl IntoIterator<Item = Option<u128>>) -> Length {
    let mut sum: u128 = 0;
    let mut is_endless = false;
    for component in components {
        match component {
            Some(moves) => sum = sum.saturating_add(moves),
            None => is_endless = true,
        }
    }
    if is_endless {
        Length::Endless
    } else {
        Length::Moves(sum)
    }
}
