//! Coins on a strip, each on a square of its own, that move to the left: the silver dollar game without
//! the dollar, where no coin passes the next one, and Welter's game, where it may pass others. A
//! player who cannot move loses.
//!
//! Silver dollar is staircase nim with the gaps between the coins ([`staircase`]); the value of
//! Welter's game is Welter's function ([`welter`]).

use super::staircase::takings;
use crate::shared::longest;
use crate::shared::sum::row;
use crate::shared::varied;
use crate::{Context, OpenPosition, PositionResult, Standard};
use grundy_heaps::{staircase, welter};
use grundy_record::{Fault, Move, Place, Record, Theorem, Words};

/// The words about silver-dollar for people.
const SILVER_DOLLAR_WORDS: Words = Words {
    name: "silver-dollar",
    summary: "coins on a strip; move one to the left, without passing another",
    how_to_play: "Coins stand on different squares 1, 2, 3, … of a strip. A move takes one coin \
        any number of squares to the left; it may not pass another coin or share its square. A \
        player who cannot move loses. The strip is one position.",
    limits: "squares to 2^64-1; n log n steps for n coins",
    example: "silver-dollar: 1 4 8",
    theorem: Some(Theorem::new(
        "Every other gap between the coins, from the right, is a heap of Nim",
        "Winning Ways, chapter 15",
    )),
};

/// The definition for the rules of a record.
const SILVER_DOLLAR_DEFINITION: &str = r#"[{{ names|join(",") }}] ->
{% from "rule/macros" import after %}
{% for n in names %}
{{ after({loop.index0: n ~ "-k"}) }} for k in 1..{{ n }}-1
{%- for other in names if other != n %} if {{ other }} < {{ n }}-k or {{ other }} > {{ n }}{% endfor %}

{% endfor %}
"#;

/// Coins that pass no other.
pub static SILVER_DOLLAR: Standard = Standard::new(
    SILVER_DOLLAR_WORDS
        .strip(1)
        .definition_at(SILVER_DOLLAR_DEFINITION),
    |record, _| open(record, 1, false),
)
.counting(|record, context| count(record, context, 1, false))
.lasting(|record, _| longest::squares_passed(record, 1));

/// The words about welter for people.
const WELTER_WORDS: Words = Words {
    name: "welter",
    summary: "coins on a strip; move one to a free square to its left",
    how_to_play: "Coins stand on different squares 0, 1, 2, … of a strip. A move takes one coin \
        to any free square to its left; it may pass other coins, but not share a square. A \
        player who cannot move loses. The strip is one position.",
    limits: "squares to 2^64-1; up to 64 log n steps for each of n coins",
    example: "welter: 1 4 8",
    theorem: Some(Theorem::new(
        "Mate the two squares that are congruent modulo the highest power of 2, then two of the \
            others, and so on: the value is the nim-sum of (a xor b) - 1 over the pairs, and of the \
            square left over",
        "Welter 1954; Conway, On Numbers and Games, chapter 13",
    )),
};

/// The definition for the rules of a record.
const WELTER_DEFINITION: &str = r#"[{{ names|join(",") }}] ->
{% from "rule/macros" import after %}
{% for n in names %}
{{ after({loop.index0: n ~ "-k"}) }} for k in 1..{{ n }}
{%- for other in names if other != n %} if {{ n }}-k != {{ other }}{% endfor %}

{% endfor %}
"#;

/// Coins that pass others.
pub static WELTER: Standard = Standard::new(
    WELTER_WORDS.strip(0).definition_at(WELTER_DEFINITION),
    |record, _| open(record, 0, true),
)
.counting(|record, context| count(record, context, 0, true))
.lasting(|record, _| longest::squares_passed(record, 0));

/// Counts lost positions of ranges, without opening them.
fn count<'a>(
    record: &'a Record<'a>,
    context: &'a Context,
    first: u64,
    jumps: bool,
) -> PositionResult<'a> {
    let budget = &context.budget;
    Ok(varied::one_by_one(record, budget, move |squares| {
        Ok(loses(squares, first, jumps))
    }))
}

