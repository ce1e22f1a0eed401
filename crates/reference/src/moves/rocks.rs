//! Rocks: a move subtracts a vector from a group of one to four piles, all at once.

use crate::moves::rule::Rule;
use crate::moves::vocabulary::*;

const THREE_ROCKS: &str = "1,0 0,1 1,1 2,0 0,2 3,0 0,3 1,2 2,1";

/// Piles are smaller, so that numbers of 64 bits hold all that is added to them.
const MAX_NUMBER: i128 = 1 << 62;

/// Reads a record of rocks.
pub fn read(given: &Given<'_>) -> Res<Play> {
    let signed = given
        .record
        .rules
        .iter()
        .any(|word| word.contains(',') && word.contains('-'));
    let words = match (given.record.game.as_str(), &given.words[..]) {
        ("three-rocks", []) => THREE_ROCKS.split(' ').map(str::to_owned).collect(),
        ("three-rocks", _) => return Err(Fail::Wrong),
        (_, words) => words.to_vec(),
    };
    let all = |words: &[String], signed| -> Res<Vec<Vec<i128>>> {
        words
            .iter()
            .map(|word| tuples(word, signed))
            .flatten_ok()
            .collect()
    };
    let vectors = all(&words, signed)?;
    let damaged = all(given.of("damaged"), false)?;
    let positions = given.tuples()?;
    let arity = vectors.first().ok_or(Fail::Wrong)?.len();
    let changes: Vec<Vec<i128>> = vectors
        .iter()
        .map(|vector| vector.iter().map(|part| -part).collect())
        .collect();
    let wide = positions
        .iter()
        .map(|position| position.iter().map(|&n| n.into()).collect())
        .collect_vec();
    let wrong = !(1..=4).contains(&arity)
        || vectors
            .iter()
            .chain(&damaged)
            .chain(&wide)
            .any(|tuple| tuple.len() != arity)
        || vectors
            .iter()
            .any(|vector| vector.iter().all(|&part| part == 0))
        || wide.iter().any(|position| damaged.contains(position))
        || signed && !falls(&changes, 0..=12);
    Fail::Wrong.when(wrong)?;
    let mut numbers = damaged.iter().chain(&wide).chain(&changes).flatten();
    Fail::TooLarge.when(numbers.any(|&n| n >= MAX_NUMBER))?;
    Ok(Play::new(
        Rule::read(&text_of(&changes, &damaged))?,
        positions,
    ))
}

/// The rule: changes of positions, and positions that are none. A change beyond every pile is no move, however large.
fn text_of(changes: &[Vec<i128>], damaged: &[Vec<i128>]) -> String {
    let names = &["a", "b", "c", "d"][..changes[0].len()];
    let kind = |change: &Vec<i128>| {
        let parts = names
            .iter()
            .zip(change)
            .map(|(name, part)| format!("{name} - {}", (-part).min(MAX_NUMBER)));
        format!("[{}]", parts.collect_vec().join(","))
    };
    let is = |position: &Vec<i128>| {
        let piles = names
            .iter()
            .zip(position)
            .map(|(name, n)| format!("{name} == {n}"))
            .collect_vec();
        format!(" ; legal if not ({})", piles.join(" and "))
    };
    let legal: String = damaged.iter().map(is).collect();
    format!(
        "[{}] -> {}{legal}",
        names.join(","),
        changes.iter().map(kind).join(" | ")
    )
}

/// `1,2`, `-1,2`; `1-3` is 1, 2, 3.
fn tuples(word: &str, signed: bool) -> Res<Vec<Vec<i128>>> {
    if !word.contains(',') {
        let numbers = text::written_out(&[text::range(word, "-")?])?;
        return Ok(numbers.into_iter().map(|n| vec![n.into()]).collect());
    }
    Ok(vec![
        word.split(',')
            .map(|word| text::signed(word, signed))
            .collect::<Res<_>>()?,
    ])
}
