//! The cost of evaluation, and the reasons to stop it.

use grundy_base::budget::{OutOfSteps, StepMeter};
use grundy_base::sync::progress;

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalStop {
    /// The number is not defined; the option does not exist.
    Undefined,
    /// The number does not fit in 64 bits; the record is wrong.
    Overflow,
    /// A list has more numbers, or a move leaves more parts, than are kept; the record is wrong.
    Size,
    /// There were too many steps.
    Work,
    /// There were too many positions for the memory.
    Memory,
    /// The visitor has seen enough.
    Enough,
}

/// The steps that are left before a computation is given up. Those that were taken are counted for the thread in blocks,
/// and the rest of the last block when the meter is dropped.
#[derive(Debug)]
pub struct Meter {
    /// The steps that are left.
    steps: StepMeter,
    /// The steps that were left when steps were last counted for the thread.
    left_when_counted: u64,
    /// The place that is evaluated, for the error if a number does not fit.
    pub place: RulePlace,
    /// The position that is evaluated, of a rule whose positions are lists.
    pub position: Vec<i64>,
}

/// A place in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulePlace {
    /// A kind of move, from 0.
    Kind(usize),
    /// A clause, by its word.
    Clause(&'static str),
}

/// The steps that one member of a set or one option costs: its evaluation takes some 40 ns, where an engine's step is
/// one operation on a table, of 0.4 ns.
pub const STEPS_A_MEMBER: u64 = 96;

/// The steps that an operator, an argument of a function or a comparison costs.
pub const STEPS_AN_OPERATOR: u64 = 4;

/// The binary logarithm of the steps after which steps are counted for the thread.
const BLOCK_LOG: u32 = 16;

impl Meter {
    /// Begins to count, with this many steps left.
    pub fn new(steps: u64) -> Self {
        Meter {
            steps: StepMeter::new(steps, BLOCK_LOG),
            left_when_counted: steps,
            place: RulePlace::Kind(0),
            position: Vec::new(),
        }
    }

    /// Returns the number of steps that are left.
    pub fn left(&self) -> u64 {
        self.steps.left()
    }

    /// Takes steps away.
    ///
    /// # Errors
    ///
    /// Fails with [`EvalStop::Work`] when none are left.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), EvalStop> {
        let counted = &mut self.left_when_counted;
        let spent = self.steps.spend_then(steps, |meter| count(meter, counted));
        if spent == Err(OutOfSteps) {
            self.steps.use_up();
            return Err(EvalStop::Work);
        }
        Ok(())
    }
}

/// Counts for the thread what was taken since steps were last counted.
#[cold]
fn count(meter: &StepMeter, left_when_counted: &mut u64) {
    progress::add_steps(*left_when_counted - meter.left());
    *left_when_counted = meter.left();
}

impl Drop for Meter {
    fn drop(&mut self) {
        if self.left_when_counted != self.steps.left() {
            count(&self.steps, &mut self.left_when_counted);
        }
    }
}
