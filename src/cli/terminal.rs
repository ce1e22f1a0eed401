//! What the terminal of the program shows: the width of its lines, and colours.

use std::io::{self, IsTerminal};

use clap::ColorChoice;

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
