//! Answers that wait while a record is at work, where no other thread would write them.
//!
//! Whoever answers records one after the other says how what is known gets written ([`writing`]). A solve that
//! takes long calls for that ([`takes_long`]), for others without knowing it: every look whether to stop
//! ([`interrupt`](super::interrupt)) is a call.

use std::cell::Cell;

thread_local! {
    /// How answers are written that wait for this thread's record.
    static WRITE: Cell<Option<*const dyn Fn()>> = const { Cell::new(None) };
}

/// Puts back what was there before, also when unwound.
struct Restore(Option<*const dyn Fn()>);

impl Drop for Restore {
    fn drop(&mut self) {
        WRITE.set(self.0.take());
    }
}

/// Does some work on this thread, in which solves that take long call `write`. It may be called many times,
/// and not while it runs.
pub fn writing<T>(write: &dyn Fn(), work: impl FnOnce() -> T) -> T {
    let write: *const (dyn Fn() + '_) = write;
    // SAFETY: only the lifetime changes. The pointer is taken back before this call ends, also when unwound.
    let write: *const (dyn Fn() + 'static) = unsafe { std::mem::transmute(write) };
    let _restore = Restore(WRITE.replace(Some(write)));
    work()
}

/// The solve of this thread takes long.
#[inline]
pub fn takes_long() {
    let write = WRITE.take();
    if let Some(call) = write {
        let _restore = Restore(write);
        // SAFETY: `writing` has not ended, or the pointer would not be there.
        unsafe { (*call)() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sync::interrupt;
    use std::cell::RefCell;

    #[test]
    fn solves_call_for_it_only_while_somebody_waits() {
        let calls = RefCell::new(0);
        takes_long();
        writing(
            // A call that looks whether to stop does not call itself.
            &|| {
                interrupt::check();
                *calls.borrow_mut() += 1;
            },
            || {
                takes_long();
                interrupt::check();
            },
        );
        takes_long();
        assert_eq!(*calls.borrow(), 2);
        let unwound =
            std::panic::catch_unwind(|| writing(&|| (), || std::panic::resume_unwind(Box::new(()))));
        assert!(unwound.is_err() && WRITE.get().is_none());
    }
}
