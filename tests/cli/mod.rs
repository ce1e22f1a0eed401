//! The commands for people, as a person runs them.

mod answers;
mod arguments;
mod explain;
mod games;
mod play;
mod table;
#[cfg(unix)]
mod terminal;
