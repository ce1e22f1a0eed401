//! Heaps of taking-and-breaking games, the same way for octal games, Grundy's game and codes of any digits.

use std::ops::ControlFlow;

use super::sum::{Sum, at};
use super::{CacheRef, amounts, as_period};
use crate::record::{Ask, Fault, Move, Numbers, Period, Tuple};
use crate::theory::breaking::{Break, Breaking};

/// A position: a sum of heaps.
pub struct Heaps<'a> {
    /// The heaps.
    pub heaps: &'a [u64],
    /// The game.
    pub game: CacheRef<Breaking>,
}

/// A move as answers write it.
pub fn as_move(index: usize, from: u64, to: &Break) -> Move {
    match to.left[..] {
        [] => Move::Heap { index, from, to: 0 },
        [to] => Move::Heap { index, from, to },
        [small, large] => Move::Split { index, from, parts: [small, large] },
        _ => {
            let parts = to.left.iter().map(|&heap| Tuple::new(&[heap])).collect();
            Move::Parts { index, from: Tuple::new(&[from]), parts }
        }
    }
}

impl Sum for Heaps<'_> {
    fn components(&self) -> usize {
        self.heaps.len()
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.game.grundy(self.heaps[index]).map_err(at(index))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        self.game.count_moves_to(self.heaps[index], target).map_err(at(index))
    }

    fn moves_of(
        &mut self,
        index: usize,
        target: Option<u64>,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let from = self.heaps[index];
        let mut each = |to: Break| visit(as_move(index, from, &to)).is_continue();
        self.game.moves_to(from, target, &mut each).map_err(at(index))
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
        Ok(self.game.pattern().map(as_period))
    }

    fn searched(&self) -> Option<u64> {
        self.game.known_to()
    }
}
