//! Giving up a solve from outside: a signal, a closed window, another thread.
//!
//! A caller that may stop a solve runs it in [`interruptible`], with a function that says whether to
//! go on. Engines call [`check`] at intervals, at places where nothing that others share is half
//! changed. If the answer is to stop, the solve is unwound to [`interruptible`], without a message of a
//! panic. Threads that an engine starts take part by [`inherited`].
//!
//! Outside of [`interruptible`] a check does nothing, and answers never depend on it.

use super::progress;
use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{ScopedJoinHandle, sleep};
use std::time::{Duration, Instant};

/// The time for which a solve goes on before it is asked again whether to stop.
const INTERVAL: Duration = Duration::from_millis(20);

/// The error of a solve that was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the solve was interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// The state that the threads of one solve share.
pub struct Interrupt {
    /// Whether the solve is to stop. Once it is, it stays so.
    stopped: AtomicBool,
    /// The time at which the function below was last asked.
    asked: Mutex<Instant>,
    /// The function that says whether to stop.
    wants_to_stop: Box<dyn Fn() -> bool + Send + Sync>,
}

impl Interrupt {
    /// Tells whether to stop; asks at most every [`INTERVAL`].
    fn is_stopped(&self) -> bool {
        if self.stopped.load(Relaxed) {
            return true;
        }
        // If another thread asks just now, its answer will do.
        let Ok(mut asked) = self.asked.try_lock() else {
            return false;
        };
        asked.elapsed() >= INTERVAL && self.ask(&mut asked)
    }

    /// Asks whether to stop.
    fn ask(&self, asked: &mut Instant) -> bool {
        let stop = (self.wants_to_stop)();
        if stop {
            self.stopped.store(true, Relaxed);
        }
        // The time is taken after the question, which may take long itself.
        *asked = Instant::now();
        stop
    }
}

thread_local! {
    /// The innermost interruptible solve that this thread works for.
    static CURRENT: RefCell<Option<Arc<Interrupt>>> = const { RefCell::new(None) };
}

/// A guard that puts back what was current before, also when the stack is unwound.
struct Restore(Option<Arc<Interrupt>>);

impl Drop for Restore {
    fn drop(&mut self) {
        let before = self.0.take();
        CURRENT.with(|current| current.replace(before));
    }
}

/// Does work as a part of a solve.
fn within<T>(interrupt: Option<Arc<Interrupt>>, work: impl FnOnce() -> T) -> T {
    let _restore = Restore(CURRENT.with(|current| current.replace(interrupt)));
    work()
}

/// Runs a solve, and gives it up soon after `wants_to_stop` says so. That is asked about every 20 ms, by
/// one thread at a time: the one that solves, or one that it started.
///
/// ```
/// use grundy_base::sync::interrupt::{Interrupted, check, interruptible};
/// use std::time::{Duration, Instant};
///
/// let end = Instant::now() + Duration::from_millis(50);
/// // Engines check every few thousand steps.
/// let endless = || loop {
///     check();
/// };
/// assert_eq!(interruptible(move || Instant::now() > end, endless), Err::<(), _>(Interrupted));
/// ```
///
/// # Errors
///
/// Fails if the solve was given up.
///
/// # Panics
///
/// Panics when `solve` does.
pub fn interruptible<T>(
    wants_to_stop: impl Fn() -> bool + Send + Sync + 'static,
    solve: impl FnOnce() -> T,
) -> Result<T, Interrupted> {
    let interrupt = Interrupt {
        stopped: AtomicBool::new(false),
        asked: Mutex::new(Instant::now()),
        wants_to_stop: Box::new(wants_to_stop),
    };
    let solved = catch_unwind(AssertUnwindSafe(|| {
        within(Some(Arc::new(interrupt)), solve)
    }));
    solved.or_else(|panic| {
        if panic.is::<Interrupted>() {
            Err(Interrupted)
        } else {
            resume_unwind(panic)
        }
    })
}

/// Ends the solve of this thread if that is wanted. Costs some ten nanoseconds: call it every thousand
/// steps or more, where nothing shared is half changed.
pub fn check() {
    if is_wanted() {
        resume_unwind(Box::new(Interrupted));
    }
}

