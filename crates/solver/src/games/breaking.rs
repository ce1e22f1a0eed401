//! Heaps of taking-and-breaking games, the same way for octal games, Grundy's game and codes of any digits.

use std::ops::ControlFlow;

use super::sum::{Play, Sum, at};
use super::{CacheRef, Context, Instance, Shared, amounts, varied};
use crate::record::{Ask, Fault, Move, Numbers, Period, Place, Record};
use crate::theory::budget::Limit;
use crate::theory::octal::{Break, TakeAndBreak};

impl Shared for TakeAndBreak {
    fn bytes(&self) -> u64 {
        TakeAndBreak::bytes(self)
    }
}

/// A game of one heap whose values are known as far as they are asked for.
pub trait OneHeap: Shared {
    /// The value of a heap.
    fn grundy(&self, heap: u64) -> Result<u64, Limit>;

    /// How many moves lead from a heap to a value.
    fn count_to(&self, heap: u64, target: u64) -> Result<u128, Limit>;

    /// Visits the moves of a heap that lead to a value, or all of them, until the visitor breaks.
    fn visit_moves(
        &self,
        index: usize,
        from: u64,
        target: Option<u64>,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), Limit>;

    /// Shows the values of the heaps 0 to `heap`, one by one.
    fn sequence(&self, heap: u64, each: &mut dyn FnMut(u64)) -> Result<(), Limit>;

    /// The period of the values, where one is proved.
    fn period(&self) -> Option<Period>;

    /// The largest heap whose value is known.
    fn known_to(&self) -> Option<u64>;
}

impl OneHeap for TakeAndBreak {
    fn grundy(&self, heap: u64) -> Result<u64, Limit> {
        TakeAndBreak::grundy(self, heap)
    }

    fn count_to(&self, heap: u64, target: u64) -> Result<u128, Limit> {
        self.count_moves_to(heap, target)
    }

    fn visit_moves(
        &self,
        index: usize,
        from: u64,
        target: Option<u64>,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), Limit> {
        self.moves_to(from, target, |to| visit(as_move(index, from, to)).is_continue())
    }

    fn sequence(&self, heap: u64, each: &mut dyn FnMut(u64)) -> Result<(), Limit> {
        TakeAndBreak::sequence(self, heap, each)
    }

    fn period(&self) -> Option<Period> {
        let known = TakeAndBreak::period(self);
        known.map(Period::from)
    }

    fn known_to(&self) -> Option<u64> {
        TakeAndBreak::known_to(self)
    }
}

/// A position: a sum of heaps.
pub struct Heaps<'a, G: Shared = TakeAndBreak> {
    /// The heaps.
    pub heaps: &'a [u64],
    /// The game.
    pub game: CacheRef<G>,
}

/// A record whose heaps vary.
pub fn varied<'a>(
    record: &'a Record<'a>,
    context: &'a Context,
    game: CacheRef<TakeAndBreak>,
) -> Box<dyn Instance + 'a> {
    let (ranges, budget) = (varied::heaps(record), &context.budget);
    varied::open(record, move || {
        varied::by_values(&ranges, Play::Normal, budget, |i, range| {
            let value = |heap| game.grundy(heap).map_err(|limit| Fault::limit(Place::Position(i), &limit));
            varied::histogram(range, budget, || game.period(), value)
        })
    })
}

/// A move as answers write it.
pub fn as_move(index: usize, from: u64, to: Break) -> Move {
    match to {
        Break { small: 0, large, .. } => Move::Heap { index, from, to: large },
        Break { small, large, .. } => Move::Split { index, from, parts: [small, large] },
    }
}

impl<G: OneHeap> Sum for Heaps<'_, G> {
    fn components(&self) -> usize {
        self.heaps.len()
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.game.grundy(self.heaps[index]).map_err(at(index))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        self.game.count_to(self.heaps[index], target).map_err(at(index))
    }

    fn moves_of(
        &mut self,
        index: usize,
        target: Option<u64>,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        self.game.visit_moves(index, self.heaps[index], target, visit).map_err(at(index))
    }

    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        let heap = amounts::one_heap(self.heaps, Ask::Sequence)?;
        amounts::sequence(heap, |each| self.game.sequence(heap, each)).map_err(at(0))
    }

    fn narrow_sequence(&mut self) -> Result<Numbers, Fault> {
        let heap = amounts::one_heap(self.heaps, Ask::Sequence)?;
        amounts::numbers(heap, |each| self.game.sequence(heap, each)).map_err(at(0))
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        Ok(self.game.period())
    }

    fn searched(&self) -> Option<u64> {
        self.game.known_to()
    }
}
