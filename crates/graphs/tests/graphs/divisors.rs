//! The divisibility graph against the plain matching engine, brute force and known counts.

use crate::witness::{Witness, verify};
use fixedbitset::FixedBitSet;
use grundy_base::budget::Budget;
use grundy_base::edge::Edge;
use grundy_base::random::Random;
use grundy_graphs::divisors::{Computed, Divisors, Stored};
use grundy_graphs::matching::{self, Adjacency};

fn set(limit: u32, numbers: &[u32]) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(limit as usize + 1);
    for &number in numbers {
        set.insert(number as usize);
    }
    set
}

fn missed(limit: u32, removed: &[u32]) -> FixedBitSet {
    let budget = Budget::default();
    Divisors::new(limit, &budget)
        .unwrap()
        .missed(&set(limit, removed), &budget)
        .unwrap()
}

fn even(numbers: &FixedBitSet) -> usize {
    numbers.ones().filter(|number| number % 2 == 0).count()
}

/// The numbers missed, by the engine on the numbers as they are.
fn plain(limit: u32, removed: &[u32]) -> FixedBitSet {
    let edges: Vec<Edge> = (1..=limit)
        .flat_map(|a| (2..=limit / a).map(move |factor| Edge::new(a, a * factor)))
        .collect();
    let budget = Budget::default();
    let graph = matching::Graph::from_edges(limit as usize + 1, &edges, &budget).unwrap();
    let gone = |v: u32| v == 0 || removed.contains(&v);
    let found = matching::decompose(&graph, gone, &budget).unwrap();
    assert!(verify(&graph, gone, &Witness::of(&found)));
    set(
        limit,
        &(1..=limit)
            .filter(|&v| found.is_missed(v))
            .collect::<Vec<_>>(),
    )
}

#[test]
fn known_counts() {
    // Winning first moves for limits 1..=60, by exhaustive game search.
    let counts = [
        0, 0, 1, 0, 0, 0, 0, 3, 0, 0, 0, 5, 5, 5, 0, 5, 5, 0, 0, 9, 0, 0, 0, 11, 0, 0, 8, 0, 0, 13,
        13, 0, 15, 15, 0, 12, 12, 12, 13, 2, 2, 0, 0, 20, 0, 0, 0, 21, 21, 21, 0, 23, 23, 0, 19, 0,
        2, 2, 2, 23,
    ];
    for (limit, count) in (1..).zip(counts) {
        assert_eq!(even(&missed(limit, &[])), count, "limit {limit}");
    }
    assert_eq!(even(&missed(1_000, &[])), 42);
    assert_eq!(even(&missed(10_000, &[])), 3090);
    assert_eq!(even(&missed(100_000, &[])), 8431);
}

#[test]
fn removed_numbers_are_missing() {
    let budget = Budget::default();
    for limit in [1, 2, 30, 200, 500, 2_000, 3_001, 12_000] {
        let numbers = Divisors::new(limit, &budget).unwrap();
        assert_eq!(
            numbers
                .missed(&FixedBitSet::with_capacity(limit as usize + 1), &budget)
                .unwrap(),
            plain(limit, &[]),
            "{limit}"
        );
        let mut random = Random::new(limit.into());
        for share in [1, 5, 40, 300] {
            let removed: Vec<u32> = (0..share)
                .map(|_| random.within(1, limit.into()) as u32)
                .collect();
            let expected = plain(limit, &removed);
            let shared = numbers.missed(&set(limit, &removed), &budget).unwrap();
            assert!(shared == expected, "limit {limit} without {removed:?}");
            assert!(
                missed(limit, &removed) == expected,
                "fresh, limit {limit} without {removed:?}"
            );
        }
    }
}

#[test]
fn computed_neighbours_are_the_stored_ones() {
    for limit in [0, 1, 2, 30, 1_000, 20_000] {
        let stored = Stored::new(limit);
        let computed = Computed::new(limit);
        for label in 0..limit {
            let mut a: Vec<u32> = stored.neighbours(label).collect();
            let mut b: Vec<u32> = computed.neighbours(label).collect();
            a.sort_unstable();
            b.sort_unstable();
            assert_eq!(a, b, "limit {limit}, label {label}");
        }
    }
    let little = Budget {
        memory: 2_500_000,
        ..Budget::default()
    };
    let numbers = Divisors::new(30_000, &little).unwrap();
    // Lists that are kept would take 2 megabytes.
    assert!(numbers.bytes() < 1_000_000);
    assert_eq!(
        numbers.missed(&set(30_000, &[6, 7]), &little).unwrap(),
        missed(30_000, &[6, 7])
    );
    assert_eq!(
        numbers.missed(&set(30_000, &[8]), &little).unwrap(),
        missed(30_000, &[8])
    );
    let nothing = Budget {
        memory: 100_000,
        ..Budget::default()
    };
    assert!(Divisors::new(30_000, &nothing).is_err());
    assert!(Divisors::new(u32::MAX, &Budget::default()).is_err());
}
