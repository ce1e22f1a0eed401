//! Counts the positions in which the player to move loses, among sums in which each component stands for many
//! positions, independently of the others.
//!
//! The value of a sum is the nim-sum of the values of its components, so how often each value occurs among
//! all sums is the exclusive-or convolution of the *histograms* of the components: their
//! Walsh–Hadamard transforms are multiplied. The number of sums of value 0 is the mean of the product's
//! entries. It is found modulo primes and put together by the Chinese remainder theorem, so it is
//! exact at any size ([`modular`]). Heaps of nim, whose values are whole ranges, need no table at all
//! ([`dyadic`]).

#![expect(
    clippy::cast_possible_truncation,
    reason = "a value is counted if a list as long fits the memory allowed"
)]

pub mod dyadic;
pub mod modular;
mod transform;

use num_bigint::{BigInt, BigUint};
pub use transform::walsh_hadamard;

use self::modular::Factor;
use grundy_base::budget::{Budget, Limit};

/// The number of times that each value occurs among some positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Histogram {
    /// The number of positions of each value. There are 2⁶⁴ heaps, one more than a `u64` counts.
    counts: Vec<u128>,
}

impl Histogram {
    /// Adds `times` positions of this value.
    pub fn add(&mut self, value: u64, times: u128) {
        let at = value as usize;
        if at >= self.counts.len() {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += times;
    }

    /// Returns how often this value occurs.
    pub fn count(&self, value: u64) -> u128 {
        usize::try_from(value)
            .ok()
            .and_then(|at| self.counts.get(at))
            .copied()
            .unwrap_or(0)
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u128 {
        self.counts.iter().sum()
    }
}

/// The number of positions of a component that have the values 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallValues {
    /// The number of positions of value 0.
    pub zeros: u128,
    /// The number of positions of value 1.
    pub ones: u128,
}

/// A component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SumComponent {
    /// One position, of this value.
    Fixed(u64),
    /// Positions of these values.
    Varied(Histogram),
}

impl SumComponent {
    /// Counts the positions of value 0 and of value 1.
    fn small_values(&self) -> SmallValues {
        match self {
            SumComponent::Fixed(value) => SmallValues {
                zeros: u128::from(*value == 0),
                ones: u128::from(*value == 1),
            },
            SumComponent::Varied(histogram) => SmallValues {
                zeros: histogram.count(0),
                ones: histogram.count(1),
            },
        }
    }
}

/// Counts the sums of one position from each component that the player to move loses, under normal
/// play.
///
/// # Complexity
/// O(N log N), for values below N, for each 61 bits of the number of positions and each different
/// histogram.
///
/// # Errors
/// Fails if it takes more work or memory than allowed.
pub fn losing(components: &[SumComponent], budget: &Budget) -> Result<BigUint, Limit> {
    let mut varied = Vec::new();
    let mut target = 0;
    for component in components {
        match component {
            SumComponent::Fixed(value) => target ^= value,
            SumComponent::Varied(histogram) => varied.push(histogram),
        }
    }
    varied.sort_unstable();
    let factors: Vec<Factor<'_>> = varied
        .chunk_by(|a, b| a == b)
        .map(|chunk| Factor {
            counts: &chunk[0].counts,
            power: chunk.len() as u64,
        })
        .collect();
    modular::count(&factors, target, budget)
}

/// Counts the sums that the player to move loses under misère play of games in which all positions are tame: of the sums
/// of values 0 and 1 only, those of value 1 are lost instead of those of value 0.
///
/// # Errors
/// Fails where [`losing`] fails.
pub fn losing_misere(components: &[SumComponent], budget: &Budget) -> Result<BigUint, Limit> {
    Ok(misere(
        losing(components, budget)?,
        components.iter().map(SumComponent::small_values),
    ))
}

/// Returns the number of sums lost under misère play, from the number of those of value 0 and from the small values of
/// each component. Where all components have the values 0 and 1, misère play turns the outcome round; any other sum is
/// lost exactly if its value is 0 (Bouton 1901).
pub fn misere(zero: BigUint, components: impl Iterator<Item = SmallValues>) -> BigUint {
    // The number of sums of values 0 and 1 only that have value 0, less that of those of value 1.
    let surplus: BigInt = components
        .map(|component| BigInt::from(component.zeros) - BigInt::from(component.ones))
        .product();
    (BigInt::from(zero) - surplus).magnitude().clone()
}
