//! The line of play of a search, and the options that are still to be met.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a position has at most as many words as numbers, 4,096, and one more"
)]

use super::store::{Place, WordStore, begin_hash, copy_packed, end_hash, first_word_of, pack};
use crate::store::{ILLEGAL, Known, OPEN};
use grundy_rules::left::Left;
use grundy_rules::packed::PackedList;
use grundy_rules::tree::Rule;
use grundy_rules::walk::OptionWalk;
use grundy_values::mex::ValueSet;

/// A position of the line of play, and where what belongs to it begins on the stacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePosition {
    /// The position.
    pub(super) place: Place,
    /// The number of parts that wait for positions before it.
    pub(super) waiting: usize,
    /// The number of values of options of positions before it.
    pub(super) values: usize,
    /// The length of the list of other options of positions before it.
    pub(super) open: usize,
    /// The values of options below 64, each a bit.
    pub(super) small_values: u64,
}

impl LinePosition {
    /// Adds the value of an option, to the values of the line if it is large.
    #[inline]
    pub(super) fn see(&mut self, value: Known, large_values: &mut Vec<Known>) {
        if value < u64::BITS {
            self.small_values |= 1 << value;
        } else {
            large_values.push(value);
        }
    }
}

/// The line of play, and what is known of the options of its positions.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// The positions, each an option of the one before.
    pub(super) positions: Vec<LinePosition>,
    /// The parts that were not solved when they were met.
    pub(super) waiting: Vec<Place>,
    /// The nim-sums of 64 and more of the options that were solved when they were met; smaller ones, and outcomes, are bits
    /// of their positions.
    pub(super) values: Vec<Known>,
    /// The other options: the nim-sum of what was solved, the number of the other parts, and these.
    pub(super) open: Vec<u32>,
    /// The values seen among the options of the position that is put together.
    pub(super) seen: ValueSet,
    /// A position of the line that an option leaves again: play comes back to it.
    pub(super) again: Option<Place>,
}

impl Line {
    /// Counts the bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let words = self.waiting.capacity() + self.values.capacity() + self.open.capacity();
        words as u64 * 4
            + self.positions.capacity() as u64 * size_of::<LinePosition>() as u64
            + self.seen.bytes()
    }

    /// Empties the line when a search ends.
    pub(super) fn clear(&mut self) {
        self.positions.clear();
        self.waiting.clear();
        self.values.clear();
        self.open.clear();
        self.again = None;
    }

    /// Adds the value of an option of the last position of the line.
    #[inline]
    pub(super) fn see(&mut self, value: Known) {
        if let Some(top) = self.positions.last_mut() {
            top.see(value, &mut self.values);
        }
    }
}

/// The memory that a search works in. The solver keeps it between two searches, so that it grows once.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    /// The line of play under examination.
    pub(super) line: Line,
    /// The walk through the options of the position that is looked at.
    pub(super) walk: OptionWalk,
    /// The options that are still to be met.
    pub(super) ahead: OptionsAhead,
}

impl Workspace {
    /// Makes the workspace of a search in the positions of a rule.
    pub(super) fn of(rule: &Rule) -> Self {
        Workspace {
            walk: OptionWalk::of(rule),
            ..Workspace::default()
        }
    }
}

/// Options whose parts are computed and still to be met.
#[derive(Debug, Default)]
pub(super) struct OptionsAhead {
    /// The words of the parts, as the store keeps them.
    pub(super) words: Vec<u64>,
    /// The parts, option after option.
    pub(super) parts: Vec<PartAhead>,
    /// Options that leave one list of one word each; if there are some, there are no parts.
    pub(super) single: Vec<SingleAhead>,
    /// The word before the numbers of each of the single lists.
    pub(super) first: u64,
    /// The hash of these lists as far as this word is its reason.
    begun: u64,
}

/// An option that leaves one list of one word and is still to be met.
#[derive(Clone, Copy, Debug)]
pub(super) struct SingleAhead {
    /// The numbers of the list.
    pub(super) numbers: u64,
    /// The hash of the list.
    pub(super) hash: u32,
}

/// A part that is still to be met.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartAhead {
    /// The hash of the part.
    pub(super) hash: u32,
    /// The number of its words.
    pub(super) words: u32,
    /// Whether there is an odd number of such parts: two equal ones cancel out.
    pub(super) is_odd: bool,
    /// Whether it is the first of its option.
    pub(super) is_first: bool,
    /// Whether the next part belongs to another option.
    pub(super) is_last: bool,
}

