//! Taking and breaking (Guy and Smith 1956; Winning Ways, chapter 4): a [`Code`] says how much may be taken from a heap,
//! and into how many heaps what is left may fall.
//!
//! The code 0.77 is Kayles: one or two are taken from a heap, and the others are left as one heap or two, if any are left. A
//! heap of 3 has moves to 2, to 1 + 1, and to 1, whose values are 2, 0 and 1, so it has value 3. The values
//! 0 1 2 3 1 4 3 2 1 4 … have period 12 from heap 71 on, which the first 169 heaps prove ([`proof`]).
//!
//! Two engines find the values of a code ([`Breaking::kept`]): that of [`octal`] games, if its digits end and are at
//! most 7, and all splits or none may leave equal heaps; else [`full`], which takes any code.

mod arithmetic;
mod code;
mod full;
mod moves;
pub mod octal;
mod pairs;
mod proof;
mod ring;
mod rising;
mod triples;

use std::ops::ControlFlow;

pub use code::{Break, Code, Left};
pub use full::Full;
pub use moves::{HeapValues, last_split};
pub use proof::window;
pub use ring::Ring;
pub use rising::masks_to;
pub use triples::add_with_number;

use self::moves::Sequence;
use self::octal::Octal;
use crate::choice::HeapEngine;
use crate::sequence::store::Slot;
use crate::sequence::{Growing, Pattern, Shared};
use grundy_base::budget::{Budget, Limit};

/// The game of a code, analysed as far as its records ask and shared by all of them.
#[derive(Debug)]
pub struct Breaking {
    /// The code of the game.
    code: Code,
    /// The code, if no period of it is known and its sequence is not kept from one run to the next.
    open: Option<OpenCode>,
    /// The values of heaps, as far as they are found, and what is proved of them.
    sequence: Shared<Sequence>,
    /// The limits within which the sequence grows.
    budget: Budget,
}

/// The values of heaps that are found already.
#[derive(Clone, Copy)]
pub struct KnownValues<'a> {
    /// The game.
    game: &'a Breaking,
    /// The sequence, which is locked meanwhile.
    sequence: &'a Sequence,
}

/// A code of which no period is known, though its values were computed further than the default budget goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenCode {
    /// Grundy's game, computed to 2³⁵ heaps (Flammenkamp).
    Grundy,
    /// Treblecross, 0.007 (Winning Ways, chapter 4).
    Treblecross,
}

impl OpenCode {
    /// Returns the open code that this one is, if any.
    fn of(code: &Code) -> Option<OpenCode> {
        if !code.repeat().is_empty() {
            return None;
        }
        let digits: Vec<(u8, bool)> = code.prefix().iter().map(|d| (d.bits, d.unequal)).collect();
        match digits[..] {
            [(4, true)] => Some(OpenCode::Grundy),
            [(0, false), (0, false), (0, false), (7, false)] => Some(OpenCode::Treblecross),
            _ => None,
        }
    }

    /// Returns how many steps the values of the heaps up to `n` take at least: Grundy's game takes 1,900 a heap up to
    /// 2·10⁶ and no less beyond, treblecross n² / 11 up to 2·10⁵ and n² / 18 at 10⁶.
    fn least_steps(self, n: u64) -> u128 {
        let n = u128::from(n);
        match self {
            OpenCode::Grundy => n * 1024,
            OpenCode::Treblecross => n * n / 32,
        }
    }
}

impl KnownValues<'_> {
    /// Returns the Grundy value of heap `n`; `None` if it has more than 64 bits.
    pub fn grundy(self, n: u64) -> Option<u64> {
        self.sequence.grundy(n)
    }

    /// Counts the moves from heap `n` that lead to Grundy value `value`.
    ///
    /// # Errors
    ///
    /// Fails if that takes more steps than its share of the budget.
    pub fn count_moves_to(self, n: u64, value: u64) -> Result<u128, Limit> {
        moves::count(&self.game.code, self.sequence, n, value, self.game.budget)
    }
}

impl Breaking {
    /// Makes the game of a code.
    pub fn new(code: Code, budget: Budget) -> Self {
        Self::kept(code, budget, None)
    }

    /// Makes the game of a code, whose sequence is kept in this slot from one run to the next.
    pub fn kept(code: Code, budget: Budget, slot: Option<Slot>) -> Self {
        let engine: Box<dyn HeapValues> = match Octal::new(&code) {
            Some(octal) => Box::new(octal),
            None => Box::new(Full::new(code.clone())),
        };
        // A sequence that is kept may have the value already.
        let open = if slot.is_none() {
            OpenCode::of(&code)
        } else {
            None
        };
        let mut sequence = Growing::new(engine, budget);
        sequence.keep_at(slot);
        Breaking {
            code,
            open,
            sequence: Shared::new(sequence),
            budget,
        }
    }

