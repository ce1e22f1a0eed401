//! Boards too large to visit cell by cell: sizes to 10⁹ × 10⁹ with a few damaged cells.
//!
//! **A feat.** It is for records such as `king 1000000000x1000000000 damaged 5,7 6,9: 999999999,1000000000`, and nothing
//! else rests on it: without this folder [`crate::choice`] would send boards given by size to [`crate::dense`], which
//! answers them as far as their cells fit the memory. Whoever wants to know how boards work reads `dense` first.

pub mod king;
pub mod leaper;
