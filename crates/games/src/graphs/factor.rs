//! The factor game (Juniper Green): the numbers 1..=limit; players draw them in turn, the first
//! must be even, each later one a factor or a multiple of the one before, none twice. A player who cannot
//! move loses.
//!
//! After the first draw it is geography on the divisibility graph, a token on the number drawn
//! last. The player to move wins exactly when every maximum matching of what is left, the token's
//! number included, covers that number (Fraenkel, Scheinerman and Ullman 1993); so the winning
//! moves are the token's neighbours that some maximum matching of the numbers not drawn misses,
//! and at the start the even numbers that some maximum matching of all numbers misses. See
//! [`divisors`](grundy_graphs::divisors) for how they are found. Records that share a limit
//! share the graph.

#![expect(
    clippy::cast_possible_truncation,
    reason = "numbers are at most the limit of the game, which has 32 bits"
)]

use fixedbitset::FixedBitSet;
use grundy_base::budget::Limit;
use grundy_base::edge::Edge;

use crate::shared::number_pick::Pick;
use crate::{Context, PositionResult, Standard};
use grundy_base::range::Range;
use grundy_graphs::divisors::{Divisors, proper_factors};
use grundy_heaps::subtraction::Amounts;
use grundy_record::{
    AskSet, Fault, Keyword, KnownMoves, Look, NumberUse, Place, Record, Slot, Structure, Words,
};

/// The words about factor for people.
const WORDS: Words = Words {
    name: "factor",
    summary: "draw factors and multiples of the number before (Juniper Green)",
    how_to_play: "The numbers from 1 to the limit are on the board. Players draw them in turn: \
        the first must be even, each later one a factor or a multiple of the one before, none \
        twice. A player who cannot move loses. `damaged` takes numbers off the board beforehand. \
        The position is the numbers drawn so far, none for a fresh game.",
    limits: "within memory: the numbers to 10000000 take 1.9 GB, or 0.7 GB and more time if less \
        is allowed",
    example: "factor 10: 4 8 2",
    theorem: None,
};

/// The factor game.
pub static FACTOR: Standard = Standard::new(
    WORDS
        .numbers(Structure::Path, Look::Drawn, "DRAWN…")
        .slots(&[Slot::Number(NumberUse::Limit)])
        .known_moves(KnownMoves::Divisor)
        .keywords(&[Keyword::Damaged])
        .asks(AskSet::EVERY_GAME),
    open,
);

fn open<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let limit = record.rules.number().ok_or_else(Fault::incomplete)?;
    let at_limit = |limit: Limit| Fault::limit(Place::Limit, &limit);
    let too_large = || {
        Limit::fixed(format!(
            "limits go to {}, this one is {limit}",
            u32::MAX - 1
        ))
    };
    let limit32 = u32::try_from(limit).ok().filter(|&limit| limit < u32::MAX);
    let limit32 = limit32.ok_or_else(too_large).map_err(at_limit)?;
    Divisors::check(limit32, &context.budget).map_err(at_limit)?;
    let mut gone = FixedBitSet::with_capacity(limit32 as usize + 1);
    take_off(&mut gone, &record.modifiers.damaged_numbers, limit32)?;
    draw(&mut gone, &record.position.numbers, limit32)?;
    let left = |number: &u32| !gone.contains(*number as usize);
    let legal = match record.position.numbers.last().map(|&number| number as u32) {
        None => (2..=limit32).step_by(2).filter(left).collect(),
        Some(last) => {
            let multiples = (2..=limit32 / last).map(|factor| last * factor);
            proper_factors(last).chain(multiples).filter(left).collect()
        }
    };
    let off = gone.clone();
    let edges = move || {
        let left = |number: &u32| !off.contains(*number as usize);
        let multiples = |n: u32| {
            (2..=limit32 / n)
                .map(move |times| n * times)
                .filter(left)
                .map(move |multiple| Edge::new(n, multiple))
        };
        (1..=limit32).filter(left).flat_map(multiples).collect()
    };
    Ok(Box::new(Pick::new(legal, edges, move |legal| {
        let Context {
            cache,
            budget,
            notes,
            ..
        } = context;
        let make = || Divisors::new(limit32, budget).map_err(at_limit);
        let divisors = cache.shared("factor", &[limit], Divisors::bytes, make)?;
        notes.engine_if_any(divisors.engine());
        let missed = divisors.missed(&gone, budget)?;
        Ok(legal
            .iter()
            .copied()
            .filter(|&number| missed.contains(number as usize))
            .collect())
    })))
}

/// Takes the damaged numbers off the board.
fn take_off(gone: &mut FixedBitSet, damaged: &[Range], limit: u32) -> Result<(), Fault> {
    for (i, range) in damaged.iter().enumerate() {
        let outside = if range.low == 0 { 0 } else { range.high };
        if range.low == 0 || range.high > u64::from(limit) {
            return Err(Fault::new(
                Place::DamagedNumber(i),
                format!("{outside} is not on the board"),
                format!("the numbers are 1 to {limit}"),
            ));
        }
    }
    // Ranges that overlap are walked once.
    let distinct = Amounts::new(damaged.iter().copied());
    for run in distinct.runs() {
        gone.insert_range(run.low as usize..run.high as usize + 1);
    }
    Ok(())
}

/// Draws the numbers of the history, each by the rules.
fn draw(gone: &mut FixedBitSet, history: &[u64], limit: u32) -> Result<(), Fault> {
    let mut drawn = FixedBitSet::with_capacity(limit as usize + 1);
    let mut before: Option<u64> = None;
    for (i, &number) in history.iter().enumerate() {
        let wrong =
            |message: String, help: String| Err(Fault::new(Place::Position(i), message, help));
        if number == 0 || number > u64::from(limit) {
            return wrong(
                format!("{number} is not on the board"),
                format!("the numbers are 1 to {limit}"),
            );
        }
        if drawn.put(number as usize) {
            return wrong(
                format!("{number} was drawn before"),
                "no number is drawn twice".into(),
            );
        }
        if gone.put(number as usize) {
            return wrong(
                format!("{number} is damaged"),
                "draw a number that is on the board".into(),
            );
        }
        match before {
            None if number % 2 == 1 => {
                return wrong(
                    format!("the first number drawn is {number}"),
                    "the first number must be even".into(),
                );
            }
            Some(before) if !before.is_multiple_of(number) && !number.is_multiple_of(before) => {
                return wrong(
                    format!("{number} is neither a factor nor a multiple of {before}"),
                    format!("after {before}, draw one of its factors or multiples"),
                );
            }
            _ => before = Some(number),
        }
    }
    Ok(())
}
