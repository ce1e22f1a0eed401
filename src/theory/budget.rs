//! What a computation may use, and the error when it would need more.

use std::fmt;

/// Resources one solve may use. Time is never among them: the same record gets the same
/// answer, or the same error, on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of working memory (`--max-memory`).
    pub memory: u64,
    /// Elementary steps, as each engine documents them (`--max-work`).
    pub work: u64,
    /// Worker threads; 1 is truly sequential.
    pub threads: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { memory: 2 << 30, work: 1 << 36, threads: 1 }
    }
}

/// A solve would pass a limit. The text names the limit and, where there is one, the option
/// that raises it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What was asked for and what is allowed, as a clause: "heaps of 0.104 are solved to …".
    pub message: String,
    /// The command-line option that raises the limit, if one does.
    pub option: Option<&'static str>,
}

impl Limit {
    /// A limit no option raises.
    pub fn fixed(message: impl Into<String>) -> Self {
        Limit { message: message.into(), option: None }
    }

    /// A limit that `--max-memory` raises.
    pub fn memory(message: impl Into<String>) -> Self {
        Limit { message: message.into(), option: Some("--max-memory") }
    }

    /// A limit that `--max-work` raises.
    pub fn work(message: impl Into<String>) -> Self {
        Limit { message: message.into(), option: Some("--max-work") }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.option {
            Some(option) => write!(f, " ({option} raises this limit)"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Limit {}
