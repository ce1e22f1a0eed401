//! Positions that vary: every position that a record stands for, one after another.

use super::text::{self, Ask, Parts};
use super::{Fail, Outcome, Res, read};

/// How many positions are played out.
const POSITIONS: u64 = 30_000;

/// The games whose positions may vary.
const GAMES: [&str; 13] = [
    "nim",
    "subtraction",
    "octal",
    "kayles",
    "dawson-kayles",
    "dawson-chess",
    "treblecross",
    "lasker",
    "grundys-game",
    "flags",
    "take-and-break",
    "nimble",
    "rules",
];

/// Whether the game counts positions at all.
pub fn counts(game: &str) -> bool {
    GAMES.contains(&game) || super::classics::NAMES.contains(&game)
}

/// Whether some number of the position is a range.
pub fn varies(parts: &Parts) -> bool {
    counts(&parts.game) && parts.position.iter().flatten().any(|word| is_range(word))
}

fn is_range(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.contains("..")
}

/// The answer of a record whose position varies.
pub fn answer(parts: &Parts) -> Res<String> {
    let words = parts.position.clone().unwrap_or_default();
    let about_all = |ask: &Ask| matches!(ask, Ask::PPositions | Ask::Positions);
    if !parts.asks.iter().all(about_all) || !parts.more.is_empty() {
        return Err(Fail::Wrong);
    }
    let mut ranges: Vec<Vec<(u64, u64)>> = Vec::new();
    for word in &words {
        let range = |part: &str| {
            let (low, high) = part.split_once("..").unwrap_or((part, part));
            let (low, high) = (text::number(low)?, text::number(high)?);
            if low <= high { Ok((low, high)) } else { Err(Fail::Wrong) }
        };
        ranges.push(word.split(',').map(range).collect::<Res<_>>()?);
    }
    let sizes = ranges.iter().flatten().map(|&(low, high)| (high - low).saturating_add(1));
    if sizes.fold(1u64, u64::saturating_mul) > POSITIONS {
        return Err(Fail::TooBig);
    }
    let (mut all, mut lost) = (0, 0);
    let mut numbers: Vec<Vec<u64>> = ranges.iter().map(|r| r.iter().map(|range| range.0).collect()).collect();
    loop {
        let joined = |tuple: &Vec<u64>| tuple.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let here = Parts {
            game: parts.game.clone(),
            rules: parts.rules.clone(),
            position: Some(numbers.iter().map(joined).collect()),
            asks: vec![Ask::Winner],
            rows: None,
            more: Vec::new(),
        };
        match read(&here).and_then(|game| game.play()) {
            Ok(play) => {
                all += 1;
                lost += u64::from(play.outcome == Outcome::Lose);
            }
            // Coins on one square are no position, and numbers for which a `legal if` fails; elsewhere the
            // record is wrong.
            Err(Fail::Wrong) if matches!(parts.game.as_str(), "welter" | "silver-dollar") => {}
            Err(Fail::Wrong) if parts.game == "rules" && parts.rules.iter().any(|word| word == "legal") => {}
            Err(fail) => return Err(fail),
        }
        let flat = ranges.iter().enumerate().flat_map(|(i, r)| (0..r.len()).map(move |j| (i, j)));
        let next = flat.collect::<Vec<_>>().into_iter().rev().find(|&(i, j)| {
            let up = numbers[i][j] < ranges[i][j].1;
            numbers[i][j] = if up { numbers[i][j] + 1 } else { ranges[i][j].0 };
            up
        });
        if next.is_none() {
            break;
        }
    }
    let field = |ask: &Ask| if *ask == Ask::PPositions { lost } else { all }.to_string();
    Ok(parts.asks.iter().map(field).collect::<Vec<_>>().join(" | "))
}
