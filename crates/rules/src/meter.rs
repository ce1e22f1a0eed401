//! The cost of evaluation, and the reasons to stop it.

use grundy_base::sync::{interrupt, progress};

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalStop {
    /// The number is not defined; the option does not exist.
    Undefined,
    /// The number does not fit in 64 bits; the record is wrong.
    Overflow,
    /// There were too many steps.
    Work,
    /// There were too many positions for the memory.
    Memory,
    /// The visitor has seen enough.
    Enough,
}

/// The steps that are left before a computation is given up.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    left: u64,
    /// The place that is evaluated, for the error if a number does not fit.
    pub place: RulePlace,
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

impl Meter {
    /// Begins to count, with this many steps left.
    pub fn new(steps: u64) -> Self {
        Meter {
            left: steps,
            place: RulePlace::Kind(0),
        }
    }

    /// Returns the number of steps that are left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Takes steps away.
    ///
    /// # Errors
    ///
    /// [`EvalStop::Work`] when none are left.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), EvalStop> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                if (left ^ self.left) >> 16 != 0 {
                    progress::add_steps(1 << 16);
                    interrupt::check();
                }
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(EvalStop::Work)
            }
        }
    }
}
