//! Games of flags: one heap, a set of amounts, and an end, `left`, at which the player to move loses.
//!
//! A heap above the end from which nothing can be taken is a draw, so heaps have three outcomes:
//! a player wins by leaving a losing heap; loses when every move leaves a winning one; else play
//! is drawn. As in subtraction games the last max(S) outcomes determine the next one, and meeting
//! them twice proves the period, here for heaps left, left + 1, ….

use std::ops::ControlFlow::{self, Break, Continue};

use super::subtraction::large::{Far, Near};
use super::subtraction::outcomes::{Below, Outcomes};
use super::subtraction::pieces::Worth;
use super::subtraction::{Amounts, MAX_AMOUNT, RangeGame, hits};
use crate::choice::HeapEngine;
use crate::sequence::{Growing, Pattern, Shared};
use grundy_base::budget::{Budget, Limit};
use grundy_base::range::Range;

/// The work units in which the small amounts must show their period: about a second.
const MAX_FLAGS_GROWTH: u64 = 1 << 30;

/// The outcome for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagsOutcome {
    /// The other player wins.
    Lose,
    /// Neither player wins.
    Draw,
    /// The player to move wins.
    Win,
}

impl FlagsOutcome {
    /// The outcomes, by the numbers that [pieces](Far) have for them.
    const ALL: [FlagsOutcome; 3] = [FlagsOutcome::Lose, FlagsOutcome::Draw, FlagsOutcome::Win];

    /// Returns the number that pieces have for this outcome.
    fn number(self) -> u32 {
        self as u32
    }
}

/// The rule about what a move may leave of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// A move never leaves fewer than `left`.
    Exact,
    /// A move may leave fewer, and the game is then drawn.
    Overshoot,
    /// A move may leave fewer, and who faces `left` or fewer loses.
    OrLess,
}

impl Variant {
    /// Returns the outcome of heaps below the end.
    fn below(self) -> FlagsOutcome {
        if self == Variant::OrLess {
            FlagsOutcome::Lose
        } else {
            FlagsOutcome::Draw
        }
    }
}

/// A game of flags, analysed as far as its records ask and shared by all of them.
#[derive(Debug)]
pub struct Flags {
    /// The numbers of flags that may be taken.
    amounts: Amounts,
    /// The number of flags at which play ends.
    left: u64,
    /// The way in which play ends.
    variant: Variant,
    /// The way in which the game is solved.
    game: AmountsForm,
}

/// The way in which a game is solved, by its set of amounts.
// There is one for each rule set, which is in an `Arc` already: boxing the variant would save nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
enum AmountsForm {
    /// Nothing can be taken: only the end is lost, all above it is drawn.
    Empty,
    /// The set is one range with a closed form; see [`Flags::new`].
    Range(Range),
    /// Outcomes are found one by one. Heaps are counted from `left` on.
    Finite(Shared<Growing<Outcomes<2>>>),
    /// Outcomes are found in pieces. Heaps are counted from `left` on if none below can be met.
    Far(Far<FlagsWorth>),
}

/// Heaps that are worth the number of their outcome. Without followers play is drawn.
#[derive(Debug)]
struct FlagsWorth;

impl Worth for FlagsWorth {
    fn of(reaches: impl Fn(u32) -> bool) -> u32 {
        let leads_to = |outcome: FlagsOutcome| reaches(outcome.number());
        let outcome = if leads_to(FlagsOutcome::Lose) {
            FlagsOutcome::Win
        } else if leads_to(FlagsOutcome::Win) && !leads_to(FlagsOutcome::Draw) {
            FlagsOutcome::Lose
        } else {
            FlagsOutcome::Draw
        };
        outcome.number()
    }
}

impl Growing<Outcomes<2>> {
    /// Returns the outcome of heap left + `k`, which must be within reach.
    fn outcome(&self, k: u64) -> FlagsOutcome {
        if self.loses(k) {
            FlagsOutcome::Lose
        } else if self.is_open(k) {
            FlagsOutcome::Draw
        } else {
            FlagsOutcome::Win
        }
    }
}

impl Flags {
    /// Prepares the game; outcomes are found when first asked for.
    ///
    /// One range a..=b, if nothing below the end can be left, has a closed form: with
    /// r = (n − left) mod (a + b), heap n is lost for r = 0, won for a ≤ r ≤ b, and drawn otherwise. This follows by
    /// induction over cycles of a + b: for r = 0 the window n − b ..= n − a has exactly the won
    /// heaps of the cycle below; for a ≤ r ≤ b it has the lost heap; else it has a drawn heap
    /// and no lost one. For a = 1 the variants do not differ: from a heap that can pass the end,
    /// the end itself can be reached.
    ///
    /// # Errors
    ///
    /// Fails if there are more than some thousand amounts, some of them above [`MAX_AMOUNT`], if there is no closed form and
    /// they change some outcome of the others.
    pub fn new(
        amounts: Amounts,
        left: u64,
        variant: Variant,
        budget: Budget,
    ) -> Result<Self, Limit> {
        let expanded = amounts.expanded();
        Self::made(amounts, left, variant, budget, expanded)
    }

