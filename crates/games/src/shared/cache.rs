//! Analyses of rules, made once and shared by all records with the same rules.

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, TryLockError};
use std::thread;
use std::time::Duration;

use fxhash::FxHashMap;

use grundy_base::sync::interrupt;
use grundy_record::Fault;

/// A bounded store of analyses, keyed by game and rules.
///
/// When the analyses kept hold more than the bound, all are dropped at the next insertion (those
/// in use live on until their records are answered): rule sets either repeat, and are soon made
/// again, or do not, and were not worth keeping.
///
/// Workers share one store. Each keeps the rules that it has opened, and the analyses that those use: bumping one
/// shared count of users for every record would cost more than solving many a record.
#[derive(Clone)]
pub struct Cache {
    /// The part of the store that all workers share.
    common: Arc<Common>,
}

/// The part of the store that all workers share.
struct Common {
    /// The bytes that may be held.
    bound: u64,
    /// The store.
    store: RwLock<Store>,
    /// The number of times that the store was emptied.
    emptied: AtomicU64,
}

/// The time for which a worker that waits for another's analysis sleeps before it looks again.
const PAUSE: Duration = Duration::from_millis(1);

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

#[derive(Default)]
struct Store {
    /// The entries of each game, by the rules.
    games: FxHashMap<&'static str, FxHashMap<Box<[u64]>, Arc<Entry>>>,
    /// The bytes of all entries when they were last counted, and of those added since.
    held: u64,
    /// The number of entries that may come before all are counted anew, since analyses grow.
    uncounted: usize,
}

impl Store {
    /// Counts the bytes of all entries.
    fn count(&self) -> u64 {
        let entries = self.games.values().flatten();
        entries
            .map(|(rules, entry)| Entry::place_bytes(rules) + entry.bytes())
            .sum()
    }

    /// Counts the bytes of all entries. Counting them at every insertion would make a batch of many
    /// rule sets quadratic; counting when an eighth of them is new costs a constant each.
    fn held(&mut self) -> u64 {
        if self.uncounted == 0 {
            self.held = self.count();
            let entries: usize = self.games.values().map(FxHashMap::len).sum();
            self.uncounted = 1 + entries / 8;
        }
        self.uncounted -= 1;
        self.held
    }

    /// Finds the entry of these rules.
    fn find(&self, game: &'static str, rules: &[u64]) -> Option<&Arc<Entry>> {
        self.games.get(game)?.get(rules)
    }

    /// Puts an entry at its place, and counts the place.
    fn insert(&mut self, game: &'static str, rules: &[u64], entry: &Arc<Entry>) {
        let of_game = self.games.entry(game).or_default();
        of_game.insert(rules.into(), entry.clone());
        self.held += Entry::place_bytes(rules);
    }
}

/// An analysis, or the place of one that is being made.
#[derive(Default)]
struct Entry {
    /// The analysis, once it is made.
    made: OnceLock<Made>,
    /// The lock that is held while the analysis is being made.
    making: Mutex<()>,
}

struct Made {
    /// The analysis.
    analysis: Arc<dyn Any + Send + Sync>,
    /// The function that tells the bytes it holds.
    bytes: Box<dyn Fn() -> u64 + Send + Sync>,
}

impl Entry {
    /// Returns the bytes of the place of these rules in the store, without the analysis.
    fn place_bytes(rules: &[u64]) -> u64 {
        Cache::ENTRY_BYTES + size_of_val(rules) as u64
    }

    /// Returns the bytes that the analysis holds, once it is made.
    fn bytes(&self) -> u64 {
        self.made.get().map_or(0, |made| (made.bytes)())
    }

    /// Waits while another thread makes the analysis.
    fn lock(&self) -> MutexGuard<'_, ()> {
        loop {
            match self.making.try_lock() {
                Ok(guard) => return guard,
                // The analysis of a thread that gave up is made anew.
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    interrupt::check();
                    thread::sleep(PAUSE);
                }
            }
        }
    }
}

