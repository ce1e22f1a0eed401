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
    shelves: RwLock<FxHashMap<u64, Shelf>>,
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
        Cache { bound, shelves: RwLock::default() }
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
            let shelves = self.shelves.read().unwrap_or_else(PoisonError::into_inner);
            shelves.get(&hash).and_then(|shelf| find(shelf, game, rules))
        };
        if let Some(analysis) = found.and_then(downcast) {
            return Ok(analysis);
        }
        let made = Arc::new(build()?);
        let mut shelves = self.shelves.write().unwrap_or_else(PoisonError::into_inner);
        let kept = shelves.values().flatten().map(|entry| entry.analysis.bytes()).sum::<u64>();
        if kept.saturating_add(made.bytes()) > self.bound {
            shelves.clear();
        }
        let shelf = shelves.entry(hash).or_default();
        if let Some(analysis) = find(shelf, game, rules).and_then(downcast) {
            return Ok(analysis);
        }
        shelf.push(Entry { game, rules: rules.into(), analysis: made.clone() });
        Ok(made)
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
        let cache = Cache::new(100);
        let first = cache.shared("nim", &[1, 2], || Ok(Number(7, 1))).unwrap();
        let again = cache.shared("nim", &[1, 2], || Ok(Number(8, 1))).unwrap();
        let other = cache.shared("nim", &[1, 3], || Ok(Number(9, 1))).unwrap();
        let game = cache.shared("octal", &[1, 2], || Ok(Number(10, 1))).unwrap();
        assert_eq!((first.0, again.0, other.0, game.0), (7, 7, 9, 10));
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let cache = Cache::new(100);
        for rules in 0..50 {
            cache.shared("nim", &[rules], || Ok(Number(rules, 30))).unwrap();
            let shelves = cache.shelves.read().unwrap();
            assert!(shelves.values().flatten().map(|e| e.analysis.bytes()).sum::<u64>() <= 100);
        }
    }
}
