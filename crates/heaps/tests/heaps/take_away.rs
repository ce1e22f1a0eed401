//! Take-away games whose limit follows the move before.

use grundy_base::budget::Budget;
use grundy_base::random::Random;
use grundy_heaps::take_away::{TakeAwayTerms, TakeAwayValues};
use grundy_values::mex::mex;

const HEAP: u64 = 90;

/// Returns whether the player to move loses, by the rules, for all heaps and limits up to `HEAP`.
fn naive(factor: u64) -> Vec<Vec<bool>> {
    let mut losing: Vec<Vec<bool>> = Vec::new();
    for heap in 0..=HEAP {
        let reaches =
            |taken: u64| losing[(heap - taken) as usize][(taken * factor).min(HEAP) as usize];
        let wins: Vec<bool> = (0..=heap)
            .map(|taken| taken > 0 && reaches(taken))
            .collect();
        let loses = |most: u64| !wins.iter().take(most as usize + 1).any(|&wins| wins);
        losing.push((0..=HEAP).map(loses).collect());
    }
    losing
}

#[test]
fn small_heaps_by_the_rules() {
    for factor in 1..8 {
        let losing = naive(factor);
        let terms = TakeAwayTerms::new(factor, HEAP, &Budget::default()).unwrap();
        for (heap, most) in (0..=HEAP).flat_map(|heap| (0..=HEAP).map(move |most| (heap, most))) {
            assert_eq!(
                terms.loses(heap, most),
                losing[heap as usize][most as usize]
            );
            let reaches =
                |&taken: &u64| losing[(heap - taken) as usize][(taken * factor).min(HEAP) as usize];
            let expected: Vec<u64> = (1..=most.min(heap)).filter(reaches).collect();
            assert_eq!(
                terms.winning(heap, most),
                expected,
                "K = {factor}: {heap},{most}"
            );
        }
    }
}

#[test]
fn the_terms_of_small_factors() {
    let of = |factor, most| {
        TakeAwayTerms::new(factor, most, &Budget::default())
            .unwrap()
            .terms()
            .to_vec()
    };
    assert_eq!(of(1, 40), [1, 2, 4, 8, 16, 32]);
    assert_eq!(of(2, 40), [1, 2, 3, 5, 8, 13, 21, 34]);
    assert_eq!(of(3, 70), [1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, 55]);
    assert_eq!(of(u64::MAX, 5), [1, 2, 3, 4, 5]);
    assert_eq!(of(1, u64::MAX).len(), 64);
    assert!(
        TakeAwayTerms::new(
            u64::MAX,
            u64::MAX,
            &Budget {
                memory: 1 << 20,
                ..Budget::default()
            }
        )
        .is_err()
    );
}

/// Each term of a large number is more than K times the next smaller one.
#[test]
fn large_numbers_are_sums_of_terms_far_apart() {
    let mut rng = Random::new(11);
    for factor in [1, 2, 3, 10, 1000] {
        let terms = TakeAwayTerms::new(factor, u64::MAX, &Budget::default()).unwrap();
        for _ in 0..200 {
            let n = rng.word();
            let parts = terms.of(n);
            assert_eq!(parts.iter().sum::<u64>(), n);
            assert!(
                parts.windows(2).all(|pair| pair[1] > pair[0] * factor),
                "{n}: {parts:?}"
            );
        }
    }
}

#[test]
fn values_of_small_heaps_by_the_rules() {
    const HEAP: u64 = 60;
    for factor in 1..6 {
        let values = TakeAwayValues::new(factor, HEAP, &Budget::default()).unwrap();
        let mut naive: Vec<Vec<u32>> = Vec::new();
        for heap in 0..=HEAP {
            let row = (0..=HEAP).map(|most| {
                let options = (1..=most.min(heap)).map(|taken| {
                    naive[(heap - taken) as usize][(taken * factor).min(HEAP) as usize]
                });
                mex(options)
            });
            let row: Vec<u32> = row.collect();
            for (most, &expected) in row.iter().enumerate() {
                assert_eq!(
                    values.value(heap, most as u64),
                    u64::from(expected),
                    "K = {factor}: {heap},{most}"
                );
            }
            naive.push(row);
        }
    }
}

#[test]
fn values_of_zero_are_the_losing_positions() {
    for factor in [1, 2, 3, 7, 100] {
        let values = TakeAwayValues::new(factor, 400, &Budget::default()).unwrap();
        let terms = TakeAwayTerms::new(factor, 400, &Budget::default()).unwrap();
        for (heap, most) in (0..=400).flat_map(|heap| (0..=400).map(move |most| (heap, most))) {
            assert_eq!(
                values.value(heap, most) == 0,
                terms.loses(heap, most),
                "K = {factor}: {heap},{most}"
            );
        }
    }
}
