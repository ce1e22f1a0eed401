//! Flags: one heap, a set of amounts, and an end, `left`, at which the player to move loses.
//!
//! A heap above the end from which nothing can be taken is a draw, so heaps have three outcomes:
//! a player wins by leaving a losing heap; loses when every move leaves a winning one; else play
//! is drawn. As in subtraction games the last max(S) outcomes determine the next one, and meeting
//! them twice proves the period, here for heaps left, left + 1, ….

#[cfg(test)]
mod tests;

use super::subtraction::large::{Far, Near};
use super::subtraction::outcomes::{Below, Outcomes};
use super::subtraction::pieces::Worth;
use super::subtraction::{Amounts, MAX_AMOUNT, RangeGame, hits};
use crate::sequence::{Growing, Pattern, Shared};
use grundy_machine::budget::{Budget, Limit};

/// Work units in which the small amounts must show their period: about a second.
const MAX_GROWTH_STEPS: u64 = 1 << 30;

/// Who wins, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The other player.
    Lose,
    /// Neither.
    Draw,
    /// The player to move.
    Win,
}

/// The flags of an amount: what it may leave of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Never fewer than `left`.
    Exact,
    /// Fewer, too, and the game is then drawn.
    Overshoot,
    /// Fewer, too, and who faces `left` or fewer loses.
    OrLess,
}

impl Variant {
    /// Returns the outcome of heaps below the end.
    fn below(self) -> Outcome {
        if self == Variant::OrLess {
            Outcome::Lose
        } else {
            Outcome::Draw
        }
    }
}

/// A game of flags, analysed as far as its records ask and shared by all of them.
#[derive(Debug)]
pub struct Flags {
    amounts: Amounts,
    left: u64,
    variant: Variant,
    game: AmountsForm,
}

// There is one per rule set, already behind an `Arc`; boxing the variant would save nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
enum AmountsForm {
    /// Nothing can be taken: only the end is lost, all above it is drawn.
    Empty,
    /// One range a..=b in closed form; see [`Flags::new`].
    Range { a: u64, b: u64 },
    /// Heaps are counted from `left` on.
    Finite(Shared<Growing<Outcomes<2>>>),
    /// Heaps are counted from `left` on if none below can be met.
    Far(Far<Won>),
}

/// Who wins, by the followers: the numbers are those of [`Outcome`], and without followers play is drawn.
#[derive(Debug)]
struct Won;

impl Worth for Won {
    fn of(reaches: impl Fn(u32) -> bool) -> u32 {
        let outcome =
            match [Outcome::Lose, Outcome::Draw, Outcome::Win].map(|to| reaches(to as u32)) {
                [true, ..] => Outcome::Win,
                [_, false, true] => Outcome::Lose,
                _ => Outcome::Draw,
            };
        outcome as u32
    }
}

impl Growing<Outcomes<2>> {
    /// Returns the outcome of heap left + `k`, which must be within reach.
    fn outcome(&self, k: u64) -> Outcome {
        match (self.loses(k), self.is_open(k)) {
            (true, _) => Outcome::Lose,
            (false, true) => Outcome::Draw,
            (false, false) => Outcome::Win,
        }
    }
}

impl Flags {
    /// Prepares the game; outcomes are found when first asked for.
    ///
    /// One range a..=b, if nothing below the end can be left, has a closed form: with
    /// r = (n − left) mod (a + b), heap n is lost for r = 0, won for a ≤ r ≤ b, drawn otherwise. (By
    /// induction over cycles of a + b: from r = 0 the window n − b ..= n − a is exactly the won
    /// heaps of the cycle below; for a ≤ r ≤ b it holds the lost heap; else it holds a drawn heap
    /// and no lost one.) For a = 1 the variants do not differ: from a heap that can pass the end,
    /// the end itself can be reached.
    ///
    /// # Errors
    ///
    /// Fails if it takes more than some thousand amounts, some above [`MAX_AMOUNT`], if there is no closed form and they change some
    /// outcome of the others.
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
    /// As [`Flags::new`], if the heap is above [`MAX_TABLE_HEAP`](super::subtraction::MAX_TABLE_HEAP), too.
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

