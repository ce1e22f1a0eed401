//! The vocabulary that the language and the games share: what a record says, what may be
//! asked of it, what it answers, and what can be wrong with it. No text, no algorithm.

mod after;
mod answer;
mod ask;
mod fault;
mod rules;
mod signature;
pub mod source;

pub use answer::{Field, Move, Tuple, Value, Verdict};
pub use ask::{Ask, AskSet};
pub use fault::{CELLS, Fault, Place, cell_count, no_cell, number_count, rows_follow};
pub use rules::{Board, Keyword, Position, Range, RowStream, Rules, Size, Step, Tail, Tuples};
pub use signature::{PositionKind, RuleKind, Signature};

use smallvec::SmallVec;

/// One record, read: the rules of its game, its position, what it asks.
///
/// Numbers are as written; what they must satisfy (a heap not below `left`, a piece not on a
/// damaged cell) is for the game to check.
#[derive(Clone, Debug, Default)]
pub struct Record<'t> {
    /// What stands before the colon.
    pub rules: Rules<'t>,
    /// What stands after it.
    pub position: Position,
    /// What stands after the question mark, each admitted by the game; never empty.
    pub asks: SmallVec<[Ask; 4]>,
}
