//! The allocator of the standard library, which remembers a failure.
//!
//! When memory that must be had cannot be had, the standard library aborts the process. The handler of that
//! abort asks here whether it was for want of memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// The size of the latest allocation of this thread that failed; 0 if there is none, or if one as large has
    /// succeeded since. Smaller ones still succeed while the process ends, for the trace of its calls.
    static FAILED: Cell<usize> = const { Cell::new(0) };
}

/// Tells whether an allocation of this thread failed, and none as large has succeeded since.
pub fn has_failed() -> bool {
    FAILED.get() > 0
}

/// The allocator for the program: it is [`System`], and notes failures.
#[derive(Debug)]
pub struct Allocator;

/// Notes whether an allocation of this size has failed.
fn noted(place: *mut u8, size: usize) -> *mut u8 {
    if place.is_null() {
        FAILED.set(size);
    } else if size >= FAILED.get() {
        FAILED.set(0);
    }
    place
}

// SAFETY: every call is passed on unchanged.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what the system's allocator asks for.
        noted(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what the system's allocator asks for.
        noted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises what the system's allocator asks for.
        noted(unsafe { System.realloc(place, layout, size) }, size)
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller promises what the system's allocator asks for.
        unsafe { System.dealloc(place, layout) }
    }
}
