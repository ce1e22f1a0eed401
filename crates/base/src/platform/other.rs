//! Any other system, WebAssembly above all: the parts of the standard library that work everywhere.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Moves the file to the end of what was read.
pub(super) fn read_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek(SeekFrom::Start(offset))?;
    file.read(buffer)
}

/// Does nothing: names of files are written by the system when it sees fit.
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns false: other systems do not say whether an input pauses, and answers may wait until more was read.
pub fn pauses(_: &File, _: i32) -> bool {
    false
}
