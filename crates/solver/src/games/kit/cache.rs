//! Analyses of rules, made once and shared by all records with the same rules.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, RwLock};
use std::time::Duration;

use fxhash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use crate::record::Fault;
use crate::sync::interrupt;

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
///
/// Workers share one store. Each keeps the rules that it has opened, and what those use of it: bumping one
/// shared count of users for every record would cost more than solving many a record.
pub struct Cache {
    common: Arc<Common>,
}

/// What all workers share.
struct Common {
    bound: u64,
    store: RwLock<Store>,
    /// How often the store was emptied.
    emptied: AtomicU64,
    /// What is being built: who wants one of them waits.
    building: Mutex<Vec<Key>>,
    built: Condvar,
}

/// How long a worker that waits for another's analysis goes on before it looks whether to stop.
const MOMENT: Duration = Duration::from_millis(10);

/// What an analysis is kept under.
type Key = (&'static str, Box<[u64]>);

/// An analysis being built, until dropped, also by a panic.
struct Building<'a> {
    common: &'a Common,
    game: &'static str,
    rules: &'a [u64],
}

impl Drop for Building<'_> {
    fn drop(&mut self) {
        let mut building = self.common.building.lock().unwrap_or_else(PoisonError::into_inner);
        building.retain(|(game, rules)| *game != self.game || **rules != *self.rules);
        self.common.built.notify_all();
    }
}

/// An analysis in use by one worker. Its clones are counted for that worker alone.
#[expect(
    clippy::redundant_allocation,
    reason = "the outer count is one worker's own: no other core touches it"
)]
pub struct CacheRef<T>(Arc<Arc<T>>);

impl<T> Clone for CacheRef<T> {
    fn clone(&self) -> Self {
        CacheRef(self.0.clone())
    }
}

impl<T> Deref for CacheRef<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for CacheRef<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Default)]
struct Store {
    buckets: FxHashMap<u64, Bucket>,
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
            self.held = self.buckets.values().flatten().map(Entry::bytes).sum();
            self.uncounted = 1 + self.entries / 8;
        }
        self.uncounted -= 1;
        self.held
    }

    fn insert(&mut self, hash: u64, entry: Entry) {
        self.held += entry.bytes();
        self.entries += 1;
        self.buckets.entry(hash).or_default().push(entry);
    }
}

/// The analyses whose keys share a hash: nearly always one.
type Bucket = SmallVec<[Entry; 1]>;

struct Entry {
    game: &'static str,
    rules: Box<[u64]>,
    analysis: Arc<dyn Shared>,
}

impl Cache {
    /// A store that keeps up to about this many bytes.
    pub fn new(bound: u64) -> Self {
        let common = Common {
            bound,
            store: RwLock::default(),
            emptied: AtomicU64::new(0),
            building: Mutex::default(),
            built: Condvar::new(),
        };
        Cache { common: Arc::new(common) }
    }

    /// The same store for another worker.
    pub fn for_worker(&self) -> Self {
        Cache { common: self.common.clone() }
    }

    /// How often the store was emptied: who keeps analyses beside it lets go of them when it is.
    pub fn emptied(&self) -> u64 {
        self.common.emptied.load(Ordering::Acquire)
    }

    /// The analysis of these rules, made by `build` when it is not there yet.
    ///
    /// `rules` must say all that the analysis depends on; what it means is the game's affair, and
    /// one game keeps analyses of one type `T` under its name. Who wants an analysis that another
    /// thread builds waits for it. `build` may ask for other analyses, but in no circle.
    ///
    /// # Errors
    ///
    /// What `build` returns.
    pub fn shared<T: Shared>(
        &self,
        game: &'static str,
        rules: &[u64],
        build: impl FnOnce() -> Result<T, Fault>,
    ) -> Result<CacheRef<T>, Fault> {
        let mut hasher = FxHasher::default();
        (game, rules).hash(&mut hasher);
        let hash = hasher.finish();
        Ok(CacheRef(Arc::new(self.common.shared(hash, game, rules, build)?)))
    }
}

