//! Subtraction games: a heap, and a set of amounts that may be taken from it.
//!
//! A term of the win/lose or Grundy sequence depends only on the last max(S) terms, so the same
//! max(S) terms met twice prove a period (which therefore always exists). No useful bound on it
//! is known, hence limits. Misère play follows from the same sequences: by Ferguson's pairing
//! (On sums of graph games with last player losing, 1974) a heap n has Grundy value 1 exactly
//! when n − min(S) has value 0, so these games are tame, and a single heap is lost under misère
//! play exactly when its Grundy value is 1.

pub(super) mod ahead;
mod amounts;
mod gaps;
mod marks;
#[cfg(test)]
pub mod naive;
mod named;
mod outcomes;
pub mod pieces;
mod range;
mod spread;
mod values;

#[cfg(test)]
mod tests;

pub use amounts::{Amounts, MAX_AMOUNT, MOST_HEAP};
pub use named::Sets;
pub use range::RangeGame;
pub use spread::Spread;

use self::outcomes::Outcomes;
use self::values::Values;
use super::budget::{Budget, Limit};
use super::period::Period;
use crate::sync::growing::Shared;
use crate::sync::store::Slot;

/// A subtraction game, analysed as far as its records ask and shared by all of them.
///
/// The common divisor d of the amounts is divided out: heap n plays as heap ⌊n / d⌋ of the
/// divided set, since what n leaves modulo d can never be taken.
#[derive(Debug)]
pub struct Subtraction {
    amounts: Amounts,
    /// The common divisor; 1 for the empty set.
    unit: u64,
    divided: Amounts,
    game: Game,
}

// There is one per rule set, already behind an `Arc`; boxing the variant would save nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
enum Game {
    /// Nothing can be taken.
    Empty,
    Range(RangeGame),
    Finite {
        outcomes: Box<Shared<Outcomes>>,
        values: Box<Shared<Values>>,
    },
}

impl Subtraction {
    /// Prepares the game; sequences are found when first asked for.
    ///
    /// # Errors
    ///
    /// Amounts above [`MAX_AMOUNT`] after division by their common divisor, unless what is left
    /// is one range.
    pub fn new(amounts: Amounts, budget: Budget) -> Result<Self, Limit> {
        Self::made(amounts, budget, Amounts::expanded, Values::new)
    }

    /// The same for heaps up to `heap` only, whose amounts these are, of any size.
    ///
    /// # Errors
    ///
    /// As [`Subtraction::new`], where the heap, divided as the amounts, is above [`MOST_HEAP`].
    pub fn to_heap(amounts: Amounts, heap: u64, budget: Budget) -> Result<Self, Limit> {
        let heap = heap / amounts.gcd().max(1);
        let values = |list, budget| Values::to_heap(list, heap, budget);
        Self::made(amounts, budget, |divided| divided.expanded_to(heap), values)
    }

    fn made(
        amounts: Amounts,
        budget: Budget,
        expanded: impl FnOnce(&Amounts) -> Result<Vec<u32>, Limit>,
        values: impl FnOnce(Vec<u32>, Budget) -> Values,
    ) -> Result<Self, Limit> {
        let unit = amounts.gcd().max(1);
        let divided = amounts.divided(unit);
        let game = match divided.runs() {
            [] => Game::Empty,
            &[(a, b)] => Game::Range(RangeGame::new(a, b)),
            _ => {
                let list = expanded(&divided)?;
                Game::Finite {
                    outcomes: Box::new(Shared::new(Outcomes::new(list.clone(), budget))),
                    values: Box::new(Shared::new(values(list, budget))),
                }
            }
        };
        Ok(Subtraction { amounts, unit, divided, game })
    }

