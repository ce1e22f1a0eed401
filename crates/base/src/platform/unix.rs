//! Linux, macOS and other Unix systems.

use std::fs::File;
use std::io;
#[cfg(feature = "cli")]
use std::os::fd::AsFd;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The keys that end the input.
#[cfg(feature = "cli")]
pub const END_OF_INPUT: &str = "Ctrl-D ends them";

/// Reads without moving the file.
pub(super) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(buffer, offset)
}

/// Tells whether nothing can be read from a pipe or a terminal within this many milliseconds.
pub fn pauses(file: &File, milliseconds: i32) -> bool {
    let mut poll = libc::pollfd {
        fd: file.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: `poll` points to one pollfd, as the count says, and lives through the call.
    unsafe { libc::poll(&raw mut poll, 1, milliseconds) == 0 }
}

/// Waits until the names of a folder's files are on the disk.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Opens standard input as a file, without the buffer of the standard library.
#[cfg(feature = "cli")]
pub fn standard_input() -> io::Result<File> {
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Opens standard output as a file, without the line buffer of the standard library.
#[cfg(feature = "cli")]
pub fn standard_output() -> io::Result<File> {
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

/// Reads the limit on the process's address space (`ulimit -v`), in bytes.
#[cfg(feature = "cli")]
pub fn address_space() -> Option<u64> {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: `limit` is a valid rlimit for the call to fill.
    let done = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) } == 0;
    (done && limit.rlim_cur != libc::RLIM_INFINITY).then_some(limit.rlim_cur)
}

/// Reads the memory of the machine, in bytes.
#[cfg(feature = "cli")]
pub fn physical_memory() -> Option<u64> {
    // SAFETY: `sysconf` takes any name and touches no memory of ours.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    // SAFETY: the same holds for this call.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(pages)
        .ok()?
        .checked_mul(u64::try_from(size).ok()?)
}
