//! The line of play of a search, and the options that are still to be met.

use super::store::{Place, WordStore, pack};
use crate::store::Known;
use grundy_rules::left::Left;
use grundy_rules::tree::Rule;
use grundy_values::mex::ValueSet;

/// A position of the line of play, and where what belongs to it begins on the stacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePosition {
    pub(super) place: Place,
    pub(super) waiting: usize,
    pub(super) values: usize,
    pub(super) open: usize,
}

/// The line of play, and what is known of the options of its positions.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) positions: Vec<LinePosition>,
    /// The parts that were not solved when they were met.
    pub(super) waiting: Vec<Place>,
    /// The nim-sums of the options that were solved when they were met; of rules without values their outcomes.
    pub(super) values: Vec<Known>,
    /// The other options: the nim-sum of what was solved, the number of the other parts, and these.
    pub(super) open: Vec<u32>,
    /// The values seen among the options of the position that is put together.
    pub(super) seen: ValueSet,
}

impl Line {
    /// Counts the bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let words = self.waiting.capacity() + self.values.capacity() + self.open.capacity();
        words as u64 * 4
            + self.positions.capacity() as u64 * size_of::<LinePosition>() as u64
            + self.seen.bytes()
    }
}

/// Options whose parts are computed and still to be met.
#[derive(Debug, Default)]
pub(super) struct OptionsAhead {
    /// The words of the parts, as the store keeps them.
    pub(super) words: Vec<u64>,
    pub(super) parts: Vec<PartAhead>,
    /// The number of parts up to the end of each option.
    pub(super) ends: Vec<usize>,
}

/// A part that is still to be met.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartAhead {
    /// The hash of the part, and the place where its words end.
    pub(super) hash: u32,
    pub(super) end: usize,
    /// Whether there is an odd number of such parts: two equal ones cancel out.
    pub(super) is_odd: bool,
}

impl OptionsAhead {
    /// The parts that are computed before they are met: more than a processor loads at once, and few enough that the
    /// first are still in its cache. A guess.
    const MOST: usize = 64;

    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.parts.clear();
        self.ends.clear();
    }

    /// Returns whether it is time to meet the parts.
    pub(super) fn is_full(&self) -> bool {
        self.parts.len() >= Self::MOST || self.ends.len() >= Self::MOST
    }

    /// Adds the parts of an option, and starts loading what is known of them. An option with a part that is no position
    /// is no move.
    #[inline]
    pub(super) fn push(&mut self, left: &Left, rule: &Rule, store: &WordStore) {
        let parts_before = self.parts.len();
        let words_before = self.words.len();
        for (part, count) in left.parts() {
            let hash = if rule.admits(part) {
                pack(part, &mut self.words)
            } else {
                None
            };
            let Some(hash) = hash else {
                self.parts.truncate(parts_before);
                self.words.truncate(words_before);
                return;
            };
            store.prefetch(hash);
            self.parts.push(PartAhead {
                hash,
                end: self.words.len(),
                is_odd: count % 2 == 1,
            });
        }
        self.ends.push(self.parts.len());
    }
}
