//! Positions that vary: a number of a range is each of its numbers, one after another.
#![expect(clippy::cast_possible_truncation, reason = "the bound is 200,000")]

use std::collections::HashMap;

use itertools::Itertools;
use num_bigint::BigUint;

use crate::field::{Field, spaced};
use crate::games::entry::CatalogueGame;
use crate::games::{catalogue, own};
use crate::play::Play;
use crate::text::{self, NumberRange, RecordWords};
use crate::{Ask, By, Fail, Res, rewrite};

/// The largest number of positions that a record may stand for.
const MAX_VARIED: u64 = 200_000;

/// The largest number of words that are read to find a position among the numbers of a record.
const MAX_WORDS_TRIED: usize = 2_000_000;

/// A word of a position, by the ranges of its numbers.
type Word = Vec<NumberRange>;

/// A position of some ranges as lists write it, with its value; without values with 0 if it is lost.
struct ValuedPosition {
    /// The position as written.
    text: String,
    /// The value.
    value: u64,
}

/// Says whether some number of the position of a record is a range.
pub(crate) fn varies(record: &RecordWords) -> bool {
    if rewrite::names_range(record) {
        return true;
    }
    let is_range =
        |word: &String| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains("..");
    catalogue::answers_about(&record.game, "positions")
        && record.position.iter().flatten().any(is_range)
}

/// Returns the answer to asks about all positions of some ranges. If the words of a position are independent
/// components, their values are counted word by word and the counts combined.
pub fn answer(record: &RecordWords) -> Res<Field> {
    if record.game == "rewrite" {
        return rewrite::answer_range(record);
    }
    let is_about_all = |ask: &Ask| text::lists("p-positions p-list positions", ask.word);
    Fail::Wrong.when(!record.asks.iter().all(is_about_all) || !record.more.is_empty())?;
    let words = record.position.iter().flatten();
    let words = words.map(|word| {
        word.split(',')
            .map(|numbers| text::range(numbers, ".."))
            .collect()
    });
    let words = words.collect::<Res<Vec<Word>>>()?;
    let asks = &record.asks;
    let record = &record.at(Vec::new());
    let play = first_play(record, &words)?;
    let are_apart = play.valued && play.components.len() == words.len();
    let groups: Vec<&[Word]> = if are_apart {
        words.chunks(1).collect()
    } else {
        vec![&words]
    };
    let counts = counts_by_value(record, &groups)?;
    let mut fields = Vec::new();
    for ask in asks {
        fields.push(match ask.word {
            "p-positions" => counts.get(&0).map_or("0".to_owned(), BigUint::to_string),
            "p-list" => list_of_lost(record, &words)?,
            _ => counts.values().sum::<BigUint>().to_string(),
        });
    }
    Ok(Field {
        text: fields.join(" | "),
        by: By::Definition,
    })
}

/// Returns the play from the first position of some ranges.
fn first_play(record: &RecordWords, words: &[Word]) -> Res<Play> {
    if !catalogue::has_gaps(record) {
        let first = positions(words).next().ok_or(Fail::Wrong)?;
        return catalogue::read(&record.at(first));
    }
    let most = MAX_WORDS_TRIED / words.len().max(1);
    for (tried, position) in positions(words).take(MAX_VARIED as usize).enumerate() {
        Fail::TooLarge.when(tried >= most)?;
        match catalogue::read(&record.at(position)) {
            Err(Fail::Wrong) => {}
            play => return play,
        }
    }
    // Where no choice of numbers is a position, the record is right if it is without numbers.
    Fail::Wrong.when(!fits(record, words)?)?;
    catalogue::read(record)
}

/// Says whether each word has as many numbers as a position of the game, and none too large for one.
fn fits(record: &RecordWords, words: &[Word]) -> Res<bool> {
    let is_rule = record.game == "rules";
    let numbers = if is_rule {
        own::arity(record)?
    } else {
        catalogue::find(&record.game).map(CatalogueGame::numbers_of_component)
    };
    let most = if is_rule { i64::MAX as u64 } else { u64::MAX };
    let fits = |word: &Word| {
        let is_as_long = numbers.is_none_or(|numbers| word.len() == numbers);
        is_as_long && word.iter().all(|range| range.high <= most)
    };
    Ok(words.iter().all(fits))
}

/// Returns how many sums of a position of each group have each value.
fn counts_by_value(record: &RecordWords, groups: &[&[Word]]) -> Res<HashMap<u64, BigUint>> {
    must_be_few(groups)?;
    let mut counts = HashMap::from([(0, BigUint::from(1u8))]);
    for group in groups {
        let positions = valued(record, group)?.into_iter();
        let more = positions.counts_by(|position| position.value);
        let pairs = counts.iter().cartesian_product(&more);
        let sums = pairs.map(|((a, count), (b, &times))| (a ^ b, count * times));
        counts = sums.into_grouping_map().sum();
    }
    Ok(counts)
}

/// Returns the lost positions of some ranges.
fn list_of_lost(record: &RecordWords, words: &[Word]) -> Res<String> {
    must_be_few(&[words])?;
    let positions = valued(record, words)?.into_iter();
    let lost = positions.filter(|position| position.value == 0);
    Ok(spaced(lost.map(|position| position.text)))
}

/// Refuses groups with too many positions together.
fn must_be_few(groups: &[&[Word]]) -> Res<()> {
    let positions = |group: &&[Word]| {
        let counts = group.iter().flatten().map(|range| range.count());
        counts.fold(1, u64::saturating_mul)
    };
    let all = groups.iter().map(positions).fold(0, u64::saturating_add);
    Fail::TooLarge.when(all > MAX_VARIED)
}

/// Returns every choice of numbers from the ranges, the last numbers first.
fn positions(words: &[Word]) -> impl Iterator<Item = Vec<String>> {
    let ranges = words.iter().flatten();
    let numbers = ranges.map(|range| range.low..=range.high);
    numbers.multi_cartesian_product().map(|numbers| {
        let mut numbers = numbers.iter().map(u64::to_string);
        let word = |word: &Word| numbers.by_ref().take(word.len()).join(",");
        words.iter().map(word).collect()
    })
}

/// Returns the positions of some ranges with their values.
fn valued(record: &RecordWords, words: &[Word]) -> Res<Vec<ValuedPosition>> {
    let mut texts = Vec::new();
    let mut sums = Vec::new();
    let mut largest: Option<Play> = None;
    for position in positions(words) {
        let text = position.join("+");
        match catalogue::read(&record.at(position)) {
            Ok(play) => {
                texts.push(text);
                sums.push(play.positions());
                largest = Some(play);
            }
            // Not every choice of numbers is a position: coins on one square, numbers that a clause forbids.
            Err(Fail::Wrong) if catalogue::has_gaps(record) => {}
            Err(fail) => return Err(fail),
        }
    }
    let values = match largest {
        Some(play) => play.value_of_each(&sums, play.valued)?,
        None => Vec::new(),
    };
    let positions = texts.into_iter().zip(values);
    Ok(positions
        .map(|(text, value)| ValuedPosition { text, value })
        .collect())
}
