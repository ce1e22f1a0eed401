//! Certificates: what proves an answer, in a form that others can check.
//!
//! This is their form alone. `prover` of the solver makes the certificate of a record, with the
//! help of the engines that solve it; this crate checks one against a record and its
//! answer, and shares no algorithm with the engines. The text form is that of [`text`];
//! `docs/certificates.md` describes it for those who want to write a checker of their own.

mod cursor;
mod ears;
pub mod text;

pub use ears::Ears;

/// What proves the answer of one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// Nim: the nim-sum of the heaps (Bouton 1901).
    Nim {
        /// The exclusive or of all heaps.
        sum: u64,
    },
    /// Heaps under one set of rules: the Grundy values of heaps 0 to `range` have this checksum,
    /// and beyond `preperiod` they repeat with `period`.
    Sequence {
        /// The largest heap whose value is claimed.
        range: u64,
        /// What is claimed beyond.
        cycle: Option<Cycle>,
        /// The parity mask that splits values into rare and common ones; any mask is sound, a good
        /// one makes checking fast.
        mask: u64,
        /// Of the values of heaps 0 to `range`.
        checksum: u64,
    },
    /// Heaps under one set of rules: the Grundy values of heaps 0 to `range` have this checksum, and from
    /// the preperiod on they rise by `saltus` each period.
    Rising {
        /// The largest heap whose value is claimed.
        range: u64,
        /// What is claimed beyond.
        cycle: Cycle,
        /// By how much values rise, at least 1.
        saltus: u64,
        /// Of the values of heaps 0 to `range`.
        checksum: u64,
    },
    /// The amounts are `low` to `high`, all of them. In subtraction, heap n has Grundy value
    /// ⌊(n mod (`low` + `high`)) / `low`⌋. In flags, `left` + k is lost where k mod (`low` + `high`) is
    /// 0, won where it is from `low` to `high`, and drawn elsewhere.
    Range {
        /// The least amount.
        low: u64,
        /// The largest.
        high: u64,
    },
    /// Lasker's Nim: heaps 4k + 3 and 4k + 4 have each other's size for value, all others their own.
    Lasker,
    /// Flags: the same as for a sequence for the outcomes of `left`, `left` + 1, …, numbered from 0.
    Outcomes {
        /// The last outcome that is claimed.
        range: u64,
        /// What is claimed beyond.
        cycle: Option<Cycle>,
        /// Of the outcomes 0 to `range`.
        checksum: u64,
    },
    /// Boards: the values of the pieces and around them, and what of the board makes each block of
    /// its lines checkable on its own.
    Board {
        /// Of each piece.
        pieces: Vec<PieceValues>,
        /// How many lines a block has: antidiagonals for pieces that step or jump; for those that
        /// slide rows, or columns where the part of the board that matters is wider than high. 0 where
        /// there is one block only.
        every: u64,
        /// Before each block but the first, what it depends on of those before it.
        borders: Vec<String>,
    },
    /// Piles: the values of the components, and checksums of the table they stand in.
    Table {
        /// The Grundy value of each component.
        values: Vec<u64>,
        /// A checksum of each block of [`BLOCK`] cells, in the order of the table, each continuing
        /// the one before.
        blocks: Vec<u64>,
    },
    /// Factor and geography: a maximum matching of what may still be drawn, and what proves it
    /// maximum, by the sets of Gallai and Edmonds.
    Matching {
        /// The components of D, whose vertices some maximum matching misses: each a vertex, and the
        /// ears that show the others to be as good.
        missed: Ears,
        /// A.
        barrier: Vec<Barrier>,
        /// A perfect matching of C, which is the rest.
        pairs: Vec<(u32, u32)>,
    },
    /// Graphs: the labels of all vertices the tokens can reach (Smith; Fraenkel and Perl).
    Labels(Vec<Labelled>),
    /// Games of which a theorem says who wins, by what, and perhaps the value.
    Theorem,
    /// Games explored whole: all positions that can be reached, valued by their definition.
    Reached {
        /// How many they are.
        positions: u64,
        /// Of their values, in the order of the numbers that they are remembered as.
        checksum: u64,
    },
    /// Sums of different games: what proves the Grundy value of each.
    Sum(Vec<Certificate>),
    /// The record is wrong: the language says so.
    Wrong,
    /// No proof is offered, and why.
    Unproved(String),
}

impl Certificate {
    /// About how many bytes its text has.
    pub fn bytes(&self) -> usize {
        match self {
            Certificate::Table { values, blocks } => 4 * values.len() + 17 * blocks.len(),
            Certificate::Board { pieces, borders, .. } => {
                let options: usize =
                    pieces.iter().map(|piece| 2 + 2 * piece.options.as_ref().map_or(0, Vec::len)).sum();
                options + borders.iter().map(|border| border.len() + 1).sum::<usize>()
            }
            Certificate::Matching { missed, barrier, pairs } => {
                6 * missed.vertices().len() + 18 * barrier.len() + 12 * pairs.len()
            }
            Certificate::Labels(labels) => 10 * labels.len(),
            Certificate::Sum(parts) => parts.iter().map(Certificate::bytes).sum(),
            _ => 64,
        }
    }
}

/// From `preperiod` on, terms repeat with `period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The number of terms before the periodic part.
    pub preperiod: u64,
    /// At least 1.
    pub period: u64,
}

/// The Grundy value of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceValues {
    /// Its own.
    pub value: u32,
    /// Those of the cells it goes to, in the order of its moves; none where they would be too many.
    pub options: Option<Vec<u32>>,
}

/// A vertex of A, which is between components of D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// The vertex.
    pub vertex: u32,
    /// A neighbour in the component the matching matches it into.
    pub mate: u32,
    /// A neighbour in a component that is matched to no vertex of A or to one before this.
    pub parent: u32,
}

/// A vertex with its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The vertex.
    pub vertex: u32,
    /// Its Grundy value and its rank: a follower without smaller value can be reverted to a vertex
    /// of the same value and smaller rank. None where play may be endless.
    pub value: Option<(u32, u32)>,
}

/// How many cells one checksum of a table covers.
pub const BLOCK: usize = 4096;

/// A running checksum of numbers. It guards against mistakes, not against malice: what it covers
/// is computed anew by whoever checks.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(u64);

impl Checksum {
    /// Of nothing.
    pub const fn new() -> Self {
        Checksum(0x9e37_79b9_7f4a_7c15)
    }

    /// Takes in one more number. For either fixed, each step is one to one in the other.
    #[inline]
    pub fn add(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(29);
    }

    /// Of all numbers taken in.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Of these numbers.
    pub fn of(numbers: impl IntoIterator<Item = u64>) -> u64 {
        let mut sum = Checksum::new();
        numbers.into_iter().for_each(|number| sum.add(number));
        sum.get()
    }
}

impl Default for Checksum {
    fn default() -> Self {
        Checksum::new()
    }
}
