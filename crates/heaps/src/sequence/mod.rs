//! Sequences of terms 0, 1, 2, … that grow as larger terms are asked for.
//!
//! An [`Engine`] finds terms, and proves how they go on for ever ([`Pattern`]). [`Growing`] is the one driver of all
//! engines: it keeps within the budget, looks for a pattern each time the sequence has about doubled, shows how far it
//! is, and saves what it has. [`Shared`] lets threads share a sequence.
//!
//! Once 0 1 2 3 0 1 2 3 is known of subtraction 1-3, a look proves the pattern `preperiod 0, period 4`; then four
//! terms are kept, and term n is term n mod 4.

#![expect(
    clippy::cast_possible_truncation,
    reason = "terms that are kept are places of a list"
)]

use crate::choice::HeapEngine;
use std::fmt;

mod pattern;
mod shared;
pub mod store;

pub use pattern::{
    Pattern, ReducedIndex, Shift, Shifts, Verdict, find_period, find_recurrence, least_period,
    least_preperiod, visit_bits, visit_recurring,
};
pub use shared::{Grow, Shared};

use self::store::{Kept, SaveState, Saved, Slot, Terms};
use grundy_base::budget::{Budget, Limit, LimitKind};
use grundy_base::shares;
use grundy_base::sync::interrupt::Checked;
use grundy_base::sync::progress::SEQUENCES;

/// A finder of the terms of a sequence, in order.
///
/// The terms found and the work counted must depend on the known terms only: then a limit is met at one term,
/// whatever was asked before.
pub trait Engine: fmt::Debug + Send + Sync {
    /// Returns whether patterns with a saltus are proved.
    fn rises(&self) -> bool {
        false
    }

    /// Returns the way in which terms are found.
    fn chosen(&self) -> HeapEngine;

    /// Returns how many terms are known.
    fn known(&self) -> u64;

    /// Finds the next term, or as many as are found together.
    fn grow(&mut self);

    /// Returns how many terms are known at the first look for a pattern; `u64::MAX` if none is looked for.
    fn first_look(&self) -> u64;

    /// Looks for a pattern.
    fn look(&mut self) -> Verdict;

    /// Keeps the terms up to the end of the pattern's first period, and nothing that only growing needs.
    fn settle(&mut self, pattern: Pattern);

    /// Returns the work done so far, in steps.
    fn work(&self) -> u64;

    /// Returns the steps to term `n`, as far as they can be foreseen, and what takes them, with a verb: "the
    /// values of … take".
    fn cost(&self, _n: u64) -> Option<(u128, String)> {
        None
    }

    /// Returns the memory held, in bytes.
    fn bytes(&self) -> u64;

    /// Returns the bytes of which the budget must have more for the sequence to grow.
    fn needed(&self) -> u64;

    /// Says how far it came before this was used up: "work" or "memory".
    fn stopped(&self, used_up: &str) -> String;

    /// Returns a limit that no budget raises, if it is met.
    fn end(&self) -> Option<Limit> {
        None
    }

    /// Returns the terms in the form in which they are saved.
    fn terms(&self) -> Terms<'_>;

    /// Goes on after saved terms, which are more than are known. If they are not `settled` by a pattern, it may take fewer
    /// of them to stay within the budget. Terms that cannot be of this sequence are refused with `false`.
    fn restore(&mut self, terms: Terms<'static>, settled: bool, budget: &Budget) -> bool;
}

/// A sequence that grows until its pattern is proved.
#[derive(Debug)]
pub struct Growing<E: Engine + ?Sized> {
    /// The engine, which holds the terms.
    engine: Box<E>,
    /// The least pattern, once it is proved.
    pattern: Option<Pattern>,
    /// The number of terms that are known at the next look for a pattern.
    look_at: u64,
    /// The memory and the steps that are allowed.
    budget: Budget,
    /// The state of saving the sequence.
    saving: SaveState,
    /// Whether the sequence is kept from one run to the next.
    is_kept: bool,
}

impl<E: Engine + ?Sized> Growing<E> {
    /// Begins with the terms that the engine begins with.
    pub fn new(engine: Box<E>, budget: Budget) -> Self {
        let look_at = engine.first_look();
        Growing {
            engine,
            pattern: None,
            look_at,
            budget,
            saving: SaveState::default(),
            is_kept: false,
        }
    }

    /// Keeps the sequence in this slot from one run to the next.
    pub fn keep_at(&mut self, slot: Option<Slot>) {
        self.is_kept = slot.is_some();
        self.saving = SaveState::at(slot);
    }

    /// Returns the engine, which holds the terms found.
    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// Returns the least pattern, once proved.
    pub fn pattern(&self) -> Option<Pattern> {
        self.pattern
    }

