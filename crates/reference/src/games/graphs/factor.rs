//! The factor game: numbers to a limit are drawn one after another, each once; each divides the one before or is divided
//! by it, and the first is even.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a graph has at most 2²⁰ vertices"
)]

use crate::games::entry::CatalogueGame;
use crate::games::given::Given;
use crate::games::graphs::walk::walk;
use crate::play::Play;
use crate::text::NumberRange;
use crate::{Edge, Fail, Res, text};

pub(crate) static FACTOR: CatalogueGame =
    CatalogueGame::of_outcomes("factor", "factor 10: 4 8", read)
        .keywords("damaged")
        .published(&[
            ("factor 100: ? count", "38"),
            ("factor 40: ? moves", "22 26"),
        ]);

/// Reads a record of the factor game.
fn read(given: &Given<'_>) -> Res<Play> {
    let [limit] = &given.words[..] else {
        return Err(Fail::Wrong);
    };
    let limit = text::number_within(limit, u64::MAX)?;
    let damaged = text::ranges(given.of("damaged"))?;
    let drawn = given.record.numbers()?;
    let is_damaged = |n: &u64| {
        let place = damaged.partition_point(|range| range.high < *n);
        damaged.get(place).is_some_and(|range| range.low <= *n)
    };
    let is_beyond = |range: &NumberRange| range.low < 1 || range.high > limit;
    Fail::Wrong.when(damaged.iter().any(is_beyond) || drawn.iter().any(is_damaged))?;
    Fail::Wrong.when(drawn.first().is_some_and(|first| first % 2 != 0))?;
    let divides = |a: u64, b: u64| a.is_multiple_of(b) || b.is_multiple_of(a);
    let edges_above = |from: u64| {
        let factors = 2..=limit / from;
        factors.map(move |times| Edge {
            from,
            to: from * times,
        })
    };
    let edges = (1..=limit).flat_map(edges_above);
    let mut walk = walk(limit, &drawn, divides, edges)?;
    // There are few vertices, or it was an error.
    walk.neighbours[0] = (1..=limit as u32).filter(|n| n % 2 == 0).collect();
    for n in (1..=limit).filter(is_damaged) {
        walk.left[n as usize] = false;
    }
    Ok(walk.play(&drawn))
}
