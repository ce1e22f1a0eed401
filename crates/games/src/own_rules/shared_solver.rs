//! The solver of a rule, which all its records share.

use std::sync::{Mutex, MutexGuard};

use grundy_base::budget::Budget;
use grundy_base::sync::lock_anew;
use grundy_own_rules::SolvedRule;
use grundy_record::{Fault, OwnRule};
use grundy_rules::options::RulePosition;
use grundy_rules::tree::Rule;

use crate::{CacheRef, Context};

/// The tables of a rule.
pub struct Tables(CacheRef<SharedSolver>);

impl Tables {
    /// Returns the tables that all records of the rule share.
    ///
    /// # Errors
    ///
    /// Fails if the rule cannot be opened.
    pub fn of(own: &OwnRule, context: &Context) -> Result<Self, Fault> {
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
pub(super) fn solver(
    text: &str,
    rule: &Rule,
    context: &Context,
) -> Result<CacheRef<SharedSolver>, Fault> {
    context
        .cache
        .shared("rules", &key(text), SharedSolver::bytes, || {
            let slot = context.slot(|| format!("rules {text}"));
            Ok(SharedSolver(Mutex::new(
                SolvedRule::new(rule.clone()).kept(slot),
            )))
        })
}

/// Returns numbers as the rules compute with them; those that are too large are refused before.
pub(super) fn signed(numbers: &[u64]) -> RulePosition {
    numbers
        .iter()
        .map(|&n| i64::try_from(n).unwrap_or(i64::MAX))
        .collect()
}

/// All that is known of the positions of one rule.
#[derive(Debug)]
pub(super) struct SharedSolver(Mutex<SolvedRule>);

impl SharedSolver {
    pub(super) fn lock(&self) -> MutexGuard<'_, SolvedRule> {
        lock_anew(&self.0, |solver| SolvedRule::new(solver.rule().clone()))
    }

    pub(super) fn bytes(&self) -> u64 {
        self.0.try_lock().map_or(1 << 16, |solver| solver.bytes())
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
