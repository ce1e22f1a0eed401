//! Boards as bits: which engine answers a board of kings, knights, leapers, rooks, bishops or queens, and those
//! engines.
//!
//! [`choice`] picks an engine by the size and the damage of a board and [`solve`] runs it.
//!
//! | room | boards |
//! | --- | --- |
//! | [`dense`] | given cell by cell, in text or as a bitmap: every cell is worked on, many at a time |
//! | [`sparse`] | given by their size and a few damaged cells: the cells between cost nothing |

pub mod choice;
pub mod dense;
pub mod solve;
pub mod sparse;
