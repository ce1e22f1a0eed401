//! Amounts so large that a table cannot hold them.
//!
//! Some change nothing. An amount a may be added to a set without changing any outcome if for every heap from which a may be taken, what it
//! leaves suits the heap's outcome: anything where the player to move wins already, no lost heap where
//! play is drawn, a won heap where he loses. For outcomes that repeat from e on with period p, that is a question
//! about the heaps left, left + 1, … below e + p that a leaves, and those below `left` where they may be left.
//! So {1, 2, 10⁹} has the outcomes of {1, 2}. Others are in [`Pieces`], as Grundy values are in subtraction games.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::outcomes::Outcomes;
use super::{Outcome, Variant};
use crate::budget::{Budget, Limit};
use crate::subtraction::pieces::{Pieces, Worth};
use crate::subtraction::{Amounts, MAX_AMOUNT};
use crate::sync::growing::Shared;

/// Sets of more amounts than this have no pieces.
const MOST_IN_PIECES: u128 = 4096;

/// The most large amounts, and the steps that checking them may take.
const MOST_FAR: u128 = 1 << 20;
const MOST_WORK: u128 = 1 << 28;

/// Work units in which the small amounts must show their period: about a second.
const MOST_GROWTH: u64 = 1 << 30;

/// The outcomes of the amounts up to `cut`, where those above change none of them; `None` where one does, where the
/// small ones show no period, or where there are too many to say.
pub fn without(
    amounts: &Amounts,
    cut: u64,
    (left, variant): (u64, Variant),
    budget: Budget,
) -> Option<Shared<Outcomes>> {
    let near = amounts.cut(cut);
    let far = amounts.len() - near.len();
    if near.is_empty() || far > MOST_FAR {
        return None;
    }
    let budget = Budget { work: budget.work.min(MOST_GROWTH), ..budget };
    let shared = Shared::new(Outcomes::new(near.expanded().ok()?, left, variant, budget));
    let below = if variant == Variant::Exact { 0 } else { left };
    let suits = shared
        .read(u64::MAX, |outcomes| {
            let terms = outcomes.period()?.terms();
            if far * (u128::from(terms) + u128::from(below)) > MOST_WORK {
                return None;
            }
            let runs = amounts.runs().iter().filter(|run| run.1 > cut);
            let mut far = runs.flat_map(|&(low, high)| low.max(cut + 1)..=high);
            Some(far.all(|amount| {
                // Heaps beyond 64 bits are nobody's.
                let from = |k: &u64| amount.checked_add(*k).is_some_and(|k| k <= u64::MAX - left);
                let kept = |k: u64| suits(outcomes.outcome(k + amount), outcomes.outcome(k));
                let kept_below = |i: u64| suits(outcomes.outcome(amount - i), variant.below());
                (0..terms).take_while(from).all(kept) && (1..=below.min(amount - 1)).all(kept_below)
            }))
        })
        .ok()??;
    suits.then_some(shared)
}

/// Outcomes in pieces, found as far as heaps ask for.
#[derive(Debug)]
pub struct Far {
    pieces: Mutex<Pieces<Won>>,
    /// What the pieces have as heap 0 has so many more.
    below: u64,
}

/// Who wins, by the followers: the numbers are those of [`Outcome`], and without followers play is drawn.
#[derive(Debug)]
struct Won;

impl Worth for Won {
    fn of(reaches: impl Fn(u32) -> bool) -> u32 {
        let outcome = match [Outcome::Lose, Outcome::Draw, Outcome::Win].map(|to| reaches(to as u32)) {
            [true, ..] => Outcome::Win,
            [_, false, true] => Outcome::Lose,
            _ => Outcome::Draw,
        };
        outcome as u32
    }
}

impl Far {
    /// No outcomes yet; `None` where there are too many amounts.
    pub fn new(amounts: &Amounts, left: u64, variant: Variant, budget: Budget) -> Option<Far> {
        if amounts.is_empty() || amounts.len() > MOST_IN_PIECES {
            return None;
        }
        let pieces = Pieces::new(amounts.up_to(u64::MAX), MAX_AMOUNT, budget);
        // The heaps that are over: those that cannot be met are left out.
        let (under, below) = if variant == Variant::Exact { (0, left) } else { (left, 0) };
        let pieces = pieces.with(under, variant.below() as u32).with(1, Outcome::Lose as u32);
        Some(Far { pieces: Mutex::new(pieces), below })
    }

