//! Huge boards with a few damaged cells.

mod king;
mod leaper;
mod lines;
