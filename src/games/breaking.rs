//! Heaps of taking-and-breaking games, the same way for octal games and Grundy's game.

use std::ops::ControlFlow;

use super::sum::{Play, Sum};
use super::{CacheRef, Context, Instance, Shared, amounts, varied};
use crate::record::{Ask, Fault, Move, Period, Place, Record};
use crate::theory::octal::{Break, TakeAndBreak};

impl Shared for TakeAndBreak {
    fn bytes(&self) -> u64 {
        TakeAndBreak::bytes(self)
    }
}

/// A position: a sum of heaps.
pub struct Heaps<'a> {
    /// The heaps.
    pub heaps: &'a [u64],
    /// The game.
    pub game: CacheRef<TakeAndBreak>,
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

impl Sum for Heaps<'_> {
    fn components(&self) -> usize {
        self.heaps.len()
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.game.grundy(self.heaps[index]).map_err(|limit| Fault::limit(Place::Position(index), &limit))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        self.game
            .count_moves_to(self.heaps[index], target)
            .map_err(|limit| Fault::limit(Place::Position(index), &limit))
    }

    fn moves_of(
        &mut self,
        index: usize,
        target: Option<u64>,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let from = self.heaps[index];
        self.game
            .moves_to(from, target, |to| visit(as_move(index, from, to)).is_continue())
            .map_err(|limit| Fault::limit(Place::Position(index), &limit))
    }

    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        let heap = amounts::one_heap(self.heaps, Ask::Sequence)?;
        amounts::sequence(heap, |each| self.game.sequence(heap, each))
            .map_err(|limit| Fault::limit(Place::Position(0), &limit))
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        let known = self.game.period();
        Ok(known.map(|p| Period { preperiod: p.preperiod, period: p.period, saltus: 0 }))
    }
}
