//! Boards given cell by cell.

mod king;
mod leaper;
mod pipeline;
mod slider;
mod text;
