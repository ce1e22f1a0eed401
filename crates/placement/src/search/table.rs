//! The table of what is known of components: it grows as far as the memory allows, and then
//! replaces what cost least.
//!
//! An entry holds facts (values excluded, or the value) and hints (proof numbers). Facts are exact,
//! so an entry lost costs time and never changes an answer.

#![expect(
    clippy::cast_possible_truncation,
    reason = "values and nim-sums of them are below 8,192, a run of 32 bits has at most 32; of a hash the lower bits are used"
)]

use super::bits::Set;

/// The largest proof number of what is not proved, so that numbers fit 16 bits.
pub const MAX_PROOF_NUMBER: u16 = 60_000;

/// The proof number of what is disproved.
pub const INFINITE: u16 = u16::MAX;

/// The number of neighbouring entries in which a key is looked for.
pub const WINDOW_ENTRIES: usize = 8;

/// The number of entries of a fresh table.
const FIRST_ENTRIES: usize = 1 << 6;

/// The proof numbers of the question whether the value of a component is some nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// The number that says how hard a win looks to prove: that the value is another one.
    pub phi: u16,
    /// The number that says how hard a loss looks to prove: that the value is this one.
    pub delta: u16,
}

impl ProofNumbers {
    /// The numbers of a proved win: the value is another one.
    pub const WON: ProofNumbers = ProofNumbers {
        phi: 0,
        delta: INFINITE,
    };

    /// The numbers of a proved loss: the value is this one.
    pub const LOST: ProofNumbers = ProofNumbers {
        phi: INFINITE,
        delta: 0,
    };

    /// The numbers of a question that was not looked at yet, which no question has.
    pub const NOT_LOOKED_AT: ProofNumbers = ProofNumbers { phi: 0, delta: 0 };
}

/// A question about a component, with its proof numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableQuestion {
    /// The value asked for.
    pub nimber: u16,
    /// The proof numbers.
    pub numbers: ProofNumbers,
}

/// The question in the place of one in an entry that has none. Its nimber is never asked for.
const NO_QUESTION: TableQuestion = TableQuestion {
    nimber: u16::MAX,
    numbers: ProofNumbers::NOT_LOOKED_AT,
};

/// The knowledge of one component.
///
/// The value is at least `least`, and it is not `least + i` if bit i of `excluded` is set. Bit 0 is never
/// set unless every bit is set: then the value is `least`.
#[derive(Clone, Copy, Debug)]
pub struct Entry<S> {
    /// The component; the empty set if the entry is free.
    pub(super) key: S,
    /// The values that are excluded, as bits that count from `least`.
    excluded: u32,
    /// The least value that is not excluded.
    least: u16,
    /// The binary logarithm of the units spent, by which entries are replaced.
    effort: u8,
    /// The questions asked last.
    asked: [TableQuestion; 2],
}

/// The answers of [`Entry::asked`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// The value is the one asked for.
    Yes,
    /// The value is another.
    No,
    /// The answer is not proved. The proof numbers are given if they are kept.
    Open(Option<ProofNumbers>),
}

/// The excluded values of a component whose value is known.
const ALL_OTHERS: u32 = u32::MAX;

impl<S: Set> Entry<S> {
    /// Makes an entry without a component.
    pub fn empty() -> Self {
        Entry {
            key: S::EMPTY,
            excluded: 0,
            least: 0,
            effort: 0,
            asked: [NO_QUESTION; 2],
        }
    }

    /// Returns the value, when it is known.
    #[inline]
    pub fn value(&self) -> Option<u32> {
        (self.excluded == ALL_OTHERS).then_some(u32::from(self.least))
    }

    /// Returns the least value not excluded.
    #[inline]
    pub fn least(&self) -> u32 {
        u32::from(self.least)
    }

    /// Sets the value.
    #[inline]
    pub fn settle(&mut self, value: u32) {
        self.least = value as u16;
        self.excluded = ALL_OTHERS;
    }

    /// Returns whether this value is known not to be the component's.
    #[inline]
    pub fn excludes(&self, nimber: u32) -> bool {
        let least = u32::from(self.least);
        if self.excluded == ALL_OTHERS {
            return nimber != least;
        }
        nimber < least || (nimber - least < 32 && self.excluded >> (nimber - least) & 1 != 0)
    }

    /// Excludes a value. One far above the least not excluded may be forgotten.
    #[inline]
    pub fn exclude(&mut self, nimber: u32) {
        let least = u32::from(self.least);
        if self.excluded == ALL_OTHERS || nimber < least || nimber - least >= 32 {
            return;
        }
        self.excluded |= 1 << (nimber - least);
        let run = self.excluded.trailing_ones();
        if run > 0 {
            self.least += run as u16;
            self.excluded = self.excluded.checked_shr(run).unwrap_or(0);
        }
    }

    /// Returns the knowledge of the question whether the value is `nimber`.
    #[inline]
    pub fn asked(&self, nimber: u32) -> Lookup {
        if self.excluded == ALL_OTHERS {
            return if u32::from(self.least) == nimber {
                Lookup::Yes
            } else {
                Lookup::No
            };
        }
        if self.excludes(nimber) {
            return Lookup::No;
        }
        let kept = self
            .asked
            .iter()
            .find(|asked| u32::from(asked.nimber) == nimber);
        Lookup::Open(kept.map(|asked| asked.numbers))
    }

