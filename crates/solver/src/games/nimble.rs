//! Nimble: coins on squares 0, 1, 2, …; a move takes one coin any number of squares to the left,
//! over other coins and onto squares that hold some. A player who cannot move loses.
//!
//! Each coin is a heap of nim of the size of its square (Winning Ways, chapter 15): its Grundy value
//! is the number of its square. Cost: one step a coin.

use super::nim::NimHeaps;
use super::sum::{Play, Summed};
use super::{Context, Game, Opening, varied};
use crate::record::{Record, Signature, Theorem, Words};

/// The game of nimble.
#[derive(Debug)]
pub struct Nimble;

static SIGNATURE: Signature = Words {
    name: "nimble",
    summary: "coins on squares 0, 1, 2, …; move one to the left",
    how_to_play: "Coins stand on squares 0, 1, 2, …, any number of them on one. A move takes one \
         coin any number of squares to the left, over other coins if need be. A player who \
         cannot move loses.",
    limits: "squares to 18446744073709551615, as many coins as fit in memory; one step a coin",
    example: "nimble: 0 3 5",
}
.heaps()
.definition("[n] -> [n-k] for k in 1..n")
.theorem(Theorem::new(
    "A coin counts like a heap of Nim as large as the number of its square",
    "Winning Ways, chapter 15",
));

impl Game for Nimble {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
        if record.varies() {
            let values: Vec<_> =
                varied::heaps(record).iter().map(|range| vec![(range.low, range.high)]).collect();
            return Ok(varied::open(record, move || varied::nim(&values, Play::Normal, &context.budget)));
        }
        Ok(Box::new(Summed::new(
            NimHeaps { heaps: &record.position.numbers, play: Play::Normal },
            context.budget,
        )))
    }
}
