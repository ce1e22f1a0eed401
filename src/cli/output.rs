//! Standard output, and the form of text on it.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use clap::ColorChoice;

use super::exit::{CommandEnd, CommandResult};
use super::interrupt::AtomicWriter;
use grundy_base::platform::standard_output;
use grundy_batch::Failure;

/// Opens standard output without the standard library's line buffering, since answers come in large
/// pieces; an interrupt does not cut them.
///
/// # Errors
///
/// Fails when it is closed.
pub(super) fn standard() -> Result<AtomicWriter, Failure> {
    standard_output()
        .and_then(AtomicWriter::new)
        .map_err(Failure::Output)
}

/// Opens a file to be written, or standard output for `-`; neither gathers small writes.
///
/// # Errors
///
/// Fails if it cannot be opened.
pub(super) fn create(path: &Path) -> CommandResult<File> {
    let opened = if path == Path::new("-") {
        standard_output()
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
    let mut out = io::stdout().lock();
    write!(out, "{text}{end}")?;
    Ok(out.flush()?)
}

/// Returns the number of characters of a line of text: as many as the terminal has, but no more than are read with
/// ease.
pub(super) fn line_width() -> usize {
    const WIDEST: usize = 88;
    const NARROWEST: usize = 30;
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let width = if io::stdout().is_terminal() {
        terminal()
    } else {
        None
    };
    width.unwrap_or(WIDEST).clamp(NARROWEST, WIDEST)
}

/// Says whether a stream is coloured: as `--color` says, or if it is a terminal that knows colours and `NO_COLOR` is not set.
pub(super) fn is_coloured(choice: ColorChoice, stream: &impl IsTerminal) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !unwanted && !is_dumb() && stream.is_terminal()
        }
    }
}

/// Says whether the terminal says that it knows nothing but text.
pub(super) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}