    /// Keeps the values, and who wins, in these slots from one run to the next.
    #[must_use]
    pub fn kept(self, values_at: Option<Slot>, outcomes_at: Option<Slot>) -> Self {
        let game = match self.game {
            Game::Finite { outcomes, values } => Game::Finite {
                outcomes: Box::new(outcomes.with(|outcomes| outcomes.keep_at(outcomes_at))),
                values: Box::new(values.with(|values| values.keep_at(values_at))),
            },
            closed => closed,
        };
        Subtraction { game, ..self }
    }

    /// The set of amounts divided by their greatest common divisor, where its values are found one by one.
    pub fn table(&self) -> Option<&Amounts> {
        matches!(self.game, Game::Finite { .. }).then_some(&self.divided)
    }

    /// The set of amounts.
    pub fn amounts(&self) -> &Amounts {
        &self.amounts
    }

    /// The Grundy value of heap `n`: O(1) once the period is proved.
    ///
    /// # Errors
    ///
    /// No period shows within the budget, and `n` lies beyond.
    pub fn grundy(&self, n: u64) -> Result<u64, Limit> {
        let n = n / self.unit;
        match &self.game {
            Game::Empty => Ok(0),
            Game::Range(range) => Ok(range.grundy(n)),
            Game::Finite { values, .. } => values.read(n, |values| u64::from(values.grundy(n))),
        }
    }

    /// The same, where nothing must be found for it.
    pub fn known(&self, n: u64) -> Option<u64> {
        let n = n / self.unit;
        match &self.game {
            Game::Empty => Some(0),
            Game::Range(range) => Some(range.grundy(n)),
            Game::Finite { values, .. } => values.known(n, |values| u64::from(values.grundy(n))),
        }
    }

    /// Does the player to move lose the single heap `n`? With `misere`, a player who takes the last loses.
    /// Needs the win/lose sequence only, whose period is often far shorter than that of the
    /// Grundy values.
    ///
    /// # Errors
    ///
    /// As [`Subtraction::grundy`].
    pub fn loses(&self, n: u64, misere: bool) -> Result<bool, Limit> {
        let mut n = n / self.unit;
        if misere {
            // Value 1 sits min(S) above value 0; a heap without moves is won.
            match n.checked_sub(self.divided.min()) {
                Some(below) if !self.divided.is_empty() => n = below,
                _ => return Ok(false),
            }
        }
        match &self.game {
            Game::Empty => Ok(true),
            Game::Range(range) => Ok(range.grundy(n) == 0),
            Game::Finite { outcomes, .. } => outcomes.read(n, |outcomes| outcomes.loses(n)),
        }
    }

    /// The amounts whose taking from heap `n` leaves Grundy value `value`, as ascending disjoint
    /// ranges (single amounts unless the set is one range); their total is the number of moves
    /// that reach the value.
    ///
    /// # Complexity
    ///
    /// O(1) for one range, else O(|S|).
    ///
    /// # Errors
    ///
    /// As [`Subtraction::grundy`].
    pub fn amounts_to(&self, n: u64, value: u64) -> Result<Vec<(u64, u64)>, Limit> {
        let n = n / self.unit;
        match &self.game {
            Game::Empty => Ok(Vec::new()),
            Game::Range(range) => Ok(self.scaled(range.amounts_to(n, value))),
            Game::Finite { values, .. } => values.read(n, |values| {
                let hits = self.divided.up_to(n).filter(|s| u64::from(values.grundy(n - s)) == value);
                self.scaled(hits.map(|s| (s, s)))
            }),
        }
    }

    /// The amounts whose taking leaves a single heap that the player then to move loses, as
    /// [`Subtraction::amounts_to`] gives them.
    ///
    /// # Errors
    ///
    /// As [`Subtraction::grundy`].
    pub fn winning_amounts(&self, n: u64, misere: bool) -> Result<Vec<(u64, u64)>, Limit> {
        let n = n / self.unit;
        match &self.game {
            Game::Empty => Ok(Vec::new()),
            Game::Range(range) => Ok(self.scaled(range.amounts_to(n, u64::from(misere)))),
            Game::Finite { outcomes, .. } => outcomes.read(n, |outcomes| {
                let pair = if misere { self.divided.min() } else { 0 };
                let loses = |n: u64| n.checked_sub(pair).is_some_and(|below| outcomes.loses(below));
                self.scaled(self.divided.up_to(n).filter(|s| loses(n - s)).map(|s| (s, s)))
            }),
        }
    }