    /// Keeps the proof numbers of a question, and of the question asked before it.
    #[inline]
    pub fn keep(&mut self, question: TableQuestion, effort: u64) {
        if self.asked[0].nimber == question.nimber {
            self.asked[0] = question;
        } else if self.asked[1].nimber == question.nimber {
            self.asked[1] = question;
        } else {
            self.asked[1] = self.asked[0];
            self.asked[0] = question;
        }
        self.spent(effort);
    }

    /// Notes the units spent.
    #[inline]
    pub fn spent(&mut self, effort: u64) {
        self.effort = self.effort.max(effort.checked_ilog2().unwrap_or(0) as u8);
    }
}

/// The table: entries by the hashes of their components.
#[derive(Debug)]
pub struct TranspositionTable<S> {
    /// The entries, in whose windows components are looked for.
    entries: Vec<Entry<S>>,
    /// The mask of the places of hashes: the number of entries, without the last window, minus 1.
    mask: usize,
    /// The number of components it holds.
    pub(super) used: usize,
    /// The largest number of components that it may hold.
    pub(super) most: usize,
}

impl<S: Set> TranspositionTable<S> {
    /// Makes a table that never takes more than about this many bytes, also while it grows.
    pub fn new(bytes: u64) -> Self {
        // While it grows, the old table, which is half as large as the new one, is still there.
        let entries = bytes * 2 / 3 / size_of::<Entry<S>>() as u64;
        let most = entries
            .checked_ilog2()
            .map_or(1, |log| 1usize << log.min(40));
        let start = FIRST_ENTRIES.min(most);
        TranspositionTable {
            entries: Self::list(start),
            mask: start - 1,
            used: 0,
            most,
        }
    }

    /// Returns the number of places of hashes: there are as many entries, and one window more.
    pub fn places(&self) -> usize {
        self.mask + 1
    }

    /// Makes the entries of a table of this size, and the end of the last window.
    fn list(size: usize) -> Vec<Entry<S>> {
        let mut entries =
            grundy_base::platform::pages::huge(Vec::with_capacity(size + WINDOW_ENTRIES));
        entries.resize(size + WINDOW_ENTRIES, Entry::empty());
        entries
    }

    /// Starts loading the place of a hash.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        grundy_base::simd::prefetch::prefetch(self.entries.get(hash as usize & self.mask));
    }

    /// Returns the entry of a component.
    #[inline]
    pub fn find(&self, key: &S, hash: u64) -> Option<&Entry<S>> {
        let start = hash as usize & self.mask;
        let window = &self.entries[start..start + WINDOW_ENTRIES];
        for entry in window {
            if entry.key == *key {
                return Some(entry);
            }
            if entry.key == S::EMPTY {
                return None;
            }
        }
        None
    }

    /// Returns the entry of a component, which is made if there is none.
    pub fn entry(&mut self, key: &S, hash: u64) -> &mut Entry<S> {
        loop {
            let start = hash as usize & self.mask;
            let window = &self.entries[start..start + WINDOW_ENTRIES];
            let place = window
                .iter()
                .position(|entry| entry.key == *key || entry.key == S::EMPTY);
            // Windows fill long before the table does; growing for the first of them would waste most of it.
            let is_crowded = self.used * 4 > (self.mask + 1) * 3
                || (place.is_none() && self.used * 5 > (self.mask + 1) * 3);
            let grows = is_crowded && self.mask + 1 < self.most;
            match place {
                Some(at) if window[at].key == *key => return &mut self.entries[start + at],
                _ if grows => self.grow(),
                Some(at) => {
                    self.used += 1;
                    let entry = &mut self.entries[start + at];
                    entry.key = *key;
                    return entry;
                }
                None => return self.replace_cheapest(key, start),
            }
        }
    }

    /// Replaces the entry of the window from `start` on that cost least.
    fn replace_cheapest(&mut self, key: &S, start: usize) -> &mut Entry<S> {
        let window = &mut self.entries[start..start + WINDOW_ENTRIES];
        let cheapest = (0..WINDOW_ENTRIES)
            .min_by_key(|&at| window[at].effort)
            .unwrap_or(0);
        // Entries that are not used again lose their worth by and by.
        for entry in &mut *window {
            entry.effort = entry.effort.saturating_sub(1);
        }
        window[cheapest] = Entry {
            key: *key,
            ..Entry::empty()
        };
        &mut window[cheapest]
    }

    /// Doubles the table.
    fn grow(&mut self) {
        let size = (self.mask + 1) * 2;
        let old = std::mem::replace(&mut self.entries, Self::list(size));
        self.mask = size - 1;
        self.used = 0;
        for entry in old {
            if entry.key != S::EMPTY {
                let start = entry.key.hashed() as usize & self.mask;
                let window = &self.entries[start..start + WINDOW_ENTRIES];
                // If a window is full, the entry is dropped: that costs time only.
                if let Some(at) = window.iter().position(|other| other.key == S::EMPTY) {
                    self.entries[start + at] = entry;
                    self.used += 1;
                }
            }
        }
    }
}