    /// Prepares the game for heaps up to `heap` only; the amounts may be of any size.
    ///
    /// # Errors
    ///
    /// Fails where [`Flags::new`] fails, if the heap is above [`MAX_TABLE_HEAP`](super::subtraction::MAX_TABLE_HEAP).
    pub fn to_heap(
        amounts: Amounts,
        left: u64,
        variant: Variant,
        heap: u64,
        budget: Budget,
    ) -> Result<Self, Limit> {
        let expanded = amounts.expanded_to(heap);
        Self::made(amounts, left, variant, budget, expanded)
    }

    /// Prepares the game; `expanded` lists the amounts, or is the error of a list that is too long.
    fn made(
        amounts: Amounts,
        left: u64,
        variant: Variant,
        budget: Budget,
        expanded: Result<Vec<u32>, Limit>,
    ) -> Result<Self, Limit> {
        let game = match amounts.runs() {
            [] => AmountsForm::Empty,
            &[range] if range.low == 1 || variant == Variant::Exact || left == 0 => {
                AmountsForm::Range(range)
            }
            _ => match expanded {
                Ok(expanded) => AmountsForm::Finite(outcomes(expanded, left, variant, budget)),
                Err(limit) => {
                    let without = Self::without_large(&amounts, MAX_AMOUNT, left, variant, budget);
                    return without
                        .or_else(|| Self::in_pieces(&amounts, left, variant, budget))
                        .ok_or(limit);
                }
            },
        };
        Ok(Flags {
            amounts,
            left,
            variant,
            game,
        })
    }

    /// Prepares the game of the amounts up to `cut` if those above change none of its outcomes. Returns `None` also if the
    /// small amounts show no period, or if there are too many to say.
    pub fn without_large(
        amounts: &Amounts,
        cut: u64,
        left: u64,
        variant: Variant,
        budget: Budget,
    ) -> Option<Self> {
        let near = amounts.cut(cut).expanded().ok()?;
        if near.is_empty() {
            return None;
        }
        let budget = Budget {
            work: budget.work.min(MAX_FLAGS_GROWTH),
            ..budget
        };
        let shared = outcomes(near, left, variant, budget);
        let heaps_below = if variant == Variant::Exact { 0 } else { left };
        let decides = shared.read(u64::MAX, |outcomes| {
            let Some(pattern) = outcomes.pattern() else {
                return false;
            };
            let table = Near {
                cut,
                terms: pattern.terms(),
                heaps_below,
                worth_below: variant.below(),
                last: u64::MAX - left,
            };
            table.decides(amounts, |k| outcomes.outcome(k), suits)
        });
        decides.ok()?.then(|| Flags {
            amounts: amounts.clone(),
            left,
            variant,
            game: AmountsForm::Finite(shared),
        })
    }

    /// Prepares the game in pieces, which are found as far as heaps ask for. Returns `None` if there are too many amounts.
    pub fn in_pieces(
        amounts: &Amounts,
        left: u64,
        variant: Variant,
        budget: Budget,
    ) -> Option<Self> {
        let under = if variant == Variant::Exact { 0 } else { left };
        let pieces = Far::new(amounts, budget, |pieces| {
            pieces
                .with(under, variant.below().number())
                .with(1, FlagsOutcome::Lose.number())
        })?;
        Some(Flags {
            amounts: amounts.clone(),
            left,
            variant,
            game: AmountsForm::Far(pieces),
        })
    }

    /// Returns the set of amounts.
    pub fn amounts(&self) -> &Amounts {
        &self.amounts
    }

    /// Returns the outcome of heap `n`. Heaps below `left` can be met only under `overshoot`, where they
    /// are drawn, and `or-less`, where they are lost.
    ///
    /// # Errors
    ///
    /// Fails if no period shows within the budget, and `n` lies beyond.
    pub fn outcome(&self, n: u64) -> Result<FlagsOutcome, Limit> {
        let Some(k) = n.checked_sub(self.left) else {
            return Ok(self.below());
        };
        match &self.game {
            AmountsForm::Empty => Ok(if k == 0 {
                FlagsOutcome::Lose
            } else {
                FlagsOutcome::Draw
            }),
            AmountsForm::Range(range) => Ok(range_outcome(*range, k)),
            AmountsForm::Finite(outcomes) => outcomes.read(k, |outcomes| outcomes.outcome(k)),
            AmountsForm::Far(far) => {
                let number = far.value(n - self.under())?;
                Ok(FlagsOutcome::ALL[number as usize])
            }
        }
    }

