//! Coin turning games: a rule, and heads on a strip or on cells.

use super::{Error, Parameters, Sink, check};
use crate::random::Random;

pub(super) fn write(parameters: &Parameters, random: &mut Random, sink: &mut Sink<'_>) -> Result<(), Error> {
    let mut product = false;
    sink.text(" ");
    match &parameters.rules {
        Some(rules) => {
            sink.text(rules);
            product = rules.split_whitespace().any(|word| word == "x");
        }
        None => {
            let reach = check("--reach", parameters.reach.unwrap_or(4), 1, u64::MAX)?;
            let number = random.within(1, reach);
            match random.below(4) {
                0 => sink.text("up-to "),
                1 => sink.text("exactly "),
                2 => sink.text("run-up-to "),
                _ => sink.text("run"),
            }
            if !sink.buffer.ends_with(b"run") {
                sink.number(number);
            }
        }
    }
    sink.text(":");
    let side = check("--max", parameters.max.unwrap_or(20), 1, u64::MAX)?;
    let places = if product { side.saturating_mul(side) } else { side };
    let low = check("--min", parameters.min.unwrap_or(1), 1, side)?;
    let side = side - (low - 1);
    let places = if product { side.saturating_mul(side) } else { places.min(side) };
    let heads =
        check("--heaps", parameters.count_of_heaps().unwrap_or(3.min(places)), 0, places.min(10_000_000))?;
    for head in random.distinct(heads, places) {
        match product {
            true => sink.tuple(&[head / side + low, head % side + low]),
            false => sink.tuple(&[head + low]),
        }
        sink.flush_when_full()?;
    }
    sink.end(parameters);
    Ok(())
}
