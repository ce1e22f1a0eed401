//! Coin turning games: a rule, and heads on a strip or on cells.

use super::{Error, Writer, check};

impl Writer<'_> {
    /// A game of coins; places of a product are drawn as one number.
    pub(super) fn coins(&mut self) -> Result<(), Error> {
        let parameters = self.parameters;
        let product = parameters
            .rules
            .iter()
            .flat_map(|rules| rules.split_whitespace())
            .any(|word| word == "x");
        if parameters.rules.is_none() {
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
        let places = if product {
            side.saturating_mul(side)
        } else {
            side
        };
        let heads = parameters.count_of_heaps().unwrap_or(3.min(places));
        let heads = check("--heaps", heads, 0, places.min(10_000_000))?;
        for head in self.random.distinct(heads, places) {
            match product {
                true => self.tuple(&[head / side + low, head % side + low]),
                false => self.spaced(head + low),
            }
            self.flush_when_full()?;
        }
        Ok(())
    }
}
