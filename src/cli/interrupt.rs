//! What ends the program from outside: signals, and memory that is not there.
//!
//! Answers leave in whole lines. An interrupt (Ctrl-C, `kill`) waits for the write that is under
//! way and then ends the program with 128 + the number of the signal; a second one does not wait.

use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGABRT, SIGINT, SIGTERM};

/// An output whose `write_all` an interrupt does not cut.
pub(super) struct Uncut {
    file: File,
    gate: Arc<Mutex<()>>,
}

impl Uncut {
    /// Guards an output, and begins to listen for interrupts.
    ///
    /// # Errors
    ///
    /// When the system refuses to let signals be handled.
    pub(super) fn new(file: File) -> io::Result<Self> {
        let gate = Arc::new(Mutex::new(()));
        listen(gate.clone())?;
        report_aborts()?;
        Ok(Uncut { file, gate })
    }

    fn shut(&self) -> std::sync::MutexGuard<'_, ()> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Uncut {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&self.file).write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let _gate = self.shut();
        (&self.file).write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&self.file).flush()
    }
}

/// Ends the program at an interrupt, when no write is under way; at a second one, at once.
fn listen(gate: Arc<Mutex<()>>) -> io::Result<()> {
    const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];
    let again = Arc::new(AtomicBool::new(false));
    for signal in SIGNALS {
        // In this order: the first signal only sets the flag that arms the second.
        signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, again.clone())?;
        signal_hook::flag::register(signal, again.clone())?;
    }
    let mut signals = signal_hook::iterator::Signals::new(SIGNALS)?;
    let waiting = std::thread::Builder::new().name("interrupts".into()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _gate = gate.lock().unwrap_or_else(PoisonError::into_inner);
            std::process::exit(128 + signal);
        }
    });
    if waiting.is_err() {
        // The system gives no thread that could wait for a write, so the first signal does not.
        again.store(true, Ordering::Relaxed);
    }
    Ok(())
}

/// Ends the program with its own exit code where the standard library would abort it: when memory
/// that must be had cannot be had. The library has said so by then.
fn report_aborts() -> io::Result<()> {
    const SENTENCE: &[u8] =
        b"grundy: stopped for want of memory; --max-memory lowers what one record may take\n";
    let action = || {
        // SAFETY: `write` and `_exit` may be called in a signal handler, and the pointer and length
        // are those of a constant.
        unsafe {
            libc::write(2, SENTENCE.as_ptr().cast(), SENTENCE.len());
            libc::_exit(2);
        }
    };
    // SAFETY: the action calls only functions that may be called in a signal handler (above); it
    // neither allocates nor takes locks, and does not unwind.
    unsafe { signal_hook::low_level::register(SIGABRT, action) }?;
    Ok(())
}
