//! The ends of the program from outside: signals, and failed allocations.
//!
//! Answers leave in whole lines. An interrupt (Ctrl-C, `kill`) waits for the write that is under
//! way and then ends the program with 128 + the number of the signal; a second one does not wait.
//!
//! No thread waits for signals: the handler itself and the writer agree by one number. Sequences that are
//! kept (`--save`) and grow just then are saved first.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

use super::exit::{CommandEnd, CommandResult};
use grundy_base::platform::{allocator, signals};
use grundy_batch::store::Folder;
use grundy_heaps::sequence::store::{Kept, SequenceStore, Wish};

/// Nothing is being written.
const IDLE: i32 = 0;
/// A write is under way.
const WRITING: i32 = -1;
/// The process is about to end.
const ENDING: i32 = -2;

/// The state of the output: one of the three above; or, positive, the exit status to end with when the write under way is done.
static STATE: AtomicI32 = AtomicI32::new(IDLE);

/// The number of sequences that grow and are to be saved before the end.
static GROWING: AtomicUsize = AtomicUsize::new(0);

/// The exit status of the first interrupt, once there was one.
static ASKED: AtomicI32 = AtomicI32::new(0);

/// Notes that a sequence that is kept has stopped growing. The last one to do so after an interrupt ends the process.
fn stop_growing() {
    if GROWING.fetch_sub(1, Ordering::SeqCst) == 1 && is_asked() {
        end(ASKED.load(Ordering::SeqCst));
    }
}

/// Says whether an interrupt waits for sequences to be saved.
fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst) != 0
}

/// Begins to listen for interrupts.
///
/// # Errors
///
/// Fails when the system refuses to let signals be handled.
fn listen() -> io::Result<()> {
    static LISTENS: std::sync::Once = std::sync::Once::new();
    let mut done = Ok(());
    // SAFETY: `interrupted` changes numbers and ends the process, both of which a handler may.
    LISTENS.call_once(|| done = unsafe { signals::on_interrupt(interrupted) });
    done
}

/// An output whose `write_all` an interrupt does not cut.
pub(super) struct AtomicWriter(File);

impl AtomicWriter {
    /// Guards an output, and begins to listen for interrupts. There is one for the process.
    ///
    /// # Errors
    ///
    /// Fails when the system refuses to let signals be handled.
    pub(super) fn new(file: File) -> io::Result<Self> {
        const SENTENCE: &[u8] =
            b"grundy: stopped for want of memory; --max-memory lowers what one record may take\n";
        listen()?;
        signals::on_abort(allocator::has_failed, SENTENCE, 2)?;
        Ok(AtomicWriter(file))
    }
}

/// Ends the process when what grows is saved: the handler of a signal calls it. A second signal does not
/// wait.
fn interrupted(status: i32) {
    let first = ASKED.swap(status, Ordering::SeqCst) == 0;
    if !first || GROWING.load(Ordering::SeqCst) == 0 {
        end(status);
    }
}

/// Ends the process, but not inside a write. A second call does not wait.
fn end(status: i32) {
    let next = |state| Some(if state == WRITING { status } else { ENDING });
    if STATE.fetch_update(Ordering::AcqRel, Ordering::Acquire, next) != Ok(WRITING) {
        signals::exit_now(status);
    }
}

/// Waits for the end of the process, which a handler on another thread is bringing about.
fn wait_for_the_end() -> ! {
    loop {
        std::thread::park();
    }
}

impl Write for AtomicWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if STATE
            .compare_exchange(IDLE, WRITING, Ordering::AcqRel, Ordering::Acquire)
            .is_err()
        {
            wait_for_the_end();
        }
        let written = self.0.write_all(bytes);
        match STATE.compare_exchange(WRITING, IDLE, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => written,
            Err(ENDING) => wait_for_the_end(),
            Err(status) => signals::exit_now(status),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Opens a folder of sequences.
///
/// # Errors
///
/// Fails if the folder cannot be used, or signals cannot be handled.
pub(super) fn open_store(path: &Path) -> CommandResult<Arc<dyn SequenceStore>> {
    let opened = Folder::open(path, |sentence| eprintln!("grundy: {sentence}"));
    let folder = opened.and_then(|folder| listen().map(|()| folder));
    Ok(Arc::new(Saving(folder.map_err(CommandEnd::file(path))?)))
}

/// A folder whose growing sequences are saved before an interrupt ends the program.
#[derive(Debug)]
struct Saving(Folder);

impl SequenceStore for Saving {
    fn load(&self, name: &str, most_bytes: u64) -> Option<Kept<'static>> {
        self.0.load(name, most_bytes)
    }

    fn save(&self, name: &str, kept: &Kept<'_>) {
        self.0.save(name, kept);
    }

    fn wish(&self, name: &str) -> Wish {
        if is_asked() {
            Wish::SaveAndStop
        } else {
            self.0.wish(name)
        }
    }

    fn begins(&self) {
        GROWING.fetch_add(1, Ordering::SeqCst);
    }

    fn ends(&self) {
        stop_growing();
    }

    fn stop(&self) {
        stop_growing();
        wait_for_the_end();
    }
}
