//! Boxes: tables of all positions up to a highest number each, filled in an order in which options
//! come before what they are options of.
//!
//! A box is closed if no move leads out of it, and within it nothing overflows ([`interval`]), so
//! that its evaluation needs no checks ([`program`]). The order is guessed from what the options look like
//! ([`order`]) and verified as the table is filled: an option not known yet leaves a mark, which
//! costs nothing, and then the box is given up.
//!
//! By the [shape](grundy_rules::shape) of its kinds of moves a rule is filled by [`ray`]s, each kind along [`strips`], from
//! [`listed`] members, or in batches ([`runs`]); [`kinds`] holds what these share.

mod fill;
pub mod interval;
mod kinds;
mod listed;
pub mod order;
mod price;
mod program;
mod ray;
mod runs;
mod sets;
mod strips;
pub mod table;

pub use fill::{Filled, Job, Stopped, fits};
pub use interval::size;
pub use ray::{RayLines, is_made_of_rays};
pub use table::GivenUp;
