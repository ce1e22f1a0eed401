//! Answers to records.

#![expect(
    clippy::cast_possible_truncation,
    reason = "tuples have at most 8 numbers, and counts stand in memory"
)]

use grundy_base::edge::Edge;
use std::collections::BTreeMap;

use super::{LetterChange, TakenSet, counted};
use num_bigint::BigUint;

/// The outcome for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Lose,
    /// Neither player can force a win.
    Draw,
}

/// The outcome, with the number of winning first moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player to move wins, by this number of different first moves. It is 0 only under
    /// misère play, when the player to move has no move and so wins.
    Win(u128),
    /// The player to move loses.
    Lose,
    /// Neither can force a win.
    Draw,
}

impl Verdict {
    /// Returns who wins.
    pub fn outcome(self) -> Outcome {
        match self {
            Verdict::Win(_) => Outcome::Win,
            Verdict::Lose => Outcome::Lose,
            Verdict::Draw => Outcome::Draw,
        }
    }
}

/// A Grundy value in the sense of Smith and Fraenkel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A finite value.
    Finite(u64),
    /// ∞_A, with the members of A ascending.
    Infinite(Vec<u64>),
}

/// One to eight numbers: a cell, or the piles of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tuple {
    /// The number of numbers, at most [`Self::MAX_ARITY`].
    arity: u8,
    /// The numbers, and zeros after them.
    numbers: [u64; Self::MAX_ARITY],
}

impl Tuple {
    /// The most numbers a tuple has.
    pub const MAX_ARITY: usize = 8;

    /// Makes a tuple of these numbers, of which the first eight count.
    pub fn new(numbers: &[u64]) -> Self {
        let arity = numbers.len().min(Self::MAX_ARITY);
        let mut tuple = Tuple {
            arity: arity as u8, // at most 8
            numbers: [0; Self::MAX_ARITY],
        };
        tuple.numbers[..arity].copy_from_slice(&numbers[..arity]);
        tuple
    }

    /// Returns the numbers of the tuple.
    pub fn as_slice(&self) -> &[u64] {
        &self.numbers[..self.arity as usize]
    }

    /// Adds up the numbers of the tuple.
    fn sum(&self) -> u64 {
        saturating_sum(self.as_slice().iter().copied())
    }
}

/// The numbers of a position that is a list: `5,2,2,1`, `()`, `"abba"`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NumberList {
    /// The numbers, in order.
    pub numbers: Box<[u64]>,
    /// Whether the list is written as a word if all numbers are letters.
    pub is_word: bool,
}

impl NumberList {
    /// Adds up the numbers of the list.
    fn sum(&self) -> u64 {
        saturating_sum(self.numbers.iter().copied())
    }
}

/// Adds numbers up; the result is `u64::MAX` if the sum does not fit.
fn saturating_sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}

/// A move. `index` counts heaps, pieces, pile groups, tokens, boards or games from 0; its text counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Move {
    /// A heap becomes another, a token goes to another vertex: `1:5>3`.
    Heap {
        /// The index of the heap or token.
        index: usize,
        /// The size before the move.
        from: u64,
        /// The size after the move.
        to: u64,
    },
    /// A heap becomes two: `1:5>2+2`.
    Split {
        /// The index of the heap.
        index: usize,
        /// The size before the move.
        from: u64,
        /// The parts that the move leaves, the smaller first, both at least 1.
        parts: [u64; 2],
    },
    /// A piece goes to a cell (1-based), a group of piles to another position: `1:3,3>2,3`.
    Tuple {
        /// The index of the piece or group.
        index: usize,
        /// The place before the move.
        from: Tuple,
        /// The place after the move.
        to: Tuple,
    },
    /// A component becomes any number of parts: `1:9>1+2+3`, `1:5,8>3,8`.
    Parts {
        /// The index of the component.
        index: usize,
        /// The size before the move.
        from: Tuple,
        /// The parts that the move leaves, in the order in which they are written; perhaps none.
        parts: Box<[Tuple]>,
    },
    /// A list becomes any number of lists: `1:5,2,2>2,2`, `1:"abcb">"a"+"c"`.
    Lists {
        /// The index of the component.
        index: usize,
        /// The list before the move.
        from: NumberList,
        /// The lists that the move leaves, in the order in which they are written; perhaps none.
        parts: Box<[NumberList]>,
    },
    /// Several components change at once: `1:3>1,3:5>4`.
    Several(Box<[Move]>),
    /// A number drawn, a vertex visited: `4`.
    Number(u64),
    /// Something is taken or turned: `9,4,1`, `1-2`, `1:1,1+1,2`.
    Take {
        /// The index of the component; `None` if the game writes no number before its moves.
        index: Option<usize>,
        /// The things taken.
        what: Taken,
    },
    /// Cells get other letters: `1:1+2>.X`.
    Letters {
        /// The index of the row, board or graph.
        index: usize,
        /// The cells and their letters.
        change: Box<LetterChange>,
    },
}

