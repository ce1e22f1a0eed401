//! Coin turning games: a rule, and heads on a strip or on cells.

use std::io::Error;

use super::errors::check;
use super::writer::{MAX_LISTED_COMPONENTS, Writer};

impl Writer<'_> {
    /// Draws a game of coins. A place on a board, under a product of two rules, is drawn as one number.
    pub(super) fn coins(&mut self) -> Result<(), Error> {
        let parameters = self.parameters;
        let is_product = match &parameters.rules {
            Some(rules) => rules.split_whitespace().any(|word| word == "x"),
            None => false,
        };
        if parameters.rules.is_none() && self.signature.coins.is_none() {
            let reach = check("--reach", parameters.reach.unwrap_or(4), 1, u64::MAX)?;
            let number = self.random.within(1, reach);
            match self.random.below(4) {
                0 => self.word(&format!("up-to {number}")),
                1 => self.word(&format!("exactly {number}")),
                2 => self.word(&format!("run-up-to {number}")),
                _ => self.word("run"),
            }
        }
        self.text(":");
        let side = check("--max", parameters.max.unwrap_or(20), 1, u64::MAX)?;
        let low = check("--min", parameters.min.unwrap_or(1), 1, side)?;
        let side = side - (low - 1);
        let places = if is_product {
            side.saturating_mul(side)
        } else {
            side
        };
        // Three heads of Mock Turtles never lose: each has a value with an odd number of ones.
        let usual = if self.signature.coins.is_some() { 4 } else { 3 };
        let heads = parameters.count_of_heaps().unwrap_or(places.min(usual));
        let heads = check("--heaps", heads, 0, places.min(MAX_LISTED_COMPONENTS))?;
        for head in self.random.distinct(heads, places) {
            if is_product {
                self.tuple(&[head / side + low, head % side + low]);
            } else {
                self.spaced(head + low);
            }
            self.flush_when_full()?;
        }
        Ok(())
    }
}
