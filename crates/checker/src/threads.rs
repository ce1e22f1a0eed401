//! Runs the parts of a check on threads.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Does the parts 0 to `count` - 1, the first on this thread, and so any for which there is no other, and
/// returns what they give in order.
pub(crate) fn each<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let work = &work;
    scope(|scope| {
        let spawn = |part| Builder::new().spawn_scoped(scope, move || work(part));
        let others: Vec<_> = (1..count).map(spawn).collect();
        let mut results: Vec<R> = (0..count.min(1)).map(work).collect();
        for (part, thread) in (1..).zip(others) {
            results.push(match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => work(part),
            });
        }
        results
    })
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn parts_come_in_order() {
        for count in [0, 1, 7] {
            assert_eq!(each(count, |part| 2 * part), (0..count).map(|part| 2 * part).collect::<Vec<_>>());
        }
    }
}