/// Cells, edges or coins that a move takes or turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Taken {
    /// Places, vertices or elements, as written: `9,4,1`.
    Places(Box<[u64]>),
    /// Cells, in reading order: `1,1+1,2`.
    Cells(Box<[Tuple]>),
    /// An edge, as written in the rules: `1-2`.
    Edge(Edge<u64>),
    /// A set of vertices with those that go with it, as written in the rules: `1,2>3`.
    Set(Box<TakenSet>),
}

impl Move {
    /// Counts how much the move takes away in all; 0 if nothing that could be counted is taken.
    #[must_use]
    pub fn taken(&self) -> u64 {
        match self {
            Move::Heap { from, to, .. } => from.saturating_sub(*to),
            Move::Split { from, parts, .. } => {
                from.saturating_sub(saturating_sum(parts.iter().copied()))
            }
            Move::Tuple { from, to, .. } => from.sum().saturating_sub(to.sum()),
            Move::Parts { from, parts, .. } => {
                let left = saturating_sum(parts.iter().map(Tuple::sum));
                from.sum().saturating_sub(left)
            }
            Move::Lists { from, parts, .. } => {
                let left = saturating_sum(parts.iter().map(NumberList::sum));
                from.sum().saturating_sub(left)
            }
            Move::Several(moves) => saturating_sum(moves.iter().map(Move::taken)),
            Move::Number(_) | Move::Take { .. } | Move::Letters { .. } => 0,
        }
    }

    /// Counts the bytes of the lists that the move holds.
    #[must_use]
    pub fn bytes_of_lists(&self) -> u64 {
        let bytes = match self {
            Move::Heap { .. } | Move::Split { .. } | Move::Tuple { .. } | Move::Number(_) => 0,
            Move::Parts { parts, .. } => size_of_val(&parts[..]),
            Move::Lists { from, parts, .. } => {
                let of =
                    |list: &NumberList| size_of::<NumberList>() + size_of_val(&list.numbers[..]);
                of(from) + parts.iter().map(of).sum::<usize>()
            }
            Move::Several(moves) => {
                let inner: u64 = moves.iter().map(Move::bytes_of_lists).sum();
                return size_of_val(&moves[..]) as u64 + inner;
            }
            Move::Letters { change, .. } => {
                size_of::<LetterChange>()
                    + size_of_val(&change.cells[..])
                    + size_of_val(&change.letters[..])
            }
            Move::Take { what, .. } => match what {
                Taken::Edge(..) => 0,
                Taken::Places(places) => size_of_val(&places[..]),
                Taken::Cells(cells) => size_of_val(&cells[..]),
                Taken::Set(set) => {
                    size_of::<TakenSet>()
                        + size_of_val(&set.needs[..])
                        + size_of_val(&set.others[..])
                }
            },
        };
        bytes as u64
    }

    /// Returns the component that the move changes, from 0, if it names one; of several moves the component of the first.
    #[must_use]
    pub fn component(&self) -> Option<usize> {
        match self {
            Move::Heap { index, .. }
            | Move::Split { index, .. }
            | Move::Tuple { index, .. }
            | Move::Parts { index, .. }
            | Move::Letters { index, .. }
            | Move::Lists { index, .. } => Some(*index),
            Move::Several(moves) => moves.first()?.component(),
            Move::Take { index, .. } => *index,
            Move::Number(_) => None,
        }
    }

    /// Returns this move in a sum where `offset` components of other games stand before those of this one: the
    /// numbers of components grow by `offset`. A move that names no component gets that of its game, which is
    /// `offset` itself.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Move {
        match &mut self {
            Move::Heap { index, .. }
            | Move::Split { index, .. }
            | Move::Tuple { index, .. }
            | Move::Parts { index, .. }
            | Move::Letters { index, .. }
            | Move::Lists { index, .. } => *index += offset,
            Move::Several(moves) => {
                for mv in moves {
                    *mv = mv.clone().shifted(offset);
                }
            }
            Move::Number(_) => {}
            Move::Take { index, .. } => *index = Some(index.unwrap_or(0) + offset),
        }
        self
    }
}

/// The length of play in moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// Play ends after this many moves.
    Moves(u128),
    /// The position is a draw, in which nobody hurries to an end.
    Drawn,
    /// Play may go on for ever.
    Endless,
}

