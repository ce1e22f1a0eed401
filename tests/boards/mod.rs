//! Boards of pieces.

#[cfg(unix)]
mod files;
