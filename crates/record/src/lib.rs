//! The vocabulary that the language and the games share: what a record says, what may be
//! asked of it, what it answers, and what can be wrong with it. There is no algorithm here. The only text is that of
//! answers ([`text`]) and of the rows of boards, which the solver and its library share.
//!
//! | file or folder | what it holds |
//! | --- | --- |
//! | `signature` | what the language and people need to know of a game |
//! | `rules`, `positional`, `numbers`, `board`, `letters` | the rules and the position of a record as its text gives them |
//! | `keyword`, `ask` | the words that change rules, and what may be asked |
//! | `answer`, `field`, [`text`] | the parts of answers, answers, and answers as text |
//! | `fault` | what can be wrong, and where |
//! | `movable`, `after` | records in which moves are made |
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod after;
mod answer;
mod ask;
mod board;
mod fault;
mod field;
mod keyword;
mod letters;
mod movable;
mod numbers;
mod positional;
mod rules;
mod signature;
pub mod text;

pub use answer::{
    Automaton, Length, Move, NumberList, Outcome, Paths, Pattern, Period, PositionList, Quotient,
    QuotientPeriod, Stats, Taken, Tuple, Value, ValueCount, Verdict,
};
pub use ask::{Ask, AskSet, Form};
pub use board::{
    Board, CELLS, RowStream, Size, Tail, blank_in_row, board_cut_short, check_row, empty_row,
    excess_row, is_board_byte, no_cell, wrong_width,
};
pub use fault::{Clause, Fault, Place, counted};
pub use field::{Content, Field};
pub use keyword::{Keyword, KeywordSet};
pub use letters::{LetterChange, LetterGroup, NoBoard, Times, WrittenLetters, letter_cell};
pub use movable::{keep_account, take_apart};
pub use numbers::Numbers;
pub use positional::{Named, Piece, Shape, TakenSet};
pub use rules::{
    Amounts, Code, CoinRules, GraphRules, Modifiers, OwnRewriting, OwnRule, Position, Rules,
    SetRules, Step, Tuples, VectorRules,
};
pub use signature::{
    KnownMoves, Look, MAX_SUMMARY, NamedRules, NumberUse, PositionKind, Signature, Signatures,
    Slot, Structure, Theorem, Words,
};

use smallvec::SmallVec;

/// One record, read: the rules of its game, its position, what it asks.
///
/// Numbers are those that the text has; the game checks what they must satisfy (a heap not below `left`, a piece not
/// on a damaged cell).
#[derive(Clone, Debug, Default)]
pub struct Record<'t> {
    /// The rules before the colon, without their keywords.
    pub rules: Rules,
    /// The size of a board, as the header or a record in one line gives it.
    pub size: Option<Size>,
    /// The rows of a board, if they are given: its damaged cells and its pieces.
    pub rows: Option<Board<'t>>,
    /// The keywords among the rules.
    pub modifiers: Modifiers,
    /// The position after the colon.
    pub position: Position,
    /// The asks after the question mark, each admitted by the game; never empty.
    pub asks: SmallVec<[Ask; 4]>,
    /// Whether the record is one of several games of a sum: then its Grundy value is needed whatever is asked.
    pub part: bool,
}

impl Record<'_> {
    /// Returns a copy that outlives the text it was read from; `None` if rows of a board are part of it.
    pub fn owned(&self) -> Option<Record<'static>> {
        if self.rows.is_some() {
            return None;
        }
        let Record {
            rules,
            size,
            rows: _,
            modifiers,
            position,
            asks,
            part,
        } = self.clone();
        Some(Record {
            rules,
            size,
            rows: None,
            modifiers,
            position,
            asks,
            part,
        })
    }

    /// Says whether a board is given, by its size or its rows.
    pub fn has_board(&self) -> bool {
        self.size.is_some() || self.rows.is_some()
    }

    /// Says whether the record stands for many positions: then it is asked only how many there are, how many of them
    /// are lost, and which.
    pub fn varies(&self) -> bool {
        !self.position.ranges.is_empty()
    }

    /// Says whether the Grundy values of the components are needed, and not only who wins.
    pub fn needs_values(&self) -> bool {
        self.part
            || self
                .asks
                .iter()
                .any(|ask| matches!(ask, Ask::Grundy | Ask::Values))
    }
}

/// A game of a record, alone or in a sum.
#[derive(Clone)]
pub struct Summand<'t> {
    /// The signature of the game.
    pub signature: &'t Signature,
    /// The rules and the position of the game, and the asks of the whole sum.
    pub record: Record<'t>,
}