impl Cache {
    /// The bytes that an analysis counts for besides its own and those of its rules.
    pub const ENTRY_BYTES: u64 = 256;

    /// Makes a store that keeps up to about this many bytes.
    pub fn new(bound: u64) -> Self {
        Cache {
            common: Arc::new(Common {
                bound,
                store: RwLock::default(),
                emptied: AtomicU64::new(0),
            }),
        }
    }

    /// Says how often the store was emptied: a worker that keeps analyses of its own lets go of them when it is.
    pub fn emptied(&self) -> u64 {
        self.common.emptied.load(Ordering::Acquire)
    }

    /// Returns the bytes that are held: of all analyses when they were last counted, and of those added since. It leaves
    /// out what analyses have grown by since.
    pub fn held(&self) -> u64 {
        let store = self.common.store.read();
        store.unwrap_or_else(PoisonError::into_inner).held
    }

    /// Returns the analysis of these rules, made by `build` if it is not there yet; `bytes` tells the memory that it
    /// holds, roughly, and it may grow while it is used, under its own lock.
    ///
    /// `rules` must say all that the analysis depends on, and one game keeps analyses of one type `T` under its
    /// name. A thread that asks for an analysis which another builds waits for it. `build` may ask for other
    /// analyses, but in no circle.
    ///
    /// # Errors
    ///
    /// Returns the errors of `build`.
    pub fn shared<T: Any + Send + Sync>(
        &self,
        game: &'static str,
        rules: &[u64],
        bytes: fn(&T) -> u64,
        build: impl FnOnce() -> Result<T, Fault>,
    ) -> Result<CacheRef<T>, Fault> {
        let of = |made: &Made| {
            made.analysis
                .clone()
                .downcast()
                .ok()
                .map(|analysis| CacheRef(Arc::new(analysis)))
        };
        let entry = self.entry(game, rules);
        if let Some(found) = entry.made.get().and_then(of) {
            return Ok(found);
        }
        let _making = entry.lock();
        if let Some(found) = entry.made.get().and_then(of) {
            return Ok(found);
        }
        let analysis = Arc::new(build()?);
        let held = analysis.clone();
        let made = Made {
            analysis: analysis.clone(),
            bytes: Box::new(move || bytes(&held)),
        };
        self.keep(game, rules, &entry, made);
        Ok(CacheRef(Arc::new(analysis)))
    }

    /// Puts an analysis that was made at its place. It is kept even if it is larger than the bound, until the next one
    /// needs room.
    fn keep(&self, game: &'static str, rules: &[u64], entry: &Arc<Entry>, made: Made) {
        let bytes = (made.bytes)();
        let mut store = self
            .common
            .store
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        self.make_room(&mut store, bytes);
        // The store may have been emptied since the place was made, here or by another worker.
        let is_held = store
            .find(game, rules)
            .is_some_and(|held| Arc::ptr_eq(held, entry));
        if !is_held {
            store.insert(game, rules, entry);
        }
        store.held += bytes;
        let _ = entry.made.set(made);
    }

    /// Returns the place of an analysis.
    fn entry(&self, game: &'static str, rules: &[u64]) -> Arc<Entry> {
        let store = self
            .common
            .store
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = store.find(game, rules) {
            return entry.clone();
        }
        drop(store);
        let mut store = self
            .common
            .store
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        // Another worker may have made the place meanwhile.
        if let Some(entry) = store.find(game, rules) {
            return entry.clone();
        }
        let entry = Arc::default();
        self.make_room(&mut store, Entry::place_bytes(rules));
        store.insert(game, rules, &entry);
        entry
    }

    /// Empties the store if it would hold too much with more bytes.
    fn make_room(&self, store: &mut Store, bytes: u64) {
        if store.held().saturating_add(bytes) > self.common.bound {
            *store = Store::default();
            self.common.emptied.fetch_add(1, Ordering::Release);
        }
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache")
            .field("bound", &self.common.bound)
            .finish_non_exhaustive()
    }
}
