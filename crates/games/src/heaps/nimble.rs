//! Nimble: coins on squares 0, 1, 2, …; a move takes one coin any number of squares to the left,
//! over other coins and onto squares that hold some. A player who cannot move loses.
//!
//! Each coin is a heap of nim of the size of its square (Winning Ways, chapter 15): its Grundy value
//! is the number of its square. Cost: one step a coin.

use super::nim;
use crate::Standard;
use crate::shared::sum::Play;
use crate::shared::words::words;

/// The game of nimble.
pub static NIMBLE: Standard = Standard::new(
    words("nimble")
        .heaps()
        .definition("[n] -> [n-k] for k in 1..n"),
    |record, context| nim::open(Play::Normal, record, context),
);