impl OptionsAhead {
    /// The number of parts that are computed before they are met: more than a processor loads at once, and few enough that the
    /// first are still in its cache. A guess.
    const MOST: usize = 64;

    /// Forgets all options.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.parts.clear();
        self.single.clear();
    }

    /// Returns whether it is time to meet the parts.
    pub(super) fn is_full(&self) -> bool {
        self.parts.len() >= Self::MOST || self.single.len() >= Self::MOST
    }

    /// Returns whether lists as long as this one, of one word, can be added as they are.
    #[inline]
    pub(super) fn takes_words_like(&self, list: &PackedList) -> bool {
        let is_alike = self.single.is_empty() || self.first == first_word_of(list);
        self.parts.is_empty() && is_alike
    }

    /// Lets single lists that are added next be as long as this one.
    #[inline]
    pub(super) fn begin_words(&mut self, list: &PackedList) {
        self.first = first_word_of(list);
        self.begun = begin_hash(self.first);
    }

    /// Adds an option that leaves one list of one word, and starts loading what is known of it.
    #[inline]
    pub(super) fn push_word(&mut self, numbers: u64, store: &WordStore) {
        let hash = end_hash(self.begun, &[numbers]);
        store.prefetch(hash);
        self.single.push(SingleAhead { numbers, hash });
    }

    /// Adds an option that leaves one list, and starts loading what is known of it.
    #[inline]
    pub(super) fn push_list(&mut self, list: &PackedList, store: &WordStore) {
        let hash = copy_packed(list, &mut self.words);
        store.prefetch(hash);
        self.parts.push(PartAhead {
            hash,
            words: list.words().len() as u32 + 1,
            is_odd: true,
            is_first: true,
            is_last: true,
        });
    }

    /// Adds the parts of an option, and starts loading what is known of them. An option with a part that is no position
    /// is no move.
    #[inline]
    pub(super) fn push(&mut self, left: &Left, rule: &Rule, store: &WordStore) {
        let parts_before = self.parts.len();
        let words_before = self.words.len();
        for (part, count) in left.parts() {
            let from = self.words.len();
            let hash = if rule.admits(part) {
                pack(part, store.width, &mut self.words)
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
                words: (self.words.len() - from) as u32,
                is_odd: count % 2 == 1,
                is_first: self.parts.len() == parts_before,
                is_last: false,
            });
        }
        if let Some(last) = self.parts[parts_before..].last_mut() {
            last.is_last = true;
        }
    }
}

/// The parts of an option that are not solved: they are the last of the open ones of a line of play.
pub(super) struct OpenOption {
    /// The place where the option begins among the open ones.
    begin: usize,
    /// The nim-sum of the values of its parts that are solved.
    nim_sum: Known,
    /// The number of its parts that are not solved, equal ones counted.
    parts: u32,
    /// A part that is a position of the line of play.
    again: Option<Place>,
    /// Whether all its parts are positions.
    pub(super) is_move: bool,
}

impl OpenOption {
    /// Begins an option whose open parts are added to those of a line.
    pub(super) fn begin(line: &Line) -> Self {
        OpenOption {
            begin: line.open.len(),
            nim_sum: 0,
            parts: 0,
            again: None,
            is_move: true,
        }
    }

    /// Adds a part.
    #[inline]
    pub(super) fn add(&mut self, line: &mut Line, place: Place, known: Known, is_odd: bool) {
        if known == ILLEGAL {
            self.is_move = false;
        } else if known < ILLEGAL {
            self.nim_sum ^= if is_odd { known } else { 0 };
        } else {
            if self.parts == 0 {
                // The places of the nim-sum of what is solved, and of the number of the parts that follow.
                line.open.extend([0, 0]);
            }
            let copies = if is_odd { 1 } else { 2 };
            for _ in 0..copies {
                line.open.push(place);
            }
            self.parts += copies;
            if known == OPEN {
                self.again = Some(place);
            }
        }
    }

    /// Ends the option: its value is known, or its parts wait.
    #[inline]
    pub(super) fn end(self, line: &mut Line) {
        if !self.is_move {
            line.open.truncate(self.begin);
        } else if self.parts == 0 {
            line.see(self.nim_sum);
        } else {
            line.waiting.extend_from_slice(&line.open[self.begin + 2..]);
            line.open[self.begin] = self.nim_sum;
            line.open[self.begin + 1] = self.parts;
            line.again = line.again.or(self.again);
        }
    }
}
