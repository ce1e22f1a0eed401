//! Systems without files as memory: they are read.

use std::fs::File;

use crate::source::Mapped;

/// Maps nothing: the file is to be read.
pub fn map_file(_: &File, _: u64, _: u64) -> Option<Box<dyn Mapped>> {
    None
}

/// Does nothing: there is nothing to guard.
#[cfg(feature = "cli")]
pub fn guard_maps() {}
