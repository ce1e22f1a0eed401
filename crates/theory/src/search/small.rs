//! Small components, valued in full, each once.

use super::{ComponentGame, Components, Set};
use grundy_machine::simd::prefetch::prefetch;

/// A table of values of small components. It has a fixed size and keeps the latest; what it holds
/// saves time, and nothing else depends on it.
#[derive(Debug)]
pub struct Small<S> {
    entries: Vec<(S, u32)>,
    used: usize,
    most: usize,
    /// One list of parts for each level of the recursion.
    levels: Vec<Components<S>>,
}

const FIRST_ENTRIES: usize = 1 << 6;

impl<S: Set> Small<S> {
    /// Makes a table of at most about `bytes`.
    pub fn new(bytes: u64) -> Self {
        let entries = bytes / size_of::<(S, u32)>() as u64;
        let most = entries
            .checked_ilog2()
            .map_or(1, |log| 1usize << log.min(30));
        Small {
            entries: vec![(S::EMPTY, 0); FIRST_ENTRIES.min(most)],
            used: 0,
            most,
            levels: Vec::new(),
        }
    }

    fn place(&self, hash: u64) -> usize {
        // The search's own table uses the low bits; the two are independent anyway.
        hash as usize & (self.entries.len() - 1)
    }

    /// Starts loading the place of a component.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(self.entries.get(self.place(hash)));
    }

    /// Returns the value of a component of at most 16 cells, by its hash: the mex over its options, each the
    /// nim-sum of its components.
    #[inline]
    pub fn value_of<G: ComponentGame<Set = S>>(
        &mut self,
        game: &G,
        component: &S,
        hash: u64,
    ) -> u32 {
        self.value_at(game, component, hash, 0)
    }

    fn value_at<G: ComponentGame<Set = S>>(
        &mut self,
        game: &G,
        component: &S,
        hash: u64,
        level: usize,
    ) -> u32 {
        let (key, value) = self.entries[self.place(hash)];
        if key == *component {
            return value;
        }
        let value = match game.value_of_small(component) {
            Some(value) => value,
            None if game.is_mirrored(component) => 0,
            None => self.mex(game, component, level),
        };
        self.keep(component, hash, value);
        value
    }

    fn mex<G: ComponentGame<Set = S>>(&mut self, game: &G, component: &S, level: usize) -> u32 {
        if self.levels.len() <= level {
            self.levels.push(Components::new());
        }
        let mut parts = std::mem::replace(&mut self.levels[level], Components::new());
        let mut seen = 0u32;
        game.options(component, |left, _| {
            parts.clear();
            game.split_after(component, left, &mut parts);
            let mut value = parts.nim_sum;
            for part in &parts.open {
                value ^= self.value_at(game, part, part.hashed(), level + 1);
            }
            seen |= 1u32.checked_shl(value).unwrap_or(0);
        });
        self.levels[level] = parts;
        seen.trailing_ones()
    }

    fn keep(&mut self, component: &S, hash: u64, value: u32) {
        if self.used * 2 > self.entries.len() && self.entries.len() < self.most {
            let size = self.entries.len() * 2;
            let old = std::mem::replace(&mut self.entries, vec![(S::EMPTY, 0); size]);
            self.used = 0;
            for (key, value) in old.into_iter().filter(|(key, _)| *key != S::EMPTY) {
                let place = self.place(key.hashed());
                self.used += usize::from(self.entries[place].0 == S::EMPTY);
                self.entries[place] = (key, value);
            }
        }
        let place = self.place(hash);
        self.used += usize::from(self.entries[place].0 == S::EMPTY);
        self.entries[place] = (*component, value);
    }
}
