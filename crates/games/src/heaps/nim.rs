//! Nim: heaps; a move takes any number from one heap. A player who cannot move loses, or wins under
//! misère play.
//!
//! Bouton (1901): a heap's Grundy value is its size. From a position with nim-sum *s* ≠ 0, a
//! winning move takes a heap *h* to *h* ⊕ *s*; it exists exactly for the heaps that contain the
//! highest bit of *s*. Cost: one step a heap.

use std::ops::ControlFlow;

use crate::OpenRules;
use crate::questions::misere;
use crate::shared::amounts;
use crate::shared::longest;
use crate::shared::misere_rules::MisereRules;
use crate::shared::sum::refuse_values_under_misere;
use crate::shared::sum::{Play, Sum, Summed};
use crate::shared::varied;
use crate::{Context, OpenPosition, PositionResult, Quick, Standard, Visit, Visited};
use crate::{HeapAsks, Searched};
use grundy_record::{Ask, Fault, Keyword, Move, Quotient, Record, Theorem, Tuple, Words};

/// The words about nim for people.
const WORDS: Words = Words {
    name: "nim",
    summary: "heaps; take any number from one heap",
    how_to_play: "A move takes any number of tokens, at least one, from one heap. A player who \
        cannot move loses; under `misere`, a player who cannot move wins, so a player who takes \
        the last token loses.",
    limits: "heaps to 2^64-1; one step a heap",
    example: "nim: 2 3",
    theorem: Some(Theorem::new(
        "In Nim a heap's value is its size",
        "Bouton 1901",
    )),
};

/// The game of nim.
pub static NIM: Standard = Standard::with_rules(
    WORDS
        .heaps()
        .definition("[n] -> [n-k] for k in 1..n")
        .keywords(&[Keyword::Misere])
        .also(&[Ask::Losing, Ask::Sequence, Ask::Genus, Ask::Quotient])
        .values_are_sizes()
        .values_decide_misere(),
    |record, _| {
        let play = Play::of(record);
        Ok(Box::new(NimRules { play }))
    },
)
.counting(|record, context| count(Play::of(record), record, context))
.of_heaps(|_| MisereRules::of_digits(&[0, 3], true).map(Some))
.lasting(longest::tokens);

/// Opens a record of nim, or of a game whose heaps are those of nim.
pub(crate) fn open<'a>(play: Play, record: &'a Record<'a>) -> PositionResult<'a> {
    refuse_values_under_misere(record)?;
    if play == Play::Normal {
        misere::refuse_quotient(&record.asks)?;
    }
    let heaps = &record.position.numbers[..];
    Ok(Box::new(
        Summed::new(heaps.len(), NimHeaps { heaps, play }).tame(true, play),
    ))
}

/// Counts lost positions of ranges of heaps.
pub(crate) fn count<'a>(
    play: Play,
    record: &'a Record<'a>,
    context: &'a Context,
) -> PositionResult<'a> {
    amounts::expect_one_heap(record)?;
    let ranges = varied::heaps(record).into_iter().map(|range| vec![range]);
    let values: Vec<_> = ranges.collect();
    Ok(varied::open(record, move || {
        varied::nim(&values, play, &context.budget)
    }))
}

/// The rules, for many positions.
struct NimRules {
    /// The kind of play.
    play: Play,
}

impl<'a> OpenRules<'a> for NimRules {
    fn position<'p>(&self, record: &'p Record<'p>) -> PositionResult<'p>
    where
        'a: 'p,
    {
        amounts::expect_one_heap(record)?;
        open(self.play, record)
    }

    /// Counts by Bouton's theorem: the winning moves are as many as the heaps that contain the highest bit of the nim-sum.
    fn quick(&self, ask: Ask, heaps: &[u64]) -> Option<Quick> {
        if self.play == Play::Misere {
            return None;
        }
        let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        Some(match (ask, nim_sum.checked_ilog2()) {
            (Ask::Verdict | Ask::Count, Some(high)) => {
                Quick::Winning(heaps.iter().map(|heap| heap >> high & 1).sum())
            }
            (Ask::Grundy, _) => Quick::Value(nim_sum),
            (_, high) => Quick::Winning(u64::from(high.is_some())),
        })
    }
}

