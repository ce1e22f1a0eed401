//! Heaps and piles: rules by kind, then random amounts.

use fxhash::FxHashSet;
use itertools::Itertools;

use super::numbers::{self, Sizes};
use super::{Error, Share, Writer, check, refused};
use crate::record::{Keyword, PositionKind, Slot, Tuple};

impl Writer<'_> {
    /// A game of numbers: heaps, squares or piles.
    pub(super) fn heaps(&mut self) -> Result<(), Error> {
        let (parameters, signature) = (self.parameters, self.signature);
        let piles = check(
            "--piles",
            super::numbers_of(signature, parameters),
            1,
            Tuple::MAX_ARITY as u64,
        )?;
        let has_left = signature.keywords.contains(&Keyword::Left);
        let mut left = parameters.rules.as_deref().map_or(0, left_of);
        if parameters.rules.is_none() {
            self.rules(piles)?;
            if has_left {
                left = parameters.left.unwrap_or(1);
                self.word("left");
                self.spaced(left);
            }
            self.keywords();
        }
        match signature.position {
            PositionKind::Tuples { .. } => self.positions(piles)?,
            PositionKind::Squares { first } => self.squares(first)?,
            _ => {
                let max = check(
                    "--max",
                    parameters.max.unwrap_or(left.saturating_add(1000)),
                    left,
                    u64::MAX,
                )?;
                let low = check(
                    "--min",
                    parameters.min.unwrap_or(left.max(1).min(max)),
                    left,
                    max,
                )?;
                self.text(":");
                let count = if has_left {
                    1
                } else {
                    parameters.count_of_heaps().unwrap_or(3)
                };
                let mut sizes = Sizes::new(parameters, (low, max), count, &mut self.random);
                while let Some(heap) = sizes.next(&mut self.random) {
                    self.spaced(heap);
                    self.flush_when_full()?;
                }
            }
        }
        Ok(())
    }

    /// Random rules.
    fn rules(&mut self, piles: u64) -> Result<(), Error> {
        let limit = self.parameters.limit;
        match self.signature.slots {
            [Slot::Amounts] => self
                .amounts()?
                .into_iter()
                .for_each(|amount| self.spaced(amount)),
            [Slot::Octal] => self.code(8)?,
            [Slot::Code] => self.code(16)?,
            [Slot::Vectors] => self.vectors(piles)?,
            [Slot::Number { needed }] if *needed || limit.is_some() => {
                self.spaced(check("the number", limit.unwrap_or(2), 1, u64::MAX)?);
            }
            // A user-defined rule: from one number, a number of a set is taken.
            [Slot::Rule] => {
                let amounts = self.amounts()?.iter().join(",");
                self.word(&format!("[n] -> [n-k] for k in {{{amounts}}}"));
            }
            _ => {}
        }
        Ok(())
    }

    /// Different squares, ascending.
    fn squares(&mut self, first: u64) -> Result<(), Error> {
        let parameters = self.parameters;
        let max = check("--max", parameters.max.unwrap_or(100), first, u64::MAX - 1)?;
        let first = check("--min", parameters.min.unwrap_or(first), first, max)?;
        let most = 10_000_000.min(max - first + 1);
        let count = check("--heaps", parameters.count_of_heaps().unwrap_or(3), 0, most)?;
        let squares = self.random.distinct(count, max - first + 1);
        self.text(":");
        for square in squares.into_iter().sorted_unstable() {
            self.spaced(first + square);
            self.flush_when_full()?;
        }
        Ok(())
    }

    /// Different amounts, ascending.
    fn amounts(&mut self) -> Result<Vec<u64>, Error> {
        let reach = check("--reach", self.parameters.reach.unwrap_or(10), 1, 1_000_000)?;
        let count = check(
            "--amounts",
            self.parameters.amounts.unwrap_or(3.min(reach)),
            1,
            reach,
        )?;
        let amounts = self
            .random
            .distinct(count, reach)
            .into_iter()
            .map(|amount| amount + 1);
        Ok(amounts.sorted_unstable().collect())
    }

    /// A code whose last digit is not 0, so that it has the length asked for.
    fn code(&mut self, base: u64) -> Result<(), Error> {
        let digits = check("--amounts", self.parameters.amounts.unwrap_or(3), 1, 1000)?;
        self.text(" 0.");
        for place in 1..=digits {
            let digit = self.random.within(u64::from(place == digits), base - 1);
            self.text(&format!("{digit:X}"));
        }
        Ok(())
    }

    fn vectors(&mut self, piles: u64) -> Result<(), Error> {
        let reach = check("--reach", self.parameters.reach.unwrap_or(3), 1, 1_000_000)?;
        let count = check("--amounts", self.parameters.amounts.unwrap_or(3), 1, 1000)?;
        if self.parameters.distinct {
            // All vectors up to the reach but the one of zeros.
            let all = u32::try_from(piles)
                .ok()
                .and_then(|piles| (reach + 1).checked_pow(piles));
            check("--amounts", count, 1, all.map_or(u64::MAX, |all| all - 1))?;
        }
        let mut drawn = FxHashSet::default();
        for _ in 0..count {
            let vector = self.distinct(&mut drawn, |random| {
                let vector: Vec<u64> = (0..piles).map(|_| random.within(0, reach)).collect();
                vector.iter().any(|&amount| amount > 0).then_some(vector)
            });
            self.tuple(&vector);
        }
        Ok(())
    }

    /// Positions of piles, none of them damaged; the damaged ones are part of the rules, before them.
    fn positions(&mut self, piles: u64) -> Result<(), Error> {
        let parameters = self.parameters;
        let max = parameters.max.unwrap_or(100);
        let low = check("--min", parameters.min.unwrap_or(0), 0, max)?;
        let count = check(
            "--heaps",
            parameters.count_of_heaps().unwrap_or(1),
            0,
            10_000_000,
        )?;
        let mut draw = || numbers::all(parameters, (low, max), piles, &mut self.random);
        let starts: Vec<Vec<u64>> = (0..count).map(|_| draw()).collect();
        match parameters.damage {
            None => {}
            Some(Share::Part(_)) => {
                return Err(refused(
                    "--damage of piles is a number of positions, not a share",
                ));
            }
            Some(Share::Count(damaged)) => {
                self.text(" damaged");
                let kept: FxHashSet<&Vec<u64>> = starts.iter().collect();
                for _ in 0..check("--damage", damaged, 0, 10_000_000)? {
                    // A draw that hits a start is dropped rather than repeated: the starts may be all there is.
                    let position = numbers::all(parameters, (low, max), piles, &mut self.random);
                    if !kept.contains(&position) {
                        self.tuple(&position);
                    }
                }
            }
        }
        self.text(":");
        starts.iter().for_each(|start| self.tuple(start));
        Ok(())
    }
}

/// The number after `left` in rules given as text.
fn left_of(rules: &str) -> u64 {
    let mut words = rules
        .split_whitespace()
        .skip_while(|&word| word != "left")
        .skip(1);
    words
        .next()
        .and_then(|number| number.parse().ok())
        .unwrap_or(0)
}