/// Says whether the player to move loses; none for squares that coins cannot stand on together.
fn loses(squares: &[u64], first: u64, jumps: bool) -> Option<bool> {
    let order = in_order(squares).ok()?;
    let sorted: Vec<u64> = order.into_iter().map(|(square, _)| square).collect();
    let legal = sorted.first().is_none_or(|&square| square >= first);
    legal.then(|| {
        if jumps {
            welter::Coins::new(&sorted).value() == 0
        } else {
            staircase::value(&staircase::steps_of_strip(&sorted)) == 0
        }
    })
}

fn open<'a>(record: &'a Record<'a>, first: u64, jumps: bool) -> PositionResult<'a> {
    let squares = &record.position.numbers[..];
    if let Some(i) = squares.iter().position(|&square| square < first) {
        return Err(Fault::new(
            Place::Position(i),
            format!("there is no square {}", squares[i]),
            format!("squares are numbered from {first}"),
        ));
    }
    let order = in_order(squares).map_err(|coin| {
        let message = format!("a second coin on square {}", squares[coin]);
        Fault::new(
            Place::Position(coin),
            message,
            "each coin has a square of its own",
        )
    })?;
    Ok(if jumps {
        jumping(squares, order)
    } else {
        sliding(squares, &order)
    })
}

/// Sorts the squares, each with the number of its coin; if coins share squares, the error is the first coin that
/// shares one with an earlier coin.
fn in_order(squares: &[u64]) -> Result<Vec<(u64, usize)>, usize> {
    let mut order: Vec<(u64, usize)> = squares.iter().copied().zip(0..).collect();
    order.sort_unstable();
    let shared = order
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .map(|pair| pair[1].1)
        .min();
    shared.map_or(Ok(order), Err)
}

/// Opens a strip whose coins do not pass one another.
fn sliding<'a>(squares: &'a [u64], order: &[(u64, usize)]) -> Box<dyn OpenPosition + 'a> {
    let sorted: Vec<u64> = order.iter().map(|&(square, _)| square).collect();
    // The gaps before the coins, the last coin's first, and the gap before each coin.
    let steps = staircase::steps_of_strip(&sorted);
    let mut step_of = vec![0; squares.len()];
    for (step, &(_, coin)) in order.iter().rev().enumerate() {
        step_of[coin] = step;
    }
    let value = staircase::value(&steps);
    Box::new(row(squares.len(), value, move |target, visit| {
        Ok(squares
            .iter()
            .zip(&step_of)
            .enumerate()
            .try_for_each(|(index, (&from, &step))| {
                takings(&steps, step, target.map(|target| value ^ target)).try_for_each(|moved| {
                    visit(Move::Heap {
                        index,
                        from,
                        to: from - moved,
                    })
                })
            }))
    }))
}

/// Coins that pass one another; their squares, ascending, are in `order`.
fn jumping(squares: &[u64], order: Vec<(u64, usize)>) -> Box<dyn OpenPosition + '_> {
    let coins = welter::Coins::new(squares);
    Box::new(row(squares.len(), coins.value(), move |target, visit| {
        Ok(squares.iter().enumerate().try_for_each(|(index, &from)| {
            let mut visit = |to| visit(Move::Heap { index, from, to });
            match target {
                Some(target) => coins
                    .destination(from, target)
                    .into_iter()
                    .try_for_each(&mut visit),
                None => free_below(&order, from).try_for_each(&mut visit),
            }
        }))
    }))
}

/// Lists the free squares to the left of a coin, the nearest first.
fn free_below(order: &[(u64, usize)], square: u64) -> impl Iterator<Item = u64> {
    let coins = order.partition_point(|&(other, _)| other < square);
    // Coins on all squares to the left are not passed one by one.
    let packed = coins as u64 == square;
    let (coins, square) = if packed { (0, 0) } else { (coins, square) };
    let taken = order[..coins].iter().rev().map(|&(other, _)| other);
    let ends = std::iter::once(square).chain(taken.clone());
    let starts = taken.map(|other| other + 1).chain([0]);
    starts.zip(ends).flat_map(|(start, end)| (start..end).rev())
}
