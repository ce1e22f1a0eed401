//! The questions about a board of kings, and the answers.

use super::super::rows::{BoardShape, Cell};
use grundy_machine::budget::Limit;

/// A board of kings, apart from its text.
#[derive(Clone, Copy, Debug)]
pub struct Kings<'a> {
    /// Its size.
    pub shape: BoardShape,
    /// Damaged cells besides those in the text, in any order; all must be on the board.
    pub damaged: &'a [Cell],
    /// Pieces besides those in the text; all must be on the board.
    pub pieces: &'a [Cell],
}

/// The pieces in the text that are kept. Listed pieces are always kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Collect {
    /// Nothing: for the verdict, the winner, the count and the Grundy value.
    Counts,
    /// The first piece with a winning move, whatever the nim-sum will be, and the first that can
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
    pub(super) options: [u8; 3],
}

/// No cell to move to.
pub(super) const ABSENT: u8 = 4;

impl Neighbourhood {
    /// The hood of a piece of value `own` that can go up, left and up-left to these values.
    pub fn new(own: u8, options: [Option<u8>; 3]) -> Neighbourhood {
        Neighbourhood {
            own,
            options: options.map(|value| value.unwrap_or(ABSENT)),
        }
    }

    /// The values of the cells up, left and up-left; `None` if there is no such move.
    pub fn options(self) -> [Option<u8>; 3] {
        self.options.map(|value| (value != ABSENT).then_some(value))
    }

    /// How many of the moves lead to nim-sum zero, were the nim-sum of all pieces `total`.
    pub fn winning(self, total: u8) -> u64 {
        let target = total ^ self.own;
        self.options
            .iter()
            .filter(|&&value| value == target)
            .count() as u64
    }

    pub(super) fn can_move(self) -> bool {
        self.options.iter().any(|&value| value != ABSENT)
    }
}

/// Pieces on one cell of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingPiece {
    /// The place of the pieces.
    pub cell: Cell,
    /// How many.
    pub count: u8,
    /// The values around them.
    pub hood: Neighbourhood,
}

/// Pieces kept, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    /// With [`Collect::Pieces`], all.
    pub pieces: Vec<KingPiece>,
    /// With [`Collect::Best`]: at 0 the first that can move, at s = 1, 2, 3 the first with a
    /// winning move should the nim-sum be s; each with the number of pieces before it.
    pub first: [Option<(u64, KingPiece)>; 4],
}

/// A board solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Nim-sum of all pieces.
    pub grundy: u8,
    /// Moves that lead to nim-sum zero; 0 when it is zero already.
    pub winning: u64,
    /// Pieces in the text; counted only if pieces are collected.
    pub in_text: u64,
    /// The listed pieces, in their order.
    pub listed: Vec<Neighbourhood>,
    /// The pieces in the text that were kept.
    pub collected: Collected,
    /// Cells visited.
    pub cells: u64,
    /// Blocks of 512 cells worked on, or the steps of a sparse engine: the work count.
    pub work: u64,
}

impl Solved {
    /// A board whose pieces are all listed, solved without visiting its cells.
    pub fn of_listed(listed: Vec<Neighbourhood>, work: u64) -> Solved {
        let grundy = listed.iter().fold(0, |sum, hood| sum ^ hood.own);
        let winning = if grundy == 0 {
            0
        } else {
            listed.iter().map(|hood| hood.winning(grundy)).sum()
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

/// Why a board of kings cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KingFault {
    /// A piece of the text stands on a cell listed as damaged.
    TextPieceOnDamage(Cell),
    /// The listed piece of this index stands on a damaged cell.
    ListedPieceOnDamage(usize),
    /// The board would take more memory or work than it may.
    Limit(Limit),
}
