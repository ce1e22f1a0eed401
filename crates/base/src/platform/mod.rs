//! System calls that differ between systems. Nothing outside this folder names a system.
//!
//! `unix`, `windows` and `other` have the functions that the library needs on every system, the first two
//! also those of the program, which is built for Unix and Windows alone. `linux` has what only
//! Linux takes and tells (`plain` has none of it), `mapped` files as memory (`unmapped` has none).

#[cfg(all(feature = "cli", unix))]
pub mod allocator;
#[cfg(all(feature = "cli", not(unix)))]
#[path = "plain_allocator.rs"]
pub mod allocator;
pub mod pages;
#[cfg(feature = "cli")]
pub mod signals;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
#[path = "plain.rs"]
mod linux;

#[cfg(unix)]
#[path = "unix.rs"]
mod system;
#[cfg(windows)]
#[path = "windows.rs"]
mod system;
#[cfg(not(any(unix, windows)))]
#[path = "other.rs"]
mod system;

#[cfg(all(target_os = "linux", feature = "mmap"))]
mod mapped;
#[cfg(not(all(target_os = "linux", feature = "mmap")))]
#[path = "unmapped.rs"]
mod mapped;

use std::fs::File;
use std::io;

#[cfg(feature = "cli")]
pub use linux::{output_was_closed, widen_pipe};
#[cfg(feature = "cli")]
pub use mapped::guard_maps;
pub use mapped::map_file;
#[cfg(feature = "cli")]
pub use system::{END_OF_INPUT, address_space, physical_memory, standard_input, standard_output};
pub use system::{pauses, sync_folder};

/// Reads at an offset. On Unix the file stays where it stands; elsewhere it then stands after what was
/// read.
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    loop {
        match system::read_at(file, buffer, offset) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

/// Reads the memory limit of the process's control group, as containers of Linux have one, in bytes.
#[cfg(feature = "cli")]
pub fn control_group_memory() -> Option<u64> {
    std::fs::read_to_string("/sys/fs/cgroup/memory.max")
        .ok()?
        .trim()
        .parse()
        .ok()
}
