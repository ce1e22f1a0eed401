//! The memory, steps and threads that a computation may use, and the error if it would need more.

use std::fmt;

/// Resources one solve may use. Time is never among them: the same record gets the same
/// answer, or the same error, on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of working memory.
    pub memory: u64,
    /// Elementary steps, as each engine documents them.
    pub work: u64,
    /// Worker threads; 1 is truly sequential.
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
    /// Checks that a task takes no more steps than allowed; `task` ends with its verb: "the values of heaps up to 9 take".
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
    /// The task takes more.
    pub fn check_bytes(&self, bytes: u128, thing: impl FnOnce() -> String) -> Result<(), Limit> {
        if bytes <= u128::from(self.memory) {
            return Ok(());
        }
        let allowed = self.memory;
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
    /// [`Budget::memory`].
    Memory,
    /// [`Budget::work`].
    Work,
    /// Nothing raises it.
    Fixed,
}

/// A solve would pass a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The need and the allowance, as a clause: "heaps of 0.104 are solved to …".
    pub message: String,
    /// Which limit it is.
    pub kind: LimitKind,
}

impl Limit {
    /// A limit that nothing raises.
    pub fn fixed(message: impl Into<String>) -> Self {
        Limit {
            message: message.into(),
            kind: LimitKind::Fixed,
        }
    }

    /// A limit on memory.
    pub fn memory(message: impl Into<String>) -> Self {
        Limit {
            message: message.into(),
            kind: LimitKind::Memory,
        }
    }

    /// A limit that this many bytes pass: on memory, or if no machine has them one that nothing raises.
    pub fn bytes(bytes: u128, message: impl Into<String>) -> Self {
        let most = 1 << 46;
        if bytes < most {
            Limit::memory(message)
        } else {
            Limit::fixed(message)
        }
    }

    /// A limit that this many steps pass: on work, or if they take days one that nothing raises.
    pub fn steps(steps: u128, message: impl Into<String>) -> Self {
        let days = 1 << 46;
        if steps < days {
            Limit::work(message)
        } else {
            Limit::fixed(message)
        }
    }

    /// A limit on work.
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
