//! The table of what is known of components: it grows as far as the memory allows, and then
//! replaces what cost least.
//!
//! An entry holds facts (values excluded, or the value) and hints (proof numbers). Facts are exact,
//! so an entry lost costs time and never changes an answer.

use super::bits::Set;

/// Proof numbers are capped here, so that they fit 16 bits; what is proved has [`INFINITE`].
pub(super) const MAX_NUMBER: u16 = 60_000;

/// The proof number of what is disproved.
pub(super) const INFINITE: u16 = u16::MAX;

/// The neighbouring entries in which a key is looked for.
const WINDOW_ENTRIES: usize = 8;

/// Entries of a fresh table.
const FIRST_ENTRIES: usize = 1 << 6;

/// Proof numbers of one question: is the value of the component `nimber`?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// The value asked for.
    pub(super) nimber: u16,
    /// How hard it looks to prove that the value is another.
    pub(super) phi: u16,
    /// How hard it looks to prove that it is this one.
    pub(super) delta: u16,
}

/// No question: a nimber that is never asked.
const NONE: Numbers = Numbers {
    nimber: u16::MAX,
    phi: 0,
    delta: 0,
};

/// The knowledge of one component.
///
/// The value is at least `least`; bit i of `excluded` says that it is not `least + i`. Bit 0 is never
/// set but where every bit is: then the value is `least`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<S> {
    pub(super) key: S,
    excluded: u32,
    least: u16,
    /// The binary logarithm of the steps spent, for replacement.
    effort: u8,
    numbers: [Numbers; 2],
}

/// The answers of [`Entry::asked`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookup {
    /// The value is the one asked for.
    Yes,
    /// The value is another.
    No,
    /// Not proved; the proof numbers, if they are kept.
    Open(Option<Numbers>),
}

const SETTLED: u32 = u32::MAX;

impl<S: Set> Entry<S> {
    fn empty() -> Self {
        Entry {
            key: S::EMPTY,
            excluded: 0,
            least: 0,
            effort: 0,
            numbers: [NONE; 2],
        }
    }

    /// Returns the value, when it is known.
    #[inline]
    pub(super) fn value(&self) -> Option<u32> {
        (self.excluded == SETTLED).then_some(u32::from(self.least))
    }

    /// Returns the least value not excluded.
    #[inline]
    pub(super) fn least(&self) -> u32 {
        u32::from(self.least)
    }

    /// Sets the value.
    #[inline]
    pub(super) fn settle(&mut self, value: u32) {
        self.least = value as u16;
        self.excluded = SETTLED;
    }

    /// Returns whether this value is known not to be the component's.
    #[inline]
    pub(super) fn excludes(&self, nimber: u32) -> bool {
        let least = u32::from(self.least);
        if self.excluded == SETTLED {
            return nimber != least;
        }
        nimber < least || (nimber - least < 32 && self.excluded >> (nimber - least) & 1 != 0)
    }

