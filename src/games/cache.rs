//! Analyses of rules, made once and shared by all records with the same rules.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, PoisonError, RwLock};

use fxhash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use crate::record::Fault;

/// An analysis that can be shared. It may grow while it is used, behind its own lock.
pub trait Shared: Any + Send + Sync {
    /// The memory it holds now, in bytes, roughly.
    fn bytes(&self) -> u64;
}

/// A bounded store of analyses, keyed by game and rules.
///
/// When the analyses kept hold more than the bound, all are dropped at the next insertion (those
/// in use live on until their records are answered): rule sets either repeat, and are soon made
/// again, or do not, and were not worth keeping.
pub struct Cache {
    bound: u64,
    store: RwLock<Store>,
}

#[derive(Default)]
struct Store {
    shelves: FxHashMap<u64, Shelf>,
    entries: usize,
    /// What the entries held when they were last counted, and what was added since.
    held: u64,
    /// How many entries may come before all are counted anew, since analyses grow.
    uncounted: usize,
}

impl Store {
    /// What the entries hold. Counting them all at every insertion would make a batch of many
    /// rule sets quadratic; counting when an eighth of them is new costs a constant each.
    fn held(&mut self) -> u64 {
        if self.uncounted == 0 {
            self.held = self.shelves.values().flatten().map(Entry::bytes).sum();
            self.uncounted = 1 + self.entries / 8;
        }
        self.uncounted -= 1;
        self.held
    }

    fn insert(&mut self, hash: u64, entry: Entry) {
        self.held += entry.bytes();
        self.entries += 1;
        self.shelves.entry(hash).or_default().push(entry);
    }
}

/// The analyses whose keys share a hash: nearly always one.
type Shelf = SmallVec<[Entry; 1]>;

struct Entry {
    game: &'static str,
    rules: Box<[u64]>,
    analysis: Arc<dyn Shared>,
}

impl Cache {
    /// A store that keeps up to about this many bytes.
    pub fn new(bound: u64) -> Self {
        Cache { bound, store: RwLock::default() }
    }

    /// The analysis of these rules, made by `build` when it is not there yet.
    ///
    /// `rules` must say all that the analysis depends on; what it means is the game's affair, and
    /// one game keeps analyses of one type `T` under its name. Two threads may build the same
    /// analysis at once; one of the two is kept.
    ///
    /// # Errors
    ///
    /// What `build` returns.
    pub fn shared<T: Shared>(
        &self,
        game: &'static str,
        rules: &[u64],
        build: impl FnOnce() -> Result<T, Fault>,
    ) -> Result<Arc<T>, Fault> {
        let mut hasher = FxHasher::default();
        (game, rules).hash(&mut hasher);
        let hash = hasher.finish();
        let found = {
            let store = self.store.read().unwrap_or_else(PoisonError::into_inner);
            store.shelves.get(&hash).and_then(|shelf| find(shelf, game, rules))
        };
        if let Some(analysis) = found.and_then(downcast) {
            return Ok(analysis);
        }
        let made = Arc::new(build()?);
        let entry = Entry { game, rules: rules.into(), analysis: made.clone() };
        let mut store = self.store.write().unwrap_or_else(PoisonError::into_inner);
        let there = store.shelves.get(&hash).and_then(|shelf| find(shelf, game, rules));
        if let Some(analysis) = there.and_then(downcast) {
            return Ok(analysis);
        }
        if store.held().saturating_add(entry.bytes()) > self.bound {
            *store = Store::default();
        }
        store.insert(hash, entry);
        Ok(made)
    }
}

impl Entry {
    /// The memory it holds, its place in the store included.
    fn bytes(&self) -> u64 {
        const PLACE: usize = size_of::<(u64, Shelf)>() + 32;
        (PLACE + size_of_val(&*self.rules)) as u64 + self.analysis.bytes()
    }
}

fn find(shelf: &Shelf, game: &'static str, rules: &[u64]) -> Option<Arc<dyn Shared>> {
    shelf.iter().find(|entry| entry.game == game && *entry.rules == *rules).map(|e| e.analysis.clone())
}

fn downcast<T: Shared>(analysis: Arc<dyn Shared>) -> Option<Arc<T>> {
    let any: Arc<dyn Any + Send + Sync> = analysis;
    any.downcast().ok()
}

impl Default for Cache {
    fn default() -> Self {
        Cache::new(1 << 30)
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").field("bound", &self.bound).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Number(u64, u64);

    impl Shared for Number {
        fn bytes(&self) -> u64 {
            self.1
        }
    }

    #[test]
    fn same_rules_share_one_analysis() {
        let cache = Cache::new(1000);
        let first = cache.shared("nim", &[1, 2], || Ok(Number(7, 1))).unwrap();
        let again = cache.shared("nim", &[1, 2], || Ok(Number(8, 1))).unwrap();
        let other = cache.shared("nim", &[1, 3], || Ok(Number(9, 1))).unwrap();
        let game = cache.shared("octal", &[1, 2], || Ok(Number(10, 1))).unwrap();
        assert_eq!((first.0, again.0, other.0, game.0), (7, 7, 9, 10));
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let cache = Cache::new(5000);
        for rules in 0..500 {
            cache.shared("nim", &[rules], || Ok(Number(rules, 300))).unwrap();
            let store = cache.store.read().unwrap();
            assert!(store.shelves.values().flatten().map(Entry::bytes).sum::<u64>() <= 5000);
        }
    }
}
