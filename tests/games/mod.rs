//! The games, each held to its definition.

mod catalogue;
mod definitions;
#[cfg(unix)]
mod ends;
mod exhaustive;
mod own_rules;
mod random;
mod rings;
mod walks;
