//! Northcott's game on rows: a white and a black piece stand in each, and a move slides one towards the other over empty
//! squares. A player who cannot move loses; under `misere`, wins.
//!
//! A row is a heap of nim as large as the gap between its pieces (Winning Ways, chapter 3), also under misère play, since
//! a move of either piece only shortens the gap. Cost: one step a row.

use std::ops::ControlFlow;

use grundy_heaps::pair::HeapPair;
use grundy_record::{Fault, Keyword, Move, Place, Record, Theorem, Tuple, Words};

use crate::shared::longest::total;
use crate::shared::pairs::pairs;
use crate::shared::sum::{Play, refuse_values_under_misere, valued};
use crate::{Context, PositionResult, Standard};

/// The words about Northcott's game for people.
const WORDS: Words = Words {
    name: "northcott",
    summary: "a white and a black piece in each row; slide one towards the other",
    how_to_play: "A pair a,b with a < b is a row of a board: the squares of its white and its black \
        piece. A move slides one of the two towards the other over any number of empty squares, at \
        least one, and not onto it. Several pairs are a sum. A player who cannot move loses; under \
        `misere`, wins.",
    limits: "squares to 2^64-1; one step a row",
    example: "northcott: 3,7 1,2 5,11",
    theorem: Some(Theorem::new(
        "A row counts like a heap of Nim as large as the gap between its pieces",
        "Winning Ways, chapter 3",
    )),
};

/// Northcott's game.
pub static NORTHCOTT: Standard = Standard::new(
    WORDS
        .piles(2)
        .definition(
            "[a,b] -> [a+k,b] for k in 1..b-a-1 | [a,b-k] for k in 1..b-a-1 ; legal if a < b",
        )
        .keywords(&[Keyword::Misere])
        .values_decide_misere(),
    open,
)
.lasting(|record, _| {
    // A piece may go one square at a time until the two stand side by side.
    let rows = rows(record)?;
    Ok(Some(total(rows.iter().map(|row| Some(gap(row).into())))))
});

fn open<'a>(record: &'a Record<'a>, _: &'a Context) -> PositionResult<'a> {
    refuse_values_under_misere(record)?;
    let rows = rows(record)?;
    let gaps = rows.iter().map(gap).collect();
    let sum = valued(gaps, move |index, target, visit| {
        let row = &rows[index];
        let gap = gap(row);
        let steps = match target {
            None => 1..=gap,
            Some(target) if target < gap => gap - target..=gap - target,
            Some(_) => return Ok(ControlFlow::Continue(())),
        };
        let of_white = steps.clone().map(|step| [row.first + step, row.second]);
        let of_black = steps.map(|step| [row.first, row.second - step]);
        Ok(of_white.chain(of_black).try_for_each(|to| {
            let from = Tuple::new(&[row.first, row.second]);
            let to = Tuple::new(&to);
            visit(Move::Tuple { index, from, to })
        }))
    });
    Ok(Box::new(sum.tame(true, Play::of(record))))
}

/// Returns the number of empty squares between the pieces of a row.
fn gap(row: &HeapPair) -> u64 {
    row.second - row.first - 1
}

/// Reads the rows, whose white pieces stand to the left of the black ones.
///
/// # Errors
///
/// Fails if a component is no pair, or its numbers do not ascend.
fn rows(record: &Record<'_>) -> Result<Vec<HeapPair>, Fault> {
    let rows = pairs(&record.position)?;
    match rows.iter().position(|row| row.first >= row.second) {
        None => Ok(rows),
        Some(index) => {
            let HeapPair { first, second } = rows[index];
            let (message, help) = if first > second {
                (
                    format!("the pieces of row {} are out of order", index + 1),
                    format!("write the square of the left piece first: `{second},{first}`"),
                )
            } else {
                (
                    format!("the pieces of row {} share square {first}", index + 1),
                    "write two squares, the left one first: `3,7`".to_owned(),
                )
            };
            Err(Fault::new(Place::Position(index), message, help))
        }
    }
}
