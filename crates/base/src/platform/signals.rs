//! Signals: the two that end the program, and the one of an abort.
//!
//! Only the command line listens to them; the library never does.

use std::io;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::low_level;

/// Calls `end` with the exit status 128 + the number of the signal, at an interrupt or a request
/// to terminate. It runs inside the signal's handler.
///
/// # Safety
/// `end` may only do what a signal handler may: no allocation, no lock, no panic.
///
/// # Errors
/// Fails when the system refuses.
pub unsafe fn on_interrupt(end: fn(i32)) -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        // SAFETY: the caller promises that `end` may run in a signal handler.
        unsafe { low_level::register(signal, move || end(128 + signal)) }?;
    }
    Ok(())
}

/// Ends the process at once, from inside a handler too.
pub fn exit_now(status: i32) -> ! {
    low_level::exit(status)
}

/// Replaces the abort of the standard library when memory cannot be had, which `failed` says: `sentence` goes to
/// standard error, and the process exits with `status`. Any other abort is left alone.
#[cfg(unix)]
pub fn on_abort(failed: fn() -> bool, sentence: &'static [u8], status: i32) -> io::Result<()> {
    use signal_hook::consts::SIGABRT;

    let action = move || {
        if !failed() {
            let _ = low_level::emulate_default_handler(SIGABRT);
        }
        // SAFETY: the pointer and the length are those of the sentence, and `write` may be called in a
        // signal handler.
        unsafe { libc::write(2, sentence.as_ptr().cast(), sentence.len()) };
        low_level::exit(status)
    };
    // SAFETY: the action reads a flag of its thread and calls only functions that may be called in a signal
    // handler; it neither allocates nor takes locks, and does not unwind.
    unsafe { low_level::register(SIGABRT, action) }?;
    Ok(())
}

/// Does nothing: an abort raises no signal here.
#[cfg(not(unix))]
pub fn on_abort(_: fn() -> bool, _: &'static [u8], _: i32) -> io::Result<()> {
    Ok(())
}
