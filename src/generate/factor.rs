//! The factor game: a limit, numbers off the board, and some legal moves played at random.

use fxhash::FxHashSet;
use itertools::Itertools;

use super::{Error, Share, Writer, check, refused};
use crate::random::Random;

impl Writer<'_> {
    /// A factor game.
    pub(super) fn factor(&mut self) -> Result<(), Error> {
        let parameters = self.parameters;
        let wrong = |_| refused("--rules of factor is its limit; give --damage apart from it");
        let limit = match &parameters.rules {
            Some(rules) => rules.trim().parse().map_err(wrong)?,
            None => parameters.limit.unwrap_or(100),
        };
        let limit = check("the limit", limit, 1, 100_000_000)?;
        let mut gone = FxHashSet::default();
        if parameters.rules.is_none() {
            self.spaced(limit);
            let count = match parameters.damage {
                None => 0,
                Some(Share::Count(count)) => check("--damage", count, 0, limit)?,
                Some(Share::Part(part)) => (u128::from(limit) * u128::from(part) / 65536) as u64,
            };
            let damaged = self.random.distinct(count, limit);
            let damaged: Vec<u64> = damaged
                .into_iter()
                .map(|number| number + 1)
                .sorted_unstable()
                .collect();
            if !damaged.is_empty() {
                self.text(" damaged");
            }
            damaged.iter().for_each(|&number| self.spaced(number));
            gone.extend(damaged);
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
}

/// A legal next number: even at first, then a factor or a multiple of the last.
fn draw(limit: u64, last: Option<u64>, gone: &FxHashSet<u64>, random: &mut Random) -> Option<u64> {
    let all: Vec<u64> = match last {
        None => (2..=limit).step_by(2).collect(),
        Some(last) => {
            let factors = (1..=last.isqrt()).filter(|factor| last.is_multiple_of(*factor));
            let factors = factors
                .flat_map(|factor| [factor, last / factor])
                .sorted_unstable()
                .dedup();
            factors
                .chain((2 * last..=limit).step_by(last as usize))
                .collect()
        }
    };
    let open = all
        .into_iter()
        .filter(|number| !gone.contains(number))
        .collect_vec();
    random.pick(&open).copied()
}
