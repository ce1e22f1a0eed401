//! The theory of pieces and stones that move on boards: kings, knights, leapers, rooks, bishops and queens on boards with
//! damaged cells, and the same moves as vectors that are subtracted from piles.
//!
//! [`choice`] picks an engine by the size and the damage of a board and [`solve`] runs it.
//!
//! | room | what it is for |
//! | --- | --- |
//! | [`dense`] | boards given cell by cell, in text or as a bitmap: every cell is worked on, many at a time |
//! | [`sparse`] | boards given by their size and a few damaged cells: the cells between cost nothing |
//! | [`vectors`] | piles from which vectors are subtracted: boards of one to four dimensions |
//! | [`steps`] | the steps of a piece, and single positions solved by what they reach |

pub mod choice;
pub mod dense;
pub mod solve;
pub mod sparse;
pub mod steps;
pub mod vectors;