    fn scaled(&self, ranges: impl Iterator<Item = (u64, u64)>) -> Vec<(u64, u64)> {
        if self.unit == 1 {
            return ranges.collect();
        }
        // Multiples of the unit are never neighbours: one range each.
        ranges.flat_map(|(lo, hi)| lo..=hi).map(|s| (s * self.unit, s * self.unit)).collect()
    }

    /// The least preperiod and period of the Grundy sequence; `None` when it has none within 64
    /// bits, or none was found within the budget.
    pub fn period(&self) -> Option<Period> {
        let divided = match &self.game {
            Game::Empty => return Some(Period { preperiod: 0, period: 1 }),
            Game::Range(range) => range.period(),
            Game::Finite { values, .. } => values.read(u64::MAX, Values::period).ok().flatten(),
        }?;
        divided.terms().checked_mul(self.unit).map(|_| divided.stretched(self.unit))
    }

    /// Calls `each` with the Grundy values of heaps 0, 1, …, `n`.
    ///
    /// # Errors
    ///
    /// As [`Subtraction::grundy`]; then nothing has been called.
    pub fn sequence(&self, n: u64, mut each: impl FnMut(u64)) -> Result<(), Limit> {
        match &self.game {
            Game::Finite { values, .. } => values.read(n / self.unit, |values| {
                (0..=n).for_each(|heap| each(u64::from(values.grundy(heap / self.unit))));
            }),
            Game::Empty => {
                (0..=n).for_each(|_| each(0));
                Ok(())
            }
            Game::Range(range) => {
                (0..=n).for_each(|heap| each(range.grundy(heap / self.unit)));
                Ok(())
            }
        }
    }

    /// Calls `each` with the heaps 0 ..= `n` whose player to move loses, ascending, until it
    /// returns false.
    ///
    /// # Errors
    ///
    /// As [`Subtraction::grundy`]; then nothing has been called.
    pub fn losing(&self, n: u64, misere: bool, mut each: impl FnMut(u64) -> bool) -> Result<(), Limit> {
        // Under misère play the list is the normal one, min(S) higher.
        let shift = if misere { self.divided.min() } else { 0 };
        if misere && self.divided.is_empty() {
            return Ok(());
        }
        let Some(top) = (n / self.unit).checked_sub(shift) else { return Ok(()) };
        let unit = self.unit;
        let mut give = |divided: u64| {
            let first = (divided + shift) * unit;
            (first..=first.saturating_add(unit - 1).min(n)).all(&mut each)
        };
        match &self.game {
            Game::Empty => {
                (0..=top).all(give);
            }
            Game::Range(range) => {
                // Cycle by cycle, the first min(S) heaps: value 0.
                let cycle = range.period().map_or(u64::MAX, |period| period.period);
                let mut start = 0u64;
                loop {
                    let last = (start + (self.divided.min() - 1)).min(top);
                    if !(start..=last).all(&mut give) {
                        break;
                    }
                    match start.checked_add(cycle) {
                        Some(next) if next <= top => start = next,
                        _ => break,
                    }
                }
            }
            Game::Finite { outcomes, .. } => outcomes.read(top, |outcomes| {
                outcomes.visit_losing(top, give);
            })?,
        }
        Ok(())
    }

    /// Memory held, in bytes, roughly.
    pub fn bytes(&self) -> u64 {
        let sequences = match &self.game {
            Game::Finite { outcomes, values } => outcomes.peek(Outcomes::bytes) + values.peek(Values::bytes),
            _ => 0,
        };
        64 + (self.amounts.runs().len() + self.divided.runs().len()) as u64 * 16 + sequences
    }
}
