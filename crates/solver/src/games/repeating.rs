//! Sums of heaps of subtraction games whose sets repeat for ever: take-and-break games of those digits.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::amounts;
use super::breaking::Heaps;
use super::sum::{Play, Sum, at};
use crate::record::{Ask, Fault, Move, Period};
use crate::theory::breaking::{Code, Digit};
use crate::theory::budget::Budget;
use crate::theory::subtraction::Sets;

/// The largest amount before membership repeats.
const MOST_BEFORE: usize = 4096;

/// The take-and-break code that a set is whose membership repeats: 3 for each amount in it.
pub fn code(sets: &Sets) -> Option<Code> {
    let (may, again) = sets.repeating(MOST_BEFORE)?;
    let digits =
        |may: &[bool]| -> Vec<Digit> { may.iter().map(|&may| Digit::of(if may { 3 } else { 0 })).collect() };
    Code::new(&digits(&may), &digits(&again))
}

/// Heaps where membership repeats.
pub struct Repeating<'a> {
    /// As heaps of the take-and-break game.
    pub sum: Heaps<'a>,
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

    fn is_tame(&self) -> bool {
        true
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