    /// The outcome of heap `n`, which must not be below the end.
    ///
    /// # Errors
    ///
    /// As [`Pieces::value`].
    pub fn outcome(&self, n: u64) -> Result<Outcome, Limit> {
        let value = self.pieces().value(n - self.below)?;
        let all = [Outcome::Lose, Outcome::Draw, Outcome::Win];
        Ok(all.into_iter().find(|&outcome| outcome as u32 == value).unwrap_or(Outcome::Draw))
    }

    /// Calls `each` with the heaps from `first` to `n` at which the player to move loses, ascending, until it returns
    /// false.
    ///
    /// # Errors
    ///
    /// As [`Pieces::value`]; then nothing has been called.
    pub fn visit_losing(&self, first: u64, n: u64, mut each: impl FnMut(u64) -> bool) -> Result<(), Limit> {
        let below = self.below;
        self.pieces()
            .visit(n - below, Outcome::Lose as u32, |heap| heap + below < first || each(heap + below))
    }

    fn pieces(&self) -> MutexGuard<'_, Pieces<Won>> {
        // Pieces are whole between two heaps.
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Memory held, in bytes, roughly.
    pub fn bytes(&self) -> u64 {
        self.pieces.try_lock().map_or(1 << 16, |pieces| pieces.bytes())
    }
}

/// Whether a heap keeps its outcome when a move to one of outcome `to` joins its moves.
fn suits(outcome: Outcome, to: Outcome) -> bool {
    match outcome {
        Outcome::Win => true,
        Outcome::Draw => to != Outcome::Lose,
        Outcome::Lose => to == Outcome::Win,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::naive;
    use super::*;
    use crate::random::Random;

    #[test]
    fn what_changes_nothing_is_left_out_and_nothing_else() {
        let mut kept = [0, 0];
        for (near, left) in [(&[1u64, 2][..], 5), (&[1, 3], 0), (&[2, 5], 3), (&[3], 2), (&[2, 3, 7], 12)] {
            for variant in [Variant::Exact, Variant::Overshoot, Variant::OrLess] {
                for far in 8..60 {
                    let all: Vec<u64> = near.iter().copied().chain([far]).collect();
                    let set = Amounts::new(all.iter().map(|&amount| (amount, amount)));
                    let found = without(&set, 7, (left, variant), Budget::default());
                    let (with, alone) = (naive(&all, left, variant, 400), naive(near, left, variant, 400));
                    let same = with[left as usize..] == alone[left as usize..];
                    assert_eq!(found.is_some(), same, "{all:?} left {left} {variant:?}");
                    kept[usize::from(same)] += 1;
                    for heap in left..=400 {
                        let Some(found) = &found else { break };
                        let outcome = found.read(heap - left, |found| found.outcome(heap - left)).unwrap();
                        assert_eq!(outcome, with[heap as usize], "{all:?} left {left} {variant:?}: {heap}");
                    }
                }
            }
        }
        assert!(kept.iter().all(|&count| count > 20), "{kept:?}");
    }

    #[test]
    fn outcomes_in_pieces_are_those_of_the_table() {
        let mut random = Random::new(23);
        for round in 0..300 {
            let mut all: Vec<u64> = (0..random.below(4)).map(|_| 1 + random.below(9)).collect();
            all.extend((0..1 + random.below(3)).map(|_| 20 + random.below(150)));
            all.sort_unstable();
            all.dedup();
            let left = random.below(1 + round % 30);
            for variant in [Variant::Exact, Variant::Overshoot, Variant::OrLess] {
                let set = Amounts::new(all.iter().map(|&amount| (amount, amount)));
                let far = Far::new(&set, left, variant, Budget::default()).unwrap();
                let table = naive(&all, left, variant, 1500);
                for heap in left..=1500 {
                    let context = format!("{all:?} left {left} {variant:?}: {heap}");
                    assert_eq!(far.outcome(heap).unwrap(), table[heap as usize], "{context}");
                }
                let mut lost = Vec::new();
                let last = left + random.below(1400);
                far.visit_losing(left, last, |heap| {
                    lost.push(heap);
                    true
                })
                .unwrap();
                assert!(
                    lost.into_iter().eq((left..=last).filter(|&heap| table[heap as usize] == Outcome::Lose)),
                    "{all:?} left {left} {variant:?} to {last}"
                );
            }
        }
    }
}
