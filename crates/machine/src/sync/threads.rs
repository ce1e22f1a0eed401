//! Runs the parts of a job on scoped threads, as many as the system will spawn. The page has one thread, and no code
//! for others.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

use super::interrupt::{inherited, join};
use crate::platform::LOADED_ANEW;

/// Does the parts 0 to `count` - 1, each on a thread of its own, and returns what they give in order.
/// The first is done by this thread, and so is any for which there is no other: a process may be kept to
/// few threads, or out of memory for their stacks.
///
/// # Panics
/// When a part does.
pub fn each<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    if LOADED_ANEW {
        return (0..count).map(work).collect();
    }
    let solve = &inherited();
    scope(|scope| {
        let work = &work;
        let spawn = |part| Builder::new().spawn_scoped(scope, move || solve.run(|| work(part)));
        let others: Vec<_> = (1..count).map(spawn).collect();
        let first = (count > 0).then(|| work(0));
        let others = (1..).zip(others).map(|(part, thread)| match thread {
            Ok(thread) => join(thread).unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => work(part),
        });
        first.into_iter().chain(others).collect()
    })
}

/// Does two parts at the same time: the first on this thread, the second on another one, or after the
/// first where there is no other.
///
/// # Panics
/// When a part does.
pub fn both<A, B: Send>(here: impl FnOnce() -> A, there: impl FnOnce() -> B + Send) -> (A, B) {
    if LOADED_ANEW {
        return (here(), there());
    }
    let (there, solve) = (Mutex::new(Some(there)), inherited());
    let take = || there.lock().unwrap_or_else(PoisonError::into_inner).take().map(|there| there());
    scope(|scope| {
        let thread = Builder::new().spawn_scoped(scope, || solve.run(take));
        let first = here();
        let second = match thread {
            Ok(thread) => join(thread).unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => take(),
        };
        (first, second.expect("the second part is taken by one thread, once"))
    })
}

/// The threads that a job may still start.
#[derive(Debug)]
pub struct Spare(AtomicUsize);

impl Spare {
    pub fn new(threads: usize) -> Spare {
        Spare(AtomicUsize::new(threads))
    }

    /// Takes one for [`Spare::both`], if there is one.
    pub fn take(&self) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |threads| threads.checked_sub(1)).is_ok()
    }

    /// Does two parts at the same time, as [`both`], on this thread and one that was taken. The part that ends
    /// first gives back a thread, so that the other part may start one in its place.
    pub fn both<A, B: Send>(&self, here: impl FnOnce() -> A, there: impl FnOnce() -> B + Send) -> (A, B) {
        let is_first = AtomicBool::new(true);
        let end = || {
            if is_first.swap(false, Relaxed) {
                self.0.fetch_add(1, Relaxed);
            }
        };
        let here = || {
            let given = here();
            end();
            given
        };
        let there = || {
            let given = there();
            end();
            given
        };
        both(here, there)
    }
}

#[cfg(test)]
mod tests {
    use super::{Spare, both, each};

    #[test]
    fn a_part_that_ends_leaves_its_thread_to_the_other() {
        let spare = Spare::new(1);
        assert!(spare.take() && !spare.take());
        let wait = || while !spare.take() {};
        // The second part waits for the thread of the first, and takes it.
        assert_eq!(spare.both(|| 1, || (wait(), 2).1), (1, 2));
        assert!(!spare.take());
        assert_eq!(spare.both(|| 1, || 2), (1, 2));
        assert!(spare.take() && !spare.take());
    }

    #[test]
    fn two_parts_give_two_results() {
        let text = String::from("both");
        assert_eq!(both(|| text.len(), || text.to_uppercase()), (4, "BOTH".to_owned()));
    }

    #[test]
    fn parts_come_in_order() {
        for count in [0, 1, 2, 50] {
            assert_eq!(
                each(count, |part| part * part),
                (0..count).map(|part| part * part).collect::<Vec<_>>()
            );
        }
    }
}
