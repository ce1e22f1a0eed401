//! Sums of heaps of subtraction games whose sets have no table of their own: sets whose membership
//! repeats for ever, and sets of amounts far apart.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::breaking::Heaps;
use super::sum::{Play, Sum, at};
use super::{CacheRef, Shared, amounts};
use crate::record::{Ask, Fault, Move, Period};
use crate::theory::breaking::{Breaking, Code, Digit};
use crate::theory::budget::Budget;
use crate::theory::subtraction::{Sets, Spread};

/// The largest amount before membership repeats.
const MOST_BEFORE: usize = 4096;

impl Shared for Spread {
    fn bytes(&self) -> u64 {
        Spread::bytes(self)
    }
}

/// The take-and-break code that a set is whose membership repeats: 3 for each amount in it.
pub fn code(sets: &Sets) -> Option<Code> {
    let (may, again) = sets.repeating(MOST_BEFORE)?;
    let digits = |may: &[bool]| -> Vec<Digit> {
        may.iter().map(|&may| Digit { bits: if may { 3 } else { 0 }, unequal: false }).collect()
    };
    Code::new(&digits(&may), &digits(&again))
}

/// Heaps where membership repeats.
pub struct Repeating<'a> {
    /// As heaps of the take-and-break game.
    pub sum: Heaps<'a, Breaking>,
    pub play: Play,
    pub sets: Sets,
    pub budget: Budget,
}

impl Sum for Repeating<'_> {
    fn components(&self) -> usize {
        self.sum.components()
    }

    fn play(&self) -> Play {
        self.play
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.sum.value(index)
    }

    fn count_to(&mut self, index: usize, target: u64) -> Result<u128, Fault> {
        self.sum.count_to(index, target)
    }

    fn moves_of(
        &mut self,
        index: usize,
        target: Option<u64>,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let from = self.sum.heaps[index];
        let mut each = |taken: u64| visit(Move::Heap { index, from, to: from - taken }).is_continue();
        self.sum.game.moves_to(from, target, &mut |to| each(to.take)).map_err(at(index))
    }

    fn losing(&mut self) -> Result<Vec<u64>, Fault> {
        let heap = amounts::one_heap(self.sum.heaps, Ask::Losing)?;
        // A single heap is lost under misère play when its value is 1.
        let lost = u64::from(self.play == Play::Misere);
        amounts::losing(|each| {
            for n in 0..=heap {
                if self.sum.game.grundy(n)? == lost && !each(n) {
                    break;
                }
            }
            Ok(())
        })
        .map_err(at(0))
    }

    fn sequence(&mut self) -> Result<Vec<u64>, Fault> {
        self.sum.sequence()
    }

    fn paths(&mut self, modulus: Option<u64>) -> Result<(BigUint, BigUint), Fault> {
        let heap = amounts::one_heap(self.sum.heaps, Ask::Paths(modulus))?;
        let set = self.sets.up_to(heap).map_err(at(0))?;
        amounts::count_paths(&set, heap, modulus, self.budget).map_err(at(0))
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        self.sum.period()
    }
}

/// Heaps where the small amounts decide.
pub struct FarApart<'a> {
    pub heaps: &'a [u64],
    pub play: Play,
    pub game: CacheRef<Spread>,
    /// Whether these are all amounts, or those only that some heap here can spare.
    pub whole: bool,
    pub budget: Budget,
}

impl Sum for FarApart<'_> {
    fn components(&self) -> usize {
        self.heaps.len()
    }

    fn play(&self) -> Play {
        self.play
    }

    fn value(&mut self, index: usize) -> Result<u64, Fault> {
        self.game.grundy(self.heaps[index]).map_err(at(index))
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

    fn paths(&mut self, modulus: Option<u64>) -> Result<(BigUint, BigUint), Fault> {
        let heap = amounts::one_heap(self.heaps, Ask::Paths(modulus))?;
        amounts::count_paths(self.game.amounts(), heap, modulus, self.budget).map_err(at(0))
    }

    fn period(&mut self) -> Result<Option<Period>, Fault> {
        let known = self.whole.then(|| self.game.period()).flatten();
        Ok(known.map(Period::from))
    }
}
