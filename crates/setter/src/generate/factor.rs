//! The factor game: a limit, numbers off the board, and some legal moves played at random.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a part of all numbers is at most all numbers, which were limited before"
)]

use std::io::Error;

use fxhash::FxHashSet;
use itertools::Itertools;

use super::errors::{check, refused};
use super::options::Share;
use super::writer::Writer;
use grundy_base::random::Random;

/// The largest limit of a random factor game: all numbers up to it are listed.
const MAX_FACTOR_LIMIT: u64 = 100_000_000;

impl Writer<'_> {
    /// Draws a factor game.
    pub(super) fn factor(&mut self) -> Result<(), Error> {
        let parameters = self.parameters;
        let wrong = |_| refused("--rules of factor is its limit; give --damage apart from it");
        let limit = match &parameters.rules {
            Some(rules) => rules.trim().parse().map_err(wrong)?,
            None => parameters.limit.unwrap_or(100),
        };
        let limit = check("the limit", limit, 1, MAX_FACTOR_LIMIT)?;
        let mut gone = FxHashSet::default();
        if parameters.rules.is_none() {
            self.spaced(limit);
            gone.extend(self.damaged_numbers(limit)?);
        }
        self.text(":");
        let mut last = None;
        let moves = parameters.moves.unwrap_or_else(|| self.random.within(0, 4));
        for _ in 0..moves {
            let Some(number) = draw(limit, last, &gone, &mut self.random) else {
                break;
            };
            self.spaced(number);
            gone.insert(number);
            last = Some(number);
        }
        Ok(())
    }

    /// Draws and writes the numbers that are off the board, ascending.
    fn damaged_numbers(&mut self, limit: u64) -> Result<Vec<u64>, Error> {
        let count = match self.parameters.damage {
            None => 0,
            Some(Share::Count(count)) => check("--damage", count, 0, limit)?,
            // The part is at most 65536, so that the count is at most the limit.
            Some(Share::Part(part)) => (u128::from(limit) * u128::from(part) / 65536) as u64,
        };
        let drawn = self.random.distinct(count, limit);
        let damaged = drawn
            .into_iter()
            .map(|number| number + 1)
            .sorted_unstable()
            .collect_vec();
        if !damaged.is_empty() {
            self.text(" damaged");
        }
        for &number in &damaged {
            self.spaced(number);
        }
        Ok(damaged)
    }
}

/// Draws a legal next number: an even one at first, then a factor or a multiple of the last.
fn draw(limit: u64, last: Option<u64>, gone: &FxHashSet<u64>, random: &mut Random) -> Option<u64> {
    let mut numbers = match last {
        None => (2..=limit).step_by(2).collect_vec(),
        Some(last) => {
            let small_factors = (1..=last.isqrt()).filter(|factor| last.is_multiple_of(*factor));
            let factors = small_factors
                .flat_map(|factor| [factor, last / factor])
                .sorted_unstable()
                .dedup();
            let multiples = (2 * last..=limit).step_by(last as usize);
            factors.chain(multiples).collect_vec()
        }
    };
    numbers.retain(|number| !gone.contains(number));
    random.pick(&numbers).copied()
}
