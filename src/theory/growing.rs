//! A sequence analysed once and shared by every record of the same rules: it grows under a
//! lock as larger heaps are asked for, and is read without one when its period is proved.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::budget::Limit;

/// A sequence 0, 1, 2, … of terms that knows how to grow.
///
/// Growth must depend on the length reached only, never on who asked in which order: that is
/// what makes an answer, or the limit met instead, the same for any number of threads.
pub trait Grow {
    /// Makes term `n` readable, by computing it or by proving a period. Asked for `u64::MAX`
    /// it goes on until a proof or a limit stops it.
    fn reach(&mut self, n: u64) -> Result<(), Limit>;

    /// True when every term is readable from now on.
    fn is_settled(&self) -> bool;
}

/// Shares one growing sequence between threads.
#[derive(Debug)]
pub struct Shared<S> {
    settled: OnceLock<S>,
    growing: Mutex<Option<S>>,
}

impl<S: Grow> Shared<S> {
    /// Shares `sequence`.
    pub fn new(sequence: S) -> Self {
        Shared { settled: OnceLock::new(), growing: Mutex::new(Some(sequence)) }
    }

    /// Lets `read` look at the sequence once term `n` is readable (or everything is).
    ///
    /// # Errors
    ///
    /// The limit that keeps term `n` out of reach; smaller terms stay readable.
    pub fn read<R>(&self, n: u64, read: impl FnOnce(&S) -> R) -> Result<R, Limit> {
        if let Some(sequence) = self.settled.get() {
            return Ok(read(sequence));
        }
        let mut growing = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sequence) = growing.as_mut() {
            sequence.reach(n)?;
            if !sequence.is_settled() {
                return Ok(read(sequence));
            }
        }
        // Settled just now, or by the thread that held the lock before.
        let grown = growing.take();
        drop(growing);
        Ok(read(self.settled.get_or_init(|| grown.expect("a sequence is either growing or settled"))))
    }

    /// Looks at the sequence as it is, without growing it.
    pub fn peek(&self, read: impl FnOnce(&S) -> u64) -> u64 {
        if let Some(sequence) = self.settled.get() {
            return read(sequence);
        }
        // A thread may be growing it for a long time: its size then counts as nothing.
        let Ok(growing) = self.growing.try_lock() else { return 0 };
        growing.as_ref().map_or(0, read)
    }
}
