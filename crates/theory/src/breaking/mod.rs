//! Take-and-break codes in full (Guy and Smith 1956; Winning Ways, chapter 4): hexadecimal digits, which
//! leave up to three heaps, digits that repeat for ever, and splits into unequal heaps.
//!
//! Codes whose digits are at most 7 and end are octal games, with the engine of those
//! ([`octal`](super::octal)). For the others see [`sequence`], and [`proof`] for periods.

mod arithmetic;
mod code;
mod options;
mod pairs;
mod proof;
mod ring;
mod sequence;
#[cfg(test)]
mod tests;
mod triples;

pub use code::{Code, Digit};
pub use proof::window;
pub use ring::Ring;

use self::sequence::Sequence;
use super::budget::{Budget, Limit};
use super::octal::{OctalCode, TakeAndBreak};
use crate::sync::growing::Shared;
use crate::sync::store::{Pattern, Slot};

/// The heaps that a move leaves, none of them empty, ascending.
pub type Left = smallvec::SmallVec<[u64; 3]>;

/// A move: what it takes from a heap, and what it leaves of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The amount taken.
    pub take: u64,
    /// The heaps left.
    pub left: Left,
}

/// The game of a code, analysed as far as its records ask and shared by all of them.
#[derive(Debug)]
pub struct Breaking {
    code: Code,
    engine: Engine,
    budget: Budget,
}

// There is one per code, already behind an `Arc`; boxing the variant would save nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
enum Engine {
    Octal(TakeAndBreak),
    Full(Shared<Sequence>),
}

impl Breaking {
    /// The game of a code.
    pub fn new(code: Code, budget: Budget) -> Self {
        let engine = match octal(&code, budget) {
            Some(octal) => Engine::Octal(octal),
            None => Engine::Full(Shared::new(Sequence::new(code.clone(), budget))),
        };
        Breaking { code, engine, budget }
    }

    /// Keeps the sequence in this slot from one run to the next.
    #[must_use]
    pub fn kept(self, slot: Option<Slot>) -> Self {
        let engine = match self.engine {
            Engine::Octal(octal) => Engine::Octal(octal.kept(slot)),
            Engine::Full(sequence) => Engine::Full(sequence.with(|sequence| sequence.keep_at(slot))),
        };
        Breaking { engine, ..self }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The Grundy value of heap `n`: O(1) once its pattern is proved.
    ///
    /// # Errors
    ///
    /// No pattern shows within the budget and `n` lies beyond, or the value has more than 64 bits.
    pub fn grundy(&self, n: u64) -> Result<u64, Limit> {
        match &self.engine {
            Engine::Octal(octal) => octal.grundy(n),
            Engine::Full(sequence) => sequence
                .read(n, |sequence| sequence.grundy(n))?
                .ok_or_else(|| Limit::fixed(format!("the Grundy value of heap {n} has more than 64 bits"))),
        }
    }

    /// How many moves from heap `n` lead to Grundy value `value`.
    ///
    /// # Complexity
    ///
    /// A step for each move while `n` is small; for periodic values O(t²) for t = preperiod + period where
    /// three heaps are left, O(t) for two.
    ///
    /// # Errors
    ///
    /// As [`Breaking::grundy`], or more steps than the budget allows.
    pub fn count_moves_to(&self, n: u64, value: u64) -> Result<u128, Limit> {
        match &self.engine {
            Engine::Octal(octal) => octal.count_moves_to(n, value),
            Engine::Full(sequence) => {
                sequence.read(n, |sequence| options::count(&self.code, sequence, n, value, self.budget))?
            }
        }
    }

    /// Calls `each` with the moves from heap `n` that lead to Grundy value `value` (all moves for `None`),
    /// by the amount taken, then by how many heaps are left, then by the smaller ones, until it returns
    /// false.
    ///
    /// # Errors
    ///
    /// As [`Breaking::grundy`], or more steps than the budget allows.
    pub fn moves_to(
        &self,
        n: u64,
        value: Option<u64>,
        each: &mut dyn FnMut(Break) -> bool,
    ) -> Result<(), Limit> {
        match &self.engine {
            Engine::Octal(octal) => octal.moves_to(n, value, |m| {
                let left = [m.small, m.large].into_iter().filter(|&heap| heap > 0).collect();
                each(Break { take: m.take, left })
            }),
            Engine::Full(sequence) => sequence
                .read(n, |sequence| options::list(&self.code, sequence, n, value, self.budget, each))?,
        }
    }

    /// How the Grundy sequence goes on, proved; `None` when nothing was proved within the budget.
    pub fn pattern(&self) -> Option<Pattern> {
        match &self.engine {
            Engine::Octal(octal) => octal.period().map(Pattern::from),
            Engine::Full(sequence) => sequence.read(u64::MAX, Sequence::pattern).ok().flatten(),
        }
    }

    /// The largest heap whose value is known, once a pattern was looked for in vain; `None` where none is
    /// looked for.
    pub fn known_to(&self) -> Option<u64> {
        match &self.engine {
            Engine::Octal(octal) => octal.known_to(),
            Engine::Full(sequence) => {
                sequence.look(|sequence| sequence.values().len() as u64)?.checked_sub(1)
            }
        }
    }

    /// Calls `each` with the Grundy values of heaps 0, 1, …, `n`.
    ///
    /// # Errors
    ///
    /// As [`Breaking::grundy`]; then nothing has been called.
    pub fn sequence(&self, n: u64, mut each: impl FnMut(u64)) -> Result<(), Limit> {
        match &self.engine {
            Engine::Octal(octal) => octal.sequence(n, each),
            Engine::Full(sequence) => {
                let all = sequence
                    .read(n, |sequence| (0..=n).map(|n| sequence.grundy(n)).collect::<Option<Vec<u64>>>())?;
                let all = all.ok_or_else(|| Limit::fixed("a Grundy value has more than 64 bits"))?;
                all.into_iter().for_each(&mut each);
                Ok(())
            }
        }
    }

    /// Memory held, in bytes, roughly.
    pub fn bytes(&self) -> u64 {
        match &self.engine {
            Engine::Octal(octal) => octal.bytes(),
            Engine::Full(sequence) => sequence.peek(Sequence::bytes),
        }
    }
}

/// The octal game that a code is, if it is one.
fn octal(code: &Code, budget: Budget) -> Option<TakeAndBreak> {
    if !code.repeat().is_empty() {
        return None;
    }
    let digits: Vec<u8> = code.digits().map(|digit| digit.bits).collect();
    let octal = OctalCode::new(&digits)?;
    let mut splitting = code.digits().filter(|digit| digit.leaves(2));
    match (splitting.clone().any(|d| d.unequal), splitting.all(|d| d.unequal)) {
        (false, _) => Some(TakeAndBreak::octal(&octal, budget)),
        // Grundy's game.
        (true, true) if digits == [4] => Some(TakeAndBreak::grundys_game(budget)),
        (true, true) => Some(TakeAndBreak::octal_unequal(&octal, budget)),
        (true, false) => None,
    }
}
