//! The shares of a budget that single tables, searches and attempts may use, each with its reason.
//!
//! A limit is given for a whole record. An engine that keeps several tables at once, or that tries a way which may
//! be in vain, may use a part of it only. All such parts stand here, so that they can be compared: those of memory
//! in bytes, those of work in steps. A share that no benchmark set is called a guess.

/// Shares of games of heaps and of their sequences.
pub mod heaps {}

/// Shares of games on graphs and of loopy games.
pub mod graphs {}

/// Shares of games that take cells or vertices away, and of their search.
pub mod placement {}

/// Shares of pieces that move on boards.
pub mod boards {
    /// The memory for the rows of a board that a leaper's sweep keeps. What is left is for its buffers of text (a guess).
    pub const fn swept_rows(memory: u64) -> u64 {
        memory / 16 * 15
    }
}

/// Shares of user-defined rules.
pub mod rules {}

/// Shares of questions that any game is asked: misère quotients, remoteness, P-positions.
pub mod questions {}

/// Shares of the batch and its caches.
pub mod batch {}
