//! The vocabulary that the language and the games share: what a record says, what may be
//! asked of it, what it answers, and what can be wrong with it. No algorithm; of text, only how answers are
//! written ([`text`]) and the rows of boards, which the solver and its library share.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod after;
mod answer;
mod ask;
mod board;
pub use grundy_rules::named::NamedSet;
pub use grundy_rules::parts::{CoinRule, Digit};
mod fault;
mod keyword;
mod numbers;
mod positional;
mod rules;
mod signature;
pub mod text;

pub use answer::{
    Automaton, Field, Move, Outcome, Pattern, Period, PositionList, Quotient, Stats, Taken, Tuple,
    Value, Verdict,
};
pub use ask::{Ask, AskSet};
pub use board::{
    Board, CELLS, RowStream, Size, Tail, check_row, is_board_byte, no_cell, rows_follow,
    wrong_width,
};
pub use fault::{Clause, Fault, Place, counted};
pub use keyword::{Keyword, KeywordSet};
pub use numbers::Numbers;
pub use positional::{Named, Piece, Shape, TakenSet};
pub use rules::{
    Amounts, Code, GraphRules, Modifiers, OwnRule, Position, Range, Rules, Step, Tuples,
};
pub use signature::{PositionKind, Signature, Slot, Theorem, View, Words};

use smallvec::SmallVec;

/// One record, read: the rules of its game, its position, what it asks.
///
/// Numbers are as written; what they must satisfy (a heap not below `left`, a piece not on a
/// damaged cell) is for the game to check.
#[derive(Clone, Debug, Default)]
pub struct Record<'t> {
    /// The rules before the colon, but for keywords.
    pub rules: Rules,
    /// The rows of a board, if they are given: its damaged cells and its pieces.
    pub rows: Option<Board<'t>>,
    /// The keywords among the rules.
    pub modifiers: Modifiers,
    /// The position after the colon.
    pub position: Position,
    /// The asks after the question mark, each admitted by the game; never empty.
    pub asks: SmallVec<[Ask; 4]>,
    /// Whether it is one of several games of a sum: its Grundy value is needed whatever is asked.
    pub part: bool,
}

impl Record<'_> {
    /// A copy that outlives the text it was read from; `None` if rows of a board are part of it.
    pub fn owned(&self) -> Option<Record<'static>> {
        if self.rows.is_some() {
            return None;
        }
        let Record {
            rules,
            rows: _,
            modifiers,
            position,
            asks,
            part,
        } = self.clone();
        Some(Record {
            rules,
            rows: None,
            modifiers,
            position,
            asks,
            part,
        })
    }

    /// Whether a board is given, by its size or its rows.
    pub fn has_board(&self) -> bool {
        self.rules.size.is_some() || self.rows.is_some()
    }

    /// Whether it stands for many positions, and is asked only how many there are and how many are lost.
    pub fn varies(&self) -> bool {
        !self.position.ranges.is_empty()
    }

    /// Whether the Grundy values of its components are needed, or only who wins it alone.
    pub fn needs_values(&self) -> bool {
        self.part
            || self
                .asks
                .iter()
                .any(|ask| matches!(ask, Ask::Grundy | Ask::Values))
    }
}