    /// Excludes a value. One far above the least not excluded may be forgotten.
    #[inline]
    pub(super) fn exclude(&mut self, nimber: u32) {
        let least = u32::from(self.least);
        if self.excluded == SETTLED || nimber < least || nimber - least >= 32 {
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
    pub(super) fn asked(&self, nimber: u32) -> Lookup {
        if self.excluded == SETTLED {
            return if u32::from(self.least) == nimber {
                Lookup::Yes
            } else {
                Lookup::No
            };
        }
        if self.excludes(nimber) {
            return Lookup::No;
        }
        Lookup::Open(
            self.numbers
                .into_iter()
                .find(|numbers| u32::from(numbers.nimber) == nimber),
        )
    }

    /// Keeps proof numbers: of the two questions asked last.
    #[inline]
    pub(super) fn keep(&mut self, numbers: Numbers, effort: u64) {
        if self.numbers[0].nimber != numbers.nimber && self.numbers[1].nimber != numbers.nimber {
            self.numbers[1] = self.numbers[0];
            self.numbers[0] = numbers;
        } else {
            let slot = usize::from(self.numbers[0].nimber != numbers.nimber);
            self.numbers[slot] = numbers;
        }
        self.effort = self.effort.max(effort.checked_ilog2().unwrap_or(0) as u8);
    }

    /// Notes the steps spent.
    #[inline]
    pub(super) fn spent(&mut self, effort: u64) {
        self.effort = self.effort.max(effort.checked_ilog2().unwrap_or(0) as u8);
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct TranspositionTable<S> {
    entries: Vec<Entry<S>>,
    mask: usize,
    /// The number of components it holds, and the most it may hold.
    pub(super) used: usize,
    pub(super) most: usize,
}

impl<S: Set> TranspositionTable<S> {
    /// Makes a table that never takes more than about this many bytes, growth included.
    pub(super) fn new(bytes: u64) -> Self {
        // While it grows, the old half is there beside the new whole.
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

    fn list(size: usize) -> Vec<Entry<S>> {
        let mut entries =
            grundy_machine::platform::pages::huge(Vec::with_capacity(size + WINDOW_ENTRIES));
        entries.resize(size + WINDOW_ENTRIES, Entry::empty());
        entries
    }

    /// Starts loading the place of a hash.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        grundy_machine::simd::prefetch::prefetch(self.entries.get(hash as usize & self.mask));
    }

    /// Returns the entry of a component.
    #[inline]
    pub(super) fn find(&self, key: &S, hash: u64) -> Option<&Entry<S>> {
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

    /// Returns the entry of a component, made if it is not there.
    pub(super) fn entry(&mut self, key: &S, hash: u64) -> &mut Entry<S> {
        loop {
            let start = hash as usize & self.mask;
            let window = &self.entries[start..start + WINDOW_ENTRIES];
            let place = window
                .iter()
                .position(|entry| entry.key == *key || entry.key == S::EMPTY);
            // Windows fill long before the table does; growing for the first of them would waste most of it.
            let crowded = self.used * 4 > (self.mask + 1) * 3
                || (place.is_none() && self.used * 5 > (self.mask + 1) * 3);
            let full = crowded && self.mask + 1 < self.most;
            match place {
                Some(at) if window[at].key == *key => return &mut self.entries[start + at],
                _ if full => self.grow(),
                Some(at) => {
                    self.used += 1;
                    let entry = &mut self.entries[start + at];
                    entry.key = *key;
                    return entry;
                }
                None => {
                    let cheapest = (0..WINDOW_ENTRIES)
                        .min_by_key(|&at| window[at].effort)
                        .unwrap_or(0);
                    // Entries that are not used again lose their worth by and by.
                    for entry in &mut self.entries[start..start + WINDOW_ENTRIES] {
                        entry.effort = entry.effort.saturating_sub(1);
                    }
                    let entry = &mut self.entries[start + cheapest];
                    *entry = Entry {
                        key: *key,
                        ..Entry::empty()
                    };
                    return entry;
                }
            }
        }
    }

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
                if let Some(at) = window.iter().position(|there| there.key == S::EMPTY) {
                    self.entries[start + at] = entry;
                    self.used += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excluded_values_move_the_least_one() {
        let mut entry = Entry::<u64>::empty();
        entry.exclude(1);
        assert_eq!(
            (entry.least(), entry.excludes(1), entry.excludes(0)),
            (0, true, false)
        );
        entry.exclude(0);
        assert_eq!((entry.least(), entry.excludes(2)), (2, false));
        for value in (2..100).rev() {
            entry.exclude(value);
        }
        assert!(entry.least() >= 34 && !entry.excludes(100), "{entry:?}");
        assert_eq!(entry.asked(100), Lookup::Open(None));
        entry.keep(
            Numbers {
                nimber: 100,
                phi: 3,
                delta: 4,
            },
            9,
        );
        entry.keep(
            Numbers {
                nimber: 101,
                phi: 1,
                delta: 1,
            },
            9,
        );
        assert_eq!(
            entry.asked(100),
            Lookup::Open(Some(Numbers {
                nimber: 100,
                phi: 3,
                delta: 4
            }))
        );
        entry.settle(100);
        assert_eq!(
            (entry.asked(100), entry.asked(101), entry.value()),
            (Lookup::Yes, Lookup::No, Some(100))
        );
    }

    #[test]
    fn a_full_table_forgets_and_never_confuses() {
        let mut table = TranspositionTable::<u64>::new(1 << 16);
        for key in 1..100_000u64 {
            table.entry(&key, key.hashed()).settle((key % 1000) as u32);
        }
        let size = table.mask + 1;
        assert!(size * size_of::<Entry<u64>>() <= 1 << 16);
        let kept =
            (1..100_000u64).filter_map(|key| Some((key, table.find(&key, key.hashed())?.value())));
        let kept: Vec<_> = kept.collect();
        assert!(kept.len() > size / 2 && kept.len() <= size + WINDOW_ENTRIES);
        assert!(
            kept.iter()
                .all(|&(key, value)| value == Some((key % 1000) as u32))
        );
    }
}
