//! Rocks: a move subtracts a vector from a group of one to four piles, all at once.

use itertools::Itertools;

use crate::answers::Play;
use crate::game::{self, Position};
use crate::moves::Given;
use crate::moves::rule::Rule;
use crate::text;
use crate::{Fail, Res};

const THREE_ROCKS: [[i128; 2]; 9] = [[1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [3, 0], [0, 3], [1, 2], [2, 1]];

/// Piles are smaller, so that numbers of 64 bits hold all that is added to them.
const MAX_NUMBER: i128 = 1 << 62;

/// Reads a record of rocks.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let signed = given.record.rules.iter().any(|word| word.contains(',') && word.contains('-'));
    let vectors: Vec<Vec<i128>> = match given.record.game.as_str() {
        "three-rocks" if given.words.is_empty() => THREE_ROCKS.iter().map(|vector| vector.to_vec()).collect(),
        "three-rocks" => return Err(Fail::Wrong),
        _ => given.words.iter().map(|word| vectors(word, signed)).collect::<Res<Vec<_>>>()?.concat(),
    };
    let tuples = given.keywords.of("damaged").iter().map(|word| vectors_or_range(word));
    let damaged = tuples.collect::<Res<Vec<_>>>()?.concat();
    let positions: Vec<Position> = given.tuples()?.into_iter().map(Position::from).collect();
    let arity = vectors.first().ok_or(Fail::Wrong)?.len();
    let changes: Vec<Vec<i128>> =
        vectors.iter().map(|vector| vector.iter().map(|part| -part).collect()).collect();
    let wrong = !(1..=4).contains(&arity)
        || vectors.iter().any(|vector| vector.len() != arity || vector.iter().all(|&part| part == 0))
        || damaged.iter().chain(&positions).any(|tuple| tuple.len() != arity)
        || positions.iter().any(|position| damaged.contains(position))
        || signed && !game::falls(&changes, 0..=12);
    Fail::Wrong.when(wrong)?;
    // Vectors beyond every pile are no moves, however large they are.
    let vectors: Vec<Vec<i128>> = vectors
        .into_iter()
        .map(|vector| vector.into_iter().map(|part| part.min(MAX_NUMBER)).collect())
        .collect();
    let numbers = damaged.iter().chain(&positions).flatten().map(|&n| n.into());
    Fail::TooLarge
        .when(vectors.iter().flatten().map(|part| -part).chain(numbers).any(|n: i128| n >= MAX_NUMBER))?;
    let components = positions.iter().map(|position| game::component(position)).collect();
    Ok(Play::new(Rule::read(&text_of(&vectors, &damaged))?, components))
}

/// The rule: vectors, and positions that are none.
fn text_of(vectors: &[Vec<i128>], damaged: &[Position]) -> String {
    let names = &["a", "b", "c", "d"][..vectors[0].len()];
    let kind = |vector: &Vec<i128>| {
        format!(
            "[{}]",
            names.iter().zip(vector).format_with(",", |(name, part), f| f(&format_args!("{name} - {part}")))
        )
    };
    let is = |position: &Position| {
        let piles =
            names.iter().zip(position).format_with(" and ", |(name, n), f| f(&format_args!("{name} == {n}")));
        format!(" ; legal if not ({piles})")
    };
    let legal: String = damaged.iter().map(is).collect();
    format!("[{}] -> {}{legal}", names.join(","), vectors.iter().map(kind).join(" | "))
}

/// `1,2`, `-1,2`; `1-3` is the vectors 1, 2, 3.
fn vectors(word: &str, signed: bool) -> Res<Vec<Vec<i128>>> {
    let number = |word: &str| {
        let (sign, digits) =
            word.strip_prefix('-').filter(|_| signed).map_or((1, word), |digits| (-1, digits));
        Ok(sign * i128::from(text::number(digits)?))
    };
    if word.contains(',') {
        return Ok(vec![word.split(',').map(number).collect::<Res<_>>()?]);
    }
    let numbers = vectors_or_range(word)?;
    let single = |n: &Position| vec![i128::from(n[0])];
    Ok(numbers.iter().map(single).collect())
}

fn vectors_or_range(word: &str) -> Res<Vec<Position>> {
    if word.contains(',') {
        return Ok(vec![text::tuple(word)?.into()]);
    }
    let numbers = text::written_out(&text::ranges(&[word.to_owned()])?)?;
    Ok(numbers.into_iter().map(|n| Position::from_slice(&[n])).collect())
}
