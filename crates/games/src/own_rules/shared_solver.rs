//! The solver of a rule, which all its records share.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard};

use grundy_base::budget::Budget;
use grundy_base::sync::lock_anew;
use grundy_own_rules::SolvedRule;
use grundy_own_rules::choice::Chosen;
use grundy_record::{Fault, OwnRule};
use grundy_rules::options::RulePosition;
use grundy_rules::tree::Rule;

use crate::{CacheRef, Context, Notes};

/// The tables of a rule.
pub struct Tables<'a>(SharedSolver<'a>);

impl<'a> Tables<'a> {
    /// Returns the tables that all records of the rule share.
    ///
    /// # Errors
    ///
    /// Fails if the rule cannot be opened.
    pub fn of(own: &OwnRule, context: &'a Context) -> Result<Self, Fault> {
        Ok(Tables(solver(&own.text, &own.rule, context)?))
    }

    /// Says whether a position is lost, if a table holds it.
    pub fn known(&self, numbers: &[u64]) -> Option<bool> {
        self.0
            .lock()
            .found(&signed(numbers), false)
            .map(|known| known == 0)
    }

    /// Fills a table of the positions up to this one, if these numbers are a position and the budget suffices.
    pub fn fill(&self, numbers: &[u64], budget: &Budget) {
        let mut solver = self.0.lock();
        let position = signed(numbers);
        if solver.is_position(&position, budget) == Ok(true) {
            let _ = solver.is_lost(&position, budget);
        }
    }
}

/// Returns all that is known of the rule with this text, shared by its records.
pub(super) fn solver<'a>(
    text: &str,
    rule: &Rule,
    context: &'a Context,
) -> Result<SharedSolver<'a>, Fault> {
    Shared::new("rules", text, context, || {
        let slot = context.slot(|| format!("rules {text}"));
        SolvedRule::new(rule.clone()).kept(slot)
    })
}

/// Returns numbers as the rules compute with them; those that are too large are refused before.
pub(super) fn signed(numbers: &[u64]) -> RulePosition {
    numbers
        .iter()
        .map(|&n| i64::try_from(n).unwrap_or(i64::MAX))
        .collect()
}

/// A solver of the positions of one rule, which keeps all that it finds.
pub(super) trait KeptSolver: Send + Sized + 'static {
    /// Begins again with nothing known.
    fn anew(&self) -> Self;

    /// Counts the bytes held.
    fn bytes(&self) -> u64;

    /// Takes the engine that was chosen last since this was asked before, if something had to be found.
    fn take_chosen(&mut self) -> Option<Chosen>;
}

impl KeptSolver for SolvedRule {
    fn anew(&self) -> Self {
        SolvedRule::new(self.rule().clone())
    }

    fn bytes(&self) -> u64 {
        SolvedRule::bytes(self)
    }

    fn take_chosen(&mut self) -> Option<Chosen> {
        SolvedRule::take_chosen(self)
    }
}

/// The solver of one rule, which records share; each worker notes which engine answers its own.
pub(super) struct Shared<'a, S> {
    /// The solver.
    solver: CacheRef<Mutex<S>>,
    /// The notes of the worker.
    notes: &'a Notes,
}

/// All that is known of the positions of one rule.
pub(super) type SharedSolver<'a> = Shared<'a, SolvedRule>;

impl<S> Clone for Shared<'_, S> {
    fn clone(&self) -> Self {
        Shared {
            solver: self.solver.clone(),
            notes: self.notes,
        }
    }
}

impl<'a, S: KeptSolver> Shared<'a, S> {
    /// Returns the solver of the rule with this text, which is made if there is none of this name yet.
    pub(super) fn new(
        name: &'static str,
        text: &str,
        context: &'a Context,
        make: impl FnOnce() -> S,
    ) -> Result<Self, Fault> {
        /// The bytes of a solver that is at work, a guess.
        const BYTES_AT_WORK: u64 = 1 << 16;
        let bytes = |solver: &Mutex<S>| {
            solver
                .try_lock()
                .map_or(BYTES_AT_WORK, |solver| solver.bytes())
        };
        let make = || Ok(Mutex::new(make()));
        Ok(Shared {
            solver: context.cache.shared(name, &key(text), bytes, make)?,
            notes: &context.notes,
        })
    }

    /// Locks the solver for some questions.
    pub(super) fn lock(&self) -> LockedSolver<'_, S> {
        LockedSolver {
            solver: lock_anew(&self.solver, S::anew),
            notes: self.notes,
        }
    }
}

/// A solver that is asked. The engine that it chose last is noted at the end.
pub(super) struct LockedSolver<'s, S: KeptSolver> {
    /// The solver.
    solver: MutexGuard<'s, S>,
    /// The notes of the worker.
    notes: &'s Notes,
}

impl<S: KeptSolver> Deref for LockedSolver<'_, S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.solver
    }
}

impl<S: KeptSolver> DerefMut for LockedSolver<'_, S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.solver
    }
}

impl<S: KeptSolver> Drop for LockedSolver<'_, S> {
    fn drop(&mut self) {
        if let Some(Chosen { engine, ways }) = self.solver.take_chosen() {
            let ways = ways.into_iter().map(<&str>::from);
            self.notes.engine_by(engine, ways.collect());
        }
    }
}

/// Returns the key of the analyses of a rule: the length of its text, then the text, eight bytes a number.
pub(super) fn key(text: &str) -> Vec<u64> {
    let mut key = vec![text.len() as u64];
    for bytes in text.as_bytes().chunks(8) {
        let mut number = [0; 8];
        number[..bytes.len()].copy_from_slice(bytes);
        key.push(u64::from_le_bytes(number));
    }
    key
}