    /// Fails if heap `n` is too large to be reached without a period, of a code of which none is known.
    fn check_size(&self, n: u64) -> Result<(), Limit> {
        let Some(open) = self.open else {
            return Ok(());
        };
        self.budget.check_steps(open.least_steps(n), || {
            format!("no period of this game is known, and the values of the heaps up to {n} take at least")
        })
    }

    /// Returns the code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Returns the Grundy value of heap `n`: O(1) once its pattern is proved.
    ///
    /// # Errors
    ///
    /// Fails if no pattern shows within the budget and `n` lies beyond, or if the value has more than 64 bits.
    pub fn grundy(&self, n: u64) -> Result<u64, Limit> {
        self.check_size(n)?;
        let value = self.sequence.read(n, |sequence| sequence.grundy(n))?;
        value.ok_or_else(|| {
            Limit::fixed(format!(
                "the Grundy value of heap {n} has more than 64 bits"
            ))
        })
    }

    /// Lets `read` look at the values of the heaps up to `n`, if they are found already.
    pub fn known<R>(&self, n: u64, read: impl FnOnce(KnownValues<'_>) -> R) -> Option<R> {
        self.sequence.known(n, |sequence| {
            read(KnownValues {
                game: self,
                sequence,
            })
        })
    }

    /// Counts the moves from heap `n` that lead to Grundy value `value`.
    ///
    /// # Complexity
    ///
    /// While `n` is small, a step for each move, and for 16 splits into two heaps. For periodic values O(t²) for
    /// t = preperiod + period if three heaps are left, and O(t) for two.
    ///
    /// # Errors
    ///
    /// Fails where [`Breaking::grundy`] fails, and if it takes more steps than its share of the budget.
    pub fn count_moves_to(&self, n: u64, value: u64) -> Result<u128, Limit> {
        self.check_size(n)?;
        self.sequence.read(n, |sequence| {
            KnownValues {
                game: self,
                sequence,
            }
            .count_moves_to(n, value)
        })?
    }

    /// Shows `each` the moves from heap `n` that lead to Grundy value `value` (all moves for `None`),
    /// by the amount taken, then by how many heaps are left, then by the smaller ones, until it breaks.
    ///
    /// # Errors
    ///
    /// Fails where [`Breaking::grundy`] fails, and if it takes more steps than its share of the budget.
    pub fn moves_to(
        &self,
        n: u64,
        value: Option<u64>,
        each: &mut dyn FnMut(Break) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        self.check_size(n)?;
        self.sequence.read(n, |sequence| {
            moves::list(&self.code, sequence, n, value, self.budget, each)
        })?
    }

    /// Proves how the Grundy sequence goes on; returns `None` when nothing was proved within the budget.
    pub fn pattern(&self) -> Option<Pattern> {
        let looks = self
            .sequence
            .look(|sequence| sequence.engine().first_look() < u64::MAX)?;
        if !looks {
            return None;
        }
        self.sequence.read(u64::MAX, Growing::pattern).ok()?
    }

    /// Returns the largest heap whose value is known, if a pattern was looked for and not found; `None` if none is
    /// looked for.
    pub fn known_to(&self) -> Option<u64> {
        self.sequence.look(|sequence| {
            let engine = sequence.engine();
            if engine.first_look() == u64::MAX {
                return None;
            }
            engine.known().checked_sub(1)
        })?
    }

    /// Shows `each` the Grundy values of heaps 0, 1, …, `n`.
    ///
    /// # Errors
    ///
    /// Fails where [`Breaking::grundy`] fails, before the first value is shown.
    pub fn sequence(&self, n: u64, mut each: impl FnMut(u64)) -> Result<(), Limit> {
        self.check_size(n)?;
        self.sequence.read(n, |sequence| {
            if !(0..=n).all(|n| sequence.grundy(n).is_some()) {
                return Err(Limit::fixed("a Grundy value has more than 64 bits"));
            }
            for value in (0..=n).filter_map(|n| sequence.grundy(n)) {
                each(value);
            }
            Ok(())
        })?
    }

    /// Takes the engine that found values since this was asked before, if any were found.
    pub fn take_chosen(&self) -> Option<HeapEngine> {
        self.sequence.take_chosen()
    }

    /// Estimates the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.sequence.peek(Growing::bytes)
    }
}
