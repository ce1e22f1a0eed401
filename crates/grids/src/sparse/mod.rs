//! Boards too large to visit cell by cell: sizes to 10⁹ × 10⁹ with a few damaged cells.

pub mod king;
pub mod leaper;
