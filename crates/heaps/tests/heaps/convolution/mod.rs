//! Lost positions among sums, counted.

mod dyadic;
mod modular;

use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_heaps::convolution::{Histogram, SumComponent, losing, losing_misere};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// (normal, misère), by all combinations.
fn naive(components: &[SumComponent]) -> (u128, u128) {
    // By value, and whether some value is above 1.
    let mut ways = BTreeMap::from([((0u64, false), 1u128)]);
    for component in components {
        let mut fixed = Histogram::default();
        let histogram = match component {
            SumComponent::Varied(histogram) => histogram,
            SumComponent::Fixed(value) => {
                fixed.add(*value, 1);
                &fixed
            }
        };
        let mut next = BTreeMap::new();
        for (&(sum, large), &count) in &ways {
            for value in 0..64 {
                let key = (sum ^ value, large || value > 1);
                *next.entry(key).or_insert(0) += count * histogram.count(value);
            }
        }
        ways = next;
    }
    let of = |key| ways.get(&key).copied().unwrap_or(0);
    (
        of((0, false)) + of((0, true)),
        of((1, false)) + of((0, true)),
    )
}

#[test]
fn all_combinations() {
    let mut rng = Random::new(9);
    for round in 0..600 {
        let mut components = Vec::new();
        for _ in 0..rng.below(6) {
            let mut histogram = Histogram::default();
            for _ in 0..rng.within(1, 4) {
                histogram.add(rng.below(1 << (round % 6)), rng.below(4).into());
            }
            match rng.below(4) {
                0 => components.push(SumComponent::Fixed(rng.below(40))),
                1 => components.push(SumComponent::Varied(histogram.clone())),
                _ => {}
            }
            components.push(SumComponent::Varied(histogram));
        }
        let (normal, misere) = naive(&components);
        let budget = Budget::default();
        assert_eq!(
            losing(&components, &budget).unwrap(),
            normal.into(),
            "{components:?}"
        );
        assert_eq!(
            losing_misere(&components, &budget).unwrap(),
            misere.into(),
            "{components:?}"
        );
    }
}

#[test]
fn numbers_of_many_digits() {
    // 40 components of 2^63 positions each of values 0 and 1: half of all sums have value 0.
    let mut histogram = Histogram::default();
    histogram.add(0, 1 << 63);
    histogram.add(1, 1 << 63);
    let components = vec![SumComponent::Varied(histogram); 40];
    let expected = BigUint::from(1u32) << (64 * 40 - 1);
    assert_eq!(losing(&components, &Budget::default()).unwrap(), expected);
    assert_eq!(
        losing_misere(&components, &Budget::default()).unwrap(),
        expected
    );
}
