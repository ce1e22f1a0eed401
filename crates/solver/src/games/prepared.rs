//! Rules prepared once for many records that differ in the numbers behind their colon alone.

use smallvec::SmallVec;

use super::CacheRef;
use crate::record::{Ask, Field, Outcome, Value, Verdict};
use crate::theory::breaking::Breaking as Game;
use crate::theory::subtraction::Subtraction;

/// One set of rules. What it says is what the records say one by one; where that may take long, is wrong or
/// passes a limit it says nothing, and the record is asked itself.
pub trait Prepared {
    /// How many numbers a component of the position has.
    fn piles(&self) -> usize {
        1
    }

    /// What a position is answered: the numbers of its components, one component after the other.
    fn answer(&self, ask: Ask, numbers: &[u64]) -> Option<Field>;
}

/// Components with Grundy values, under normal play.
pub(super) trait Components {
    /// As [`Prepared::piles`].
    fn piles(&self) -> usize {
        1
    }

    /// The Grundy value of a component.
    fn value(&self, component: &[u64]) -> Option<u64>;

    /// The number of different moves of a component that leave it this Grundy value.
    fn count_to(&self, component: &[u64], target: u64) -> Option<u128>;
}

/// Sums of them.
pub(super) struct Sum<C>(pub(super) C);

impl<C: Components> Sum<C> {
    fn count(&self, numbers: &[u64], values: &[u64], nim_sum: u64) -> Option<u128> {
        let mut count = 0;
        for (component, value) in numbers.chunks(self.0.piles()).zip(values) {
            count += self.0.count_to(component, value ^ nim_sum)?;
        }
        Some(count)
    }
}

impl<C: Components> Prepared for Sum<C> {
    fn piles(&self) -> usize {
        self.0.piles()
    }

    fn answer(&self, ask: Ask, numbers: &[u64]) -> Option<Field> {
        let mut values = SmallVec::<[u64; 16]>::new();
        for component in numbers.chunks(self.0.piles()) {
            values.push(self.0.value(component)?);
        }
        let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
        let count = || self.count(numbers, &values, nim_sum);
        Some(match ask {
            Ask::Winner if nim_sum == 0 => Field::Winner(Outcome::Lose),
            Ask::Winner => Field::Winner(Outcome::Win),
            Ask::Grundy => Field::Grundy(Value::Finite(nim_sum)),
            Ask::Verdict if nim_sum == 0 => Field::Verdict(Verdict::Lose),
            Ask::Verdict => Field::Verdict(Verdict::Win(count()?)),
            Ask::Count if nim_sum == 0 => Field::Count(0),
            Ask::Count => Field::Count(count()?),
            _ => return None,
        })
    }
}

/// Heaps of nim.
pub(super) struct Nim;

impl Components for Nim {
    fn value(&self, component: &[u64]) -> Option<u64> {
        component.first().copied()
    }

    fn count_to(&self, component: &[u64], target: u64) -> Option<u128> {
        component.first().map(|&heap| u128::from(target < heap))
    }
}

/// The most amounts that are tried one by one.
const MOST_AMOUNTS: u128 = 64;
/// Values of heaps up to this one are found without asking how long that takes.
const LIGHT: u64 = 1 << 12;

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

    fn value_of(&self, heap: u64) -> Option<u64> {
        self.game.known(heap).or_else(|| {
            // Records of one heap do not find its value, which may be all that is missing for the period.
            self.game.grundy(heap.min(LIGHT)).ok()?;
            self.game.known(heap)
        })
    }
}

impl Components for Amounts {
    fn value(&self, component: &[u64]) -> Option<u64> {
        self.value_of(*component.first()?)
    }

    fn count_to(&self, component: &[u64], target: u64) -> Option<u128> {
        let &heap = component.first()?;
        let mut count = 0;
        for &amount in &self.amounts {
            let Some(left) = heap.checked_sub(amount) else { break };
            count += u128::from(self.value_of(left)? == target);
        }
        Some(count)
    }
}

/// Heaps of a taking-and-breaking game.
pub(super) struct Breaking(pub(super) CacheRef<Game>);

impl Components for Breaking {
    fn value(&self, component: &[u64]) -> Option<u64> {
        self.0.known(*component.first()?)
    }

    fn count_to(&self, component: &[u64], target: u64) -> Option<u128> {
        self.0.count_moves_to(*component.first()?, target).ok()
    }
}
