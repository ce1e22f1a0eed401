//! A sequence that threads share. It grows under a lock as larger terms are asked for; all threads read it at once as
//! far as it goes, and without a lock once its pattern is proved.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{OnceLock, PoisonError, RwLock};

use super::{Engine, Growing};
use crate::choice::HeapEngine;
use grundy_base::budget::Limit;

/// A sequence 0, 1, 2, … of terms that knows how to grow.
///
/// Growth must depend on the length reached only, never on who asked in which order. Then
/// the answer, or the limit met instead, does not depend on the number of threads.
pub trait Grow {
    /// Makes term `n` readable, by computing it or by proving a period. If it is asked for `u64::MAX`,
    /// it goes on until a proof or a limit stops it.
    fn reach(&mut self, n: u64) -> Result<(), Limit>;

    /// Returns whether term `n` is readable.
    fn has(&self, n: u64) -> bool;

    /// Returns whether every term is readable from now on.
    fn is_settled(&self) -> bool;
}

/// A growing sequence that threads share.
#[derive(Debug)]
pub struct Shared<S> {
    /// The sequence, once every term is readable.
    settled: OnceLock<S>,
    /// The sequence until then.
    growing: RwLock<Option<S>>,
    /// Whether it grew since that was asked last.
    has_grown: AtomicBool,
}

impl<S: Grow> Shared<S> {
    /// Shares `sequence`.
    pub fn new(sequence: S) -> Self {
        Shared {
            settled: OnceLock::new(),
            growing: RwLock::new(Some(sequence)),
            has_grown: AtomicBool::new(false),
        }
    }

    /// Changes the sequence before it is shared.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut S)) -> Self {
        if let Some(sequence) = self
            .growing
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
        {
            change(sequence);
        }
        self
    }

    /// Lets `read` look at the sequence once term `n` is readable (or everything is).
    ///
    /// # Errors
    ///
    /// Fails with the limit that keeps term `n` out of reach; smaller terms stay readable.
    #[expect(
        clippy::missing_panics_doc,
        reason = "a sequence is either growing or settled"
    )]
    pub fn read<R>(&self, n: u64, read: impl FnOnce(&S) -> R) -> Result<R, Limit> {
        if let Some(sequence) = self.settled.get() {
            return Ok(read(sequence));
        }
        let growing = self.growing.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(sequence) = growing.as_ref()
            && sequence.has(n)
        {
            return Ok(read(sequence));
        }
        drop(growing);
        let mut growing = self.growing.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(sequence) = growing.as_mut() {
            sequence.reach(n)?;
            self.has_grown.store(true, Relaxed);
            if !sequence.is_settled() {
                return Ok(read(sequence));
            }
        }
        // The sequence was settled just now, or by a thread that held the lock before: a thread that takes the sequence
        // out settles it before the lock is given back.
        let grown = growing.take();
        let settled = self
            .settled
            .get_or_init(|| grown.expect("a sequence is either growing or settled"));
        drop(growing);
        Ok(read(settled))
    }

    /// Lets `read` look at the sequence if term `n` is readable and no thread is growing it.
    pub fn known<R>(&self, n: u64, read: impl FnOnce(&S) -> R) -> Option<R> {
        if let Some(sequence) = self.settled.get() {
            return Some(read(sequence));
        }
        let growing = self.growing.try_read().ok()?;
        growing
            .as_ref()
            .filter(|sequence| sequence.has(n))
            .map(read)
    }

    /// Looks at the sequence without growing it, once no other thread is growing it.
    pub fn look<R>(&self, read: impl FnOnce(&S) -> R) -> Option<R> {
        if let Some(sequence) = self.settled.get() {
            return Some(read(sequence));
        }
        let growing = self.growing.read().unwrap_or_else(PoisonError::into_inner);
        match growing.as_ref() {
            Some(sequence) => Some(read(sequence)),
            None => self.settled.get().map(read),
        }
    }

    /// Looks at the sequence without growing it, or returns 0 if another thread is growing it.
    pub fn peek(&self, read: impl FnOnce(&S) -> u64) -> u64 {
        if let Some(sequence) = self.settled.get() {
            return read(sequence);
        }
        // A thread may be growing it for a long time, so its size counts as nothing meanwhile.
        let Ok(growing) = self.growing.try_read() else {
            return 0;
        };
        growing.as_ref().map_or(0, read)
    }
}

impl<E: Engine + ?Sized> Shared<Growing<E>> {
    /// Takes the engine that found new terms since this was asked before, if any were found.
    pub fn take_chosen(&self) -> Option<HeapEngine> {
        // Most often nothing was found, and no thread is to wait for that answer.
        if !self.has_grown.load(Relaxed) || !self.has_grown.swap(false, Relaxed) {
            return None;
        }
        self.known(0, |sequence| sequence.engine().chosen())
    }
}
