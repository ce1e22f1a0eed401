//! Taking-and-breaking games: octal games, and Grundy's game.
//!
//! From a heap an amount is taken, and what is left may be split in two: the Grundy value of a
//! heap is the mex over sums of two smaller heaps, so the sequence costs O(n²) by its definition.
//! Three things make it cheap: a proved period (Guy and Smith), looked for at every doubling of
//! the heaps known; the sparse space of values ([`space`]), where sets of bits find nearly all of them ([`sets`]); and
//! vectors ([`search`]).

mod code;
mod lasker;
#[cfg(test)]
mod naive;
mod options;
mod rules;
mod search;
mod sequence;
mod sets;
mod space;

#[cfg(test)]
mod tests;

pub use code::OctalCode;
pub use lasker::Lasker;
pub use options::Break;

use self::rules::Rules;
use self::sequence::Sequence;
use super::budget::{Budget, Limit};
use super::period::Period;
use crate::sync::growing::Shared;
use crate::sync::store::Slot;

/// An octal game or Grundy's game, analysed as far as its records ask and shared by all of them.
#[derive(Debug)]
pub struct TakeAndBreak {
    rules: Rules,
    sequence: Shared<Sequence>,
}

impl TakeAndBreak {
    /// The game of an octal code.
    pub fn octal(code: &OctalCode, budget: Budget) -> Self {
        Self::new(Rules::from(code), budget)
    }

    /// The game of an octal code whose splits leave unequal heaps only.
    pub fn octal_unequal(code: &OctalCode, budget: Budget) -> Self {
        Self::new(Rules { halves: false, ..Rules::from(code) }, budget)
    }

    /// Grundy's game: a move splits one heap into two unequal heaps. No period is known;
    /// [`TakeAndBreak::period`] is always `None`.
    pub fn grundys_game(budget: Budget) -> Self {
        Self::new(Rules::grundys_game(), budget)
    }

    fn new(rules: Rules, budget: Budget) -> Self {
        TakeAndBreak { sequence: Shared::new(Sequence::new(rules.clone(), budget)), rules }
    }

    /// Keeps the sequence in this slot from one run to the next.
    #[must_use]
    pub fn kept(self, slot: Option<Slot>) -> Self {
        TakeAndBreak { sequence: self.sequence.with(|sequence| sequence.keep_at(slot)), ..self }
    }

    /// The Grundy value of heap `n`: O(1) once the period is proved.
    ///
    /// # Errors
    ///
    /// No period shows within the budget, and `n` lies beyond.
    pub fn grundy(&self, n: u64) -> Result<u64, Limit> {
        self.sequence.read(n, |sequence| u64::from(sequence.grundy(n)))
    }

    /// The Grundy value of heap `n`, if it is found already.
    pub fn known(&self, n: u64) -> Option<u64> {
        self.sequence.known(n, |sequence| u64::from(sequence.grundy(n)))
    }

    /// How many moves from heap `n` lead to Grundy value `value`.
    ///
    /// # Complexity
    ///
    /// O(n) for each take while n is small, O(preperiod + period) once it is proved.
    ///
    /// # Errors
    ///
    /// As [`TakeAndBreak::grundy`].
    pub fn count_moves_to(&self, n: u64, value: u64) -> Result<u128, Limit> {
        self.sequence.read(n, |sequence| match u16::try_from(value) {
            Ok(value) => options::count(&self.rules, sequence, n, value),
            Err(_) => 0,
        })
    }

    /// Calls `each` with the moves from heap `n` that lead to Grundy value `value` (all moves for
    /// `None`), by the amount taken, then by the smaller heap left, until it returns false.
    ///
    /// # Errors
    ///
    /// As [`TakeAndBreak::grundy`]; then nothing has been called.
    pub fn moves_to(&self, n: u64, value: Option<u64>, each: impl FnMut(Break) -> bool) -> Result<(), Limit> {
        self.sequence.read(n, |sequence| {
            // A value beyond 16 bits is not kept, so no move leads to it.
            if let Ok(value) = value.map(u16::try_from).transpose() {
                options::list(&self.rules, sequence, n, value, each);
            }
        })
    }

    /// The least preperiod and period of the Grundy sequence, proved; `None` when none was proved
    /// within the budget.
    pub fn period(&self) -> Option<Period> {
        if !self.rules.may_repeat {
            return None;
        }
        self.sequence.read(u64::MAX, Sequence::period).ok().flatten()
    }

    /// The largest heap whose value is known, once a period was looked for in vain; `None` where none is
    /// looked for.
    pub fn known_to(&self) -> Option<u64> {
        let known = self.sequence.look(|sequence| sequence.values().len() as u64);
        known.filter(|_| self.rules.may_repeat)?.checked_sub(1)
    }

    /// Calls `each` with the Grundy values of heaps 0, 1, …, `n`.
    ///
    /// # Errors
    ///
    /// As [`TakeAndBreak::grundy`]; then nothing has been called.
    pub fn sequence(&self, n: u64, mut each: impl FnMut(u64)) -> Result<(), Limit> {
        self.sequence.read(n, |sequence| {
            let known = sequence.values().len() as u64;
            let first = usize::try_from(n.saturating_add(1)).unwrap_or(usize::MAX);
            sequence.values().iter().take(first).for_each(|&v| each(u64::from(v)));
            (known..=n).for_each(|heap| each(u64::from(sequence.grundy(heap))));
        })
    }

    /// Memory held, in bytes, roughly.
    pub fn bytes(&self) -> u64 {
        self.sequence.peek(Sequence::bytes)
    }
}