/// Tells whether the solve of this thread is to end, for engines that end by themselves.
pub fn is_wanted() -> bool {
    // The state is not borrowed while it is asked, because what is asked may solve something itself.
    let current = CURRENT.with(|current| current.borrow().clone());
    current.is_some_and(|interrupt| interrupt.is_stopped())
}

/// Returns the solve of this thread, for a thread that is started here: it then ends with the solve.
pub fn inherited() -> Inherited {
    Inherited(CURRENT.with(|current| current.borrow().clone()))
}

/// The solve that a thread works for.
#[derive(Clone)]
pub struct Inherited(Option<Arc<Interrupt>>);

impl Inherited {
    /// Does a part of that solve on this thread.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        within(self.0.clone(), work)
    }
}

/// Waits for a thread; meanwhile asks whether to stop, since the function that is asked may have an answer on this
/// thread alone. The other thread also asks, and mostly first: this one keeps an interval of its own.
pub fn join<T>(thread: ScopedJoinHandle<'_, T>) -> std::thread::Result<T> {
    if let Some(interrupt) = CURRENT.with(|current| current.borrow().clone()) {
        let mut pause = Duration::from_micros(20);
        let mut last = Instant::now();
        while !thread.is_finished() && !interrupt.stopped.load(Relaxed) {
            if last.elapsed() >= INTERVAL
                && let Ok(mut asked) = interrupt.asked.try_lock()
            {
                interrupt.ask(&mut asked);
                last = *asked;
            }
            sleep(pause);
            pause = (pause * 2).min(INTERVAL / 4);
        }
    }
    thread.join()
}

/// A counter that checks at a fixed interval of steps.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The number of steps from one check to the next, at least 1.
    every: u32,
    /// The number of steps before the next check.
    left: u32,
}

impl Default for Checked {
    /// Makes a counter for steps of up to some microseconds.
    fn default() -> Self {
        Checked::every(4096)
    }
}

impl Checked {
    /// Makes a counter that [`check`]s once in `steps` steps, at least 1.
    pub fn every(steps: u32) -> Self {
        Checked {
            every: steps,
            left: steps,
        }
    }

    /// Counts one step.
    #[inline]
    pub fn step(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = self.every;
            progress::add_steps(u64::from(self.every));
            check();
        }
    }
}

impl Drop for Checked {
    /// Counts the steps since the last check.
    fn drop(&mut self) {
        let steps = self.every - self.left;
        if steps > 0 {
            progress::add_steps(u64::from(steps));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sync::threads::{both, each};

    /// Steps until it is stopped; fails if that takes ten seconds.
    fn endless() {
        let mut steps = Checked::default();
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(10) {
            steps.step();
        }
    }

    fn after_50_ms() -> impl Fn() -> bool {
        let end = Instant::now() + Duration::from_millis(50);
        move || Instant::now() > end
    }

    #[test]
    fn a_solve_ends_soon_after_it_is_asked_to() {
        let start = Instant::now();
        assert_eq!(interruptible(after_50_ms(), endless), Err(Interrupted));
        assert!(start.elapsed() < Duration::from_secs(5));
        assert!(!is_wanted());
    }

    #[test]
    fn threads_end_with_the_solve_that_started_them() {
        assert_eq!(
            interruptible(after_50_ms(), || drop(each(3, |_| endless()))),
            Err(Interrupted)
        );
        // Only the other thread is busy, and only this one may answer.
        let here = std::thread::current().id();
        let wants = after_50_ms();
        let asked_here = move || std::thread::current().id() == here && wants();
        assert_eq!(
            interruptible(asked_here, || both(|| (), endless)),
            Err(Interrupted)
        );
    }

    #[test]
    fn what_is_not_stopped_gives_its_result_and_its_panic() {
        assert_eq!(interruptible(|| false, || 7), Ok(7));
        assert_eq!(interruptible(|| true, || 7), Ok(7));
        let panic = catch_unwind(|| interruptible(|| false, || resume_unwind(Box::new("own"))));
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"own"));
        check();
    }

    #[test]
    fn solves_within_solves_are_stopped_by_their_own_functions() {
        let outer = interruptible(after_50_ms(), || {
            assert_eq!(interruptible(|| true, endless), Err(Interrupted));
            assert!(!is_wanted());
            endless();
        });
        assert_eq!(outer, Err(Interrupted));
    }
}
