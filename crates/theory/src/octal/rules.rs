//! What may be done with a heap, the same way for octal games and Grundy's game.

use super::code::OctalCode;

/// What may be done with a heap.
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

impl From<&OctalCode> for Rules {
    fn from(code: &OctalCode) -> Self {
        Rules {
            splits: code.splits().to_vec(),
            keeps: code.keeps().to_vec(),
            clears: code.clears().to_vec(),
            halves: true,
            may_repeat: true,
            largest_take: code.largest_take(),
        }
    }
}

impl Rules {
    /// Grundy's game: split a heap into two unequal heaps.
    pub fn grundys_game() -> Self {
        Rules {
            splits: vec![0],
            keeps: vec![],
            clears: vec![],
            halves: false,
            may_repeat: false,
            largest_take: 0,
        }
    }

    /// How many ways there are to split `r` into two heaps.
    pub fn split_count(&self, r: u64) -> u64 {
        if self.halves { r / 2 } else { r.saturating_sub(1) / 2 }
    }
}
