//! Pages of a mapped file that are gone, because somebody made the file shorter, read as zeros.
//!
//! Touching such a page raises SIGBUS, which kills the process. The handler here puts an empty page in its
//! place and lets the program look again; zeros are no text, so the reader finds out in the ordinary way
//! that the file has ended. Any other SIGBUS goes to the handler that was there before.
//!
//! A handler belongs to the whole process, so a library must not install one: [`guard_maps`] is called by
//! the program alone, and without it no file is mapped.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use libc::{c_int, c_void, sigaction, siginfo_t};

/// The addresses of one map.
struct Addresses {
    /// Whether a watch uses this place of the list.
    taken: AtomicBool,
    /// The first address of the map.
    begin: AtomicUsize,
    /// The address after the last one of the map; 0 while nothing is watched.
    end: AtomicUsize,
}

impl Addresses {
    /// Tells whether an address is in the map. Called by the handler while others change the map: the same end
    /// before and after the beginning was read belongs to that beginning.
    fn contain(&self, address: usize) -> bool {
        let end = self.end.load(Ordering::Acquire);
        let begin = self.begin.load(Ordering::Acquire);
        end == self.end.load(Ordering::Acquire) && (begin..end).contains(&address)
    }
}

/// The maps that are watched. Boards that stream have a map each, and one is read at a time: these are plenty.
static WATCHED: [Addresses; 16] = [const {
    Addresses {
        taken: AtomicBool::new(false),
        begin: AtomicUsize::new(0),
        end: AtomicUsize::new(0),
    }
}; 16];

/// The state of the handler, set before the handler is.
struct Handled {
    /// The number of bytes of a page.
    page: usize,
    /// The action that was there before, to which other signals go.
    before: sigaction,
}

/// The state of the handler, once it was asked for; nothing inside if the system does not say what it needs.
static HANDLED: OnceLock<Option<Handled>> = OnceLock::new();

/// Whether the handler is in its place: from its installation until it gives way to the one before it.
static GUARDED: AtomicBool = AtomicBool::new(false);

/// A watch on a map: as long as it lives, pages of the map that are gone are replaced.
pub(super) struct Watch(&'static Addresses);

impl Watch {
    /// Watches these addresses, which are a map of a file, unless there is no guard, or there are
    /// too many maps already.
    pub(super) fn new(map: Range<*const u8>) -> Option<Watch> {
        if !GUARDED.load(Ordering::Acquire) {
            return None;
        }
        let take = |addresses: &&Addresses| !addresses.taken.swap(true, Ordering::Acquire);
        let addresses = WATCHED.iter().find(take)?;
        addresses.begin.store(map.start as usize, Ordering::Release);
        addresses.end.store(map.end as usize, Ordering::Release);
        Some(Watch(addresses))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.end.store(0, Ordering::Release);
        self.0.taken.store(false, Ordering::Release);
    }
}

/// Installs the handler of SIGBUS, for the whole process and for good; from then on files are mapped.
#[cfg(feature = "cli")]
pub fn guard_maps() {
    // SAFETY: `sysconf` only returns a number; `sigaction` is a plain structure for which zeros are
    // a value, and the calls get valid pointers or none. The handler keeps to what a handler may do.
    unsafe {
        let handled = HANDLED.get_or_init(|| {
            let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).ok()?;
            let mut before: sigaction = std::mem::zeroed();
            let known = libc::sigaction(libc::SIGBUS, std::ptr::null(), &raw mut before) == 0;
            known.then_some(Handled { page, before })
        });
        let mut ours: sigaction = std::mem::zeroed();
        ours.sa_sigaction = put_empty_page as *const () as usize;
        ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        if handled.is_some()
            && libc::sigaction(libc::SIGBUS, &raw const ours, std::ptr::null_mut()) == 0
        {
            GUARDED.store(true, Ordering::Release);
        }
    }
}

#[cfg_attr(
    not(feature = "cli"),
    expect(dead_code, reason = "only the command line installs it")
)]
/// Handles a SIGBUS: puts an empty page in the place of one that is gone, or gives way to the handler before.
extern "C" fn put_empty_page(_: c_int, info: *mut siginfo_t, _: *mut c_void) {
    let Some(Some(Handled { page, before })) = HANDLED.get() else {
        return;
    };
    // SAFETY: the system describes the signal to the handler; one that it sends itself has an address.
    let (sent_by_system, address) = unsafe { ((*info).si_code > 0, (*info).si_addr() as usize) };
    if sent_by_system && WATCHED.iter().any(|map| map.contain(address)) {
        let place = (address & !(page - 1)) as *mut c_void;
        // SAFETY: the page lies in a map that is watched, so it is there to be replaced, and nobody can
        // write to it. The system call of `mmap` takes no locks of this process. The interrupted code
        // finds its `errno` as it was.
        let got = unsafe {
            let errno = *libc::__errno_location();
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
            let got = libc::mmap(place, *page, libc::PROT_READ, flags, -1, 0);
            *libc::__errno_location() = errno;
            got
        };
        if got == place {
            return;
        }
    }
    GUARDED.store(false, Ordering::Release);
    // SAFETY: what was the handler before may be it again; it gets the same signal when this returns, from
    // looking again or, if a process sent it, from here.
    unsafe {
        libc::sigaction(libc::SIGBUS, before, std::ptr::null_mut());
        if !sent_by_system {
            libc::raise(libc::SIGBUS);
        }
    }
}
