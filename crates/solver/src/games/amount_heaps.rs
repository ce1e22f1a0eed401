//! Sums of heaps from which amounts of a set are taken.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::sum::{Play, Sum, at};
use super::{CacheRef, Shared, amounts, as_period};
use crate::record::{Ask, Fault, Move, Numbers, Period};
use crate::theory::budget::Budget;
use crate::theory::subtraction::Subtraction;

impl Shared for Subtraction {
    fn bytes(&self) -> u64 {
        Subtraction::bytes(self)
    }
}

/// Heaps of such a game.
pub struct AmountHeaps<'a> {
    pub heaps: &'a [u64],
    pub play: Play,
    pub game: CacheRef<Subtraction>,
    /// Whether the game knows all amounts, or those only that some heap here can spare.
    pub whole: bool,
    pub budget: Budget,
}

impl Sum for AmountHeaps<'_> {
    fn components(&self) -> usize {
        self.heaps.len()
    }

    fn play(&self) -> Play {
        self.play
    }

    fn is_tame(&self) -> bool {
        true
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.game.grundy(self.heaps[index]).map_err(at(index))
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        let ranges = self.game.amounts_to(self.heaps[index], target).map_err(at(index))?;
        Ok(amounts::total(&ranges))
    }

    fn moves_of(
        &mut self,
        index: usize,
        target: Option<u64>,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let from = self.heaps[index];
        let ranges = match target {
            Some(target) => self.game.amounts_to(from, target).map_err(at(index))?,
            None => self.game.amounts().runs_up_to(from),
        };
        let _ = amounts::visit_moves(index, from, &ranges, visit);
        Ok(())
    }

    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        let heap = amounts::one_heap(self.heaps, Ask::Losing)?;
        let misere = self.play == Play::Misere;
        amounts::losing(|each| self.game.losing(heap, misere, each)).map_err(at(0))
    }

    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        let heap = amounts::one_heap(self.heaps, Ask::Sequence)?;
        amounts::sequence(heap, |each| self.game.sequence(heap, each)).map_err(at(0))
    }

    fn narrow_sequence(&mut self) -> Result<Numbers, Fault> {
        let heap = amounts::one_heap(self.heaps, Ask::Sequence)?;
        amounts::numbers(heap, |each| self.game.sequence(heap, each)).map_err(at(0))
    }

    fn paths(&mut self, modulus: Option<u64>) -> Result<(BigUint, BigUint), Fault> {
        let heap = amounts::one_heap(self.heaps, Ask::Paths(modulus))?;
        amounts::count_paths(self.game.amounts(), heap, modulus, self.budget).map_err(at(0))
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        Ok(self.whole.then(|| self.game.period()).flatten().map(as_period))
    }
}
