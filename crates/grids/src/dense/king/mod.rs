//! Kings on dense boards: Grundy values 0..=3, a row at a time.
//!
//! Rules: a move takes one piece one step up, left or up-left, not off the board and not onto a
//! damaged cell; pieces do not hinder each other, so several are a sum (Sprague–Grundy).
//!
//! # Complexity
//! Time proportional to the cells, 64 to 256 of them a step; memory to the columns (192 bytes
//! per 512), and to the pieces if they are collected.

mod board;
mod count;
mod row;
mod scan;
mod scanner;
mod workspace;

pub use board::{
    Collect, Collected, FirstKing, KingFault, KingPiece, Kings, Neighbourhood, Solved,
};
pub use count::Tally;
pub use row::{Carry, KingValues, Row};
pub use scan::scan_row;
pub use scanner::Scanner;
pub use workspace::{Workspace, reach};
