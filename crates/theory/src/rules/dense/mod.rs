//! Boxes: tables of all positions up to a highest number each, filled in an order in which options
//! come before what they are options of.
//!
//! A box is closed when no move leads out of it, and within it nothing overflows ([`interval`]), so
//! its evaluation needs no checks. The order is guessed from what the options look like
//! ([`order`]) and verified as the table is filled: an option not known yet leaves a mark, which
//! costs nothing, and then the box is given up.

mod batch;
mod board;
mod closure;
pub mod each;
mod fill;
mod given_up;
pub mod interval;
mod line;
mod lists;
pub mod lost;
pub mod order;
mod prefix;
mod ray;
mod runs;
pub mod table;
mod tiles;

pub use fill::{Filled, Stopped, fill, size};
pub use given_up::GivenUp;
pub use lost::Lost;
pub use prefix::fits_rule as in_rows;