impl Length {
    /// Returns the number of moves; `None` if there is no such number.
    pub fn moves(self) -> Option<u128> {
        match self {
            Length::Moves(moves) => Some(moves),
            Length::Drawn | Length::Endless => None,
        }
    }
}

/// The number of ways to reach the end, by whether it takes an odd or an even number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// The number of ways of an odd number of moves.
    pub odd: BigUint,
    /// The number of ways of an even number of moves.
    pub even: BigUint,
}

/// The period of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The number of terms before the periodic part.
    pub preperiod: u64,
    /// The period, at least 1.
    pub period: u64,
    /// The increase of the values each period; 0 if the sequence is periodic, not arithmetic
    /// periodic.
    pub saltus: u64,
}

/// A pattern that is proved of all positions of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pattern {
    /// The values repeat.
    Period(Period),
    /// An automaton reads the positions at which the player to move loses.
    Automaton(Automaton),
}

/// An automaton that reads the digits of numbers, the most significant ones first. The first state is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The numeration system: `base 2`, `Zeckendorf`.
    pub system: String,
    /// The number of digits of the system.
    pub digits: usize,
    /// The number of numbers that are read at once.
    pub tracks: usize,
    /// Whether a position that ends in a state is lost.
    pub lost: Vec<bool>,
    /// The next states of each state, by the digits read: the digit of the i-th number (from 0) counts digitsⁱ
    /// times. `None` if no lost position begins with these digits.
    pub next: Vec<Vec<Option<u32>>>,
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Pattern::Period(Period {
                preperiod,
                period,
                saltus,
            }) => {
                write!(f, "period {period} after {preperiod}")?;
                if *saltus > 0 {
                    write!(f, " +{saltus}")
                } else {
                    Ok(())
                }
            }
            Pattern::Automaton(Automaton { system, lost, .. }) => {
                write!(f, "{system}: {}", counted(lost.len() as u64, "state"))
            }
        }
    }
}

/// Statistics of a sequence of Grundy values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The largest value.
    pub largest: u64,
    /// The first heap that has it.
    pub largest_at: u64,
    /// The last heap whose value was not there before.
    pub last_new: u64,
    /// The values that no heap of the second half has, ascending.
    pub rare: Vec<u64>,
    /// The values that occur, ascending.
    pub counts: Vec<ValueCount>,
}

/// The number of heaps of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueCount {
    /// The value.
    pub value: u64,
    /// The number of heaps that have it.
    pub count: u64,
}

/// The occurrences of one value in a sequence.
#[derive(Default)]
struct Occurrences {
    /// The number of heaps that have the value.
    count: u64,
    /// The last heap that has it.
    last: usize,
}

impl Stats {
    /// Counts the values of heaps 0, 1, 2, … Time grows as their number, memory as the number of different values.
    pub fn of(values: &[u64]) -> Stats {
        let mut stats = Stats::default();
        let mut seen: BTreeMap<u64, Occurrences> = BTreeMap::new();
        for (heap, &value) in values.iter().enumerate() {
            let here = seen.entry(value).or_default();
            if here.count == 0 {
                stats.last_new = heap as u64;
            }
            here.count += 1;
            here.last = heap;
            if value > stats.largest {
                stats.largest = value;
                stats.largest_at = heap as u64;
            }
        }
        let half = values.len() / 2;
        stats.rare = seen
            .iter()
            .filter(|(_, found)| found.last < half)
            .map(|(&value, _)| value)
            .collect();
        stats.counts = seen
            .into_iter()
            .map(|(value, found)| ValueCount {
                value,
                count: found.count,
            })
            .collect();
        stats
    }
}

/// Positions of one form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionList {
    /// The number of numbers of each component.
    pub components: Vec<usize>,
    /// The numbers of one position after the other.
    pub numbers: Vec<u64>,
}

impl PositionList {
    /// Counts the numbers of a position.
    pub fn width(&self) -> usize {
        self.components.iter().sum()
    }

    /// Iterates over the positions, each as its numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        self.numbers.chunks_exact(self.width().max(1))
    }
}

/// A misère quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quotient {
    /// The number of elements.
    pub order: u128,
    /// The number of P-elements among them.
    pub losing: u64,
    /// The period of the classes of heaps 0, 1, 2, …, if the quotient is that of all heaps.
    pub period: Option<QuotientPeriod>,
}

/// The period of the classes of heaps 0, 1, 2, … in a misère quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuotientPeriod {
    /// The number of heaps before those whose classes repeat.
    pub preperiod: u64,
    /// The number of heaps after which the classes repeat.
    pub period: u64,
}
