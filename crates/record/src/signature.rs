//! What a game takes and what it can be asked.

use std::borrow::Cow;

use super::{AskSet, Keyword, PositionalForm};

/// What stands among the rules of a game besides keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// Nothing: `nim`.
    None,
    /// Amounts: `subtraction 1 2 5`.
    Amounts,
    /// An octal code: `octal 0.77`.
    Octal,
    /// A take-and-break code in full: `take-and-break 0.12[3F]`.
    Code,
    /// Vectors: `rocks 1,0 0,1`.
    Vectors,
    /// A board: `king 8x8`.
    Board,
    /// Steps and a board: `leaper -1,0 8x8`.
    StepsAndBoard,
    /// A limit: `factor 10`.
    Limit,
    /// A number K: `moore 2`, `wythoff`.
    Number {
        /// Whether it must be there.
        needed: bool,
    },
    /// A number of vertices and edges: `geography 4 1-2`.
    Edges,
    /// A number of vertices and arcs: `graph 4 1>2`.
    Arcs,
    /// A rule of one's own: `rules [n] -> [n-1] | [n-2]`.
    Rule,
    /// What coins a move turns, or two such rules multiplied: `coins up-to 3`, `coins run x exactly 2`.
    Coins,
    /// Edges between vertices from 0, the ground: `hackenbush 0-1 1-2`.
    Branches,
    /// What a positional game needs.
    Positional(PositionalForm),
}

/// What a position is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionKind {
    /// Nothing: the rules say it all. The colon stands all the same.
    Empty,
    /// Numbers: numbers drawn, vertices.
    Numbers,
    /// Numbers that are one position together: piles in a row, steps.
    Row,
    /// Different numbers that are one position together: squares of a strip.
    Squares {
        /// The number of the leftmost square.
        first: u64,
    },
    /// Tuples of one number to `most`: piles.
    Tuples {
        /// The most numbers of one, at most eight.
        most: usize,
        /// Whether some may have fewer than others.
        mixed: bool,
    },
    /// Cells: `row,col`.
    Cells,
    /// Words that the game reads itself: rows of text.
    Rows,
}

/// What a game looks like to a person: how it is drawn, played and explained follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Heaps that do not know of each other.
    Heaps,
    /// One heap that is counted down to an end.
    Countdown,
    /// Groups of piles.
    Piles,
    /// Piles in a row, whose places matter.
    Row,
    /// Coins on the squares of a strip.
    Strip,
    /// Pieces on a board.
    Pieces,
    /// Numbers that are drawn one after another.
    Drawn,
    /// A token that never comes back to a vertex.
    Walk,
    /// Tokens on a directed graph.
    Tokens,
    /// A board or a graph that is taken away piece by piece.
    Parts,
    /// Anything else: the record itself is what there is to see.
    Plain,
}

/// What the language must know of a game to read its records, and a person to use it.
#[derive(Debug)]
pub struct Signature {
    /// The word a record begins with.
    pub name: Cow<'static, str>,
    /// What stands among the rules.
    pub rules: RuleKind,
    /// The keywords it knows.
    pub keywords: &'static [Keyword],
    /// What its positions are made of.
    pub position: PositionKind,
    /// What it looks like to a person.
    pub view: View,
    /// Whether its boards may be read as they arrive ([`super::Board::Stream`]); those of others are
    /// kept whole.
    pub streams_rows: bool,
    /// What it can be asked.
    pub asks: AskSet,
    /// One line: what kind of game.
    pub summary: Cow<'static, str>,
    /// The rules, for a person: a few sentences.
    pub how_to_play: Cow<'static, str>,
    /// How large it may be, and what it costs.
    pub limits: Cow<'static, str>,
    /// A record, complete in one line.
    pub example: Cow<'static, str>,
}
