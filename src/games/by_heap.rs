//! Heaps by their sizes alone, for runs of records that differ in nothing else.

use crate::theory::subtraction::Subtraction;

use super::CacheRef;

/// The heaps of one set of rules under normal play. What it says is what the records say one by one;
/// where a limit would be passed it says nothing, and the record is asked itself.
pub trait ByHeap {
    /// The Grundy value of a heap.
    fn value(&self, heap: u64) -> Option<u64>;

    /// The number of different moves of a heap that leave it this Grundy value.
    fn count_to(&self, heap: u64, target: u64) -> Option<u128>;
}

/// Heaps of nim.
pub(super) struct Nim;

impl ByHeap for Nim {
    fn value(&self, heap: u64) -> Option<u64> {
        Some(heap)
    }

    fn count_to(&self, heap: u64, target: u64) -> Option<u128> {
        Some(u128::from(target < heap))
    }
}

/// The most amounts that are tried one by one.
const MOST_AMOUNTS: u128 = 64;

/// Heaps of a subtraction game of few amounts.
pub(super) struct Amounts {
    game: CacheRef<Subtraction>,
    amounts: Vec<u64>,
}

impl Amounts {
    pub(super) fn new(game: CacheRef<Subtraction>) -> Option<Self> {
        let runs = game.amounts().runs();
        if super::amounts::total(runs) > MOST_AMOUNTS {
            return None;
        }
        let amounts = runs.iter().flat_map(|&(low, high)| low..=high).collect();
        Some(Amounts { game, amounts })
    }
}

impl ByHeap for Amounts {
    fn value(&self, heap: u64) -> Option<u64> {
        self.game.grundy(heap).ok()
    }

    fn count_to(&self, heap: u64, target: u64) -> Option<u128> {
        let mut count = 0;
        for &amount in &self.amounts {
            let Some(left) = heap.checked_sub(amount) else { break };
            count += u128::from(self.game.grundy(left).ok()? == target);
        }
        Some(count)
    }
}