    /// Returns the outcome of heaps below the end.
    fn below(&self) -> FlagsOutcome {
        self.variant.below()
    }

    /// Returns the number of heaps that the pieces leave out: those below the end, if none of them can be met.
    fn under(&self) -> u64 {
        if self.variant == Variant::Exact {
            self.left
        } else {
            0
        }
    }

    /// Returns the outcome of heap `n`, at least `left`, and the number of amounts that win there, if nothing must be found
    /// for it.
    pub fn known(&self, n: u64) -> Option<(FlagsOutcome, u128)> {
        let k = n.checked_sub(self.left)?;
        match &self.game {
            AmountsForm::Finite(outcomes) => outcomes.known(k, |outcomes| {
                let outcome = outcomes.outcome(k);
                let mut winning = 0;
                if outcome == FlagsOutcome::Win {
                    winning = self.leading(outcomes, n, FlagsOutcome::Lose).count() as u128;
                }
                (outcome, winning)
            }),
            AmountsForm::Far(_) => None,
            AmountsForm::Empty | AmountsForm::Range(_) => {
                let outcome = self.outcome(n).ok()?;
                let mut winning = 0;
                if outcome == FlagsOutcome::Win {
                    for range in self.amounts_to(n, FlagsOutcome::Lose).ok()? {
                        winning += range.count();
                    }
                }
                Some((outcome, winning))
            }
        }
    }

    /// Returns the largest amount that may be taken from heap `n`, `k` above the end.
    fn most(&self, n: u64, k: u64) -> u64 {
        if self.variant == Variant::Exact { k } else { n }
    }

    /// Returns the amounts whose taking from heap `n`, above the end, leaves a heap of this outcome, by the table.
    fn leading(
        &self,
        outcomes: &Growing<Outcomes<2>>,
        n: u64,
        outcome: FlagsOutcome,
    ) -> impl Iterator<Item = u64> {
        let k = n - self.left;
        self.amounts
            .up_to(self.most(n, k))
            .filter(move |amount| match k.checked_sub(*amount) {
                Some(rest) => outcomes.outcome(rest) == outcome,
                None => self.below() == outcome,
            })
    }

    /// Returns the amounts that may be taken from heap `n`, as ascending ranges.
    pub fn legal_amounts(&self, n: u64) -> Vec<Range> {
        // At the end and below it the game is over.
        if n <= self.left {
            return Vec::new();
        }
        self.amounts.runs_up_to(self.most(n, n - self.left))
    }

    /// Returns the amounts whose taking from heap `n` leaves a heap of this outcome, as ascending ranges.
    ///
    /// # Complexity
    ///
    /// O(1) in closed form, else O(|S|).
    ///
    /// # Errors
    ///
    /// Fails where [`Flags::outcome`] fails.
    pub fn amounts_to(&self, n: u64, outcome: FlagsOutcome) -> Result<Vec<Range>, Limit> {
        if n <= self.left {
            return Ok(Vec::new());
        }
        let k = n - self.left;
        match &self.game {
            AmountsForm::Empty => Ok(Vec::new()),
            AmountsForm::Range(amounts) => {
                let mut ranges = range_amounts(*amounts, k, outcome);
                if outcome == self.below() && self.variant != Variant::Exact && k < n {
                    // Here the least amount is 1, or there is nothing below: all amounts above k pass the end.
                    let first = k + 1;
                    let last = amounts.high.min(n);
                    if first <= last {
                        ranges.push(Range::new(first, last));
                    }
                }
                Ok(ranges)
            }
            AmountsForm::Finite(outcomes) => outcomes.read(k, |outcomes| {
                self.leading(outcomes, n, outcome)
                    .map(Range::single)
                    .collect()
            }),
            AmountsForm::Far(_) => {
                let leads = |&amount: &u64| self.outcome(n - amount).map(|to| to == outcome);
                hits(self.amounts.up_to(self.most(n, k)), leads)
            }
        }
    }

    /// Returns the least preperiod and period of the outcomes of heaps left, left + 1, …; `None` when
    /// none is within 64 bits, or none was found within the budget.
    pub fn period(&self) -> Option<Pattern> {
        match &self.game {
            AmountsForm::Empty => Some(Pattern::periodic(1, 1)),
            AmountsForm::Range(Range { low, high }) => {
                Some(Pattern::periodic(0, low.checked_add(*high)?))
            }
            AmountsForm::Finite(outcomes) => {
                outcomes.read(u64::MAX, Growing::pattern).ok().flatten()
            }
            AmountsForm::Far(_) => None,
        }
    }

