//! The work of a search.

use grundy_base::budget::{Budget, Limit, OutOfSteps, StepMeter};

/// The steps of the budget for a unit of the work of a search, which takes four to seven nanoseconds: `cram 9x9: ?
/// count`, `placement knight 9x9: ? grundy` and `node-kayles 13x13: ? grundy`, at `--max-work 4294967296`.
const STEPS_A_UNIT: u64 = 16;

/// The binary logarithm of the units after which it is asked whether a solve is to end.
const SEARCH_BLOCK_LOG: u32 = 12;

/// The work that a record has done, and may do.
#[derive(Clone, Debug)]
pub struct SearchMeter {
    /// The units that are left.
    units: StepMeter,
    /// The budget.
    budget: Budget,
    /// The limit that an error names.
    limit: u64,
}

impl SearchMeter {
    /// Makes a meter of this budget, of which nothing is spent.
    pub fn new(budget: Budget) -> Self {
        SearchMeter {
            units: StepMeter::new(budget.work / STEPS_A_UNIT, SEARCH_BLOCK_LOG),
            budget,
            limit: budget.work,
        }
    }

    /// Spends units of work.
    ///
    /// # Errors
    ///
    /// Fails when they are more than the budget has left; then they are not spent.
    #[inline]
    pub fn spend(&mut self, units: u64) -> Result<(), Limit> {
        self.units
            .spend(units)
            .map_err(|OutOfSteps| too_hard(self.limit))
    }

    /// Returns the units spent.
    pub fn units(&self) -> u64 {
        self.units.spent()
    }

    /// Returns the steps spent.
    pub fn spent(&self) -> u64 {
        self.units().saturating_mul(STEPS_A_UNIT)
    }

    /// Allows this many further steps; an error names `limit`.
    pub fn allow(&mut self, steps: u64, limit: u64) {
        self.units.allow(steps / STEPS_A_UNIT);
        self.limit = limit;
    }

    /// Allows at most this many units until the turn ends.
    pub(super) fn begin_turn(&mut self, units: u64) -> Turn {
        let turn = Turn {
            left: self.units.left(),
            spent: self.units.spent(),
        };
        self.units.allow(units.min(turn.left));
        turn
    }

    /// Ends a turn: what was left before it is allowed again, less what it spent.
    pub(super) fn end_turn(&mut self, turn: Turn) {
        let spent = self.units.spent() - turn.spent;
        self.units.allow(turn.left - spent);
    }

    /// Returns the budget.
    pub fn budget(&self) -> Budget {
        self.budget
    }
}

/// A part of the work that is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// The units that were left when it began.
    left: u64,
    /// The units that were spent when it began.
    spent: u64,
}

impl Turn {
    /// Returns whether a turn of this many units has all that was left.
    pub(super) fn is_last(self, units: u64) -> bool {
        self.left <= units
    }
}

/// Makes the error of a search that takes more than this many steps.
#[cold]
pub fn too_hard(limit: u64) -> Limit {
    Limit::work(format!(
        "the search of this position takes more than {limit} steps"
    ))
}
