//! Systems without the hints of `linux`, which are ignored.

#[cfg(feature = "cli")]
use std::fs::File;

/// Changes nothing.
pub fn use_huge_pages<T>(_: &mut Vec<T>) {}

/// Changes nothing.
#[cfg(feature = "cli")]
pub fn widen_pipe(_: &File) {}

/// Says whether standard output was closed when the process began: that is not known here.
#[cfg(feature = "cli")]
pub fn output_was_closed() -> bool {
    false
}
