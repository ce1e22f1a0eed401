//! Jobs on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Runs jobs on the given number of threads, none of them new if that is 1; the results are in the order of the jobs.
/// Each job begins after all jobs before it have begun.
pub fn on_all<T: Send>(jobs: usize, threads: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = threads.min(jobs);
    if threads <= 1 {
        return (0..jobs).map(job).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(jobs));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    if number >= jobs {
                        break;
                    }
                    let result = job(number);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_keep_their_order() {
        for threads in [1, 7] {
            assert_eq!(on_all(100, threads, |i| i * i), (0..100).map(|i| i * i).collect::<Vec<_>>());
            assert!(on_all(0, threads, |i| i).is_empty());
        }
    }
}
