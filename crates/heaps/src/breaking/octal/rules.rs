//! The moves of a heap of an octal game, or of Grundy's game.

use super::super::code::Code;

/// The amounts that may be taken, by the number of heaps left.
#[derive(Clone, Debug)]
pub struct OctalRules {
    /// The takes, ascending, that may leave two heaps.
    pub splits: Vec<u32>,
    /// The takes, ascending, that may leave one heap.
    pub keeps: Vec<u32>,
    /// The takes, ascending, that may leave nothing.
    pub clears: Vec<u32>,
    /// Whether a split may leave two equal heaps.
    pub halves: bool,
    /// Whether a period is looked for. Grundy's game has been computed to 2³⁵ heaps (Flammenkamp), and none shows.
    pub may_repeat: bool,
    /// The largest take.
    pub largest_take: usize,
}

impl OctalRules {
    /// Returns the rules of a code, if its digits end, are at most 7, and agree on whether a split may leave equal
    /// heaps.
    pub fn of(code: &Code) -> Option<OctalRules> {
        let halves = !code.has_unequal();
        let agree = halves || code.digits().all(|digit| digit.unequal || !digit.leaves(2));
        if !code.repeat().is_empty() || code.most_heaps() > 2 || !agree {
            return None;
        }
        let largest_take = code.first_repeated() - 1;
        Some(OctalRules {
            splits: code.takes(2),
            keeps: code.takes(1),
            clears: code.takes(0),
            halves,
            may_repeat: halves || largest_take > 0,
            largest_take,
        })
    }
}