    fn made(
        amounts: Amounts,
        left: u64,
        variant: Variant,
        budget: Budget,
        expanded: Result<Vec<u32>, Limit>,
    ) -> Result<Self, Limit> {
        let game = match amounts.runs() {
            [] => AmountsForm::Empty,
            &[(a, b)] if a == 1 || variant == Variant::Exact || left == 0 => {
                AmountsForm::Range { a, b }
            }
            _ => {
                let outcomes = match expanded {
                    Ok(expanded) => Ok(outcomes(expanded, left, variant, budget)),
                    Err(limit) => {
                        without_large(&amounts, MAX_AMOUNT, (left, variant), budget).ok_or(limit)
                    }
                };
                match outcomes {
                    Ok(outcomes) => AmountsForm::Finite(outcomes),
                    Err(limit) => {
                        AmountsForm::Far(far(&amounts, left, variant, budget).ok_or(limit)?)
                    }
                }
            }
        };
        Ok(Flags {
            amounts,
            left,
            variant,
            game,
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
    /// No period shows within the budget, and `n` lies beyond.
    pub fn outcome(&self, n: u64) -> Result<Outcome, Limit> {
        let Some(k) = n.checked_sub(self.left) else {
            return Ok(self.below());
        };
        match &self.game {
            AmountsForm::Empty => Ok(if k == 0 { Outcome::Lose } else { Outcome::Draw }),
            AmountsForm::Range { a, b } => Ok(range_outcome(*a, *b, k)),
            AmountsForm::Finite(outcomes) => outcomes.read(k, |outcomes| outcomes.outcome(k)),
            AmountsForm::Far(far) => {
                let value = far.value(n - self.under())?;
                let all = [Outcome::Lose, Outcome::Draw, Outcome::Win];
                Ok(all
                    .into_iter()
                    .find(|&outcome| outcome as u32 == value)
                    .unwrap_or(Outcome::Draw))
            }
        }
    }

    fn below(&self) -> Outcome {
        self.variant.below()
    }

    /// Returns how many heaps the pieces leave out: those below the end, if none of them can be met.
    fn under(&self) -> u64 {
        if self.variant == Variant::Exact {
            self.left
        } else {
            0
        }
    }

    /// Returns the outcome of heap `n`, at least `left`, and how many amounts win there, if nothing must be found
    /// for it.
    pub fn known(&self, n: u64) -> Option<(Outcome, u128)> {
        let k = n.checked_sub(self.left)?;
        match &self.game {
            AmountsForm::Finite(outcomes) => {
                outcomes.known(k, |outcomes| match outcomes.outcome(k) {
                    Outcome::Win => (
                        Outcome::Win,
                        self.leading(outcomes, n, Outcome::Lose).count() as u128,
                    ),
                    outcome => (outcome, 0),
                })
            }
            AmountsForm::Far(_) => None,
            AmountsForm::Empty | AmountsForm::Range { .. } => {
                let outcome = self.outcome(n).ok()?;
                let wins = outcome == Outcome::Win;
                let winning = if wins {
                    self.amounts_to(n, Outcome::Lose).ok()?
                } else {
                    Vec::new()
                };
                Some((
                    outcome,
                    winning
                        .iter()
                        .map(|&(low, high)| u128::from(high - low) + 1)
                        .sum(),
                ))
            }
        }
    }

    /// Returns the most that may be taken from heap `n`, `k` above the end.
    fn most(&self, n: u64, k: u64) -> u64 {
        if self.variant == Variant::Exact { k } else { n }
    }

    /// Returns the amounts whose taking from heap `n`, above the end, leaves a heap of this outcome, by the table.
    fn leading(
        &self,
        outcomes: &Growing<Outcomes<2>>,
        n: u64,
        outcome: Outcome,
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
    pub fn legal_amounts(&self, n: u64) -> Vec<(u64, u64)> {
        // At the end the game is over; below it as well.
        let Some(k) = n.checked_sub(self.left).filter(|&k| k > 0) else {
            return Vec::new();
        };
        self.amounts.runs_up_to(self.most(n, k))
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
    pub fn amounts_to(&self, n: u64, outcome: Outcome) -> Result<Vec<(u64, u64)>, Limit> {
        let Some(k) = n.checked_sub(self.left).filter(|&k| k > 0) else {
            return Ok(Vec::new());
        };
        match &self.game {
            AmountsForm::Empty => Ok(Vec::new()),
            AmountsForm::Range { a, b } => {
                let mut ranges = range_amounts(*a, *b, k, outcome);
                if outcome == self.below() && self.variant != Variant::Exact {
                    // Here a = 1, or there is nothing below: past the end lies k + 1 ..= b.
                    let past = (k + 1, (*b).min(n));
                    ranges.extend((k < n && past.0 <= past.1).then_some(past));
                }
                Ok(ranges)
            }
            AmountsForm::Finite(outcomes) => outcomes.read(k, |outcomes| {
                self.leading(outcomes, n, outcome)
                    .map(|amount| (amount, amount))
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
            AmountsForm::Range { a, b } => Some(Pattern::periodic(0, a.checked_add(*b)?)),
            AmountsForm::Finite(outcomes) => {
                outcomes.read(u64::MAX, Growing::pattern).ok().flatten()
            }
            AmountsForm::Far(_) => None,
        }
    }

    /// Calls `each` with the heaps 0 ..= `n` at which the player to move loses, ascending, until
    /// it returns false.
    ///
    /// # Errors
    ///
    /// As [`Flags::outcome`]; then nothing has been called.
    pub fn losing(&self, n: u64, mut each: impl FnMut(u64) -> bool) -> Result<(), Limit> {
        if self.below() == Outcome::Lose
            && let Some(below) = self.left.checked_sub(1)
            && !(0..=below.min(n)).all(&mut each)
        {
            return Ok(());
        }
        let Some(k) = n.checked_sub(self.left) else {
            return Ok(());
        };
        let mut give = |k: u64| each(self.left + k);
        match &self.game {
            AmountsForm::Empty => {
                give(0);
            }
            AmountsForm::Range { a, b } => {
                // Multiples of a + b; if the cycle passes 64 bits, the end alone.
                let cycle = a.checked_add(*b).unwrap_or(u64::MAX);
                let _ = (0..=k / cycle).all(|i| give(i * cycle));
            }
            AmountsForm::Finite(outcomes) => {
                outcomes.read(k, |outcomes| outcomes.visit_losing(k, give))?
            }
            AmountsForm::Far(far) => {
                let (left, under) = (self.left, self.under());
                far.pieces()
                    .visit(n - under, Outcome::Lose as u32, |heap| {
                        (heap + under).checked_sub(left).is_none_or(&mut give)
                    })?;
            }
        }
        Ok(())
    }

    /// Memory held, in bytes, roughly. O(1).
    pub fn bytes(&self) -> u64 {
        let outcomes = match &self.game {
            AmountsForm::Finite(outcomes) => outcomes.peek(Growing::bytes),
            AmountsForm::Far(far) => far.bytes(),
            _ => 0,
        };
        64 + self.amounts.runs().len() as u64 * 16 + outcomes
    }
}

/// Returns a table of the outcomes of left, left + 1, …
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

/// Returns the outcomes of the amounts up to `cut` if those above change none of them; `None` also if the small
/// ones show no period, or if there are too many to say.
fn without_large(
    amounts: &Amounts,
    cut: u64,
    (left, variant): (u64, Variant),
    budget: Budget,
) -> Option<Shared<Growing<Outcomes<2>>>> {
    let near = amounts
        .cut(cut)
        .expanded()
        .ok()
        .filter(|near| !near.is_empty())?;
    let shared = outcomes(
        near,
        left,
        variant,
        Budget {
            work: budget.work.min(MAX_GROWTH_STEPS),
            ..budget
        },
    );
    let below = if variant == Variant::Exact { 0 } else { left };
    let decides = shared.read(u64::MAX, |outcomes| {
        let terms = outcomes.pattern()?.terms();
        let table = Near {
            cut,
            terms,
            below: (below, variant.below()),
            last: u64::MAX - left,
        };
        Some(table.decides(amounts, |k| outcomes.outcome(k), suits))
    });
    decides.ok()?.unwrap_or(false).then_some(shared)
}

/// Returns whether a heap keeps its outcome when a move to one of outcome `to` joins its moves.
fn suits(outcome: Outcome, to: Outcome) -> bool {
    match outcome {
        Outcome::Win => true,
        Outcome::Draw => to != Outcome::Lose,
        Outcome::Lose => to == Outcome::Win,
    }
}

/// Returns the outcomes in pieces; `None` if there are too many amounts.
fn far(amounts: &Amounts, left: u64, variant: Variant, budget: Budget) -> Option<Far<Won>> {
    let under = if variant == Variant::Exact { 0 } else { left };
    Far::new(amounts, budget, |pieces| {
        pieces
            .with(under, variant.below() as u32)
            .with(1, Outcome::Lose as u32)
    })
}

fn range_outcome(a: u64, b: u64, k: u64) -> Outcome {
    let r = u128::from(k) % (u128::from(a) + u128::from(b));
    if r == 0 {
        Outcome::Lose
    } else if (u128::from(a)..=u128::from(b)).contains(&r) {
        Outcome::Win
    } else {
        Outcome::Draw
    }
}

/// Returns the amounts of a..=b up to `k` that leave left + a heap of this outcome.
fn range_amounts(a: u64, b: u64, k: u64, outcome: Outcome) -> Vec<(u64, u64)> {
    let game = RangeGame::new(a, b);
    let (a, b) = (u128::from(a), u128::from(b));
    let residues = match outcome {
        Outcome::Lose => vec![(0, 0)],
        Outcome::Win => vec![(a, b)],
        Outcome::Draw => vec![(1, a - 1), (b + 1, a + b - 1)],
    };
    let mut ranges: Vec<_> = residues
        .into_iter()
        .flat_map(|residue| game.amounts_leaving(k, residue))
        .collect();
    ranges.sort_unstable();
    ranges
}
