//! The questions about a board of kings, and the answers.

use super::super::rows::BoardShape;
use grundy_base::budget::Limit;
use grundy_base::cell::Cell;

/// A board of kings, apart from its text.
#[derive(Clone, Copy, Debug)]
pub struct Kings<'a> {
    /// The size of the board.
    pub shape: BoardShape,
    /// The damaged cells besides those in the text, in any order; all must be on the board.
    pub damaged: &'a [Cell],
    /// The pieces besides those in the text; all must be on the board.
    pub pieces: &'a [Cell],
}

/// A choice of the pieces in the text that are kept. Listed pieces are always kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Collect {
    /// No piece: for the verdict, the winner, the count and the Grundy value.
    Counts,
    /// For the best move: the first piece with a winning move, whatever the nim-sum will be, and the first that can
    /// move at all.
    Best,
    /// Every piece.
    Pieces,
}

/// The value of a piece's cell and of those it can move to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbourhood {
    /// The Grundy value of the piece.
    pub own: u8,
    /// The values of the cells up, left and up-left, or [`ABSENT`].
    pub(super) options: [u8; 3],
}

/// The value that stands for no cell to move to.
pub(super) const ABSENT: u8 = 4;

impl Neighbourhood {
    /// Describes a piece of value `own` that can go up, left and up-left to these values.
    pub fn new(own: u8, options: [Option<u8>; 3]) -> Neighbourhood {
        Neighbourhood {
            own,
            options: options.map(|value| value.unwrap_or(ABSENT)),
        }
    }

    /// Returns the values of the cells up, left and up-left, if a piece can move there.
    pub fn options(self) -> [Option<u8>; 3] {
        self.options.map(|value| (value != ABSENT).then_some(value))
    }

    /// Counts the moves that lead to nim-sum zero, were the nim-sum of all pieces `total`.
    pub fn winning(self, total: u8) -> u64 {
        let target = total ^ self.own;
        self.options
            .iter()
            .filter(|&&value| value == target)
            .count() as u64
    }

    /// Tells whether the piece can move at all.
    pub(super) fn can_move(self) -> bool {
        self.options.iter().any(|&value| value != ABSENT)
    }
}

/// The pieces on one cell of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingPiece {
    /// The place of the pieces.
    pub cell: Cell,
    /// The number of pieces.
    pub count: u8,
    /// The values around them.
    pub around: Neighbourhood,
}

/// The pieces that were kept, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    /// All pieces, with [`Collect::Pieces`].
    pub pieces: Vec<KingPiece>,
    /// The pieces of [`Collect::Best`]: at 0 the first that can move, at s = 1, 2, 3 the first with a
    /// winning move should the nim-sum be s.
    pub first: [Option<FirstKing>; 4],
}

/// The first piece of its kind in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstKing {
    /// The number of pieces before it.
    pub index: u64,
    /// The piece.
    pub piece: KingPiece,
}

/// A board solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The nim-sum of all pieces.
    pub grundy: u8,
    /// The number of moves that lead to nim-sum zero; 0 when it is zero already.
    pub winning: u64,
    /// The number of pieces in the text, counted only if pieces are collected.
    pub in_text: u64,
    /// The listed pieces, in their order.
    pub listed: Vec<Neighbourhood>,
    /// The pieces in the text that were kept.
    pub collected: Collected,
    /// The number of cells visited.
    pub cells: u64,
    /// The work: blocks of 512 cells, or the steps of a sparse engine.
    pub work: u64,
}

impl Solved {
    /// Sums up a board whose pieces are all listed, solved without visiting its cells.
    pub fn of_listed(listed: Vec<Neighbourhood>, work: u64) -> Solved {
        let mut grundy = 0;
        for around in &listed {
            grundy ^= around.own;
        }
        let winning = if grundy == 0 {
            0
        } else {
            listed.iter().map(|around| around.winning(grundy)).sum()
        };
        Solved {
            grundy,
            winning,
            in_text: 0,
            listed,
            collected: Collected::default(),
            cells: 0,
            work,
        }
    }
}

/// The reason why a board of kings cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KingFault {
    /// A piece of the text stands on a cell listed as damaged.
    TextPieceOnDamage(Cell),
    /// The listed piece of this index stands on a damaged cell.
    ListedPieceOnDamage(usize),
    /// The board would take more memory or work than it may.
    Limit(Limit),
}
