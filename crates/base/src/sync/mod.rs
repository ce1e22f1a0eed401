//! Threads: parts of a job, interrupts, and how far a solve has come.

pub mod interrupt;
pub mod progress;
pub mod threads;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a value that is whole at any moment, also if a thread panicked while it held the lock.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks a value; if a thread panicked while it held the lock, the value is made anew first.
pub fn lock_anew<T>(mutex: &Mutex<T>, anew: impl FnOnce(&T) -> T) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| {
        mutex.clear_poison();
        let mut value = poisoned.into_inner();
        *value = anew(&value);
        value
    })
}
