//! Certificates: what proves an answer, in a form that others can check.
//!
//! [`prove`] makes the certificate of a record, with the help of the engines that solve it;
//! [`verify`](crate::verify) checks one against a record and its answer, and shares no algorithm
//! with the engines. The text form is that of [`text`]; `docs/certificates.md` describes it for
//! those who want to write a checker of their own.

mod prove;
mod ranks;
pub mod text;

pub use prove::prove;

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
    /// Flags: the same for the outcomes of `left`, `left` + 1, …, numbered from 0.
    Outcomes {
        /// The last outcome that is claimed.
        range: u64,
        /// What is claimed beyond.
        cycle: Option<Cycle>,
        /// Of the outcomes 0 to `range`.
        checksum: u64,
    },
    /// Boards and piles: the values of the components, and checksums of the table they stand in.
    Table {
        /// The Grundy value of each component.
        values: Vec<u64>,
        /// A checksum of each block of [`BLOCK`] cells, in the order of the table, each continuing
        /// the one before.
        blocks: Vec<u64>,
    },
    /// Factor and geography: a maximum matching of what may still be drawn, and a barrier that
    /// proves it maximum (Tutte and Berge).
    Matching {
        /// The matched pairs.
        pairs: Vec<(u32, u32)>,
        /// The set A of Gallai and Edmonds.
        barrier: Vec<u32>,
    },
    /// Graphs: the labels of all vertices the tokens can reach (Smith; Fraenkel and Perl).
    Labels(Vec<Labelled>),
    /// The record is wrong: the language says so.
    Wrong,
    /// No proof is offered, and why.
    Unproved(String),
}

/// From `preperiod` on, terms repeat with `period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The number of terms before the periodic part.
    pub preperiod: u64,
    /// At least 1.
    pub period: u64,
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

    /// Takes in one more number: the finaliser of splitmix64 over a running sum.
    pub fn add(&mut self, number: u64) {
        let mut z = (self.0 ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = z ^ (z >> 31);
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
