//! Any other system, WebAssembly above all: what the standard library offers everywhere.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// The keys that end the input.
#[cfg(feature = "cli")]
pub const END_OF_INPUT: &str = "Ctrl-D ends them";

/// Moves the file to the end of what was read.
pub(super) fn read_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek(SeekFrom::Start(offset))?;
    file.read(buffer)
}

/// Reads at an offset, and leaves the file behind what was read.
pub fn read_on(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    read_at(file, buffer, offset)
}

/// Names of files are written by the system when it sees fit.
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Other systems do not say whether an input pauses: answers may wait until more was read.
pub fn pauses(_: &File, _: i32) -> bool {
    false
}

/// Standard input has no file here.
#[cfg(feature = "cli")]
pub fn standard_input() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Standard output has no file here.
#[cfg(feature = "cli")]
pub fn standard_output() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Unknown here.
#[cfg(feature = "cli")]
pub fn address_space() -> Option<u64> {
    None
}

/// Unknown here.
#[cfg(feature = "cli")]
pub fn physical_memory() -> Option<u64> {
    None
}
