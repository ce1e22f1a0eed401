//! Subtraction games: a heap, and a set of amounts that may be taken from it.
//!
//! A term of the win/lose or Grundy sequence depends only on the last max(S) terms, so the same
//! max(S) terms met twice prove a period (which therefore always exists). No useful bound on it
//! is known, hence limits. Misère play follows from the same sequences: by Ferguson's pairing
//! (On sums of graph games with last player losing, 1974) a heap n has Grundy value 1 exactly
//! when n − min(S) has value 0, so these games are tame, and a single heap is lost under misère
//! play exactly when its Grundy value is 1.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the number of terms is at most 2²⁸, and places of a pattern are those of a list"
)]

mod ahead;
mod amounts;
mod gaps;
pub(super) mod large;
mod named;
pub(super) mod outcomes;
pub(super) mod pieces;
mod range;
mod values;

use std::ops::ControlFlow::{self, Continue};

pub use amounts::{Amounts, MAX_AMOUNT, MAX_TABLE_HEAP};
pub use gaps::Gaps;
pub use named::{AmountSets, RepeatingAmounts};
pub use pieces::{Mex, Pieces, Worth};
pub use range::RangeGame;

use self::large::{Far, MAX_LARGE_AMOUNTS, MAX_LARGE_STEPS, Near};
use self::outcomes::{Below, Outcomes};
use self::values::SubtractionValues;
use crate::choice::HeapEngine;
use crate::sequence::store::Slot;
use crate::sequence::{Growing, Pattern, Shared, Shifts};
use grundy_base::budget::{Budget, Limit};
use grundy_base::range::Range;
use grundy_base::sync::interrupt::Checked;

/// The work units in which the amounts that a table holds must show their period: about a second.
const MAX_SUBTRACTION_GROWTH: u64 = 1 << 29;

/// The number of terms of which twice as many are found in a few milliseconds.
const MAX_QUICK_TERMS: u64 = 1 << 15;

/// A subtraction game, analysed as far as its records ask and shared by all of them.
///
/// The common divisor d of the amounts is divided out: heap n plays as heap ⌊n / d⌋ of the divided set, since what n
/// leaves modulo d can never be taken.
///
/// Sets that are one range have closed forms; sets of amounts up to [`MAX_AMOUNT`] have tables of values and of who
/// wins. Larger amounts may change nothing ([`Subtraction::without_large`]); a table
/// may go to the largest heap only ([`Subtraction::to_heap`]); or values stand in pieces ([`Subtraction::in_pieces`]).
/// Which of these is tried, the caller says.
#[derive(Debug)]
pub struct Subtraction {
    /// The amounts that may be taken, as the record gives them.
    amounts: Amounts,
    /// The common divisor of the amounts that decide; 1 for the empty set.
    unit: u64,
    /// The amounts that decide, divided.
    divided: Amounts,
    /// The way in which the game is solved.
    game: Game,
}

/// The way in which a game is solved, by its divided set of amounts.
// There is one for each rule set, which is in an `Arc` already: boxing the variant would save nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
enum Game {
    /// Nothing can be taken.
    Empty,
    /// The set is one range.
    Range(RangeGame),
    /// Values and outcomes are found one by one.
    Finite {
        /// The table of who wins.
        outcomes: Shared<Growing<Outcomes<1>>>,
        /// The table of values.
        values: Shared<Growing<SubtractionValues>>,
    },
    /// Values are found in pieces.
    Pieces(Far<Mex>),
}

/// Returns the amounts that fit, as ranges of one.
pub(super) fn hits(
    amounts: impl Iterator<Item = u64>,
    fits: impl Fn(&u64) -> Result<bool, Limit>,
) -> Result<Vec<Range>, Limit> {
    let mut hits = Vec::new();
    for amount in amounts {
        if fits(&amount)? {
            hits.push(Range::single(amount));
        }
    }
    Ok(hits)
}

impl Subtraction {
    /// Prepares the game; sequences are found when first asked for.
    ///
    /// # Errors
    ///
    /// Fails if an amount is above [`MAX_AMOUNT`] after division by their common divisor, unless what is left
    /// is one range.
    pub fn new(amounts: Amounts, budget: Budget) -> Result<Self, Limit> {
        Self::made(amounts, budget, Amounts::expanded, SubtractionValues::new)
    }

