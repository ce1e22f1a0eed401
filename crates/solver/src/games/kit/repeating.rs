//! Sums of heaps of subtraction games whose sets repeat for ever: take-and-break games of those digits.

use super::heaps::{Flow, HeapGame, flow};
use crate::games::vocabulary::*;
use crate::theory::breaking::{Break, Breaking, Code, Digit};
use crate::theory::sequence::Pattern;
use crate::theory::subtraction::{AmountSets, Amounts};

/// The largest amount before membership repeats.
const MAX_PREPERIOD: usize = 4096;

/// The take-and-break code that a set is whose membership repeats: 3 for each amount in it.
pub fn code(sets: &AmountSets) -> Option<Code> {
    let (may, again) = sets.repeating(MAX_PREPERIOD)?;
    let digits =
        |may: &[bool]| -> Vec<Digit> { may.iter().map(|&may| Digit::of(if may { 3 } else { 0 })).collect() };
    Code::new(&digits(&may), &digits(&again))
}

/// A subtraction game as the take-and-break game of its code: moves take amounts.
pub struct Repeating {
    pub game: CacheRef<Breaking>,
    pub sets: AmountSets,
}

impl HeapGame for Repeating {
    fn grundy(&self, heap: u64) -> Result<u64, Limit> {
        self.game.grundy(heap)
    }

    fn count_to(&self, heap: u64, target: u64) -> Result<u128, Limit> {
        self.game.count_moves_to(heap, target)
    }

    fn visit_moves(&self, index: usize, from: u64, target: Option<u64>, visit: &mut Visit<'_>) -> Flow {
        let taking = |to: Break| Move::Heap { index, from, to: from - to.take };
        flow(visit, |each| self.game.moves_to(from, target, &mut |to| each(taking(to))))
    }

    fn sequence(&self, heap: u64, each: &mut dyn FnMut(u64)) -> Result<(), Limit> {
        self.game.sequence(heap, each)
    }

    fn period(&self) -> Result<Option<Pattern>, Limit> {
        HeapGame::period(&*self.game)
    }

    fn is_tame(&self) -> bool {
        true
    }

    fn amounts_up_to(&self, heap: u64) -> Option<Result<Amounts, Limit>> {
        Some(self.sets.up_to(heap))
    }
}
