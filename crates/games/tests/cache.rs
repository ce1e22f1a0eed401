//! The store of analyses that workers share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grundy_games::{Cache, CacheRef};
use grundy_record::{Fault, Place};

/// A number as an analysis.
struct Number {
    /// The number.
    value: u64,
    /// The bytes that it says it holds.
    bytes: u64,
    /// A count that the numbers of a test share, of those that are still there.
    _there: Arc<()>,
}

fn number(value: u64, bytes: u64) -> Number {
    counted(value, bytes, &Arc::default())
}

fn counted(value: u64, bytes: u64, there: &Arc<()>) -> Number {
    Number {
        value,
        bytes,
        _there: there.clone(),
    }
}

/// Returns how many of the numbers that share this are still there: the store has let go of the others.
fn still_there(there: &Arc<()>) -> u64 {
    Arc::strong_count(there) as u64 - 1
}

/// The bytes of the place of a number, whose rules are two words.
const PLACE: u64 = Cache::ENTRY_BYTES + 16;

fn shared(
    cache: &Cache,
    game: &'static str,
    rules: u64,
    build: impl FnOnce() -> Result<Number, Fault>,
) -> Result<CacheRef<Number>, Fault> {
    cache.shared(game, &[1, rules], |number| number.bytes, build)
}

#[test]
fn same_rules_share_one_analysis() {
    let cache = Cache::new(1000);
    let first = shared(&cache, "nim", 2, || Ok(number(7, 1))).unwrap();
    let again = shared(&cache, "nim", 2, || Ok(number(8, 1))).unwrap();
    let other = shared(&cache, "nim", 3, || Ok(number(9, 1))).unwrap();
    let game = shared(&cache, "octal", 2, || Ok(number(10, 1))).unwrap();
    assert_eq!(
        [first, again, other, game].map(|number| number.value),
        [7, 7, 9, 10]
    );
}

#[test]
fn workers_share_the_store() {
    let cache = Cache::new(1000);
    let first = shared(&cache, "nim", 1, || Ok(number(7, 1))).unwrap();
    let other = cache.clone();
    let second = shared(&other, "nim", 1, || Ok(number(8, 1))).unwrap();
    assert!(std::ptr::eq(&raw const *first, &raw const *second));
}

#[test]
fn one_thread_builds_and_the_others_wait() {
    let cache = Cache::new(1000);
    let builds = AtomicU64::new(0);
    // The one that builds goes on once all others are about to ask.
    let all_ask = std::sync::Barrier::new(4);
    let ask = || {
        let build = || {
            builds.fetch_add(1, Ordering::Relaxed);
            all_ask.wait();
            // An analysis may want another one.
            shared(&cache, "nim", 6, || Ok(number(1, 1)))?;
            Ok(number(7, 1))
        };
        assert_eq!(shared(&cache, "nim", 5, build).unwrap().value, 7);
    };
    std::thread::scope(|scope| {
        scope.spawn(ask);
        for _ in 0..3 {
            scope.spawn(|| {
                all_ask.wait();
                ask();
            });
        }
    });
    assert_eq!(builds.into_inner(), 1);
    // A value that failed, or panicked, is built by the next one.
    let wrong = || Err::<Number, _>(Fault::new(Place::EndOfRules, "no", "no"));
    assert!(shared(&cache, "nim", 8, wrong).is_err());
    let panics = || -> Result<Number, Fault> { std::panic::resume_unwind(Box::new(())) };
    let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        shared(&cache, "nim", 8, panics)
    }));
    assert!(unwound.is_err());
    assert_eq!(
        shared(&cache, "nim", 8, || Ok(number(9, 1))).unwrap().value,
        9
    );
}

#[test]
fn an_analysis_is_kept_though_the_store_was_emptied_while_it_was_made() {
    let cache = Cache::new(5000);
    let there = Arc::default();
    // The others, which another worker might make as well, need all the room twice.
    let build = || {
        for rules in 1..21 {
            shared(&cache, "nim", rules, || Ok(counted(rules, 300, &there)))?;
        }
        Ok(counted(7, 1, &there))
    };
    assert_eq!(shared(&cache, "nim", 0, build).unwrap().value, 7);
    assert!(cache.emptied() > 0);
    let again = shared(&cache, "nim", 0, || Ok(number(8, 1))).unwrap();
    assert_eq!(again.value, 7);
    let others = still_there(&there) - 1;
    assert!(others > 0);
    let count = others * (PLACE + 300) + (PLACE + 1);
    assert!(cache.held() >= count);
}

#[test]
fn what_is_kept_is_bounded() {
    let cache = Cache::new(5000);
    let there = Arc::default();
    for rules in 0..500 {
        shared(&cache, "nim", rules, || Ok(counted(rules, 300, &there))).unwrap();
        assert!(still_there(&there) * (PLACE + 300) <= 5000);
    }
}
