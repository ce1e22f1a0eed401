//! Nimble: coins on squares 0, 1, 2, …; a move takes one coin any number of squares to the left,
//! over other coins and onto squares that hold some. A player who cannot move loses.
//!
//! Each coin is a heap of nim of the size of its square (Winning Ways, chapter 15): its Grundy value
//! is the number of its square. Cost: one step a coin.

use super::nim;
use crate::Standard;
use crate::shared::longest;
use crate::shared::sum::Play;
use grundy_record::{Theorem, Words};

/// The words about nimble for people.
const WORDS: Words = Words {
    name: "nimble",
    summary: "coins on squares 0, 1, 2, …; move one to the left",
    how_to_play: "Coins stand on squares 0, 1, 2, …, any number of them on one. A move takes one \
        coin any number of squares to the left, over other coins if need be. A player who cannot \
        move loses.",
    limits: "squares to 2^64-1; one step a coin",
    example: "nimble: 0 3 5",
    theorem: Some(Theorem::new(
        "A coin counts like a heap of Nim as large as the number of its square",
        "Winning Ways, chapter 15",
    )),
};

/// The game of nimble.
pub static NIMBLE: Standard = Standard::new(
    WORDS
        .heaps()
        .definition("[n] -> [n-k] for k in 1..n")
        .values_are_sizes(),
    |record, _| nim::open(Play::Normal, record),
)
.counting(|record, context| nim::count(Play::Normal, record, context))
.lasting(longest::tokens);
