//! A formula that was found, how far it was verified, and why it holds.

use super::formula::Formula;

/// A formula for all positions of a sample, or for those without a number 0.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundFormula {
    /// The statement.
    pub formula: Formula,
    /// Whether it says nothing of positions with a number 0.
    pub from_one: bool,
    /// The number of positions at which it was verified.
    pub verified: usize,
    /// The largest number at which it was verified, if that is beyond the positions looked at. They have one number then.
    pub verified_to: Option<u64>,
    /// The reason why it holds for all positions, if that is proved.
    pub proof: Option<Proof>,
}

/// The reason why a statement holds for all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The values have a proved period, and the statement agrees with them for long enough.
    Period,
    /// The statement was held against the rules at all positions.
    Rules,
}

impl FoundFormula {
    /// Makes a pattern of a formula that was verified at some positions, with or without a number 0.
    pub(crate) fn seen(formula: Formula, verified: usize) -> FoundFormula {
        FoundFormula {
            formula,
            from_one: false,
            verified,
            verified_to: None,
            proof: None,
        }
    }
}
