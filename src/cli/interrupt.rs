//! What ends the program from outside: signals, and memory that is not there.
//!
//! Answers leave in whole lines. An interrupt (Ctrl-C, `kill`) waits for the write that is under
//! way and then ends the program with 128 + the number of the signal; a second one does not wait.
//!
//! No thread waits for signals: the handler itself and the writer agree by one number.

use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::{AtomicI32, Ordering};

use crate::platform::{allocator, signals};

/// Nothing is being written.
const IDLE: i32 = 0;
/// A write is under way.
const WRITING: i32 = -1;
/// The process is about to end.
const ENDING: i32 = -2;

/// One of the three above; or, positive, the exit status to end with when the write under way is done.
static STATE: AtomicI32 = AtomicI32::new(IDLE);

/// An output whose `write_all` an interrupt does not cut.
pub(super) struct Uncut {
    file: File,
}

impl Uncut {
    /// Guards an output, and begins to listen for interrupts. There is one for the process.
    ///
    /// # Errors
    ///
    /// When the system refuses to let signals be handled.
    pub(super) fn new(file: File) -> io::Result<Self> {
        const SENTENCE: &[u8] =
            b"grundy: stopped for want of memory; --max-memory lowers what one record may take\n";
        // SAFETY: `interrupted` exchanges a number and ends the process, both of which a handler may.
        unsafe { signals::on_interrupt(interrupted) }?;
        signals::on_abort(allocator::has_failed, SENTENCE, 2)?;
        Ok(Uncut { file })
    }
}

/// Called by the handler of a signal: ends the process, but not inside a write. A second signal does
/// not wait.
fn interrupted(status: i32) {
    loop {
        match STATE.compare_exchange(WRITING, status, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => return,
            Err(IDLE) => {
                if STATE.compare_exchange(IDLE, ENDING, Ordering::AcqRel, Ordering::Acquire).is_ok() {
                    signals::exit_now(status);
                }
            }
            Err(_) => signals::exit_now(status),
        }
    }
}

/// Waits for the end of the process, which a handler on another thread is bringing about.
fn wait_for_the_end() -> ! {
    loop {
        std::thread::park();
    }
}

impl Write for Uncut {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&self.file).write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if STATE.compare_exchange(IDLE, WRITING, Ordering::AcqRel, Ordering::Acquire).is_err() {
            wait_for_the_end();
        }
        let written = (&self.file).write_all(bytes);
        match STATE.compare_exchange(WRITING, IDLE, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => written,
            Err(ENDING) => wait_for_the_end(),
            Err(status) => signals::exit_now(status),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        (&self.file).flush()
    }
}
