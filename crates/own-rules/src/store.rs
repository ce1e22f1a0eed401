//! Positions met so far, each with a number of its own and what is known of it.

#![expect(
    clippy::cast_possible_truncation,
    reason = "positions that are met have numbers of 32 bits, and of a hash the lower bits are used"
)]

use std::hash::Hasher;

use fxhash::FxHasher;

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

/// The most positions: a slot holds 1 + the number of one, and an even larger number means nothing.
const MAX_STORED_POSITIONS: usize = u32::MAX as usize - 1;

/// Positions of one arity, found by a table of open addressing.
#[derive(Debug)]
pub struct Store {
    /// The number of numbers of a position.
    arity: usize,
    /// The numbers of the positions, one position after the other.
    numbers: Vec<i64>,
    /// The knowledge of each position.
    known: Vec<Known>,
    /// The slots, each 1 + the number of a position, or 0: a power of two of them, at most half in use.
    slots: Vec<u32>,
}

impl Store {
    /// Begins with nothing met.
    pub fn new(arity: usize) -> Self {
        Store {
            arity,
            numbers: Vec::new(),
            known: Vec::new(),
            slots: vec![0; 64],
        }
    }

    /// Says how many positions were met.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Counts the bytes held.
    pub fn bytes(&self) -> u64 {
        (self.numbers.capacity() * 8 + self.known.capacity() * 4 + self.slots.len() * 4) as u64
    }

    /// Returns the numbers of a position.
    pub fn position(&self, id: u32) -> &[i64] {
        let at = id as usize * self.arity;
        &self.numbers[at..at + self.arity]
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

    /// Returns the slot of a position, or the free one in which it belongs.
    fn slot(&self, position: &[i64]) -> usize {
        let mut hasher = FxHasher::default();
        for &n in position {
            hasher.write_u64(n as u64);
        }
        let mask = self.slots.len() - 1;
        let mut at = hasher.finish() as usize & mask;
        loop {
            match self.slots[at] {
                0 => return at,
                id if self.position(id - 1) == position => return at,
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Returns the number of a position met before.
    pub fn find(&self, position: &[i64]) -> Option<u32> {
        self.slots[self.slot(position)].checked_sub(1)
    }

    /// Numbers a position, and says whether it is new; `None` if there is no number for it.
    pub fn meet(&mut self, position: &[i64]) -> Option<(u32, bool)> {
        let at = self.slot(position);
        if let Some(id) = self.slots[at].checked_sub(1) {
            return Some((id, false));
        }
        if self.known.len() >= MAX_STORED_POSITIONS {
            return None;
        }
        let id = self.known.len() as u32;
        self.numbers.extend_from_slice(position);
        self.known.push(UNKNOWN);
        self.slots[at] = id + 1;
        if 2 * self.known.len() > self.slots.len() {
            self.slots = vec![0; self.slots.len() * 2];
            for id in 0..self.known.len() as u32 {
                let at = self.slot(self.position(id));
                self.slots[at] = id + 1;
            }
        }
        Some((id, true))
    }
}