/// A sum of heaps.
struct NimHeaps<'a> {
    /// The heaps.
    heaps: &'a [u64],
    /// Normal or misère play.
    play: Play,
}

impl Sum for NimHeaps<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        Ok(self.heaps[index])
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        Ok(visit_heap(index, self.heaps[index], target, visit))
    }

    /// Finds the misère quotient. The quotient of a heap of 2 or more has its nim-sums, 0 and 1 twice: once among heaps of 1 alone.
    fn quotient(&mut self) -> Result<Searched<Quotient>, Fault> {
        let Some(&largest) = self.heaps.iter().max() else {
            return Ok(Searched::UpTo(None));
        };
        let (order, losing) = match largest {
            0 | 1 => (u128::from(largest) + 1, largest),
            _ => ((1 << (u64::BITS - largest.leading_zeros())) + 2, 2),
        };
        Ok(Searched::Found(Quotient {
            order,
            losing,
            period: None,
        }))
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        Some(self)
    }
}

impl HeapAsks for NimHeaps<'_> {
    /// Shows each heap with its size, which is its value.
    fn sequence(&mut self, ask: Ask, show: &mut dyn FnMut(u64, u64)) -> Result<(), Fault> {
        let &[heap] = self.heaps else {
            return Err(Fault::unsupported(ask));
        };
        amounts::expect_listed(ask, heap)?;
        for size in 0..=heap {
            show(size, size);
        }
        Ok(())
    }

    /// Lists 0, where nothing can be taken; under misère play 1, where the last must be taken.
    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        let &[heap] = self.heaps else {
            return Err(Fault::unsupported(Ask::Losing));
        };
        Ok(match self.play {
            Play::Normal => vec![0],
            Play::Misere if heap > 0 => vec![1],
            Play::Misere => Vec::new(),
        })
    }
}

/// Positions some of whose numbers are heaps of nim, counted from `first`; the others stay as they are.
pub(crate) struct NimTuples<'a> {
    /// The positions.
    pub positions: Vec<Tuple>,
    /// The places of the numbers that are heaps.
    pub coordinates: Vec<usize>,
    /// The number that stands for an empty heap.
    pub first: u64,
    /// The positions asked directly, for asks that list all numbers up to a heap.
    pub direct: Option<Box<dyn OpenPosition + 'a>>,
}

impl NimTuples<'_> {
    fn heap(&self, index: usize, coordinate: usize) -> u64 {
        self.positions[index].as_slice()[coordinate] - self.first
    }
}

impl Sum for NimTuples<'_> {
    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        Ok(self
            .coordinates
            .iter()
            .fold(0, |sum, &i| sum ^ self.heap(index, i)))
    }

    fn moves_of(&mut self, index: usize, target: Option<u64>, visit: &mut Visit<'_>) -> Visited {
        let change = target
            .map(|target| self.value(index).map(|value| value ^ target))
            .transpose()?;
        let from = self.positions[index];
        let mut numbers = from.as_slice().to_vec();
        Ok(self.coordinates.iter().try_for_each(|&i| {
            let heap = self.heap(index, i);
            visit_heap(index, heap, change.map(|change| heap ^ change), &mut |mv| {
                if let Move::Heap { to, .. } = mv {
                    numbers[i] = to + self.first;
                }
                visit(Move::Tuple {
                    index,
                    from,
                    to: Tuple::new(&numbers),
                })
            })?;
            numbers[i] = heap + self.first;
            ControlFlow::Continue(())
        }))
    }

    fn heap_asks(&mut self) -> Option<&mut dyn HeapAsks> {
        self.direct.as_mut()?.heap_asks()
    }
}

/// Visits the moves of a heap of nim until the visitor breaks: all, or the one to this size.
pub(crate) fn visit_heap(
    index: usize,
    from: u64,
    target: Option<u64>,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    // The least amount is taken first, so the largest heap left comes first.
    let (low, high) = match target {
        Some(target) if target < from => (target, target + 1),
        Some(_) => (0, 0),
        None => (0, from),
    };
    (low..high)
        .rev()
        .try_for_each(|to| visit(Move::Heap { index, from, to }))
}
