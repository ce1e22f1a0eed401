//! Amounts so large that a table cannot hold them, where they change nothing.
//!
//! An amount a may be added to a set without changing any outcome if for every heap from which a may be taken, what it
//! leaves suits the heap's outcome: anything where the player to move wins already, no lost heap where
//! play is drawn, a won heap where he loses. For outcomes that repeat from e on with period p, that is a question
//! about the heaps left, left + 1, … below e + p that a leaves, and those below `left` where they may be left.
//! So {1, 2, 10⁹} has the outcomes of {1, 2}.

use super::outcomes::Outcomes;
use super::{Outcome, Variant};
use crate::sync::growing::Shared;
use crate::theory::budget::Budget;
use crate::theory::subtraction::Amounts;

/// The most large amounts, and the steps that checking them may take.
const MOST_FAR: u128 = 1 << 20;
const MOST_WORK: u128 = 1 << 28;

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
}