    /// Shows `each` the heaps 0 ..= `n` at which the player to move loses, ascending, until
    /// it breaks.
    ///
    /// # Errors
    ///
    /// Fails where [`Flags::outcome`] fails; heaps below the end may have been shown before.
    pub fn losing(
        &self,
        n: u64,
        mut each: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        if self.below() == FlagsOutcome::Lose && self.left > 0 {
            let last = (self.left - 1).min(n);
            if (0..=last).try_for_each(&mut each).is_break() {
                return Ok(Break(()));
            }
        }
        let Some(k) = n.checked_sub(self.left) else {
            return Ok(Continue(()));
        };
        let mut give = |k: u64| each(self.left + k);
        Ok(match &self.game {
            AmountsForm::Empty => give(0),
            AmountsForm::Range(Range { low, high }) => {
                // The lost heaps are the multiples of low + high above the end; if that has more than 64 bits, the end alone.
                let cycle = low.checked_add(*high).unwrap_or(u64::MAX);
                (0..=k / cycle).try_for_each(|i| give(i * cycle))
            }
            AmountsForm::Finite(outcomes) => {
                outcomes.read(k, |outcomes| outcomes.visit_losing(k, give))?
            }
            AmountsForm::Far(far) => {
                let under = self.under();
                far.pieces()
                    .visit(n - under, FlagsOutcome::Lose.number(), |heap| {
                        // Heaps below the end were shown already.
                        (heap + under)
                            .checked_sub(self.left)
                            .map_or(Continue(()), &mut give)
                    })?
            }
        })
    }

    /// Takes the engine that found outcomes since this was asked before, if any were found.
    pub fn take_chosen(&self) -> Option<HeapEngine> {
        match &self.game {
            AmountsForm::Finite(outcomes) => outcomes.take_chosen(),
            AmountsForm::Empty | AmountsForm::Range(_) | AmountsForm::Far(_) => None,
        }
    }

    /// Estimates the memory held, in bytes, in O(1).
    pub fn bytes(&self) -> u64 {
        let outcomes = match &self.game {
            AmountsForm::Finite(outcomes) => outcomes.peek(Growing::bytes),
            AmountsForm::Far(far) => far.bytes(),
            _ => 0,
        };
        64 + self.amounts.runs().len() as u64 * 16 + outcomes
    }
}

/// Prepares the table of the outcomes of left, left + 1, …
fn outcomes(
    amounts: Vec<u32>,
    left: u64,
    variant: Variant,
    budget: Budget,
) -> Shared<Growing<Outcomes<2>>> {
    let least = u64::from(amounts[0]);
    let below = match variant {
        Variant::Exact => Below {
            heaps: [0, 0],
            movable: least,
        },
        Variant::Overshoot => Below {
            heaps: [0, left],
            movable: least.saturating_sub(left),
        },
        Variant::OrLess => Below {
            heaps: [left, left],
            movable: least.saturating_sub(left),
        },
    };
    Shared::new(Growing::new(
        Box::new(Outcomes::new(amounts, below)),
        budget,
    ))
}

/// Returns whether a heap keeps its outcome when a move to one of outcome `to` joins its moves.
fn suits(outcome: FlagsOutcome, to: FlagsOutcome) -> bool {
    match outcome {
        FlagsOutcome::Win => true,
        FlagsOutcome::Draw => to != FlagsOutcome::Lose,
        FlagsOutcome::Lose => to == FlagsOutcome::Win,
    }
}

/// Returns the outcome of the heap `k` above the end, if the amounts are one range.
fn range_outcome(amounts: Range, k: u64) -> FlagsOutcome {
    let a = u128::from(amounts.low);
    let b = u128::from(amounts.high);
    let remainder = u128::from(k) % (a + b);
    if remainder == 0 {
        FlagsOutcome::Lose
    } else if (a..=b).contains(&remainder) {
        FlagsOutcome::Win
    } else {
        FlagsOutcome::Draw
    }
}

/// Returns those of a range of amounts, up to `k`, whose taking from the heap `k` above the end leaves a heap of this
/// outcome.
fn range_amounts(amounts: Range, k: u64, outcome: FlagsOutcome) -> Vec<Range> {
    let game = RangeGame::new(amounts.low, amounts.high);
    let a = u128::from(amounts.low);
    let b = u128::from(amounts.high);
    let mut ranges = Vec::new();
    match outcome {
        FlagsOutcome::Lose => ranges.extend(game.amounts_leaving(k, 0, 0)),
        FlagsOutcome::Win => ranges.extend(game.amounts_leaving(k, a, b)),
        FlagsOutcome::Draw => {
            ranges.extend(game.amounts_leaving(k, 1, a - 1));
            ranges.extend(game.amounts_leaving(k, b + 1, a + b - 1));
        }
    }
    ranges.sort_unstable();
    ranges
}
