//! Whether a stream is coloured.

use std::io::IsTerminal;

use clap::ColorChoice;

/// `--color`, or a terminal where `NO_COLOR` is not set.
pub(super) fn wanted(choice: ColorChoice, stream: &impl IsTerminal) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !unwanted && stream.is_terminal()
        }
    }
}
