//! Questions that can be asked of many games, whatever their rules: which numbers are positions, play by the misère rule,
//! how long play lasts, and which positions of some ranges are lost.

pub mod birthday;
pub mod legal;
pub mod misere;
pub mod p_list;
pub mod reached;
pub mod remoteness;
