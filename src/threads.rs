//! Parts of a work on threads of their own, as far as the system gives any.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Does the parts 0 to `count` - 1, each on a thread of its own, and returns what they give in order.
/// The first is done by this thread, and so is any for which there is no other: a process may be kept to
/// few threads, or out of memory for their stacks.
///
/// # Panics
/// When a part does.
pub(crate) fn each<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    scope(|scope| {
        let work = &work;
        let others: Vec<_> =
            (1..count).map(|part| Builder::new().spawn_scoped(scope, move || work(part))).collect();
        let first = (count > 0).then(|| work(0));
        let others = (1..).zip(others).map(|(part, thread)| match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => work(part),
        });
        first.into_iter().chain(others).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::each;

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
