//! The memory, steps and threads that a computation may use, and the error if it would need more.

use std::fmt;

/// The resources that one solve may use. Time is never among them: the same record gets the same
/// answer, or the same error, on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The number of bytes of working memory.
    pub memory: u64,
    /// The number of elementary steps, as each engine documents them.
    pub work: u64,
    /// The number of worker threads; 1 is truly sequential.
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
    /// The task takes more.
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
    /// The thing takes more.
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
