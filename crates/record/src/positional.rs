//! The rules of positional games, as written.

use super::{BoardRules, GraphRules, Size};

/// What stands among the rules of a positional game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionalForm {
    /// A board: `cram 5x7`.
    Board,
    /// Shapes and a board: `place tromino 5x7`.
    Shapes,
    /// A piece and a board: `placement queen 6x6`.
    Piece,
    /// A number of vertices and edges, or a board: `node-kayles 5 1-2`, `node-kayles 4x6`.
    GraphOrBoard,
    /// A number of vertices and edges: `arc-kayles 5 1-2`.
    Edges,
    /// A number of vertices and sets of them: `take 6 1,2 4>3,5`.
    Sets,
    /// A size, or `rows` and their lengths: `chomp 4x6`, `chomp rows 6 6 4 1`.
    Bar,
    /// A number of elements and pairs of them: `poset 4 1<2`.
    Order,
}

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

/// The rules of a positional game.
#[derive(Clone, Debug, Default)]
pub struct PositionalRules<'t> {
    /// The board, where there is one.
    pub board: BoardRules<'t>,
    /// Shapes, in order.
    pub shapes: Vec<Shape>,
    /// The piece.
    pub piece: Option<Piece>,
    /// Vertices and edges, or elements and pairs (lower, higher); no vertices where there is none.
    pub graph: GraphRules,
    /// Whether the edges are pairs of an order.
    pub is_order: bool,
    /// Sets, in order.
    pub sets: Vec<TakenSet>,
    /// The size of a bar of chocolate.
    pub bar: Option<Size>,
    /// The rows that are left of one.
    pub rows: Option<Vec<u64>>,
}

impl PositionalRules<'_> {
    /// A copy that outlives the text; `None` where a board is drawn.
    pub(crate) fn owned(&self) -> Option<PositionalRules<'static>> {
        Some(PositionalRules {
            board: self.board.owned()?,
            shapes: self.shapes.clone(),
            piece: self.piece.clone(),
            graph: self.graph.clone(),
            is_order: self.is_order,
            sets: self.sets.clone(),
            bar: self.bar,
            rows: self.rows.clone(),
        })
    }

    /// Whether a board is given, by size or by rows.
    pub fn has_board(&self) -> bool {
        self.board.size.is_some() || self.board.text.is_some()
    }
}
