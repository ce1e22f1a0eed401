//! The moves of a heap of an octal game, or of Grundy's game.

use super::super::code::Code;

/// The amounts that may be taken, by the number of heaps left.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Takes, ascending, that may leave two heaps.
    pub splits: Vec<u32>,
    /// Takes, ascending, that may leave one heap.
    pub keeps: Vec<u32>,
    /// Takes, ascending, that may leave nothing.
    pub clears: Vec<u32>,
    /// May a split leave two equal heaps?
    pub halves: bool,
    /// Whether a period is looked for. Grundy's game has been computed to 2³⁵ heaps (Flammenkamp), and none shows.
    pub may_repeat: bool,
    /// The largest take.
    pub largest_take: usize,
}

impl Rules {
    /// The rules of a code whose digits end, are at most 7, and agree on whether a split may leave equal heaps.
    pub fn of(code: &Code) -> Option<Rules> {
        let [clears, keeps, splits] = [0, 1, 2].map(|heaps| code.takes(heaps));
        let halves = !code.has_unequal();
        let agree = halves || code.digits().all(|digit| digit.unequal || !digit.leaves(2));
        let largest_take = code.from() - 1;
        let may_repeat = halves || largest_take > 0;
        (code.repeat().is_empty() && code.most_heaps() <= 2 && agree).then_some(Rules {
            splits,
            keeps,
            clears,
            halves,
            may_repeat,
            largest_take,
        })
    }
}
