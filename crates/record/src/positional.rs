//! Shapes, pieces and sets, as written among the rules of positional games.

/// Shapes that are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// Two cells.
    Domino,
    /// Three.
    Tromino,
    /// Four.
    Tetromino,
}

impl Named {
    /// All of them.
    pub const ALL: [Named; 3] = [Named::Domino, Named::Tromino, Named::Tetromino];

    /// The number of cells.
    pub const fn cells(self) -> usize {
        match self {
            Named::Domino => 2,
            Named::Tromino => 3,
            Named::Tetromino => 4,
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Named::Domino => "domino",
            Named::Tromino => "tromino",
            Named::Tetromino => "tetromino",
        }
    }
}

/// A piece of chess that is put on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// One step in any of eight directions.
    King,
    /// Any distance in any of eight directions.
    Queen,
    /// Along rows and columns.
    Rook,
    /// Along diagonals.
    Bishop,
    /// Two and one.
    Knight,
}

impl Piece {
    /// All of them.
    pub const ALL: [Piece; 5] = [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Piece::King => "king",
            Piece::Queen => "queen",
            Piece::Rook => "rook",
            Piece::Bishop => "bishop",
            Piece::Knight => "knight",
        }
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenSet {
    /// Those that are taken.
    pub needs: Vec<u64>,
    /// Those that go with them, after `>`.
    pub others: Vec<u64>,
}
