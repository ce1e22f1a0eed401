//! Positions that vary: a number of a range is each of its numbers, one after another.

use std::collections::HashMap;

use itertools::Itertools;
use num_bigint::BigUint;

use crate::answers::{Play, spaced};
use crate::text::{self, RecordWords};
use crate::{Ask, By, Fail, Res, moves};

/// How many positions a record may stand for.
const MAX_POSITIONS: u64 = 200_000;

/// A word of a position: its numbers, each from one to another.
type Word = Vec<(u64, u64)>;

/// The answer to asks about all positions of some ranges. If the words of a position are independent components, their
/// values are counted word by word and the counts combined.
pub fn answer(record: &RecordWords) -> Res<(String, By)> {
    let about_all = |ask: &Ask| text::lists("p-positions p-list positions", ask.word);
    Fail::Wrong.when(!record.asks.iter().all(about_all) || !record.more.is_empty())?;
    let numbers = |word: &String| {
        word.split(',')
            .map(|word| text::range(word, ".."))
            .collect()
    };
    let words = record
        .position
        .iter()
        .flatten()
        .map(numbers)
        .collect::<Res<Vec<Word>>>()?;
    let (record, asks) = (&record.at(Vec::new()), &record.asks);
    let tried = if record.may_skip() {
        MAX_POSITIONS as usize
    } else {
        1
    };
    let mut plays = positions(&words)
        .take(tried)
        .map(|position| moves::read(&record.at(position)));
    let play = plays
        .find(|play| !matches!(play, Err(Fail::Wrong)))
        .unwrap_or(Err(Fail::Wrong))?;
    let apart = play.valued && play.components.len() == words.len();
    let groups: Vec<&[Word]> = if apart {
        words.chunks(1).collect()
    } else {
        vec![&words]
    };
    // How many of the sums so far have each value.
    let mut counts = HashMap::from([(0, BigUint::from(1u8))]);
    must_be_few(&groups)?;
    for group in groups {
        let more = valued(record, group)?
            .into_iter()
            .counts_by(|(_, value)| value);
        let pairs = counts
            .iter()
            .cartesian_product(&more)
            .map(|((a, m), (b, &n))| (a ^ b, m * n));
        counts = pairs.into_grouping_map().sum();
    }
    let field = |ask: &Ask| match ask.word {
        "p-positions" => Ok(counts.get(&0).map_or("0".to_owned(), BigUint::to_string)),
        "p-list" => {
            must_be_few(&[&words])?;
            let lost = valued(record, &words)?
                .into_iter()
                .filter(|&(_, value)| value == 0);
            Ok(spaced(lost.map(|(position, _)| position)))
        }
        _ => Ok(counts.values().sum::<BigUint>().to_string()),
    };
    let fields = asks.iter().map(field).collect::<Res<Vec<_>>>()?;
    Ok((fields.join(" | "), By::Definition))
}

fn must_be_few(groups: &[&[Word]]) -> Res<()> {
    let count = |group: &&[Word]| {
        let sizes = group
            .iter()
            .flatten()
            .map(|(low, high)| (high - low).saturating_add(1));
        sizes.fold(1u64, u64::saturating_mul)
    };
    let all = groups.iter().map(count).fold(0, u64::saturating_add);
    if all > MAX_POSITIONS {
        Err(Fail::TooLarge)
    } else {
        Ok(())
    }
}

/// Every choice of numbers from the ranges, the last numbers first.
fn positions(words: &[Word]) -> impl Iterator<Item = Vec<String>> {
    let choices = words
        .concat()
        .into_iter()
        .map(|(low, high)| low..=high)
        .multi_cartesian_product();
    choices.map(|numbers| {
        let mut numbers = numbers.iter().map(u64::to_string);
        words
            .iter()
            .map(|word| numbers.by_ref().take(word.len()).join(","))
            .collect()
    })
}

/// The positions of some ranges as lists write them, each with its value; without values with 0 if it is lost.
fn valued(record: &RecordWords, words: &[Word]) -> Res<Vec<(String, u64)>> {
    let (mut texts, mut sums, mut largest): (_, _, Option<Play>) = (Vec::new(), Vec::new(), None);
    for position in positions(words) {
        let text = position.join("+");
        match moves::read(&record.at(position)) {
            Ok(play) => {
                texts.push(text);
                sums.push(play.positions());
                largest = Some(play);
            }
            // Not every choice of numbers is a position: coins on one square, numbers that a clause forbids.
            Err(Fail::Wrong) if record.may_skip() => {}
            Err(fail) => return Err(fail),
        }
    }
    let values = largest.map_or(Ok(Vec::new()), |play| {
        play.value_of_each(&sums, play.valued)
    })?;
    Ok(texts.into_iter().zip(values).collect())
}
