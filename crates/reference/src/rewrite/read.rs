//! Records of the game, and those whose power is a range.

use crate::ask::Ask;
use crate::field::{Field, spaced};
use crate::play::Play;
use crate::position::PositionNumbers;
use crate::rewrite::moves::Rewriting;
use crate::rewrite::position::{self, WrittenPosition};
use crate::rewrite::words::Rules;
use crate::text::{self, RecordWords};
use crate::{By, Fail, Res};

/// The largest exponent of a range that is answered.
const MAX_SEQUENCE_EXPONENT: u64 = 2000;

/// Says whether the position of a record has a range.
pub fn names_range(record: &RecordWords) -> bool {
    let words = record.position.iter().flatten();
    let mut positions = words.filter_map(|word| WrittenPosition::read(word).ok());
    record.game == "rewrite" && positions.any(|written| !matches!(written.range(), Ok(None)))
}

/// Reads a record with its position, alone or as one game of a sum of several.
pub fn read(record: &RecordWords, is_in_sum: bool) -> Res<Play> {
    let rules = Rules::read(&record.rules)?;
    let words = record.position.as_deref().ok_or(Fail::Wrong)?;
    let misere = rules.has("misere");
    record.must_ask(if misere {
        "positions"
    } else {
        "grundy values sequence positions"
    })?;
    let is_stats = |ask: &Ask| ask.word == "stats";
    Fail::Wrong.when(record.asks.iter().any(is_stats))?;
    Fail::Wrong.when(misere && (is_in_sum || words.len() > 1))?;
    must_be_different(&record.asks)?;
    let mut positions: Vec<PositionNumbers> = Vec::new();
    let mut written = Vec::new();
    for word in words {
        if let Some(position) = position::of_size(&rules, word) {
            positions.push(position?);
            written.push(WrittenPosition::read(".")?);
            continue;
        }
        let one = WrittenPosition::read(word)?;
        positions.push(one.cells(&rules, None)?);
        written.push(one);
    }
    let game = Rewriting { rules, written };
    for position in &positions {
        game.legal(position.clone())?;
    }
    let play = Play::new(game, positions).written(words.iter().cloned());
    Ok(if misere { play.under_misere() } else { play })
}

/// Refuses an ask that stands twice.
fn must_be_different(asks: &[Ask]) -> Res<()> {
    let stands_before = |(i, ask)| asks[..i].contains(ask);
    Fail::Wrong.when(asks.iter().enumerate().any(stands_before))
}

/// Answers the asks about all positions of a range.
pub fn answer_range(record: &RecordWords) -> Res<Field> {
    let is_about_all = |ask: &Ask| text::lists("p-positions p-list positions", ask.word);
    Fail::Wrong.when(!record.asks.iter().all(is_about_all) || !record.more.is_empty())?;
    must_be_different(&record.asks)?;
    let rules = Rules::read(&record.rules)?;
    let misere = rules.has("misere");
    let [word] = record.position.as_deref().unwrap_or_default() else {
        return Err(Fail::Wrong);
    };
    let written = WrittenPosition::read(word)?;
    let range = written.range()?.ok_or(Fail::Wrong)?;
    Fail::TooLarge.when(range.high > MAX_SEQUENCE_EXPONENT)?;
    let mut sums = Vec::new();
    let game = Rewriting {
        rules,
        written: Vec::new(),
    };
    for exponent in range.low..=range.high {
        let cells = written.cells(&game.rules, Some(exponent))?;
        sums.push(vec![game.legal(cells)?]);
    }
    let play = Play::new(game, sums.iter().map(|sum| sum[0].clone()));
    let play = if misere { play.under_misere() } else { play };
    let values = play.value_of_each(&sums, !misere)?;
    let lost: Vec<u64> = (range.low..)
        .zip(values)
        .filter(|(_, value)| *value == 0)
        .map(|(exponent, _)| exponent)
        .collect();
    let fields: Vec<String> = record
        .asks
        .iter()
        .map(|ask| match ask.word {
            "p-positions" => lost.len().to_string(),
            "p-list" => spaced(&lost),
            _ => sums.len().to_string(),
        })
        .collect();
    Ok(Field {
        text: fields.join(" | "),
        by: By::Definition,
    })
}
