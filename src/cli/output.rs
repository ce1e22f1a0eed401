//! Standard output, and files that are written like it.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::exit::{CommandEnd, CommandResult};
use super::interrupt::AtomicWriter;
use grundy_base::platform::{output_was_closed, standard_output};
use grundy_batch::Failure;

/// Opens standard output without the standard library's line buffering, since answers come in large
/// pieces; an interrupt does not cut them.
///
/// # Errors
///
/// Fails when it is closed.
pub(super) fn standard() -> Result<AtomicWriter, Failure> {
    check_open()
        .and_then(|()| standard_output())
        .and_then(AtomicWriter::new)
        .map_err(Failure::Output)
}

/// Opens standard output for a command that writes nothing to it, or hardly anything: it may be closed.
pub(super) fn standard_or_closed() -> Result<AtomicWriter, Failure> {
    standard_output()
        .and_then(AtomicWriter::new)
        .map_err(Failure::Output)
}

/// Fails if standard output is closed, so that what is written to it is lost.
pub(super) fn check_open() -> io::Result<()> {
    if output_was_closed() {
        return Err(io::Error::other("standard output is closed"));
    }
    Ok(())
}

/// Opens a file to be written, or standard output for `-`; neither gathers small writes.
///
/// # Errors
///
/// Fails if it cannot be opened.
pub(super) fn create(path: &Path) -> CommandResult<File> {
    let opened = if path == Path::new("-") {
        check_open().and_then(|()| standard_output())
    } else {
        File::create(path)
    };
    opened.map_err(CommandEnd::file(path))
}

/// Prints a text, with a line end if it has none.
pub(super) fn print(text: impl AsRef<str>) -> CommandResult {
    let text = text.as_ref();
    let end = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    check_open()?;
    let mut out = io::stdout().lock();
    write!(out, "{text}{end}")?;
    Ok(out.flush()?)
}