    /// Prepares the game for heaps up to `heap` only; the amounts may be of any size.
    ///
    /// # Errors
    ///
    /// Fails where [`Subtraction::new`] fails, if the heap, divided like the amounts, is above [`MAX_TABLE_HEAP`].
    pub fn to_heap(amounts: Amounts, heap: u64, budget: Budget) -> Result<Self, Limit> {
        let heap = heap / amounts.gcd().max(1);
        let values = |list| SubtractionValues::to_heap(list, heap);
        Self::made(amounts, budget, |divided| divided.expanded_to(heap), values)
    }

    /// Prepares the game of the amounts up to [`MAX_AMOUNT`] if the larger ones change none of its values. An amount a may
    /// join a set if g(n) ≠ g(n − a) for all n ≥ a, since the mex of the followers' values stays the mex when
    /// another value joins them. Returns `None` if an amount changes a value, or if the small amounts show no period.
    ///
    /// # Complexity
    ///
    /// O(preperiod + period) of the small amounts for each large one.
    pub fn without_large(amounts: Amounts, budget: Budget) -> Option<Self> {
        let near = amounts.cut(MAX_AMOUNT);
        let large = amounts.len() - near.len();
        if near.is_empty() || large == 0 || large > MAX_LARGE_AMOUNTS {
            return None;
        }
        let budget = Budget {
            work: budget.work.min(MAX_SUBTRACTION_GROWTH),
            ..budget
        };
        let near = Subtraction::new(near, budget).ok()?;
        // If the first period ends later, there is too much to check; few terms show that.
        let most_terms = (MAX_LARGE_STEPS / large) as u64;
        if most_terms <= MAX_QUICK_TERMS {
            let mut values = Vec::new();
            near.sequence(2 * most_terms, |value| values.push(value))
                .ok()?;
            let mut shifts = Shifts::new(&values);
            if !shifts.any(|shift| shift.terms() as u64 <= most_terms) {
                return None;
            }
        }
        let pattern = near.period()?;
        let mut values = Vec::new();
        near.sequence(pattern.terms() - 1, |value| values.push(value))
            .ok()?;
        let table = Near {
            cut: MAX_AMOUNT,
            terms: pattern.terms(),
            heaps_below: 0,
            worth_below: 0,
            last: u64::MAX,
        };
        let worth = |heap| values[pattern.place(heap) as usize];
        let decides = table.decides(&amounts, worth, |worth, left| worth != left);
        decides.then_some(Subtraction { amounts, ..near })
    }

    /// Prepares the game in pieces, which are found as far as heaps ask for. Returns `None` if there are too many amounts.
    pub fn in_pieces(amounts: Amounts, budget: Budget) -> Option<Self> {
        let unit = amounts.gcd().max(1);
        let divided = amounts.divided(unit);
        let game = Game::Pieces(Far::new(&divided, budget, |pieces| pieces)?);
        Some(Subtraction {
            amounts,
            unit,
            divided,
            game,
        })
    }

    /// Prepares the game of these amounts: `expanded` lists them, and `values` prepares the table of values.
    fn made(
        amounts: Amounts,
        budget: Budget,
        expanded: impl FnOnce(&Amounts) -> Result<Vec<u32>, Limit>,
        values: impl FnOnce(Vec<u32>) -> SubtractionValues,
    ) -> Result<Self, Limit> {
        let unit = amounts.gcd().max(1);
        let divided = amounts.divided(unit);
        let game = match divided.runs() {
            [] => Game::Empty,
            &[Range { low, high }] => Game::Range(RangeGame::new(low, high)),
            _ => {
                let list = expanded(&divided)?;
                let outcomes = Box::new(Outcomes::new(list.clone(), Below::default()));
                let values = Box::new(values(list));
                Game::Finite {
                    outcomes: Shared::new(Growing::new(outcomes, budget)),
                    values: Shared::new(Growing::new(values, budget)),
                }
            }
        };
        Ok(Subtraction {
            amounts,
            unit,
            divided,
            game,
        })
    }

    /// Keeps the values, and who wins, in these slots from one run to the next.
    #[must_use]
    pub fn kept(self, values_at: Option<Slot>, outcomes_at: Option<Slot>) -> Self {
        let game = match self.game {
            Game::Finite { outcomes, values } => Game::Finite {
                outcomes: outcomes.with(|outcomes| outcomes.keep_at(outcomes_at)),
                values: values.with(|values| values.keep_at(values_at)),
            },
            closed => closed,
        };
        Subtraction { game, ..self }
    }

    /// Returns the set of amounts divided by their greatest common divisor, if its values are found one by one.
    pub fn table(&self) -> Option<&Amounts> {
        matches!(self.game, Game::Finite { .. }).then_some(&self.divided)
    }

