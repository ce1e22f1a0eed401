//! Systems on which an abort raises no signal: failed allocations are not reported.

/// Returns false: failures are not known here.
pub fn has_failed() -> bool {
    false
}

/// The allocator of the standard library.
pub use std::alloc::System as Allocator;