    /// Returns the index of the known term from which term `n`, which must be within reach, follows.
    #[inline]
    pub fn place(&self, n: u64) -> usize {
        self.pattern.map_or(n, |pattern| pattern.place(n)) as usize
    }

    /// Returns the memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.engine.bytes()
    }

    /// Looks for a pattern, and says when to look again.
    fn look(&mut self) {
        let known = self.engine.known();
        match self.engine.look() {
            Verdict::Proved(pattern) => {
                self.pattern = Some(pattern);
                self.engine.settle(pattern);
            }
            // The next look is not before the sequence has grown by a sixteenth, nor after it has doubled.
            Verdict::LookAgainAt(needed) => {
                self.look_at = needed.clamp(known + known / 16, 2 * known).max(known + 1);
            }
        }
    }

    /// Returns the limit that keeps the sequence from growing to term `n`, if there is one.
    fn limit(&self, n: u64) -> Option<Limit> {
        if self.engine.work() >= self.budget.work {
            let stopped = self.engine.stopped("work");
            // A sequence that is kept goes on in the next run.
            if self.is_kept {
                return Some(Limit::work(stopped));
            }
            let steps = self.scaled(self.engine.work(), n);
            Some(without_pattern(Limit::steps(steps, stopped)))
        } else if self.engine.needed() >= self.budget.memory {
            let bytes = self.scaled(self.engine.needed(), n);
            let stopped = self.engine.stopped("memory");
            Some(without_pattern(Limit::bytes(bytes, stopped)))
        } else {
            self.engine.end()
        }
    }

    /// Returns what term `n` needs if each term needs as much as those that are known: it needs no less.
    fn scaled(&self, needed: u64, n: u64) -> u128 {
        u128::from(needed) * u128::from(n) / u128::from(self.engine.known().max(1))
    }

    /// Fails if term `n` would surely take more steps than allowed.
    fn expect(&self, n: u64) -> Result<(), Limit> {
        if self.has(n) || n >= self.look_at {
            return Ok(());
        }
        match self.engine.cost(n) {
            Some((cost, task)) if cost > u128::from(self.budget.work) => Err(Limit::steps(
                cost,
                format!(
                    "{task} some {cost} steps, and {} are allowed",
                    self.budget.work
                ),
            )),
            _ => Ok(()),
        }
    }
}

/// Adds to a limit that no machine can raise that only a pattern could give such terms.
fn without_pattern(mut limit: Limit) -> Limit {
    if limit.kind == LimitKind::Fixed {
        limit.message += "; without one, terms so far on are out of every machine's reach";
    }
    limit
}

impl<E: Engine + ?Sized> Grow for Growing<E> {
    fn reach(&mut self, n: u64) -> Result<(), Limit> {
        self.expect(n)?;
        let _guard = self.begin_to_grow(shares::heaps::loaded_terms(self.budget.memory));
        let shown = SEQUENCES.begin(n);
        let mut steps = Checked::every(16);
        while !self.has(n) {
            steps.step();
            self.save_if_asked();
            let known = self.engine.known();
            shown.stand(known as usize);
            if known >= self.look_at {
                self.look();
            } else if let Some(limit) = self.limit(n) {
                self.save(1);
                return Err(limit);
            } else {
                self.engine.grow();
            }
        }
        if self.is_settled() {
            self.save_at_end();
        } else {
            self.save_if_worth_it();
        }
        Ok(())
    }

    fn has(&self, n: u64) -> bool {
        self.pattern.is_some() || n < self.engine.known()
    }

    fn is_settled(&self) -> bool {
        self.pattern.is_some()
    }
}

impl<E: Engine + ?Sized> Saved for Growing<E> {
    fn state(&mut self) -> &mut SaveState {
        &mut self.saving
    }

    fn work(&self) -> u64 {
        self.engine.work()
    }

    fn kept(&self) -> Kept<'_> {
        Kept {
            terms: self.engine.terms(),
            pattern: self.pattern,
        }
    }

    fn restore(&mut self, kept: Kept<'static>) {
        let count = kept.terms.count();
        if count <= self.engine.known() {
            return;
        }
        let looks = self.engine.first_look() < u64::MAX;
        let pattern = kept.pattern.filter(|pattern| {
            looks && pattern.is_within(count) && (self.engine.rises() || pattern.saltus == 0)
        });
        let is_restored = self
            .engine
            .restore(kept.terms, pattern.is_some(), &self.budget);
        if !is_restored {
            return;
        }
        self.pattern = pattern;
        match pattern {
            Some(pattern) => self.engine.settle(pattern),
            // The store keeps no record of the last look.
            None if looks => self.look_at = self.look_at.max(self.engine.known()),
            None => {}
        }
    }
}

impl<E: Engine + ?Sized> Drop for Growing<E> {
    fn drop(&mut self) {
        self.save_at_end();
    }
}
