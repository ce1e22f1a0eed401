//! Windows.

use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt;
#[cfg(feature = "cli")]
use std::os::windows::io::AsHandle;
use std::path::Path;

/// Moves the file to the end of what was read, as this system does.
pub(super) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek_read(buffer, offset)
}

/// Reads at an offset, and leaves the file behind what was read.
pub(crate) fn read_on(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    read_at(file, buffer, offset)
}

/// Names of files are written by the system when it sees fit.
pub(crate) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// This is not asked of the system: answers may wait until more of a pipe was read.
pub(crate) fn pauses(_: &File, _: i32) -> bool {
    false
}

/// Standard input as a file, without the buffer of the standard library.
#[cfg(feature = "cli")]
pub(crate) fn standard_input() -> io::Result<File> {
    Ok(File::from(io::stdin().as_handle().try_clone_to_owned()?))
}

/// Standard output as a file, without the line buffer of the standard library.
#[cfg(feature = "cli")]
pub(crate) fn standard_output() -> io::Result<File> {
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}

/// Unknown here.
#[cfg(feature = "cli")]
pub(crate) fn address_space() -> Option<u64> {
    None
}

/// Unknown here.
#[cfg(feature = "cli")]
pub(crate) fn physical_memory() -> Option<u64> {
    None
}
