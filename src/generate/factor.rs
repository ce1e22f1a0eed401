//! The factor game: a limit, numbers off the board, and some legal moves played at random.

use fxhash::FxHashSet;

use super::{Error, Share, Writer, check};
use crate::random::Random;

impl Writer<'_> {
    /// A factor game.
    pub(super) fn factor(&mut self) -> Result<(), Error> {
        let parameters = self.parameters;
        let limit = match &parameters.rules {
            Some(rules) => limit_of(rules)?,
            None => parameters.limit.unwrap_or(100),
        };
        let limit = check("the limit", limit, 1, 100_000_000)?;
        let mut gone = FxHashSet::default();
        if parameters.rules.is_none() {
            self.spaced(limit);
            let mut damaged = damaged(limit, parameters.damage, &mut self.random)?;
            damaged.sort_unstable();
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
            let Some(number) = draw(limit, last, &gone, &mut self.random) else { break };
            self.spaced(number);
            gone.insert(number);
            last = Some(number);
        }
        Ok(())
    }
}

fn limit_of(rules: &str) -> Result<u64, Error> {
    let plain = rules.trim().parse();
    plain.map_err(|_| Error::Parameter("--rules of factor is its limit; give --damage apart from it".into()))
}

fn damaged(limit: u64, damage: Option<Share>, random: &mut Random) -> Result<Vec<u64>, Error> {
    let count = match damage {
        None => 0,
        Some(Share::Count(count)) => check("--damage", count, 0, limit)?,
        Some(Share::Part(part)) => (u128::from(limit) * u128::from(part) / 65536) as u64,
    };
    Ok(random.distinct(count, limit).into_iter().map(|number| number + 1).collect())
}

/// A legal next number: even at first, then a factor or a multiple of the last.
fn draw(limit: u64, last: Option<u64>, gone: &FxHashSet<u64>, random: &mut Random) -> Option<u64> {
    let free = |number: &u64| !gone.contains(number);
    let open: Vec<u64> = match last {
        None => (2..=limit).step_by(2).filter(free).collect(),
        Some(last) => {
            let factors = (1..last).take_while(|d| d * d <= last).filter(|d| last % d == 0);
            let factors = factors.flat_map(|d| [d, last / d]);
            let mut open: Vec<u64> = factors
                .chain((2 * last..=limit).step_by(last as usize))
                .filter(|number| *number != last && free(number))
                .collect();
            open.sort_unstable();
            open.dedup();
            open
        }
    };
    random.pick(&open).copied()
}