impl Common {
    fn shared<T: Shared>(
        &self,
        hash: u64,
        game: &'static str,
        rules: &[u64],
        build: impl FnOnce() -> Result<T, Fault>,
    ) -> Result<Arc<T>, Fault> {
        let find_it = || {
            let store = self.store.read().unwrap_or_else(PoisonError::into_inner);
            store.buckets.get(&hash).and_then(|bucket| find(bucket, game, rules)).and_then(downcast)
        };
        if let Some(analysis) = find_it() {
            return Ok(analysis);
        }
        let _building = self.build_alone(game, rules);
        if let Some(analysis) = find_it() {
            return Ok(analysis);
        }
        let made = Arc::new(build()?);
        let entry = Entry { game, rules: rules.into(), analysis: made.clone() };
        let mut store = self.store.write().unwrap_or_else(PoisonError::into_inner);
        if store.held().saturating_add(entry.bytes()) > self.bound {
            *store = Store::default();
            self.emptied.fetch_add(1, Ordering::Release);
        }
        store.insert(hash, entry);
        Ok(made)
    }

    /// Waits while another thread builds this analysis.
    fn build_alone<'a>(&'a self, game: &'static str, rules: &'a [u64]) -> Building<'a> {
        let mut building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        while building.iter().any(|(other, of)| *other == game && **of == *rules) {
            let waited = self.built.wait_timeout(building, MOMENT);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
            interrupt::check();
            building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        }
        building.push((game, rules.into()));
        Building { common: self, game, rules }
    }
}

impl Entry {
    /// The memory it holds, its place in the store included.
    fn bytes(&self) -> u64 {
        const PLACE: usize = size_of::<(u64, Bucket)>() + 32;
        (PLACE + size_of_val(&*self.rules)) as u64 + self.analysis.bytes()
    }
}

fn find(bucket: &Bucket, game: &'static str, rules: &[u64]) -> Option<Arc<dyn Shared>> {
    bucket.iter().find(|entry| entry.game == game && *entry.rules == *rules).map(|e| e.analysis.clone())
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
        f.debug_struct("Cache").field("bound", &self.common.bound).finish_non_exhaustive()
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
        assert_eq!([first, again, other, game].map(|number| number.0.0), [7, 7, 9, 10]);
    }

    #[test]
    fn workers_share_the_store() {
        let cache = Cache::new(1000);
        let first = cache.shared("nim", &[1], || Ok(Number(7, 1))).unwrap();
        let other = cache.for_worker();
        let second = other.shared("nim", &[1], || Ok(Number(8, 1))).unwrap();
        assert!(std::ptr::eq(&*first, &*second));
    }

    #[test]
    fn one_thread_builds_and_the_others_wait() {
        let cache = Cache::new(1000);
        let builds = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                let (cache, builds) = (cache.for_worker(), &builds);
                scope.spawn(move || {
                    let build = || {
                        builds.fetch_add(1, Ordering::Relaxed);
                        std::thread::sleep(Duration::from_millis(30));
                        // An analysis may want another one.
                        cache.shared("nim", &[6], || Ok(Number(1, 1)))?;
                        Ok(Number(7, 1))
                    };
                    assert_eq!(cache.shared("nim", &[5], build).unwrap().0.0, 7);
                });
            }
        });
        assert_eq!(builds.into_inner(), 1);
        // What failed, or panicked, is built by the next one.
        let wrong = || Err::<Number, _>(Fault::new(crate::record::Place::EndOfRules, "no", "no"));
        assert!(cache.shared("nim", &[8], wrong).is_err());
        let panics = || -> Result<Number, Fault> { std::panic::resume_unwind(Box::new(())) };
        let unwound =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| cache.shared("nim", &[8], panics)));
        assert!(unwound.is_err());
        assert_eq!(cache.shared("nim", &[8], || Ok(Number(9, 1))).unwrap().0.0, 9);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let cache = Cache::new(5000);
        for rules in 0..500 {
            cache.shared("nim", &[rules], || Ok(Number(rules, 300))).unwrap();
            let store = cache.common.store.read().unwrap();
            assert!(store.buckets.values().flatten().map(Entry::bytes).sum::<u64>() <= 5000);
        }
    }
}
