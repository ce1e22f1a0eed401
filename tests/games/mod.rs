//! The games, each held to its definition.

mod catalogue;
mod definitions;
#[cfg(unix)]
mod ends;
mod exhaustive;
mod gap_nim;
mod gap_rows;
mod maps;
mod new_game;
mod own_rules;
mod random;
mod rings;
mod two_names;
mod walks;
