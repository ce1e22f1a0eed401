//! Shapes, pieces and sets among the rules of positional games.

use super::keyword::words;
use grundy_base::cell::Cell;

words! {
    /// Shapes that are named.
    Named {
        /// Two cells.
        Domino = "domino",
        /// Three cells.
        Tromino = "tromino",
        /// Four cells.
        Tetromino = "tetromino",
    }
}

impl std::fmt::Display for TakenSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.others.is_empty() { "" } else { ">" };
        let [needs, others] =
            [&self.needs, &self.others].map(|vertices| itertools::join(vertices, ","));
        write!(f, "{needs}{sign}{others}")
    }
}

impl Named {
    /// Returns the number of cells.
    pub const fn cells(self) -> usize {
        self as usize + 2
    }
}

words! {
    /// A piece of chess that is put on a board.
    Piece {
        /// One step in any of eight directions.
        King = "king",
        /// Any distance in any of eight directions.
        Queen = "queen",
        /// Any distance along rows and columns.
        Rook = "rook",
        /// Any distance along diagonals.
        Bishop = "bishop",
        /// Two cells along a row or a column and one across.
        Knight = "knight",
    }
}

impl Piece {
    /// Returns the letter of the piece in records of chess games.
    pub const fn letter(self) -> u8 {
        match self {
            Piece::King => b'K',
            Piece::Queen => b'Q',
            Piece::Rook => b'R',
            Piece::Bishop => b'B',
            Piece::Knight => b'N',
        }
    }
}

/// A shape among the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A shape given by its name.
    Named(Named),
    /// A shape given by its cells.
    Cells(Vec<Cell<u64>>),
}

/// A set of vertices among the rules, each at least 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TakenSet {
    /// The vertices that a move takes.
    pub needs: Vec<u64>,
    /// The vertices that go with them, after `>`.
    pub others: Vec<u64>,
}
