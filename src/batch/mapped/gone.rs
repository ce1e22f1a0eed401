//! Pages of a mapped file that are gone, because somebody made the file shorter, read as zeros.
//!
//! The system sends SIGBUS to who looks at such a page, which ends a program. The handler here puts an
//! empty page in its place and lets the program look again; zeros are no text, so the reader
//! finds out in the ordinary way that the file has ended. Of any other SIGBUS it knows nothing:
//! what was there before it is put back, and gets it.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use libc::{c_int, c_void, sigaction, siginfo_t};

/// The addresses of one map.
struct Addresses {
    taken: AtomicBool,
    begin: AtomicUsize,
    end: AtomicUsize,
}

/// Boards that stream have a map each, and one is read at a time: these are plenty.
static WATCHED: [Addresses; 16] = [const {
    Addresses { taken: AtomicBool::new(false), begin: AtomicUsize::new(0), end: AtomicUsize::new(0) }
}; 16];

/// What stands behind the handler.
struct Handled {
    page: usize,
    before: sigaction,
}

/// `None` inside where the system would not have a handler.
static HANDLED: OnceLock<Option<Handled>> = OnceLock::new();

/// As long as this lives, pages of its map that are gone are replaced.
pub(super) struct Watch(&'static Addresses);

impl Watch {
    /// Watches these addresses, which are a map of a file; `None` where there are too many already.
    pub(super) fn new(map: Range<*const u8>) -> Option<Watch> {
        HANDLED.get_or_init(handle).as_ref()?;
        let free = |addresses: &&Addresses| !addresses.taken.swap(true, Ordering::Acquire);
        let addresses = WATCHED.iter().find(free)?;
        addresses.begin.store(map.start as usize, Ordering::Relaxed);
        addresses.end.store(map.end as usize, Ordering::Release);
        Some(Watch(addresses))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.end.store(0, Ordering::Relaxed);
        self.0.taken.store(false, Ordering::Release);
    }
}

/// Puts the handler in its place.
fn handle() -> Option<Handled> {
    // SAFETY: `sysconf` only tells a number; `sigaction` is a plain structure for which zeros are
    // a value, and both calls get valid pointers or none. The handler keeps to what a handler may do.
    unsafe {
        let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).ok()?;
        let mut before: sigaction = std::mem::zeroed();
        let mut ours: sigaction = std::mem::zeroed();
        ours.sa_sigaction = put_empty_page as *const () as usize;
        ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        let done = libc::sigaction(libc::SIGBUS, &ours, &mut before) == 0;
        done.then_some(Handled { page, before })
    }
}

extern "C" fn put_empty_page(_: c_int, info: *mut siginfo_t, _: *mut c_void) {
    let Some(Some(Handled { page, before })) = HANDLED.get() else { return };
    // SAFETY: the system describes the signal to the handler; one that it sends itself has an address.
    let (sent_by_system, address) = unsafe { ((*info).si_code > 0, (*info).si_addr() as usize) };
    let inside = |map: &Addresses| {
        // Whoever sees an end sees the beginning that was stored before it.
        let end = map.end.load(Ordering::Acquire);
        (map.begin.load(Ordering::Relaxed)..end).contains(&address)
    };
    if sent_by_system && WATCHED.iter().any(inside) {
        let place = (address & !(page - 1)) as *mut c_void;
        // SAFETY: the page lies in a map that is watched, so it is there to be replaced, and nobody can
        // write to it. The system call behind `mmap` takes no locks of this process.
        let got = unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
            libc::mmap(place, *page, libc::PROT_READ, flags, -1, 0)
        };
        if got == place {
            return;
        }
    }
    // SAFETY: what was the handler before may be it again; it gets the same signal when this returns, from
    // looking again or, where a process sent it, from here.
    unsafe {
        libc::sigaction(libc::SIGBUS, before, std::ptr::null_mut());
        if !sent_by_system {
            libc::raise(libc::SIGBUS);
        }
    }
}
