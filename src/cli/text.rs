//! Text for people: as wide as the terminal.

use std::io::{self, IsTerminal};

/// How many characters a line of text has: those of the terminal, but no more than are read with
/// ease.
pub(super) fn line_width() -> usize {
    const WIDEST: usize = 88;
    const NARROWEST: usize = 30;
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let width = if io::stdout().is_terminal() { terminal() } else { None };
    width.unwrap_or(WIDEST).clamp(NARROWEST, WIDEST)
}
