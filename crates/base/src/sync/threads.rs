//! Runs the parts of a job on scoped threads, as many as the system will spawn: none on the page.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread::{Builder, scope};

use super::interrupt::{inherited, join};
use super::lock;

/// Does the parts 0 to `count` - 1, each on a thread of its own, and lists what they give in order.
/// The first is done by this thread, and so is any for which there is no other: a process may be kept to
/// few threads, or out of memory for their stacks.
///
/// # Panics
/// Panics when a part does.
pub fn each<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let solve = &inherited();
    scope(|scope| {
        let work = &work;
        let mut others = Vec::new();
        for part in 1..count {
            let run = move || solve.run(|| work(part));
            others.push(Builder::new().spawn_scoped(scope, run));
        }
        let mut results = Vec::new();
        if count > 0 {
            results.push(work(0));
        }
        for (part, thread) in (1..).zip(others) {
            results.push(match thread {
                Ok(thread) => join(thread).unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => work(part),
            });
        }
        results
    })
}

/// Does two parts at the same time: the first on this thread, the second on another one, or after the
/// first if there is no other.
///
/// # Panics
/// Panics when a part does.
pub fn both<A, B: Send>(here: impl FnOnce() -> A, there: impl FnOnce() -> B + Send) -> (A, B) {
    let solve = inherited();
    let there = Mutex::new(Some(there));
    let take = || {
        let there = lock(&there).take()?;
        Some(there())
    };
    scope(|scope| {
        let thread = Builder::new().spawn_scoped(scope, || solve.run(take));
        let first = here();
        let second = match thread {
            Ok(thread) => join(thread).unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => take(),
        };
        (
            first,
            second.expect("the second part is taken by one thread, once"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{both, each};

    #[test]
    fn two_parts_give_two_results() {
        let text = String::from("both");
        assert_eq!(
            both(|| text.len(), || text.to_uppercase()),
            (4, "BOTH".to_owned())
        );
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
