//! Sums of heaps from which amounts of a set are taken, whether the set has a table or its amounts are far
//! apart.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::sum::{Play, Sum, at};
use super::{CacheRef, Shared, amounts};
use crate::record::{Ask, Fault, Move, Numbers, Period};
use crate::theory;
use crate::theory::budget::{Budget, Limit};
use crate::theory::subtraction::{Amounts, Spread, Subtraction};

/// What is known of a set of amounts.
pub trait AmountGame: Shared {
    /// The set.
    fn amounts(&self) -> &Amounts;

    /// The value of a heap.
    fn grundy(&self, heap: u64) -> Result<u64, Limit>;

    /// The amounts that leave a heap this value, as ranges.
    fn amounts_to(&self, heap: u64, value: u64) -> Result<Vec<(u64, u64)>, Limit>;

    /// Shows the heaps up to this one that lose, until it is told to stop.
    fn losing(&self, heap: u64, misere: bool, each: &mut dyn FnMut(u64) -> bool) -> Result<(), Limit>;

    /// Shows the values of the heaps 0 to `heap`, one by one.
    fn sequence(&self, heap: u64, each: &mut dyn FnMut(u64)) -> Result<(), Limit>;

    /// The period of the values, where one is proved.
    fn period(&self) -> Option<theory::period::Period>;
}

/// Both kinds have these functions of their own, under these names.
macro_rules! amount_game {
    ($game:ty) => {
        impl Shared for $game {
            fn bytes(&self) -> u64 {
                <$game>::bytes(self)
            }
        }

        impl AmountGame for $game {
            fn amounts(&self) -> &Amounts {
                <$game>::amounts(self)
            }

            fn grundy(&self, heap: u64) -> Result<u64, Limit> {
                <$game>::grundy(self, heap)
            }

            fn amounts_to(&self, heap: u64, value: u64) -> Result<Vec<(u64, u64)>, Limit> {
                <$game>::amounts_to(self, heap, value)
            }

            fn losing(
                &self,
                heap: u64,
                misere: bool,
                each: &mut dyn FnMut(u64) -> bool,
            ) -> Result<(), Limit> {
                <$game>::losing(self, heap, misere, each)
            }

            fn sequence(&self, heap: u64, each: &mut dyn FnMut(u64)) -> Result<(), Limit> {
                <$game>::sequence(self, heap, each)
            }

            fn period(&self) -> Option<theory::period::Period> {
                <$game>::period(self)
            }
        }
    };
}

amount_game!(Subtraction);
amount_game!(Spread);

/// Heaps of such a game.
pub struct AmountHeaps<'a, G: AmountGame> {
    pub heaps: &'a [u64],
    pub play: Play,
    pub game: CacheRef<G>,
    /// Whether the game knows all amounts, or those only that some heap here can spare.
    pub whole: bool,
    pub budget: Budget,
}

impl<G: AmountGame> Sum for AmountHeaps<'_, G> {
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
        Ok(self.whole.then(|| self.game.period()).flatten().map(Period::from))
    }
}