    /// Returns the set of amounts.
    pub fn amounts(&self) -> &Amounts {
        &self.amounts
    }

    /// Returns the Grundy value of heap `n`: O(1) once the period is proved.
    ///
    /// # Errors
    ///
    /// Fails if no period shows within the budget, and `n` lies beyond.
    pub fn grundy(&self, n: u64) -> Result<u64, Limit> {
        let n = n / self.unit;
        match &self.game {
            Game::Empty => Ok(0),
            Game::Range(range) => Ok(range.grundy(n)),
            Game::Finite { values, .. } => values.read(n, |values| u64::from(values.grundy(n))),
            Game::Pieces(pieces) => pieces.value(n).map(u64::from),
        }
    }

    /// Returns the Grundy value of heap `n`, if it is found already.
    pub fn known(&self, n: u64) -> Option<u64> {
        let n = n / self.unit;
        match &self.game {
            Game::Empty => Some(0),
            Game::Range(range) => Some(range.grundy(n)),
            Game::Finite { values, .. } => values.known(n, |values| u64::from(values.grundy(n))),
            Game::Pieces(_) => None,
        }
    }

    /// Returns how far below a heap, both divided, the heap lies that decides it: under misère play min(S), by which heaps
    /// of value 1 lie above those of value 0.
    fn shift(&self, misere: bool) -> u64 {
        if misere { self.divided.min() } else { 0 }
    }

    /// Returns whether the player to move loses the single heap `n`. With `misere`, a player who takes the last loses.
    /// This needs the win/lose sequence only, whose period is often far shorter than that of the
    /// Grundy values.
    ///
    /// # Errors
    ///
    /// Fails where [`Subtraction::grundy`] fails.
    pub fn loses(&self, n: u64, misere: bool) -> Result<bool, Limit> {
        let n = n / self.unit;
        match &self.game {
            Game::Empty => Ok(!misere),
            Game::Range(range) => Ok(range.grundy(n) == u64::from(misere)),
            // Under misère play a heap without moves is won.
            Game::Finite { outcomes, .. } => match n.checked_sub(self.shift(misere)) {
                Some(n) => outcomes.read(n, |outcomes| outcomes.loses(n)),
                None => Ok(false),
            },
            Game::Pieces(pieces) => Ok(pieces.value(n)? == u32::from(misere)),
        }
    }

    /// Returns the amounts whose taking from heap `n` leaves Grundy value `value`, as ascending disjoint
    /// ranges (single amounts unless the set is one range); their total is the number of moves
    /// that reach the value.
    ///
    /// # Complexity
    ///
    /// O(1) for one range, else O(|S|).
    ///
    /// # Errors
    ///
    /// Fails where [`Subtraction::grundy`] fails.
    pub fn amounts_to(&self, n: u64, value: u64) -> Result<Vec<Range>, Limit> {
        match &self.game {
            Game::Empty => Ok(Vec::new()),
            Game::Range(range) if self.amounts.max() / self.unit == self.divided.max() => {
                Ok(self.scaled(range.amounts_to(n / self.unit, value)))
            }
            Game::Finite { values, .. } => values.read(n / self.unit, |values| {
                let leaves = |s: &u64| u64::from(values.grundy((n - s) / self.unit)) == value;
                self.amounts
                    .up_to(n)
                    .filter(leaves)
                    .map(Range::single)
                    .collect()
            }),
            Game::Range(_) | Game::Pieces(_) => hits(self.amounts.up_to(n), |amount| {
                Ok(self.grundy(n - amount)? == value)
            }),
        }
    }

    /// Returns the amounts whose taking leaves a single heap that the player then to move loses, as
    /// [`Subtraction::amounts_to`] gives them.
    ///
    /// # Errors
    ///
    /// Fails where [`Subtraction::grundy`] fails.
    pub fn winning_amounts(&self, n: u64, misere: bool) -> Result<Vec<Range>, Limit> {
        let Game::Finite { outcomes, .. } = &self.game else {
            return self.amounts_to(n, u64::from(misere));
        };
        outcomes.read(n / self.unit, |outcomes| {
            let loses = |s: &u64| {
                let left = ((n - s) / self.unit).checked_sub(self.shift(misere));
                left.is_some_and(|left| outcomes.loses(left))
            };
            self.amounts
                .up_to(n)
                .filter(loses)
                .map(Range::single)
                .collect()
        })
    }

