//! The allocator of the standard library, which remembers a failure.
//!
//! When memory that must be had cannot be had, the standard library aborts the process. The handler of that
//! abort asks here whether it was for want of memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// True when the latest allocation of this thread failed.
    static FAILED: Cell<bool> = const { Cell::new(false) };
}

/// True when the latest allocation of this thread failed.
pub(crate) fn has_failed() -> bool {
    FAILED.get()
}

/// The allocator for a program that calls [`crate::cli::main`]; it is [`System`], and notes failures.
#[derive(Debug)]
pub struct Allocator;

fn noted(place: *mut u8) -> *mut u8 {
    FAILED.set(place.is_null());
    place
}

// SAFETY: every call is passed on as it is.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        noted(unsafe { System.realloc(place, layout, size) })
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(place, layout) }
    }
}
