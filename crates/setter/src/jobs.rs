//! Jobs on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use grundy_base::sync::threads::each;

/// Runs jobs on the given number of threads, none of them new if that is 1; the results are in the order of the jobs.
/// Each job begins after all jobs before it have begun.
pub fn on_all<T: Send>(jobs: usize, threads: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = |_| {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::SeqCst);
            if number >= jobs {
                return done;
            }
            done.push((number, job(number)));
        }
    };
    let mut done: Vec<(usize, T)> = each(threads.clamp(1, jobs.max(1)), work)
        .into_iter()
        .flatten()
        .collect();
    done.sort_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_keep_their_order() {
        for threads in [1, 7] {
            assert_eq!(
                on_all(100, threads, |i| i * i),
                (0..100).map(|i| i * i).collect::<Vec<_>>()
            );
            assert!(on_all(0, threads, |i| i).is_empty());
        }
    }
}
