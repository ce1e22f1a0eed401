//! Games whose piles, or coins on a strip, depend on each other.

pub mod end_nim;
pub mod euclid;
pub mod moore;
pub mod northcott;
pub mod sequential_nim;
pub mod staircase;
pub mod strip;
pub mod take_away;
pub mod wythoff;
