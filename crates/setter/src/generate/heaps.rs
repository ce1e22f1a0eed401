//! Random heaps and piles: rules of the kind that the game has, then sizes.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position has at most 8 numbers"
)]

use std::io::Error;

use fxhash::FxHashSet;
use itertools::Itertools;

use super::errors::{check, refused};
use super::numbers::{self, SizeRange, Sizes};
use super::options::Share;
use super::rules::numbers_of;
use super::writer::{MAX_LISTED_COMPONENTS, Writer};
use grundy_games::questions::legal::Legal;
use grundy_record::{Keyword, NumberUse, PositionKind, Slot, Tuple};

/// The largest amount, or number of a vector, of random rules.
const MAX_REACH: u64 = 1_000_000;
/// The most digits or vectors of random rules.
const MAX_DIGITS_OR_VECTORS: u64 = 1000;

/// The largest number of times that numbers are drawn until they are a position. A guess.
const MAX_DRAWS: u64 = 1000;

impl Writer<'_> {
    /// Draws a game of numbers: heaps, squares or piles.
    pub(super) fn heaps(&mut self) -> Result<(), Error> {
        let parameters = self.parameters;
        let signature = self.signature;
        let piles = numbers_of(signature, parameters);
        let piles = check("--piles", piles, 1, Tuple::MAX_ARITY as u64)?;
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
            PositionKind::Tuples { .. } => self.positions(piles),
            PositionKind::Squares { first } => self.squares(first),
            _ if has_left => self.sizes(left, 1),
            _ => self.sizes(left, parameters.count_of_heaps().unwrap_or(3)),
        }
    }

    /// Draws and writes the sizes of heaps, none of which is below the number that ends the game.
    fn sizes(&mut self, left: u64, count: u64) -> Result<(), Error> {
        let parameters = self.parameters;
        let high = parameters.max.unwrap_or(left.saturating_add(1000));
        let high = check("--max", high, left, u64::MAX)?;
        let low = parameters.min.unwrap_or(left.max(1).min(high));
        let low = check("--min", low, left, high)?;
        self.text(":");
        let range = SizeRange { low, high };
        let mut sizes = Sizes::new(parameters, range, count, &mut self.random);
        while let Some(heap) = sizes.next(&mut self.random) {
            self.spaced(heap);
            self.flush_when_full()?;
        }
        Ok(())
    }

    /// Draws and writes rules.
    fn rules(&mut self, piles: u64) -> Result<(), Error> {
        let limit = self.parameters.limit;
        match self.signature.slots {
            [Slot::Amounts] => {
                for amount in self.amounts()? {
                    self.spaced(amount);
                }
            }
            [Slot::Octal] => self.code(8)?,
            [Slot::Code] => self.code(16)?,
            [Slot::Vectors] => self.vectors(piles)?,
            [Slot::Number(number)] if *number != NumberUse::Optional || limit.is_some() => {
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

    /// Draws and writes different squares, ascending.
    fn squares(&mut self, first: u64) -> Result<(), Error> {
        let parameters = self.parameters;
        let max = check("--max", parameters.max.unwrap_or(100), first, u64::MAX - 1)?;
        let first = check("--min", parameters.min.unwrap_or(first), first, max)?;
        let most = MAX_LISTED_COMPONENTS.min(max - first + 1);
        let count = check("--heaps", parameters.count_of_heaps().unwrap_or(3), 0, most)?;
        let squares = self.random.distinct(count, max - first + 1);
        self.text(":");
        for square in squares.into_iter().sorted_unstable() {
            self.spaced(first + square);
            self.flush_when_full()?;
        }
        Ok(())
    }

    /// Draws different amounts, ascending.
    fn amounts(&mut self) -> Result<Vec<u64>, Error> {
        let reach = self.parameters.reach.unwrap_or(10);
        let reach = check("--reach", reach, 1, MAX_REACH)?;
        let count = self.parameters.amounts.unwrap_or(3.min(reach));
        let count = check("--amounts", count, 1, reach)?;
        let drawn = self.random.distinct(count, reach).into_iter();
        let amounts = drawn.map(|amount| amount + 1);
        Ok(amounts.sorted_unstable().collect())
    }

    /// Draws and writes a code whose last digit is not 0, so that it has the length asked for.
    fn code(&mut self, base: u64) -> Result<(), Error> {
        let digits = self.parameters.amounts.unwrap_or(3);
        let digits = check("--amounts", digits, 1, MAX_DIGITS_OR_VECTORS)?;
        self.text(" 0.");
        for place in 1..=digits {
            let digit = self.random.within(u64::from(place == digits), base - 1);
            self.text(&format!("{digit:X}"));
        }
        Ok(())
    }

    /// Draws and writes vectors, none of them zero.
    fn vectors(&mut self, piles: u64) -> Result<(), Error> {
        let reach = self.parameters.reach.unwrap_or(3);
        let reach = check("--reach", reach, 1, MAX_REACH)?;
        let count = self.parameters.amounts.unwrap_or(3);
        let count = check("--amounts", count, 1, MAX_DIGITS_OR_VECTORS)?;
        if self.parameters.distinct {
            let with_zero = (reach + 1).saturating_pow(piles as u32); // at most `Tuple::MAX_ARITY`
            check("--amounts", count, 1, with_zero - 1)?;
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

    /// Draws and writes positions of piles, and before them damaged positions, which are part of the rules. The positions
    /// of the record are not damaged.
    fn positions(&mut self, piles: u64) -> Result<(), Error> {
        let parameters = self.parameters;
        let high = parameters.max.unwrap_or(100);
        let low = check("--min", parameters.min.unwrap_or(0), 0, high)?;
        let range = SizeRange { low, high };
        let count = parameters.count_of_heaps().unwrap_or(1);
        let count = check("--heaps", count, 0, MAX_LISTED_COMPONENTS)?;
        let legal = Legal::of_rules(self.signature, parameters.rules.as_deref());
        let mut positions = Vec::new();
        for _ in 0..count {
            let mut position = numbers::all(parameters, range, piles, &mut self.random);
            // If this many in turn are none, the last one is written, and its record is an error.
            for _ in 0..MAX_DRAWS {
                if legal.admits(&position) {
                    break;
                }
                position = numbers::all(parameters, range, piles, &mut self.random);
            }
            positions.push(position);
        }
        match parameters.damage {
            None => {}
            Some(Share::Part(_)) => {
                return Err(refused(
                    "--damage of piles is a number of positions, not a share",
                ));
            }
            Some(Share::Count(damaged)) => {
                self.text(" damaged");
                let undamaged: FxHashSet<&Vec<u64>> = positions.iter().collect();
                for _ in 0..check("--damage", damaged, 0, MAX_LISTED_COMPONENTS)? {
                    // A draw that hits a position of the record is dropped, and not repeated: there may be no others.
                    let position = numbers::all(parameters, range, piles, &mut self.random);
                    if !undamaged.contains(&position) {
                        self.tuple(&position);
                    }
                }
            }
        }
        self.text(":");
        for position in &positions {
            self.tuple(position);
        }
        Ok(())
    }
}

/// Reads the number after `left` in rules given as text; 0 if there is none.
fn left_of(rules: &str) -> u64 {
    let mut words = rules.split_whitespace();
    let found = words.any(|word| word == "left");
    if !found {
        return 0;
    }
    let number = words.next().unwrap_or_default();
    number.parse().unwrap_or(0)
}
