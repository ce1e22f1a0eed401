//! The values of small components, each of which is valued in full, once.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the lower bits of a hash are used"
)]

use super::bits::Set;
use super::game::{ComponentGame, Components};
use grundy_base::simd::prefetch::prefetch;

/// A table of values of small components. It has a fixed size and keeps the latest; what it holds
/// saves time, and nothing else depends on it.
#[derive(Debug)]
pub struct Small<S> {
    /// The entries, a power of two of them, each of a component whose hash has this place.
    entries: Vec<SmallEntry<S>>,
    /// The number of entries in use.
    used: usize,
    /// The largest number of entries.
    most: usize,
    /// A list of parts for each level of the recursion.
    levels: Vec<Components<S>>,
}

/// A component and its value.
#[derive(Clone, Copy, Debug)]
struct SmallEntry<S> {
    /// The component; the empty set if the entry is free.
    key: S,
    /// The value of the component.
    value: u32,
}

impl<S: Set> SmallEntry<S> {
    /// The entry without a component.
    const FREE: Self = SmallEntry {
        key: S::EMPTY,
        value: 0,
    };
}

/// The number of entries of a fresh table.
const FIRST_ENTRIES: usize = 1 << 6;

impl<S: Set> Small<S> {
    /// Makes a table of at most about `bytes`.
    pub fn new(bytes: u64) -> Self {
        let entries = bytes / size_of::<SmallEntry<S>>() as u64;
        let most = entries
            .checked_ilog2()
            .map_or(1, |log| 1usize << log.min(30));
        Small {
            entries: vec![SmallEntry::FREE; FIRST_ENTRIES.min(most)],
            used: 0,
            most,
            levels: Vec::new(),
        }
    }

    /// Returns the largest number of entries.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Returns the place of a hash.
    fn place(&self, hash: u64) -> usize {
        // The search's own table uses the low bits; the two are independent anyway.
        hash as usize & (self.entries.len() - 1)
    }

    /// Starts loading the place of a component.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(self.entries.get(self.place(hash)));
    }

    /// Returns the value of a component of at most 16 cells, which has this hash.
    #[inline]
    pub fn value_of(&mut self, game: &dyn ComponentGame<Set = S>, component: &S, hash: u64) -> u32 {
        self.value_at(game, component, hash, 0)
    }

    /// Returns the value of a component at some level of the recursion.
    fn value_at(
        &mut self,
        game: &dyn ComponentGame<Set = S>,
        component: &S,
        hash: u64,
        level: usize,
    ) -> u32 {
        let entry = self.entries[self.place(hash)];
        if entry.key == *component {
            return entry.value;
        }
        let value = match game.value_of_small(component) {
            Some(value) => value,
            None if game.is_mirrored(component) => 0,
            None => self.mex(game, component, level),
        };
        self.keep(component, hash, value);
        value
    }

    /// Finds the value of a component: the mex over its options, each of which is the nim-sum of its components.
    fn mex(&mut self, game: &dyn ComponentGame<Set = S>, component: &S, level: usize) -> u32 {
        if self.levels.len() <= level {
            self.levels.push(Components::new());
        }
        let mut parts = std::mem::replace(&mut self.levels[level], Components::new());
        let mut seen = 0u32;
        // Hardly any small component has options of such values.
        let mut seen_beyond = Vec::new();
        game.options(component, &mut |left, _| {
            parts.clear();
            game.split_after(component, left, &mut parts);
            let mut value = parts.nim_sum;
            for part in &parts.open {
                value ^= self.value_at(game, part, part.hashed(), level + 1);
            }
            match 1u32.checked_shl(value) {
                Some(bit) => seen |= bit,
                None => seen_beyond.push(value),
            }
        });
        self.levels[level] = parts;
        let mut least = seen.trailing_ones();
        while seen == u32::MAX && seen_beyond.contains(&least) {
            least += 1;
        }
        least
    }

    /// Keeps a value, in a table that is doubled when it is half full.
    fn keep(&mut self, component: &S, hash: u64, value: u32) {
        if self.used * 2 > self.entries.len() && self.entries.len() < self.most {
            let doubled = vec![SmallEntry::FREE; self.entries.len() * 2];
            let old = std::mem::replace(&mut self.entries, doubled);
            self.used = 0;
            for entry in old {
                if entry.key != S::EMPTY {
                    self.store(entry, entry.key.hashed());
                }
            }
        }
        let key = *component;
        self.store(SmallEntry { key, value }, hash);
    }

    /// Stores an entry at its place.
    fn store(&mut self, entry: SmallEntry<S>, hash: u64) {
        let place = self.place(hash);
        if self.entries[place].key == S::EMPTY {
            self.used += 1;
        }
        self.entries[place] = entry;
    }
}
