//! Nim: heaps; a move takes any number from one heap. A player who cannot move loses, or wins under
//! misère play.
//!
//! Bouton (1901): a heap's Grundy value is its size. From a position with nim-sum *s* ≠ 0, a
//! winning move takes a heap *h* to *h* ⊕ *s*; it exists exactly for the heaps that contain the
//! highest bit of *s*. Cost: one step a heap.

use super::sum::{Play, Sum, Summed, refuse_values_under_misere};
use super::{Context, Game, Opening, OpeningRules, Rules, Visit, misere, varied};
use crate::record::{Ask, AskSet, Fault, Keyword, Move, Quotient, Record, Signature, Theorem, Words};
use crate::theory::budget::Budget;

/// The game of nim.
#[derive(Debug)]
pub struct Nim;

static SIGNATURE: Signature = Words {
    name: "nim",
    summary: "heaps; take any number from one heap",
    how_to_play: "A move takes any number of tokens, at least one, from one heap. A player who \
         cannot move loses; under `misere`, a player who cannot move wins, so a player who \
         takes the last token loses.",
    limits: "heaps to 18446744073709551615, as many as fit in memory; one step a heap",
    example: "nim: 2 3",
}
.heaps()
.definition("[n] -> [n-k] for k in 1..n")
.theorem(Theorem::new("In Nim a heap's value is its size", "Bouton 1901"))
.keywords(&[Keyword::Misere])
.asks(AskSet::SUM.with_counts().with_misere());

impl Game for Nim {
    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn heaps(&self, _: &Record<'_>) -> Result<Option<misere::Rules>, Fault> {
        misere::Rules::of_digits(&[0, 3], true).map(Some)
    }

    fn rules<'a>(&self, record: &Record<'_>, context: &'a Context) -> OpeningRules<'a> {
        Ok(Some(Box::new(NimRules::of(record, context))))
    }

    fn open<'a>(&self, record: &'a Record<'a>, context: &'a Context) -> Opening<'a> {
        NimRules::of(record, context).position(record)
    }
}

/// Which play, and what a record may use.
struct NimRules<'a> {
    play: Play,
    budget: &'a Budget,
}

impl<'a> NimRules<'a> {
    fn of(record: &Record<'_>, context: &'a Context) -> Self {
        let play = if record.modifiers.misere { Play::Misere } else { Play::Normal };
        NimRules { play, budget: &context.budget }
    }
}

impl<'a> Rules<'a> for NimRules<'a> {
    fn position<'p>(&self, record: &'p Record<'p>) -> Opening<'p>
    where
        'a: 'p,
    {
        let NimRules { play, budget } = *self;
        if play == Play::Misere {
            refuse_values_under_misere(&record.asks)?;
        }
        if record.varies() {
            let values: Vec<_> =
                varied::heaps(record).iter().map(|range| vec![(range.low, range.high)]).collect();
            return Ok(varied::open(record, move || varied::nim(&values, play, budget)));
        }
        if play == Play::Normal {
            misere::refuse_quotient(&record.asks)?;
        }
        Ok(Box::new(Summed::new(NimHeaps { heaps: &record.position.numbers, play }, *budget)))
    }

    /// Bouton's theorem: the winning moves are as many as the heaps that contain the highest bit of the nim-sum.
    fn number(&self, ask: Ask, heaps: &[u64]) -> Option<u64> {
        if self.play == Play::Misere {
            return None;
        }
        let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        Some(match (ask, nim_sum.checked_ilog2()) {
            (Ask::Verdict | Ask::Count, Some(high)) => heaps.iter().map(|heap| heap >> high & 1).sum(),
            _ => nim_sum,
        })
    }
}

/// A sum of heaps.
pub(super) struct NimHeaps<'a> {
    pub(super) heaps: &'a [u64],
    pub(super) play: Play,
}

impl Sum for NimHeaps<'_> {
    fn components(&self) -> usize {
        self.heaps.len()
    }

    fn play(&self) -> Play {
        self.play
    }

    fn is_tame(&self) -> bool {
        true
    }

    /// That of a heap of 2 or more has its nim-sums, 0 and 1 twice: once among heaps of 1 alone.
    fn quotient(&self) -> Option<Result<Quotient, u64>> {
        let Some(&largest) = self.heaps.iter().max() else { return Some(Err(u64::MAX)) };
        let (order, losing) = match largest {
            0 | 1 => (u128::from(largest) + 1, largest),
            _ => ((1 << (u64::BITS - largest.leading_zeros())) + 2, 2),
        };
        Some(Ok(Quotient { order, losing, period: None }))
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        Ok(self.heaps[index])
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        Ok(u128::from(target < self.heaps[index]))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Result<(), Fault> {
        visit_heap(index, self.heaps[index], target, visit);
        Ok(())
    }
}

/// Visits the moves of a heap of nim until the visitor breaks: all, or the one to this size.
pub(super) fn visit_heap(index: usize, from: u64, target: Option<u64>, visit: &mut Visit<'_>) {
    // The least amount is taken first, so the largest heap left comes first.
    let (low, high) = match target {
        Some(target) if target < from => (target, target + 1),
        Some(_) => (0, 0),
        None => (0, from),
    };
    for to in (low..high).rev() {
        if visit(Move::Heap { index, from, to }).is_break() {
            break;
        }
    }
}