    /// Multiplies ranges of divided amounts by the common divisor.
    fn scaled(&self, ranges: impl Iterator<Item = Range>) -> Vec<Range> {
        if self.unit == 1 {
            return ranges.collect();
        }
        // Multiples of the unit are never neighbours, so each is a range of its own.
        ranges
            .flat_map(Range::numbers)
            .map(|amount| Range::single(amount * self.unit))
            .collect()
    }

    /// Returns the least preperiod and period of the Grundy sequence; `None` when it has none within 64
    /// bits, or none was found within the budget.
    pub fn period(&self) -> Option<Pattern> {
        let divided = match &self.game {
            Game::Empty => return Some(Pattern::periodic(0, 1)),
            Game::Range(range) => range.period(),
            Game::Finite { values, .. } => values.read(u64::MAX, Growing::pattern).ok().flatten(),
            Game::Pieces(_) => None,
        }?;
        divided.terms().checked_mul(self.unit)?;
        Some(divided.stretched(self.unit))
    }

    /// Shows `each` the Grundy values of heaps 0, 1, …, `n`.
    ///
    /// # Errors
    ///
    /// Fails where [`Subtraction::grundy`] fails, before the first value is shown.
    pub fn sequence(&self, n: u64, mut each: impl FnMut(u64)) -> Result<(), Limit> {
        match &self.game {
            Game::Finite { values, .. } => values.read(n / self.unit, |values| {
                for heap in 0..=n {
                    each(u64::from(values.grundy(heap / self.unit)));
                }
            }),
            Game::Empty | Game::Range(_) | Game::Pieces(_) => {
                let mut steps = Checked::every(64);
                self.grundy(n)?;
                for heap in 0..=n {
                    steps.step();
                    each(self.grundy(heap)?);
                }
                Ok(())
            }
        }
    }

    /// Shows `each` the heaps 0 ..= `n` whose player to move loses, ascending, until it
    /// breaks.
    ///
    /// # Errors
    ///
    /// Fails where [`Subtraction::grundy`] fails, before the first heap is shown.
    pub fn losing(
        &self,
        n: u64,
        misere: bool,
        mut each: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        let unit = self.unit;
        if let Game::Pieces(pieces) = &self.game {
            return pieces.pieces().visit(n / unit, u32::from(misere), |heap| {
                let first = heap * unit;
                (first..=n.min(first.saturating_add(unit - 1))).try_for_each(&mut each)
            });
        }
        // Under misère play the list is the normal one, min(S) higher.
        let shift = self.shift(misere);
        if misere && self.divided.is_empty() {
            return Ok(Continue(()));
        }
        let Some(top) = (n / unit).checked_sub(shift) else {
            return Ok(Continue(()));
        };
        let mut give = |divided: u64| {
            let first = (divided + shift) * unit;
            (first..=first.saturating_add(unit - 1).min(n)).try_for_each(&mut each)
        };
        Ok(match &self.game {
            Game::Empty => (0..=top).try_for_each(give),
            Game::Range(range) => {
                // The first min(S) heaps of each cycle have value 0.
                let cycle = range.period().map_or(u64::MAX, |period| period.period);
                let mut start = 0u64;
                loop {
                    let last = (start + (self.divided.min() - 1)).min(top);
                    let flow = (start..=last).try_for_each(&mut give);
                    match start.checked_add(cycle) {
                        Some(next) if next <= top && flow.is_continue() => start = next,
                        _ => break flow,
                    }
                }
            }
            Game::Finite { outcomes, .. } => {
                outcomes.read(top, |outcomes| outcomes.visit_losing(top, give))?
            }
            Game::Pieces(_) => Continue(()),
        })
    }

    /// Takes the engine that found values or outcomes since this was asked before, if any were found.
    pub fn take_chosen(&self) -> Option<HeapEngine> {
        match &self.game {
            Game::Finite { outcomes, values } => {
                let of_outcomes = outcomes.take_chosen();
                values.take_chosen().or(of_outcomes)
            }
            Game::Empty | Game::Range(_) | Game::Pieces(_) => None,
        }
    }

    /// Estimates the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        let sequences = match &self.game {
            Game::Finite { outcomes, values } => {
                outcomes.peek(Growing::bytes) + values.peek(Growing::bytes)
            }
            Game::Pieces(pieces) => pieces.bytes(),
            Game::Empty | Game::Range(_) => 0,
        };
        64 + (self.amounts.runs().len() + self.divided.runs().len()) as u64 * 16 + sequences
    }
}
