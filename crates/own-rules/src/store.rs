//! Positions met so far, each with a number of its own and what is known of it.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions that are met have numbers of 32 bits"
)]

use std::hash::Hasher;

use fxhash::FxHasher;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use grundy_rules::options::Outcome;
use grundy_rules::tree::Rule;

/// The knowledge of a position: a value below [`ILLEGAL`], or one of the marks.
pub type Known = u32;

/// The mark of numbers that are no position.
pub const ILLEGAL: Known = u32::MAX - 2;
/// The mark of a position that is being worked on.
pub const OPEN: Known = u32::MAX - 1;
/// The mark of a position of which nothing is known yet.
pub const UNKNOWN: Known = u32::MAX;

/// The outcome of a position whose player to move loses.
pub const LOST: Known = 0;
/// The outcome of a position whose player to move wins.
pub const WON: Known = 1;
/// The outcome of a position from which neither player can force the end.
pub const DRAWN: Known = 2;

/// Returns the outcome that is kept in a [`Store`].
pub fn outcome_of(known: Known) -> Outcome {
    match known {
        LOST => Outcome::Lost,
        WON => Outcome::Won,
        _ => Outcome::Drawn,
    }
}

/// Returns the outcome of a player without a move.
pub fn stuck(rule: &Rule) -> Known {
    if rule.misere { WON } else { LOST }
}

/// Returns the outcome of a position by those of its options, if a player without a move has the outcome `stuck`.
pub fn outcome_by(reaches: impl Fn(Known) -> bool, stuck: Known) -> Known {
    match [LOST, DRAWN, WON].into_iter().find(|&known| reaches(known)) {
        Some(LOST) => WON,
        Some(DRAWN) => DRAWN,
        Some(_) => LOST,
        None => stuck,
    }
}

/// The most positions, each with a number of 32 bits.
const MAX_STORED_POSITIONS: usize = u32::MAX as usize;

/// Positions of one arity.
#[derive(Debug)]
pub struct Store {
    /// The number of numbers of a position.
    arity: usize,
    /// The numbers of the positions, one position after the other.
    numbers: Vec<i64>,
    /// The knowledge of each position.
    known: Vec<Known>,
    /// The numbers of positions, found by the hash of these.
    ids: HashTable<u32>,
}

/// Returns the numbers of a position among those of all positions of an arity.
fn position_of(numbers: &[i64], arity: usize, id: u32) -> &[i64] {
    &numbers[id as usize * arity..][..arity]
}

/// Returns the hash of a position.
fn hash_of(position: &[i64]) -> u64 {
    let mut hasher = FxHasher::default();
    for &n in position {
        hasher.write_i64(n);
    }
    hasher.finish()
}

impl Store {
    /// Begins with nothing met.
    pub fn new(arity: usize) -> Self {
        Store {
            arity,
            numbers: Vec::new(),
            known: Vec::new(),
            ids: HashTable::new(),
        }
    }

    /// Says how many positions were met.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Counts the bytes held.
    pub fn bytes(&self) -> u64 {
        let lists = self.numbers.capacity() * 8 + self.known.capacity() * 4;
        (lists + self.ids.allocation_size()) as u64
    }

    /// Returns the numbers of a position.
    pub fn position(&self, id: u32) -> &[i64] {
        position_of(&self.numbers, self.arity, id)
    }

    /// Returns the knowledge of a position.
    #[inline]
    pub fn known(&self, id: u32) -> Known {
        self.known[id as usize]
    }

    /// Sets the knowledge of a position.
    #[inline]
    pub fn set(&mut self, id: u32, known: Known) {
        self.known[id as usize] = known;
    }

    /// Returns the number of a position met before.
    pub fn find(&self, position: &[i64]) -> Option<u32> {
        let is_same = |&id: &u32| self.position(id) == position;
        self.ids.find(hash_of(position), is_same).copied()
    }

    /// Numbers a position, and says whether it is new; `None` if there is no number for it.
    pub fn meet(&mut self, position: &[i64]) -> Option<(u32, bool)> {
        let known_position = |&id: &u32| position_of(&self.numbers, self.arity, id);
        let is_same = |id: &u32| known_position(id) == position;
        let hash_of_known = |id: &u32| hash_of(known_position(id));
        let entry = self.ids.entry(hash_of(position), is_same, hash_of_known);
        let free = match entry {
            Entry::Occupied(met) => return Some((*met.get(), false)),
            Entry::Vacant(free) => free,
        };
        if self.known.len() >= MAX_STORED_POSITIONS {
            return None;
        }
        let id = self.known.len() as u32;
        free.insert(id);
        self.numbers.extend_from_slice(position);
        self.known.push(UNKNOWN);
        Some((id, true))
    }
}
