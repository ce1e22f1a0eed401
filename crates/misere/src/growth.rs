//! The growth of a quotient: the sizes it has had, the periods of its classes, and why it ends.

use grundy_base::budget::{OutOfSteps, StepMeter};

/// The reason why a quotient ends at some heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// The work allowed is used up.
    Work,
    /// The quotient has more elements than tables are made for.
    Large,
    /// The words that are not answered look like those of an infinite quotient.
    Infinite,
    /// No guess answers some word.
    Stuck,
}

impl From<OutOfSteps> for Unfinished {
    fn from(_: OutOfSteps) -> Self {
        Unfinished::Work
    }
}

/// The binary logarithm of the steps after which it is asked whether a solve is to end.
const QUOTIENT_BLOCK_LOG: u32 = 20;

/// Makes a meter of the steps of a quotient, or of a search without one.
pub fn meter(steps: u64) -> StepMeter {
    StepMeter::new(steps, QUOTIENT_BLOCK_LOG)
}

/// The preperiod and the period of the classes of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassPeriod {
    /// The first heap from which on classes repeat.
    pub preperiod: u64,
    /// The distance in which they repeat.
    pub period: u64,
}

/// The size of the quotient of small heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The heap with which the quotient reached this size.
    pub heap: u64,
    /// The number of elements.
    pub order: usize,
    /// The number of P-elements.
    pub losing: usize,
}
