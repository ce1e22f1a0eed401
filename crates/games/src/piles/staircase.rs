//! Staircase nim: coins on steps 1, 2, 3, …; a move takes any number of coins from one step to the one
//! below, those of step 1 off the stairs. A player who cannot move loses.
//!
//! The Grundy value is the nim-sum of the coins on the odd steps
//! ([`grundy_heaps::staircase`]). Cost: one step a step.

use num_bigint::BigUint;

use crate::shared::longest::total;
use crate::shared::sum::{Play, Sum, Summed};
use crate::shared::varied;
use crate::shared::visiting;
use crate::{Context, PositionResult, Standard, Visit, Visited};
use grundy_heaps::staircase;
use grundy_record::{Fault, Move, Place, Record, Theorem, Words};

/// The words about staircase for people.
const WORDS: Words = Words {
    name: "staircase",
    summary: "coins on steps; take any number one step down",
    how_to_play: "The numbers say how many coins are on steps 1, 2, 3, …. A move takes any \
        number of coins, at least one, from one step to the one below; from step 1 they go to \
        the ground. A player who cannot move loses. The stairs are one position.",
    limits: "2^64-1 coins on a step; one step of work for each step of the stairs",
    example: "staircase: 1 2 3",
    theorem: Some(Theorem::new(
        "Only the coins on the odd steps count: the value is their nim-sum",
        "Sprague 1961",
    )),
};

/// The definition for the rules of a record.
const DEFINITION: &str = r#"[{{ names|join(",") }}] ->
{% from "rule/macros" import after %}
{% for n in names %}
{{ after({loop.index0: n ~ "-k", loop.index0 - 1: loop.previtem|default("") ~ "+k"}) }} for k in 1..{{ n }}
{% endfor %}
"#;

/// The game of staircase nim.
pub static STAIRCASE: Standard = Standard::new(WORDS.row().definition_at(DEFINITION), open)
    .counting(count)
    .lasting(|record, _| {
        // Every coin goes down alone, step by step.
        let steps = (1..).zip(&record.position.numbers);
        let moves = steps.map(|(step, &coins)| Some(u128::from(coins).saturating_mul(step)));
        Ok(Some(total(moves)))
    });

/// Counts lost positions of ranges.
fn count<'a>(record: &'a Record<'a>, context: &'a Context) -> PositionResult<'a> {
    let steps = varied::heaps(record);
    Ok(varied::open(record, move || {
        // Any number of coins may be on the even steps.
        let even: BigUint = steps.iter().skip(1).step_by(2).map(varied::size).product();
        let odd: Vec<_> = steps.iter().step_by(2).map(|&range| vec![range]).collect();
        Ok(varied::nim(&odd, Play::Normal, &context.budget)? * even)
    }))
}

fn open<'a>(record: &'a Record<'a>, _: &'a Context) -> PositionResult<'a> {
    let steps = &record.position.numbers[..];
    let stairs = Stairs {
        steps,
        value: staircase::value(steps),
    };
    Ok(Box::new(Summed::new(1, stairs).numbered(steps.len())))
}

struct Stairs<'a> {
    /// The coins on each step.
    steps: &'a [u64],
    /// The Grundy value.
    value: u64,
}

impl Stairs<'_> {
    fn take(&self, index: usize, taken: u64) -> Result<Move, Fault> {
        let from = self.steps[index];
        let upper = Move::Heap {
            index,
            from,
            to: from - taken,
        };
        let Some(below) = index.checked_sub(1) else {
            return Ok(upper);
        };
        let from = self.steps[below];
        let to = from.checked_add(taken).ok_or_else(|| {
            Fault::new(
                Place::Position(below),
                "a move would leave more than 18446744073709551615 coins here, which cannot be written",
                "ask `winner`, `count` or `grundy`, or put fewer coins on the stairs",
            )
        })?;
        Ok(Move::Several(Box::new([
            Move::Heap {
                index: below,
                from,
                to,
            },
            upper,
        ])))
    }
}

impl Sum for Stairs<'_> {
    fn value(&mut self, _: usize) -> Result<u64, Fault> {
        Ok(self.value)
    }

    /// Counts also the moves that would leave more coins than can be written.
    fn count_to(&mut self, _: usize, target: u64) -> Result<u128, Fault> {
        let difference = self.value ^ target;
        let moves = |index: &usize| staircase::taken(self.steps, *index, difference).is_some();
        Ok((0..self.steps.len()).filter(moves).count() as u128)
    }

    fn moves_of(&mut self, _: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let difference = target.map(|target| self.value ^ target);
        let from = |index| takings(self.steps, index, difference).map(move |taken| (index, taken));
        visiting::visit_each((0..self.steps.len()).flat_map(from), |(index, taken)| {
            Ok(visit(self.take(index, taken)?))
        })
    }
}

/// Lists the numbers of coins that may leave a step: all, or the one that changes the value by this difference.
pub(crate) fn takings(
    steps: &[u64],
    index: usize,
    difference: Option<u64>,
) -> impl Iterator<Item = u64> {
    let range = match difference {
        None => Some(1..=steps[index]),
        Some(difference) => staircase::taken(steps, index, difference).map(|taken| taken..=taken),
    };
    range.into_iter().flatten()
}
