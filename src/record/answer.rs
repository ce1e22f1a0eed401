//! What a record answers.

use num_bigint::BigUint;

/// Who wins, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player to move wins, by so many different first moves. None of them when a player
    /// without a move has won (misère play).
    Win(u128),
    /// The player to move loses.
    Lose,
    /// Neither can force a win.
    Draw,
}

/// A Grundy value in the sense of Smith and Fraenkel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A finite value.
    Finite(u64),
    /// ∞_A, with the members of A ascending.
    Infinite(Vec<u64>),
}

/// One to four numbers: a cell, or the piles of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tuple {
    arity: u8,
    numbers: [u64; 4],
}

impl Tuple {
    /// The most numbers a tuple has.
    pub const MAX_ARITY: usize = 4;

    /// A tuple of these numbers, of which the first four count.
    pub fn new(numbers: &[u64]) -> Self {
        let mut tuple = Tuple { arity: numbers.len().min(Self::MAX_ARITY) as u8, numbers: [0; 4] };
        let arity = tuple.arity as usize;
        tuple.numbers[..arity].copy_from_slice(&numbers[..arity]);
        tuple
    }

    /// Its numbers.
    pub fn as_slice(&self) -> &[u64] {
        &self.numbers[..self.arity as usize]
    }
}

/// A move. `index` counts heaps, pieces, pile groups or tokens from 0; it is written from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A heap becomes another, a token goes to another vertex: `1:5>3`.
    Heap {
        /// Which heap or token.
        index: usize,
        /// What it was.
        from: u64,
        /// What it becomes.
        to: u64,
    },
    /// A heap becomes two: `1:5>2+2`.
    Split {
        /// Which heap.
        index: usize,
        /// What it was.
        from: u64,
        /// What it becomes, the smaller part first, both at least 1.
        parts: [u64; 2],
    },
    /// A piece goes to a cell (1-based), a group of piles to another position: `1:3,3>2,3`.
    Tuple {
        /// Which piece or group.
        index: usize,
        /// Where it was.
        from: Tuple,
        /// Where it goes.
        to: Tuple,
    },
    /// A number drawn, a vertex visited: `4`.
    Draw(u64),
}

/// The answer to one ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// `verdict`
    Verdict(Verdict),
    /// `winner`, the verdict without its count
    Winner(Verdict),
    /// `count`
    Count(u128),
    /// `grundy`
    Grundy(Value),
    /// `moves`
    Moves(Vec<Move>),
    /// `best`
    Best(Option<Move>),
    /// `losing`
    Losing(Vec<u64>),
    /// `sequence`
    Sequence(Vec<u64>),
    /// `paths` and `paths%M`
    Paths {
        /// M, where the counts are taken modulo it
        modulus: Option<u64>,
        /// ways of an odd number of moves
        odd: BigUint,
        /// ways of an even number of moves
        even: BigUint,
    },
    /// `period`: preperiod, period
    Period(Option<(u64, u64)>),
    /// `values`
    Values(Vec<Value>),
}
