//! Shapes, pieces and sets, as written among the rules of positional games.

use super::keyword::words;

words! {
    /// Shapes that are named.
    Named {
        /// Two cells.
        Domino = "domino",
        /// Three.
        Tromino = "tromino",
        /// Four.
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
    /// The number of cells.
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
        /// Along rows and columns.
        Rook = "rook",
        /// Along diagonals.
        Bishop = "bishop",
        /// Two and one.
        Knight = "knight",
    }
}

/// A shape as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// By its name.
    Named(Named),
    /// By its cells, row and column.
    Cells(Vec<(u64, u64)>),
}

/// A set of vertices as written, each at least 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TakenSet {
    /// The vertices that a move takes.
    pub needs: Vec<u64>,
    /// The vertices that go with them, after `>`.
    pub others: Vec<u64>,
}
