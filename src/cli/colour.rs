//! Whether a stream is coloured.

use std::io::IsTerminal;

use clap::ColorChoice;

/// `--color`, or a terminal that knows colours where `NO_COLOR` is not set.
pub(super) fn wanted(choice: ColorChoice, stream: &impl IsTerminal) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !unwanted && !is_dumb() && stream.is_terminal()
        }
    }
}

/// Whether the terminal says that it knows nothing but text.
pub(super) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}
