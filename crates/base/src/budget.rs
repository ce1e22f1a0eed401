//! The memory, steps and threads that a computation may use, and the error if it would need more.

use std::fmt;

use crate::sync::interrupt;

/// The resources that one solve may use. Time is never among them: the same record gets the same
/// answer, or the same error, on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The number of bytes of working memory.
    pub memory: u64,
    /// The number of elementary steps, as each engine documents them.
    pub work: u64,
    /// The number of worker threads; with 1, records are solved one after another.
    pub threads: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            memory: 2 << 30,
            work: 1 << 36,
            threads: 1,
        }
    }
}

impl Budget {
    /// Checks that a task takes no more steps than allowed; `task` ends with its verb: "the values of heaps up to 9
    /// take".
    ///
    /// # Errors
    /// Fails if the task takes more.
    pub fn check_steps(&self, steps: u128, task: impl FnOnce() -> String) -> Result<(), Limit> {
        if steps <= u128::from(self.work) {
            return Ok(());
        }
        Err(Limit::steps(
            steps,
            format!("{} {steps} steps, {} are allowed", task(), self.work),
        ))
    }

    /// Checks that a thing takes no more bytes than allowed; `thing` ends with its verb: "a graph takes".
    ///
    /// # Errors
    /// Fails if the thing takes more.
    pub fn check_bytes(&self, bytes: u128, thing: impl FnOnce() -> String) -> Result<(), Limit> {
        // No list is longer than half of all addresses, whatever is allowed: what was checked here can be counted in `usize`.
        let allowed = self.memory.min(isize::MAX as u64);
        if bytes <= u128::from(allowed) {
            return Ok(());
        }
        Err(Limit::bytes(
            bytes,
            format!(
                "{} {bytes} bytes of working memory, {allowed} are allowed",
                thing()
            ),
        ))
    }
}

/// The steps that a computation may still take: the one counter of work of all rooms.
///
/// Once in a block of steps it asks whether the solve is to end ([`interrupt::check`]).
#[derive(Clone, Copy, Debug)]
pub struct StepMeter {
    /// The number of steps that are left, at most those allowed.
    left: u64,
    /// The number of steps that were allowed, with those that have been taken.
    allowed: u64,
    /// The binary logarithm of the steps of a block.
    block_log: u32,
}

/// The error of a computation that would take more steps than are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfSteps;

impl StepMeter {
    /// Makes a meter that allows this many steps, in blocks of 2 to the power of `block_log`.
    pub const fn new(steps: u64, block_log: u32) -> Self {
        StepMeter {
            left: steps,
            allowed: steps,
            block_log,
        }
    }

    /// Returns the number of steps that are left.
    #[inline]
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Returns the number of steps that were taken.
    #[inline]
    pub const fn spent(&self) -> u64 {
        self.allowed - self.left
    }

    /// Returns the number of steps that are allowed, with those that were taken.
    pub const fn allowed(&self) -> u64 {
        self.allowed
    }

    /// Takes steps.
    ///
    /// # Errors
    /// Fails if fewer are left; then none are taken.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), OutOfSteps> {
        self.spend_then(steps, |_| ())
    }

    /// Takes steps, and calls `at_block` after each block, before it asks whether the solve is to end.
    ///
    /// # Errors
    /// Fails if fewer are left; then none are taken.
    #[inline]
    pub fn spend_then(
        &mut self,
        steps: u64,
        at_block: impl FnOnce(&StepMeter),
    ) -> Result<(), OutOfSteps> {
        let left = self.left.checked_sub(steps).ok_or(OutOfSteps)?;
        let ends_block = (left ^ self.left) >> self.block_log != 0;
        self.left = left;
        if ends_block {
            at_block(self);
            interrupt::check();
        }
        Ok(())
    }

    /// Takes all steps that are left.
    pub fn use_up(&mut self) {
        self.left = 0;
    }

    /// Allows this many further steps in place of those that are left.
    pub fn allow(&mut self, steps: u64) {
        let spent = self.spent();
        self.allowed = spent.saturating_add(steps);
        self.left = self.allowed - spent;
    }
}

/// The kind of a limit, and so whether and how it can be raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitKind {
    /// The limit of [`Budget::memory`].
    Memory,
    /// The limit of [`Budget::work`].
    Work,
    /// A limit that nothing raises.
    Fixed,
}

/// Says whether this many bytes are more than any machine has: 2⁴⁶, a guess.
pub const fn no_machine_has(bytes: u128) -> bool {
    bytes >= 1 << 46
}

/// A limit that a solve would pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The need and the allowance, as a clause: "heaps of 0.104 are solved to …".
    pub message: String,
    /// The kind of the limit.
    pub kind: LimitKind,
}

impl Limit {
    /// Makes a limit that nothing raises.
    pub fn fixed(message: impl Into<String>) -> Self {
        Limit {
            message: message.into(),
            kind: LimitKind::Fixed,
        }
    }

    /// Makes a limit on memory.
    pub fn memory(message: impl Into<String>) -> Self {
        Limit {
            message: message.into(),
            kind: LimitKind::Memory,
        }
    }

    /// Makes a limit that this many bytes pass: on memory, or if no machine has them one that nothing raises.
    pub fn bytes(bytes: u128, message: impl Into<String>) -> Self {
        if no_machine_has(bytes) {
            Limit::fixed(message)
        } else {
            Limit::memory(message)
        }
    }

    /// Makes a limit that this many steps pass: on work, or if they take days one that nothing raises.
    pub fn steps(steps: u128, message: impl Into<String>) -> Self {
        /// The steps that take days at a nanosecond each.
        const DAYS: u128 = 1 << 46;
        if steps < DAYS {
            Limit::work(message)
        } else {
            Limit::fixed(message)
        }
    }

    /// Makes a limit on work.
    pub fn work(message: impl Into<String>) -> Self {
        Limit {
            message: message.into(),
            kind: LimitKind::Work,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Limit {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_are_not_left_are_not_taken() {
        let mut meter = StepMeter::new(100, 3);
        let mut blocks = 0;
        for _ in 0..20 {
            assert_eq!(meter.spend_then(5, |_| blocks += 1), Ok(()));
        }
        assert_eq!((meter.left(), meter.spent(), blocks), (0, 100, 12));
        assert_eq!(meter.spend(1), Err(OutOfSteps));
        meter.allow(7);
        assert_eq!(meter.spend(8), Err(OutOfSteps));
        assert_eq!(
            (meter.left(), meter.spent(), meter.allowed()),
            (7, 100, 107)
        );
        meter.use_up();
        assert_eq!((meter.left(), meter.spent()), (0, 107));
    }

    #[test]
    fn a_budget_allows_what_it_says_and_no_list_beyond_all_addresses() {
        let task = String::new;
        let ten = Budget {
            memory: 10,
            work: 10,
            threads: 1,
        };
        assert!(ten.check_bytes(10, task).is_ok());
        assert!(ten.check_bytes(11, task).is_err());
        assert!(ten.check_steps(10, task).is_ok());
        assert!(ten.check_steps(11, task).is_err());
        let all = Budget {
            memory: u64::MAX,
            work: u64::MAX,
            threads: 1,
        };
        let longest = isize::MAX as u128;
        assert!(all.check_bytes(longest, task).is_ok());
        assert!(all.check_bytes(longest + 1, task).is_err());
        assert!(all.check_steps(u128::from(u64::MAX), task).is_ok());
        assert!(all.check_steps(u128::from(u64::MAX) + 1, task).is_err());
    }
}
